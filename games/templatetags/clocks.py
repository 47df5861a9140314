"""Clocks in words."""

from django.template import Library

from games.clock import TimeControl
from games.clock_words import control_in_words

register = Library()


@register.filter
def in_words(control: TimeControl) -> str:
    """A time control as people read it."""
    return control_in_words(control)
