"""Addresses of what was played, the same for games played here and for saved records."""

from django.urls import URLPattern, path

from games.courses import course_of_game, course_of_record
from games.views import dice, downloads, records, replay, statistics
from games.views.courses import Find


def course_pages(prefix: str, kind: str, find: Find) -> list[URLPattern]:
    """What is shown of a course, with `kind` before their names: see `Course.pages`."""
    of_course = {"find": find}
    return [
        path(f"{prefix}replay/", replay.show, of_course, name=f"{kind}replay"),
        path(f"{prefix}replay/<int:ply>/", replay.moment, of_course, name=f"{kind}moment"),
        path(f"{prefix}replay/<int:ply>/board.svg", replay.picture, of_course, name=f"{kind}picture"),
        path(f"{prefix}record.txt", downloads.record_text, of_course, name=f"{kind}record_text"),
        path(f"{prefix}record.json", downloads.record_json, of_course, name=f"{kind}record_json"),
        path(f"{prefix}dice/", dice.show, of_course, name=f"{kind}dice"),
        path(f"{prefix}statistics/", statistics.show, of_course, name=f"{kind}statistics"),
    ]


urlpatterns = [
    *course_pages("game/<slug:code>/", "", course_of_game),
    *course_pages("record/<slug:code>/", "saved_", course_of_record),
    path("records/", records.show, name="records"),
    path("record/<slug:code>/", records.saved, name="saved"),
    path("record/<slug:code>/delete/", records.delete, name="delete_record"),
    path("games/records.txt", downloads.all_records, name="all_records"),
]
