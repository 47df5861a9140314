"""The preferences page and the site's own plain pages."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    """What a user may choose about the site."""
    return render(request, "accounts/preferences.html")


def terms(request: HttpRequest) -> HttpResponse:
    """What playing here asks of people."""
    return render(request, "accounts/terms.html")


def privacy(request: HttpRequest) -> HttpResponse:
    """What is stored about people."""
    return render(request, "accounts/privacy.html")


def contact(request: HttpRequest) -> HttpResponse:
    """How to reach those who run the site."""
    return render(request, "accounts/contact.html")
