"""The site's addresses, by app."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import JavaScriptCatalog

urlpatterns = [
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("", include("ladder.urls")),
    path("account/", include("allauth.account.urls")),
    path("account/2fa/", include("allauth.mfa.urls")),
    path("words.js", JavaScriptCatalog.as_view(packages=["games", "accounts"]), name="javascript-catalog"),
    path("admin/", admin.site.urls),
]
