"""What stands beside the board of a game for one reader alone, as HTML: the chat and his note."""

from collections.abc import Sequence

from django.http import HttpRequest
from django.template import loader
from django.utils.safestring import SafeString

from games.conversation import Conversation, Line
from games.models import Game
from games.notes import mark_of
from games.refusals import Refusal
from games.text_forms import MessageForm, NoteForm


def rendered_chat(
    request: HttpRequest, talk: Conversation, *, form: MessageForm | None = None, refusal: Refusal | None = None
) -> SafeString:
    """The inside of `<section id="chat">`: messages, and the form to write one, filled in if it was refused."""
    context = {"talk": talk, "game": talk.game, "form": form or MessageForm(), "refusal": refusal}
    return loader.render_to_string("games/_chat.html", context, request)


def rendered_lines(lines: Sequence[Line]) -> SafeString:
    """The messages alone, as items of the list in it."""
    return loader.render_to_string("games/_chat_lines.html", {"lines": lines})


def rendered_note(
    request: HttpRequest, game: Game, kept: str, *, form: NoteForm | None = None, refusal: Refusal | None = None
) -> SafeString:
    """The reader's note with the form to change it; what was refused stays in it."""
    form = form or NoteForm(initial={"text": kept, "mark": mark_of(kept)})
    context = {"game": game, "kept": kept, "form": form, "refusal": refusal}
    return loader.render_to_string("games/_note.html", context, request)
