"""Who plays here."""

import zoneinfo
from functools import cache
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.db.models.lookups import Exact
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.signals import access_ended

validate_name = RegexValidator(
    r"\A[A-Za-z0-9_-]{3,20}\Z", _("A name has 3 to 20 letters, digits, hyphens or underscores.")
)


@cache
def time_zones() -> frozenset[str]:
    """The IANA time zones this machine knows; read from its files once."""
    return frozenset(zoneinfo.available_timezones())


def validate_time_zone(value: str) -> None:
    """Refuse what is not an IANA time zone's name."""
    if value not in time_zones():
        raise ValidationError(_("This is not a time zone we know."), code="time_zone")


class UserManager(BaseUserManager["User"]):
    """Makes users; names are found without regard to case."""

    def create_user(self, name: str, email: str | None = None, password: str | None = None, **extra: Any) -> "User":
        """A saved user; without a password nobody can log in as it."""
        user = self.model(name=name, email=self.normalize_email(email) or None, **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, name: str, email: str | None = None, password: str | None = None) -> "User":
        """A user who may do everything in admin."""
        return self.create_user(name, email, password, is_staff=True, is_superuser=True)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.named(username or "").get()

    def named(self, name: str) -> models.QuerySet["User"]:
        """The user of this name, whatever the case, found through the index that keeps names unique."""
        if "\0" in name:  # PostgreSQL cannot be asked for it
            return self.none()
        return self.filter(Exact(Lower("name"), name.lower()))


class User(AbstractBaseUser, PermissionsMixin):
    """A person with an account, a guest, or one of the house's own players."""

    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        GUEST = "guest", _("guest")
        HOUSE = "house", _("house player")

    class Theme(models.TextChoices):
        SYSTEM = "system", _("As my device")
        LIGHT = "light", _("Light")
        DARK = "dark", _("Dark")

    name = models.CharField(_("name"), max_length=20, validators=[validate_name])
    email = models.EmailField(_("e-mail address"), null=True, blank=True)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices, default=Kind.PERSON)
    is_staff = models.BooleanField(_("may enter admin"), default=False)
    is_active = models.BooleanField(_("may log in"), default=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)

    # Preferences: on the user, so that no page needs a second query for them.
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_time_zone])
    theme = models.CharField(_("theme"), max_length=8, choices=Theme.choices, default=Theme.SYSTEM)
    confirm_laying = models.BooleanField(_("ask before a rug is laid"), default=True)
    sounds = models.BooleanField(_("play sounds"), default=False)
    chat_off = models.BooleanField(_("no chat in my games"), default=False)
    show_coordinates = models.BooleanField(_("show the names of squares on the board"), default=True)

    has_new_password = False  # that is not saved yet

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = (
            models.UniqueConstraint(
                Lower("name"), name="user_name_unique", violation_error_message=_("This name is taken.")
            ),
        )
        # For the house players, who are few, and the guests who have not come for long.
        indexes = (models.Index(fields=["kind", "last_login"], name="user_kind_last_login"),)

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save, with a missing e-mail address as NULL whoever left it out; and tell if his sessions end by it."""
        self.email = self.email or None
        super().save(*args, **kwargs)
        if self.has_new_password or not self.is_active:
            access_ended.send(type(self), user=self)
        self.has_new_password = False

    def set_password(self, raw_password: str | None) -> None:
        super().set_password(raw_password)
        self.has_new_password = self.pk is not None

    def get_absolute_url(self) -> str:
        return reverse("ladder:player", args=[self.name])

    def has_confirmed_address(self) -> bool:
        """Whether he has an e-mail address and has shown that it is his; one query."""
        from allauth.account.models import EmailAddress  # its models need this one

        return EmailAddress.objects.filter(user=self, verified=True).exists()

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name


class Follow(models.Model):
    """One person keeps an eye on another (`accounts.following`)."""

    follower = models.ForeignKey(User, models.CASCADE, related_name="follows", verbose_name=_("follower"))
    followed = models.ForeignKey(User, models.CASCADE, related_name="followers", verbose_name=_("followed"))
    made_at = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("follow")
        verbose_name_plural = _("follows")
        constraints = (
            models.UniqueConstraint(fields=["follower", "followed"], name="follow_once"),
            models.CheckConstraint(condition=~Q(follower=F("followed")), name="follow_somebody_else"),
        )

    def __str__(self) -> str:
        return f"{self.follower_id} follows {self.followed_id}"
