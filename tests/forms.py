"""A browser without JavaScript: it reads pages as they come, and sends the forms that are in them.

It does what a person can do and no more: press buttons that are there, choose among the options offered, write where
something can be written. What is hidden, or is only for those who have JavaScript, cannot be pressed.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

from django.test import Client

from accounts.models import User

VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])


class Element:
    """One element of a page: its tag, attributes (those without a value are empty), children and text."""

    def __init__(self, tag: str, attributes: dict[str, str], parent: "Element | None") -> None:
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.children: list[Element | str] = []

    def __getitem__(self, attribute: str) -> str:
        return self.attributes[attribute]

    def get(self, attribute: str) -> str:
        """The attribute, empty if it is not there."""
        return self.attributes.get(attribute, "")

    @property
    def classes(self) -> list[str]:
        """The words of its class."""
        return self.get("class").split()

    @property
    def text(self) -> str:
        """All text within, with single spaces."""
        return " ".join("".join(each if isinstance(each, str) else f" {each.text} " for each in self.children).split())

    def all(self, tag: str = "", wanted: Callable[["Element"], bool] = lambda _element: True) -> Iterator["Element"]:
        """The elements within, in order; those of one tag, and those that `wanted` says, if given."""
        for child in self.children:
            if isinstance(child, str):
                continue
            if tag in ("", child.tag) and wanted(child):
                yield child
            yield from child.all(tag, wanted)

    def up(self) -> Iterator["Element"]:
        """The element, what it is in, and so on."""
        yield self
        if self.parent is not None:
            yield from self.parent.up()

    @property
    def can_be_used(self) -> bool:
        """Whether a person without JavaScript can press it or write in it."""
        return "disabled" not in self.attributes and not any(
            "hidden" in each.attributes or "js-only" in each.classes for each in self.up()
        )


class _Builder(HTMLParser):
    """Builds the tree of a page. Raises AssertionError where tags do not match."""

    def __init__(self) -> None:
        super().__init__()
        self.root = self.at = Element("", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = self._add(tag, attrs)
        if tag not in VOID:
            self.at = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._add(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert tag == self.at.tag, f"</{tag}> in line {self.getpos()[0]} does not end <{self.at.tag}>"
        assert self.at.parent is not None
        self.at = self.at.parent

    def handle_data(self, data: str) -> None:
        self.at.children.append(data)

    def _add(self, tag: str, attrs: list[tuple[str, str | None]]) -> Element:
        names = [name for name, _value in attrs]
        assert len(names) == len(set(names)), f"<{tag}> in line {self.getpos()[0]} has an attribute twice: {names}"
        element = Element(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.children.append(element)
        return element


def parse(html: str) -> Element:
    """The tree of a page or of a part of one."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    assert builder.at is builder.root, f"<{builder.at.tag}> is not closed"
    return builder.root


class Page:
    """One page as a browser has it."""

    def __init__(self, url: str, status: int, html: str) -> None:
        self.url = url
        self.status = status
        self.html = html
        self.root = parse(html)
        self.elements = list(self.root.all())

    def with_id(self, name: str) -> Element | None:
        """The element of this id."""
        return next((each for each in self.elements if each.get("id") == name), None)

    @property
    def text(self) -> str:
        """What can be read on it."""
        return self.root.text

    @cached_property
    def forms(self) -> list["Form"]:
        """The forms on it."""
        return [Form(self, element) for element in self.elements if element.tag == "form"]

    def form(self, address: str) -> "Form":
        """The one form that is sent to this address. Raises AssertionError if there is none, or several."""
        found = [form for form in self.forms if form.path == address]
        assert len(found) == 1, f"{len(found)} forms to {address}; there are {[form.path for form in self.forms]}"
        return found[0]

    def has_form(self, address: str) -> bool:
        """Whether there is a form that is sent to this address."""
        return any(form.path == address for form in self.forms)

    def link(self, path: str) -> str:
        """The address of the first link to this path below the header, with its query; AssertionError if none."""
        main = self.with_id("main") or self.root
        links = [urljoin(self.url, each["href"]) for each in main.all("a") if "href" in each.attributes]
        found = [link for link in links if urlsplit(link).path == path]
        assert found, f"no link to {path}; there are {links}"
        return found[0]


class Form:
    """A form of a page, as it is filled in; `fields` are the names and values it would send, in order."""

    def __init__(self, page: Page, element: Element) -> None:
        self.page = page
        self.element = element
        self.address = urljoin(page.url, element.get("action") or page.url)
        self.path = urlsplit(self.address).path
        self.controls = [each for each in page.elements if _is_control(each) and self._owns(each)]
        self.filled: dict[str, list[str]] = {}

    def _owns(self, control: Element) -> bool:
        if "form" in control.attributes:
            return control["form"] == self.element.get("id")
        return self.element in control.up()

    @property
    def buttons(self) -> list[Element]:
        """The buttons that send it and can be pressed."""
        return [
            each
            for each in self.controls
            if each.tag == "button" and each.get("type") in ("", "submit") and each.can_be_used
        ]

    def button(self, value: str) -> Element:
        """The button that sends this value."""
        return next(each for each in self.buttons if each.get("value") == value)

    def choices(self, name: str) -> list[str]:
        """What can be chosen: the values of the radio buttons, or of the options of the first list, of this name."""
        radios = [each["value"] for each in self._named(name) if each.get("type") == "radio" and each.can_be_used]
        lists = [each for each in self._named(name) if each.tag == "select"]
        return radios or [option["value"] for option in lists[0].all("option")]

    def fill(self, name: str, *values: str) -> "Form":
        """Write or choose; several values for several fields of one name. Raises AssertionError if one cannot."""
        controls = [each for each in self._named(name) if each.get("type") != "hidden"]
        assert controls, f"nothing called {name} to fill in"
        if controls[0].tag == "select" or controls[0].get("type") == "radio":
            assert set(values) <= set(self.choices(name)), f"{values} is not offered for {name}"
        self.filled[name] = list(values)
        return self

    @property
    def fields(self) -> list[tuple[str, str]]:
        """What it sends, but for the button that was pressed."""
        return [field for control in self.controls for field in self._field(control)]

    def _named(self, name: str) -> list[Element]:
        return [each for each in self.controls if each.get("name") == name]

    def _field(self, control: Element) -> Sequence[tuple[str, str]]:
        name, kind = control.get("name"), control.get("type")
        if not name or control.tag == "button" or "disabled" in control.attributes:
            return ()
        if kind in ("radio", "checkbox"):
            value = control.get("value") or "on"
            chosen = value in self.filled[name] if name in self.filled else "checked" in control.attributes
            return ((name, value),) if chosen else ()
        if name in self.filled:
            return ((name, self.filled[name][self._named(name).index(control)]),)
        return ((name, _value(control)),)


def _is_control(element: Element) -> bool:
    return element.tag in ("input", "select", "textarea", "button")


def _value(control: Element) -> str:
    """What a field holds before anybody touches it."""
    if control.tag == "textarea":
        # A browser passes over a line end that comes first.
        return "".join(each for each in control.children if isinstance(each, str)).removeprefix("\n")
    if control.tag == "select":
        options = list(control.all("option"))
        return next((each for each in options if "selected" in each.attributes), options[0])["value"]
    return control.get("value")


class Browser:
    """Somebody's browser, without JavaScript. `page` is what it shows."""

    page: Page

    def __init__(self, user: User | None = None) -> None:
        self.client = Client(enforce_csrf_checks=True)
        if user is not None:
            self.client.force_login(user)

    def open(self, url: str) -> Page:
        """Go to an address, and on where it sends one."""
        return self._show(self.client.get(url, follow=True))

    def send(self, form: Form, press: str | None = None) -> Page:
        """Send a form by its button of this value, or else its first, and go on where that leads."""
        assert form.buttons, f"no button sends the form to {form.path}"
        button = form.buttons[0] if press is None else form.button(press)
        fields = [*form.fields, *([(button["name"], button.get("value"))] if "name" in button.attributes else [])]
        missing = [each["name"] for each in form.controls if "required" in each.attributes and not _given(each, fields)]
        assert not missing, f"a browser would not send the form to {form.path} without {missing}"
        body = urlencode(fields)
        kind = "application/x-www-form-urlencoded"
        return self._show(self.client.post(form.address, body, content_type=kind, follow=True))

    def _show(self, response: Any) -> Page:
        request = response.request
        query = f"?{request['QUERY_STRING']}" if request["QUERY_STRING"] else ""
        self.page = Page(request["PATH_INFO"] + query, response.status_code, response.content.decode())
        return self.page


def _given(control: Element, fields: Sequence[tuple[str, str]]) -> bool:
    return any(name == control["name"] and value for name, value in fields)
