"""Addresses of players' pages."""

from django.urls import path

from . import views

app_name = "ladder"
urlpatterns = [
    path("player/<str:name>/", views.player, name="player"),
]
