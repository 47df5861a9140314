"""The page of a game, and everything a player does on it."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from games import play
from games.asides import rendered_chat, rendered_note
from games.beforehand import FIELDS
from games.board import board_of
from games.conversation import conversation
from games.models import Game, Seat
from games.notes import note_on
from games.refusals import NotAllowed, Refusal, illegal
from games.rendering import rendered
from games.rules import IllegalAction, Lay, Turn
from games.views import table
from games.views.previews import preview_of_board
from games.views.requests import arrival, is_fragment, player, reader, whole


@never_cache
@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The game with this code, or its table until it starts."""
    return page(request, get_object_or_404(Game, code=code))


def page(  # noqa: PLR0913 - what may be said on it
    request: HttpRequest,
    game: Game,
    *,
    refusal: Refusal | None = None,
    chat: str = "",
    note: str = "",
    status: int = 200,
) -> HttpResponse:
    """The whole page of a game or of its table; with a refusal it says so, with that status.

    `chat` and `note` stand in the place of the reader's own, where something written there was refused.
    """
    if game.status in table.STATUSES:
        return table.page(request, game, refusal=refusal)
    user = reader(request)
    board = board_of(game, user, now=arrival(request))
    talk = conversation(game, user) if board.me is not None and not chat else None
    context = {
        "game": game,
        "board": board,
        "board_html": rendered(board, request, refusal, chat=rendered_chat(request, talk) if talk else chat),
        "note_html": note or (rendered_note(request, game, note_on(game, user)) if user else ""),
        "link": request.build_absolute_uri(game.get_absolute_url()),
        "preview": preview_of_board(request, board),
    }
    return render(request, "games/game.html", context, status=refusal.status if refusal else status)


@never_cache
@require_safe
def board(request: HttpRequest, code: str) -> HttpResponse:
    """The board as it is now, for this viewer; with `?since=` the steps from that ply on."""
    game = get_object_or_404(Game.objects.exclude(status__in=table.STATUSES), code=code)
    since = whole(request.GET.get("since", ""))
    return HttpResponse(rendered(board_of(game, reader(request), since, now=arrival(request)), request))


@require_POST
def act(request: HttpRequest, code: str) -> HttpResponse:
    """Turn Assam (`action` is L, S or R) or lay a rug (`action` is two squares), as the board was at `ply`."""
    ply = whole(request.POST.get("ply", ""))

    def do(user: User) -> Game:
        if ply is None:
            raise Refusal(_("This move does not say which board it was made on. Choose again on the board below."))
        return play.act(code, user, ply, _action(request.POST.get("action", "")), arrival(request))

    return _answer(request, code, do, since=ply)


@require_POST
def arrange(request: HttpRequest, code: str) -> HttpResponse:
    """Put the opponent's rugs in order: `rug` 24 times, a colour each, from the top down."""

    def do(user: User) -> Game:
        pile = [whole(rug) or 0 for rug in request.POST.getlist("rug")]
        return play.arrange(code, user, pile, arrival(request))

    return _answer(request, code, do)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def resign(request: HttpRequest, code: str) -> HttpResponse:
    """Ask whether to resign, and do it."""
    if request.method == "POST":
        return _answer(request, code, lambda user: play.resign(code, user, arrival(request)))
    game = get_object_or_404(Game.objects.exclude(status__in=table.STATUSES), code=code)
    if not board_of(game, reader(request)).is_in:
        return page(request, game, refusal=NotAllowed(_("There is nothing for you to resign here.")))
    return render(request, "games/game_resign.html", {"game": game})


@require_POST
def call_off(request: HttpRequest, code: str) -> HttpResponse:
    """Agree that the game be called off (`agree` is yes), or take that back."""
    agrees = request.POST.get("agree") == "yes"
    return _answer(request, code, lambda user: play.agree_to_call_off(code, user, agrees, arrival(request)))


@require_POST
def give_time(request: HttpRequest, code: str) -> HttpResponse:
    """Give the player of a seat (`seat`) more time, as the board was at `ply`."""
    ply, seat = (whole(request.POST.get(field, "")) for field in ("ply", "seat"))

    def do(user: User) -> Game:
        if ply is None or seat is None:
            raise Refusal(_("This does not say to whom time is given, and when. Choose again on the page below."))
        return play.give_time(code, user, seat, ply, arrival(request))

    return _answer(request, code, do)


@require_POST
def beforehand(request: HttpRequest, code: str) -> HttpResponse:
    """Say how to turn Assam (L, S or R) when one's turn comes, by his heading; `take_back` takes all of it back."""

    def do(user: User) -> Game:
        sides = {heading: request.POST.get(field, "") for heading, field in FIELDS.items()}
        turns = {} if "take_back" in request.POST else {heading: side for heading, side in sides.items() if side}
        return play.say_beforehand(code, user, turns, arrival(request))

    return _answer(request, code, do)


@require_POST
def seen(request: HttpRequest, code: str) -> HttpResponse:
    """Remember that this player has seen what was played before `ply`."""
    game = get_object_or_404(Game, code=code)
    ply = min(whole(request.POST.get("ply", "")) or 0, game.ply)
    if request.user.is_authenticated:
        Seat.objects.filter(game=game, user=player(request), seen_ply__lt=ply).update(seen_ply=ply)
    return HttpResponse(status=204) if is_fragment(request) else _see_other(game)


def _answer(request: HttpRequest, code: str, do: Callable[[User], Game], *, since: int | None = None) -> HttpResponse:
    """Do it for the one who is logged in, and answer with the board as it is then; or with why not, and the same.

    A page without JavaScript is sent back to the game's page, so that loading it anew does nothing again.
    """
    refusal = None
    try:
        if not request.user.is_authenticated:
            raise NotAllowed(_("You are not logged in. Log in to play; the game waits for you."))
        game = do(player(request))
    except Game.DoesNotExist as error:
        raise Http404 from error
    except Refusal as error:
        game, refusal = get_object_or_404(Game, code=code), error
    if refusal is None and not is_fragment(request):
        return _see_other(game)
    if game.status in table.STATUSES or not is_fragment(request):
        return page(request, game, refusal=refusal)
    html = rendered(board_of(game, reader(request), since, now=arrival(request)), request, refusal)
    return HttpResponse(html, status=refusal.status if refusal else 200)


def _action(text: str) -> Turn | Lay:
    """What a form's value stands for: L, S or R for turning Assam, two squares for laying a rug."""
    words = text.split()
    try:
        match words:
            case [side]:
                return Turn(side)
            case [first, second]:
                return Lay(first, second)
    except IllegalAction as error:
        raise illegal(error.code) from error
    raise Refusal(_("Nothing was chosen. Choose a way for Assam, or two squares for the rug."))


def _see_other(game: Game) -> HttpResponse:
    return HttpResponseRedirect(game.get_absolute_url(), status=303)
