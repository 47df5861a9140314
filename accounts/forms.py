"""Signing up, logging in and preferences as forms: allauth's with our words, and our own."""

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, cast

from allauth.account import forms as account
from allauth.mfa.base import forms as mfa
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from cryptography.exceptions import InvalidSignature
from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.adapter import AccountAdapter
from accounts.guests import guest_of, guest_signed_up
from accounts.models import User, time_zones, validate_time_zone


class OurWords:
    """Gives a form of allauth's the labels of this site, and takes out placeholders that repeat them."""

    fields: dict[str, forms.Field]
    label_suffix: str

    labels: ClassVar[dict[str, Any]] = {
        "login": _("Name or e-mail address"),
        "username": _("Name"),
        "email": _("E-mail address"),
        "password": _("Password"),
        "oldpassword": _("Present password"),
        "password1": _("New password"),
        "password2": _("New password once more"),
        "code": _("Code"),
        "name": _("Name of the passkey"),
        "passwordless": _("Log in with it alone, without a password"),
    }
    help_texts: ClassVar[dict[str, Any]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        for name, field in self.fields.items():
            field.label = self.labels.get(name, field.label)
            field.help_text = self.help_texts.get(name, field.help_text)
            field.widget.attrs.pop("placeholder", None)


class SignupForm(OurWords, account.SignupForm):
    """A new account. The browser fills in the time zone; without it, or with nonsense, it is UTC."""

    labels = OurWords.labels | {"password1": _("Password"), "email": _("E-mail address (optional)")}
    help_texts: ClassVar[dict[str, Any]] = {
        "username": _("3 to 20 letters, digits, hyphens or underscores. Everybody can see it."),
        "email": _("For a forgotten password. Nobody else sees it."),
    }
    time_zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def clean_time_zone(self) -> str:
        """The browser's time zone if we know it: a strange browser must not keep anybody out."""
        zone: str = self.cleaned_data["time_zone"]
        return zone if zone in time_zones() else "UTC"

    def save(self, request: HttpRequest) -> User:
        """Save user and address together; ValidationError, by field, if another sign-up was a moment quicker."""
        try:
            with transaction.atomic():
                return cast(User, super().save(request))
        except IntegrityError as error:
            if User.objects.named(self.cleaned_data["username"]).exists():
                taken = ValidationError(AccountAdapter.error_messages["username_taken"], "username_taken")
                raise ValidationError({"username": taken}) from error
            raise

    def signup(self, request: HttpRequest, user: User) -> None:
        """Keep the time zone, and tell if it was a guest, as part of saving."""
        user.time_zone = self.cleaned_data["time_zone"]
        user.save(update_fields=["time_zone"])
        if guest_of(request) is not None:
            guest_signed_up.send(sender=User, user=user)


# As long as an e-mail address can be. SQLite fails to look for what is very much longer.
LONGEST_LOGIN = 254


class LoginForm(OurWords, account.LoginForm):
    """Logging in by name or e-mail address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "maxlength": LONGEST_LOGIN}
        self.fields["login"].validators.append(MaxLengthValidator(LONGEST_LOGIN))


class AddEmailForm(OurWords, account.AddEmailForm):
    """A new e-mail address, in force once verified."""

    labels = OurWords.labels | {"email": _("New e-mail address")}


class ChangePasswordForm(OurWords, account.ChangePasswordForm):
    """A new password, by somebody who knows the present one."""


class SetPasswordForm(OurWords, account.SetPasswordForm):
    """A first password, for an account that has none."""


class ResetPasswordForm(OurWords, account.ResetPasswordForm):
    """Asks for a mail with which to choose a new password."""


class ResetPasswordKeyForm(OurWords, account.ResetPasswordKeyForm):
    """A new password, by somebody who followed the link in that mail."""


class ReauthenticateForm(OurWords, account.ReauthenticateForm):
    """The password once more, before something delicate."""


class AuthenticateForm(OurWords, mfa.AuthenticateForm):
    """The second factor's code at log-in."""


class ReauthenticateCodeForm(OurWords, mfa.ReauthenticateForm):
    """The second factor's code, before something delicate."""


class ActivateTOTPForm(OurWords, totp.ActivateTOTPForm):
    """The first code from an authenticator app."""


# What the library raises, as it comes upon it, when something else than a passkey is sent in its place.
NONSENSE = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    InvalidSignature,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
)


@contextmanager
def refusing_nonsense() -> Iterator[None]:
    """Turns what the passkey library raises about nonsense into a ValidationError."""
    try:
        yield
    except NONSENSE as error:
        raise ValidationError(_("This passkey cannot be used here."), "nonsense") from error


class CredentialField(forms.JSONField):
    """What the browser says with a passkey, good for one time."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        """The JSON, read."""
        with refusing_nonsense():
            return super().to_python(value)

    def bound_data(self, data: Any, initial: Any) -> None:
        """Nothing of it comes back with a form that is shown again."""


class AddPasskeyForm(OurWords, webauthn.AddWebAuthnForm):
    """A new passkey, made by the browser."""

    credential = CredentialField()
    help_texts: ClassVar[dict[str, Any]] = {
        "name": _("So that you can tell your passkeys apart."),
        "passwordless": _(
            "It then asks for your finger, face or PIN. Otherwise it is a second factor after the password."
        ),
    }

    def clean(self) -> dict[str, Any]:
        """The passkey, if it is one."""
        with refusing_nonsense():
            return super().clean()


class UsePasskeyForm(webauthn.AuthenticateWebAuthnForm):
    """A passkey as second factor."""

    credential = CredentialField()

    def clean_credential(self) -> Authenticator:
        """The passkey this answers for, if it does."""
        with refusing_nonsense():
            return super().clean_credential()


class LoginPasskeyForm(UsePasskeyForm, webauthn.LoginWebAuthnForm):
    """A passkey instead of name and password."""


class ReauthenticatePasskeyForm(UsePasskeyForm, webauthn.ReauthenticateWebAuthnForm):
    """A passkey, before something delicate."""


class EditPasskeyForm(OurWords, webauthn.EditWebAuthnForm):
    """Another name for a passkey."""


class PreferencesForm(forms.ModelForm):
    """What a user may choose about the site."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Dates and deadlines are shown in it."),
        validators=[validate_time_zone],
    )

    class Meta:
        model = User
        fields = ("time_zone", "theme", "confirm_laying", "show_coordinates", "sounds", "chat_off")
        widgets: ClassVar[dict[str, Any]] = {"theme": forms.RadioSelect}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        field = self.fields["time_zone"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = time_zone_choices(self.instance.time_zone)


def time_zone_choices(present: str) -> list[tuple[str, Any]]:
    """Time zones named after places, by region, with the present one even if it is of another kind."""
    regions: dict[str, list[tuple[str, str]]] = {}
    for zone in sorted(time_zones()):
        region, _slash, place = zone.partition("/")
        if place and region not in ("Etc", "SystemV", "US", "posix", "right"):
            regions.setdefault(region, []).append((zone, place.replace("_", " ").replace("/", ", ")))
    others = sorted({"UTC", present} - {zone for places in regions.values() for zone, _place in places})
    return [*((zone, zone) for zone in others), *regions.items()]
