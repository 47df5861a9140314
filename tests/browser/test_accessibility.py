"""What can be measured of how well pages can be read and used: by axe, with fingers, and on narrow screens."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import Person
from tests.browser.scenes import SCENES

WIDTHS = (360, 768, 1280)
FINGER = 44  # pixels

# What people press in the content of a page: not the links within sentences.
TARGETS = "main :is(button, .button, summary, select, input:not([type=radio], [type=checkbox]), .rows .name a), .top a"


@pytest.fixture(params=list(SCENES.values()), ids=list(SCENES))
def page(request: pytest.FixtureRequest, person: Callable[..., Person], visitor: Callable[..., Page]) -> Page:
    """Each page of the site."""

    def browser(name: str) -> Page:
        return person(name, reduced_motion="reduce").page if name else visitor(reduced_motion="reduce")

    page: Page = request.param(browser)
    return page


def test_a_page_is_accessible_in_both_themes_and_fits_all_screens(page: Page) -> None:
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        violations = Axe().run(page).response["violations"]
        assert not violations, "\n".join([f"In {theme}:", *map(_told, violations)])
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{width} pixels are not wide enough"
    page.set_viewport_size({"width": WIDTHS[0], "height": 800})
    small = _too_small(page)
    assert not small, "\n".join(["Too small for a finger:", *small])


def _told(violation: dict[str, object]) -> str:
    nodes = violation["nodes"]
    assert isinstance(nodes, list)
    found = (f"{node['html']} {node['failureSummary']}" for node in nodes)
    return "\n".join([f"{violation['id']}: {violation['help']}", *found])


def _too_small(page: Page) -> list[str]:
    """The targets that a finger misses."""
    small = []
    for target in page.locator(TARGETS).filter(visible=True).all():
        box = target.bounding_box()
        assert box is not None
        if min(box["width"], box["height"]) < FINGER - 0.5:
            small.append(f"{target.evaluate('element => element.outerHTML')[:200]} {box['width']} x {box['height']}")
    return small
