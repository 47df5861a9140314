"""Following, on the page of a player."""

from typing import Any

from django import template

from accounts.following import followed_by, may_follow
from accounts.models import User
from games.refusals import Refusal

register = template.Library()


@register.inclusion_tag("ladder/_follow.html", takes_context=True)
def follow_button(context: dict[str, Any], subject: User, refusal: Refusal | None = None) -> dict[str, Any]:
    """The button that follows a player or unfollows him, for who may do that; one query."""
    reader = context["user"]
    is_offered = may_follow(reader) and subject.kind == User.Kind.PERSON and subject != reader
    return {
        "subject": subject,
        "is_offered": is_offered,
        "friend": followed_by(reader).filter(pk=subject.pk).first() if is_offered else None,
        "refusal": refusal,
    }
