from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LadderConfig(AppConfig):
    """Players as others see them."""

    name = "ladder"
    verbose_name = _("ladder")
