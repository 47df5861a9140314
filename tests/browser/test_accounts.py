"""Signing up and passkeys, where only a browser can tell."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.conftest import PASSWORD, Person


def give_authenticator(page: Page) -> None:
    """Let the page's browser have a device that makes passkeys and whose owner always agrees."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_sign_up_learns_the_browsers_time_zone(visitor: Callable[..., Page]) -> None:
    page = visitor(timezone_id="Asia/Kolkata")
    page.goto("/account/signup/")
    page.get_by_label("Name").fill("saffron")
    page.get_by_label("Password", exact=True).fill("seven-rugs-in-a-row")
    page.get_by_role("main").get_by_role("button", name="Sign up").click()

    expect(page.get_by_text("Welcome, saffron!")).to_be_visible()
    # Chromium may call the zone by its older name, Asia/Calcutta.
    assert User.objects.get(name="saffron").time_zone in ("Asia/Kolkata", "Asia/Calcutta")


def test_a_passkey_is_added_and_logs_in_without_a_password(person: Callable[..., Person]) -> None:
    anise = person("anise")
    page = anise.page
    give_authenticator(page)
    page.goto("/account/2fa/webauthn/add/")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    page.get_by_label("Name of the passkey").fill("my phone")
    page.get_by_label("Log in with it alone, without a password").check()
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_text("Your passkey is added.")).to_be_visible()

    page.goto("/account/2fa/webauthn/")
    expect(page.get_by_text("my phone")).to_be_visible()
    page.goto("/account/logout/")
    page.get_by_role("main").get_by_role("button", name="Log out").click()
    page.goto("/account/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_text("Welcome, anise!")).to_be_visible()


def test_a_passkey_that_does_not_come_is_told_in_the_page(visitor: Callable[..., Page]) -> None:
    page = visitor()
    give_authenticator(page)
    page.goto("/account/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("That did not work")


def test_the_theme_overrides_the_system(person: Callable[..., Person]) -> None:
    page = person("anise", color_scheme="light").page
    background = "getComputedStyle(document.body).backgroundColor"
    page.goto("/preferences/")
    light = page.evaluate(background)
    page.get_by_label("Dark").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your preferences are saved.")).to_be_visible()
    assert page.evaluate(background) != light
    page.get_by_label("Light").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("html.theme-light")).to_be_attached()
    assert page.evaluate(background) == light
