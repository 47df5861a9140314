"""Names that nobody can take who signs up: other apps enter theirs."""

GUEST_PREFIX = "guest-"

_reserved: set[str] = set()


def reserve(*names: str) -> None:
    """Keep these names for the site's own use."""
    _reserved.update(name.lower() for name in names)


def is_reserved(name: str) -> bool:
    """Whether this name is kept for the site's own use, whatever its case, or looks like a guest's."""
    return name.lower() in _reserved or name.lower().startswith(GUEST_PREFIX)
