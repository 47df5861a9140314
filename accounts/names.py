"""Names that nobody can take who signs up: other apps enter theirs."""

GUEST_PREFIX = "guest-"

# Who is called so would be taken for somebody who speaks for the site.
OFFICIAL = ("admin", "administrator", "marrakech", "moderator", "staff", "support", "system")

_reserved: set[str] = set(OFFICIAL)


def reserve(*names: str) -> None:
    """Keep these names for the site's own use."""
    _reserved.update(name.lower() for name in names)


def is_reserved(name: str) -> bool:
    """Whether this name is kept for the site's own use, whatever its case, or looks like a guest's."""
    return name.lower() in _reserved or name.lower().startswith(GUEST_PREFIX)
