"""A reader's own note on a game."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import notes
from games.asides import rendered_note
from games.models import Game
from games.refusals import Refusal
from games.text_forms import NoteForm
from games.views import game as game_page
from games.views import table
from games.views.requests import player


@require_POST
def write(request: HttpRequest, code: str) -> HttpResponse:
    """Keep what was written; or the game's page again with it, and why it was not kept."""
    game = get_object_or_404(Game.objects.exclude(status__in=table.STATUSES), code=code)
    if not request.user.is_authenticated:
        return redirect_to_login(game.get_absolute_url())
    user = player(request)
    form = NoteForm(request.POST)
    refusal = None
    if form.is_valid():
        try:
            notes.write(code, user, form.cleaned_data["text"], form.cleaned_data["mark"])
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, _("Your note is kept."))
            return redirect(f"{game.get_absolute_url()}#note")
    kept = notes.note_on(game, user)
    if refusal is not None:
        # Who has seen the other note, and still wants his own, may keep that.
        form = NoteForm(initial={"text": form.cleaned_data["text"], "mark": notes.mark_of(kept)})
    html = rendered_note(request, game, kept, form=form, refusal=refusal)
    return game_page.page(request, game, note=html, status=refusal.status if refusal else 400)
