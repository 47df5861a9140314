"""The admin site: Django's own, entered only through allauth's log-in and with a second factor."""

from typing import cast

from allauth.account.decorators import secure_admin_login
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class AdminSite(admin.AdminSite):
    """Django admin behind allauth's log-in. Staff without a second factor are sent to set one up first."""

    site_header = _("Marrakech administration")
    site_title = _("Marrakech administration")

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether this user may enter."""
        return super().has_permission(request) and not self._lacks_second_factor(request)

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        """Where Django sends whoever may not enter: to allauth's log-in, or to his missing second factor."""
        if super().has_permission(request) and self._lacks_second_factor(request):
            messages.warning(
                request, gettext("Set up a passkey or an authenticator app first: administration needs one.")
            )
            return redirect("mfa_index")
        guarded = secure_admin_login(super().login)
        return cast(HttpResponse, guarded(request, extra_context))

    def _lacks_second_factor(self, request: HttpRequest) -> bool:
        user = request.user
        return settings.ADMIN_NEEDS_SECOND_FACTOR and user.is_authenticated and not is_mfa_enabled(user)
