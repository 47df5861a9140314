"""Django admin, with its log-in led through allauth so that second factors count there too."""

from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig


class AdminConfig(DjangoAdminConfig):
    """Django's admin on our own site class."""

    default_site = "marrakech_site.admin.AdminSite"
