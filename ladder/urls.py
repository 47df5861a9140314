"""Addresses of ladders and of players' pages."""

from django.urls import path

from .views import following, friends, player, standings

app_name = "ladder"
urlpatterns = [
    path("ladder/", standings.index, name="index"),
    path("ladder/<slug:slug>/", standings.show, name="standings"),
    path("ladder/<slug:slug>/formula/", standings.formula, name="formula"),
    path("player/<str:name>/", player.show, name="player"),
    path("player/<str:name>/follow/", following.follow, name="follow"),
    path("player/<str:name>/unfollow/", following.unfollow, name="unfollow"),
    path("friends/", friends.show, name="friends"),
]
