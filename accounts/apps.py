from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People who play here, their preferences and how they get in."""

    name = "accounts"
    verbose_name = _("accounts")
