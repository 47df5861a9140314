"""Pictures of every page, at three widths and in both themes: `python -m tests.browser.screenshots [folder]`.

They are made from the real server on a database of its own, and go to var/screenshots/ unless another folder is named.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.core.management import call_command
from django.db import connection
from django.test.utils import setup_databases, teardown_databases
from playwright.sync_api import Browser, Page, sync_playwright

from accounts.models import User
from tests.browser.conftest import chromium, log_in, production
from tests.browser.scenes import SCENES, Scene
from tests.server import Server

FOLDER = Path("var/screenshots")
WIDTHS = (360, 768, 1280)


def main(folder: Path) -> None:
    """Make all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with site() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium())
        for name, scene in SCENES.items():
            print(name, flush=True)
            take_pictures(scene, browser, server, folder / name)


@contextmanager
def site() -> Iterator[Server]:
    """The site with the example players, their games and tables."""
    with tempfile.TemporaryDirectory() as place:
        connection.settings_dict["TEST"]["NAME"] = f"{place}/site.sqlite3"
        databases = setup_databases(verbosity=0, interactive=False)
        try:
            call_command("example_data")
            with Server(**production(Path(place) / "static")) as server:
                yield server
        finally:
            teardown_databases(databases, verbosity=0)


def take_pictures(scene: Scene, browser: Browser, server: Server, path: Path) -> None:
    """Save the page of this scene at all widths in both themes, as `path` with these two added to the name."""
    context = browser.new_context(base_url=server.url, reduced_motion="reduce")

    def open_page(name: str) -> Page:
        page = context.new_page()
        if name:
            log_in(page, User.objects.get(name=name), server.url)
        return page

    page = scene(open_page)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("scrollTo(0, 0)")
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.screenshot(path=f"{path}-{width}-{theme}.png", full_page=True)
    context.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
