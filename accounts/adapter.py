"""How allauth treats our users."""

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):
    """Names by our rule, mails in our words."""
