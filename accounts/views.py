"""Signing up, the preferences page, and the site's own plain pages."""

from copy import copy
from typing import Any, cast

from allauth.account.views import SignupView as AllauthSignupView
from allauth.mfa.totp.views import activate_totp
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.csp import CSP
from django.utils.translation import gettext as _
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_safe

from accounts.forms import PreferencesForm, SignupForm
from accounts.models import User


class SignupView(AllauthSignupView):
    """allauth's sign-up, which also tells him who lost a race."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Sign up; or look again, if the page is older than the end of its session: by a sign-up in another tab, say.

        Whoever lost his session this moment would otherwise get a second account.
        """
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or request.session.session_key is not None:
            response: HttpResponse = super().post(request, *args, **kwargs)
            return response
        # The browser may have the cookie of a new session by now, and this answer must not take it away.
        del request.COOKIES[settings.SESSION_COOKIE_NAME]
        messages.info(request, _("Something changed in another tab meanwhile. Here is how things stand now."))
        return redirect(request.get_full_path())

    def form_valid(self, form: SignupForm) -> HttpResponse:
        """The new user, logged in; or the form again, with what he typed."""
        try:
            response: HttpResponse = super().form_valid(form)
        except ValidationError as error:
            form.add_error(None, error)
            response = self.form_invalid(form)
        return response


signup = SignupView.as_view()

# The QR code is a data: image; this page alone may show one.
activate_authenticator = csp_override(settings.SECURE_CSP | {"img-src": [CSP.SELF, "data:"]})(activate_totp)


@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    """What a user may choose about the site, and the way to what guards his account."""
    user = cast(User, request.user)
    if request.method != "POST":
        return render(request, "accounts/preferences.html", {"form": PreferencesForm(instance=user)})
    # A copy, since a form writes into its instance even what it then refuses.
    form = PreferencesForm(request.POST, instance=copy(user))
    if not form.is_valid():
        return render(request, "accounts/preferences.html", {"form": form}, status=400)
    form.instance.save(update_fields=list(form.fields))
    messages.success(request, _("Your preferences are saved."))
    return redirect("accounts:preferences")


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    """What playing here asks of people."""
    return render(request, "accounts/terms.html")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is stored about people."""
    return render(request, "accounts/privacy.html")


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    """How to reach those who run the site."""
    return render(request, "accounts/contact.html", {"contact_email": settings.CONTACT_EMAIL})
