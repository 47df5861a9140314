"""Users in admin: found, corrected and locked out; their secrets are shown to nobody."""

from typing import ClassVar

from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.forms import PreferencesForm
from accounts.models import User


class DiscreetAdmin(admin.ModelAdmin):
    """Lists nothing by the fields in `secrets`: whoever may ask how one begins has soon asked for all of it."""

    secrets: ClassVar[tuple[str, ...]] = ()

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return lookup.split("__", maxsplit=1)[0] not in self.secrets and super().lookup_allowed(lookup, value, request)


class UserCreationForm(AdminUserCreationForm):
    """A new user made in admin."""

    class Meta:
        model = User
        fields = ("name", "kind")


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    """Users, by name or e-mail address. They are closed, never deleted: their games stay."""

    add_form = UserCreationForm
    ordering = ("-date_joined",)
    list_display = ("name", "email", "kind", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("kind", "is_active", "is_staff", "is_superuser", "date_joined")
    search_fields = ("name", "email")
    date_hierarchy = "date_joined"
    # Addresses have a list of their own, where they are verified; this one follows it.
    readonly_fields = ("email", "date_joined", "last_login")
    fieldsets = (
        (None, {"fields": ("name", "kind", "email", "password")}),
        (_("Preferences"), {"fields": PreferencesForm.Meta.fields}),
        (_("What he may do"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("Dates"), {"fields": ("date_joined", "last_login")}),
    )
    add_fieldsets = (
        (None, {"classes": ("wide",), "fields": ("name", "kind", "usable_password", "password1", "password2")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False


# allauth's own page for these shows the keys inside.
admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class AuthenticatorAdmin(DiscreetAdmin):
    """Second factors and passkeys: who has which. Removing one helps somebody who has lost his device."""

    secrets = ("data",)

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type", "created_at")
    list_select_related = ("user",)
    search_fields = ("user__name",)
    fields: ClassVar[tuple[str, ...]] = ("user", "type", "created_at", "last_used_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Authenticator | None = None) -> bool:
        return False
