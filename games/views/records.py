"""Records that users bring: the list of one's own, saving another one, its page, deleting it."""

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import saved_records
from games.models import SavedRecord
from games.paging import newest_first
from games.record_form import RecordForm
from games.refusals import NotAllowed, Refusal, TooLarge, TooOften
from games.rules.record_reader import read_tags
from games.views.requests import arrival, player, reader

LARGEST_REQUEST = 200_000  # bytes; a record has 20,000 characters at most


@csrf_exempt  # looking for the token reads the body, which may be too large to be read: `_save` looks for it
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponse:
    """One's saved records, and a form to save another one."""
    if request.method != "POST":
        return page(request)
    length = request.META.get("CONTENT_LENGTH") or ""
    if length.isdecimal() and int(length) > LARGEST_REQUEST:
        return page(request, refusal=TooLarge(_("That is larger than any record of a game. Bring one game at a time.")))
    return _save(request)


@csrf_protect
def _save(request: HttpRequest) -> HttpResponse:
    """Save what was brought and go to it; or the page again, with what was brought and why it did not do."""
    form = RecordForm(request.POST, request.FILES)
    try:
        if not request.user.is_authenticated:
            raise NotAllowed(_("Log in to keep a record: its address will be yours."))
        if not ratelimit.consume(request, action="save_record"):
            raise TooOften(_("You have brought many records within an hour. Bring the next one a little later."))
        if not form.is_valid():
            return page(request, form=form, status=400)
        return redirect(saved_records.save(player(request), form.cleaned_data["record"], arrival(request)))
    except Refusal as refusal:
        return page(request, form=form, refusal=refusal)


@never_cache
@require_safe
def saved(request: HttpRequest, code: str) -> HttpResponse:
    """On to the replay of a saved record."""
    record = get_object_or_404(SavedRecord, code=code)
    return redirect("games:saved_moment", record.code, 0)


@require_POST
def delete(request: HttpRequest, code: str) -> HttpResponse:
    """Delete one's own record."""
    record = get_object_or_404(SavedRecord, code=code)
    if not request.user.is_authenticated:
        return redirect_to_login(record.get_absolute_url())
    try:
        saved_records.delete(record, player(request))
    except Refusal as refusal:
        return page(request, refusal=refusal)
    messages.success(request, _("The record is deleted."))
    return redirect("games:records")


def _names_and_day(record: SavedRecord) -> tuple[list[str], str]:
    """The players, and the day of the game if the record tells it; without replaying the game."""
    tags = read_tags(record.text)
    names = [value for name, value in tags.items() if name.removeprefix("Player").isdecimal()]
    return names, tags.get("Date", "")


def page(
    request: HttpRequest, *, form: RecordForm | None = None, refusal: Refusal | None = None, status: int = 200
) -> HttpResponse:
    """The page of one's records; with a refusal, its sentence above and its status."""
    user = reader(request)
    own = SavedRecord.objects.filter(owner=user) if user else SavedRecord.objects.none()
    shown = newest_first(own, "saved_at", request.GET.get("before", ""))
    context = {
        "records": [(record, *_names_and_day(record)) for record in shown.rows],
        "next": shown.next,
        "form": form or RecordForm(),
        "refusal": refusal,
        "most": saved_records.MOST_RECORDS,
    }
    return render(request, "games/records.html", context, status=refusal.status if refusal else status)
