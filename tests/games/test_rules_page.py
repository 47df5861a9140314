"""The page that explains the game."""

from django.test import Client
from django.urls import reverse


def test_it_is_open_to_everybody_and_shows_the_market() -> None:
    html = Client().get(reverse("games:rules")).content.decode()
    assert "How to play" in html
    assert html.count('<svg class="market"') == 7


def test_what_the_pictures_say_is_what_the_rules_make_of_them() -> None:
    html = Client().get(reverse("games:rules")).content.decode()
    for place in ("d4S", "g4E", "e7N", "g2S", "e4E"):
        assert f'data-at="{place}"' in html
