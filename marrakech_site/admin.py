"""The admin site: Django's own, entered only through allauth's log-in."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _


class AdminSite(admin.AdminSite):
    """Django admin behind allauth's log-in, second factor included."""

    site_header = _("Marrakech administration")
    site_title = _("Marrakech administration")

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        return secure_admin_login(super().login)(request, extra_context)
