"""Where allauth's ways are bent to ours."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as allauth_context
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User, validate_name

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """Names by our rule, errors in our words, and a mail server that may be down."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": _("This name is taken. Please choose another."),
        "username_password_mismatch": _("There is no account with this name and password."),
        "email_password_mismatch": _("There is no account with this e-mail address and password."),
        "email_taken": _("There is an account with this e-mail address already. You can log in with it."),
        "too_many_login_attempts": _("Too many attempts. Please wait a few minutes and try again."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name, if it keeps the rule and nobody has it; ValidationError otherwise."""
        validate_name(username)
        if not shallow and User.objects.named(username).exists():
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
