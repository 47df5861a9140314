"""The chat of a game, for its players."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import chat
from games.asides import rendered_chat, rendered_lines
from games.conversation import conversation
from games.models import Game
from games.refusals import NotAllowed, Refusal
from games.text_forms import MessageForm
from games.views import game as game_page
from games.views.requests import arrival, is_fragment, player, reader, whole


@never_cache
@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """All messages page by page, `?before=` a number; or the first ones `?after=` a number, as items of a list."""
    game = get_object_or_404(Game, code=code)
    after = whole(request.GET.get("after", ""))
    talk = conversation(game, reader(request), after=after, before=whole(request.GET.get("before", "")))
    if talk is None:
        raise Http404
    if after is not None:
        return HttpResponse(rendered_lines(talk.lines))
    return render(request, "games/chat.html", {"game": game, "talk": talk})


@require_POST
def say(request: HttpRequest, code: str) -> HttpResponse:
    """Say something. Answers with the chat as it is then; what was refused is still in its form."""
    game = get_object_or_404(Game, code=code)
    form = MessageForm(request.POST)
    refusal = None
    is_said = False
    try:
        if not request.user.is_authenticated:
            raise NotAllowed(_("You are not logged in. Log in, and send it then."))
        if form.is_valid():
            words = form.cleaned_data
            chat.say(code, player(request), words["text"], arrival(request), token=words["token"])
            is_said = True
    except Refusal as error:
        refusal = error
    if is_said and not is_fragment(request):
        return redirect(f"{game.get_absolute_url()}#chat")
    talk = conversation(game, reader(request))
    if talk is None:
        return game_page.page(request, game, refusal=refusal or NotAllowed(_("There is no chat for you here.")))
    status = 200 if is_said else refusal.status if refusal else 400
    html = rendered_chat(request, talk, form=None if is_said else form, refusal=refusal)
    if is_fragment(request):
        return HttpResponse(html, status=status)
    return game_page.page(request, game, chat=html, status=status)


@require_POST
def read(request: HttpRequest, code: str) -> HttpResponse:
    """Remember that this player has read the messages up to `number`."""
    game = get_object_or_404(Game, code=code)
    if request.user.is_authenticated:
        chat.read(game, player(request), whole(request.POST.get("number", "")) or 0)
    return HttpResponse(status=204) if is_fragment(request) else redirect(f"{game.get_absolute_url()}#chat")


@require_POST
def switch(request: HttpRequest, code: str) -> HttpResponse:
    """Have no chat in this game (`chat` is off), or have it again."""
    game = get_object_or_404(Game, code=code)
    if request.user.is_authenticated:
        chat.switch(game, player(request), off=request.POST.get("chat") == "off")
    return redirect(f"{game.get_absolute_url()}#chat")
