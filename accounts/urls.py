"""Addresses of preferences, of the site's own plain pages, and of the two allauth pages that are ours.

Those two have the addresses that allauth gives them, and come first, so that they are found in its stead.
"""

from django.urls import path

from . import views

app_name = "accounts"
urlpatterns = [
    path("account/signup/", views.signup, name="signup"),
    path("account/2fa/totp/activate/", views.activate_authenticator, name="activate_authenticator"),
    path("preferences/", views.preferences, name="preferences"),
    path("terms/", views.terms, name="terms"),
    path("privacy/", views.privacy, name="privacy"),
    path("contact/", views.contact, name="contact"),
]
