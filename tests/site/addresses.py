"""Every address of the site, as the URL resolver has it."""

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver


def all_patterns(
    resolver: URLResolver | None = None, namespace: str = "", route: str = ""
) -> Iterator[tuple[str, str]]:
    """The name, with its namespace, and the route of every URL pattern. A pattern without a name has an empty one."""
    resolver = resolver or get_resolver()
    for pattern in resolver.url_patterns:
        here = route + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield (f"{namespace}{pattern.name}" if pattern.name else "", here)
        else:
            yield from all_patterns(
                pattern, f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace, here
            )
