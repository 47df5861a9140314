"""Where allauth's ways are bent to ours."""

import logging
from smtplib import SMTPException
from typing import Any, cast

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as allauth_context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.guests import come_home, forget_session_user, guest_of, lock
from accounts.models import User, validate_name
from accounts.names import is_reserved

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """Names by our rule, guests who get an account, errors in our words, and a mail server that may be down."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": _("This name is taken. Please choose another."),
        "username_password_mismatch": _("There is no account with this name and password."),
        "email_password_mismatch": _("There is no account with this e-mail address and password."),
        "email_taken": _("There is an account with this e-mail address already. You can log in with it."),
        "too_many_login_attempts": _("Too many attempts. Please wait a few minutes and try again."),
    }

    def new_user(self, request: HttpRequest) -> User:
        """Who signs up: a guest stays the same user and keeps his games. ValidationError if he has signed up already.

        Only within a transaction.
        """
        guest = guest_of(request)
        if guest is None:
            return cast(User, super().new_user(request))
        user = lock(guest)
        if user is None:
            raise ValidationError({NON_FIELD_ERRORS: _("You have signed up already, in another tab. Log in instead.")})
        user.kind = User.Kind.PERSON
        return user

    def pre_login(self, request: HttpRequest, user: AbstractBaseUser, **options: Any) -> HttpResponse | None:
        """Turn away who is locked out, and whoever found a password for a house player."""
        if isinstance(user, User) and user.kind == User.Kind.HOUSE:
            return self.respond_user_inactive(request, user)
        return super().pre_login(request, user, **options)

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Log in; a guest who has an account already takes his games there."""
        guest = guest_of(request)
        assert isinstance(user, User)
        if guest is not None:
            forget_session_user(request)
            if guest.pk != user.pk:
                come_home(guest, user)
        super().login(request, user)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name, if it keeps the rule and nobody has it; ValidationError otherwise."""
        validate_name(username)
        if is_reserved(username) or (not shallow and User.objects.named(username).exists()):
            raise self.validation_error("username_taken")
        return username

    def clean_email(self, email: str) -> str:
        """The address, if it fits; ValidationError otherwise."""
        longest = User._meta.get_field("email").max_length
        if longest and len(email) > longest:
            raise ValidationError(_("An e-mail address this long cannot be kept."), "too_long")
        return email

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail. That the mail server fails is logged and told, and stops nobody from signing up."""
        try:
            super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError):
            logger.exception("%s could not be sent", template_prefix)
            messages.warning(
                allauth_context.request,
                _("We could not send you a mail just now. Please ask for it again in a while."),
            )


class MFAAdapter(DefaultMFAAdapter):
    """How the site names itself and its users to passkeys and authenticator apps."""

    def _get_site_name(self) -> str:
        return "Marrakech"

    def _get_user_identifier(self, user: AbstractBaseUser) -> str:
        return user.get_username()
