"""The site's addresses, by app."""

from django.contrib import admin
from django.urls import include, path
from django.views.decorators.cache import cache_control
from django.views.i18n import JavaScriptCatalog

# Every page asks for the words its scripts say; they change with a release only.
words = cache_control(max_age=3600)(JavaScriptCatalog.as_view(packages=["games", "accounts"]))

handler400 = "accounts.mishaps.bad_request"
handler500 = "accounts.mishaps.failure"

urlpatterns = [
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("", include("ladder.urls")),
    path("account/", include("allauth.account.urls")),
    path("account/2fa/", include("allauth.mfa.urls")),
    path("words.js", words, name="javascript-catalog"),
    path("admin/", admin.site.urls),
]
