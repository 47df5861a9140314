"""Addresses of ladders and of players' pages."""

from django.urls import path

from .views import find, following, friends, player, standings, top

app_name = "ladder"
urlpatterns = [
    path("ladder/", standings.index, name="index"),
    path("ladder/<slug:slug>/", standings.show, name="standings"),
    path("ladder/<slug:slug>/formula/", standings.formula, name="formula"),
    path("find/", find.show, name="find"),
    path("find/begin/", find.begin, name="begin_seek"),
    path("find/<int:number>/", find.wait, name="seeking"),
    path("find/here/", find.here, name="still_here"),
    path("find/stop/", find.stop, name="stop_seek"),
    path("player/<str:name>/", player.show, name="player"),
    path("player/<str:name>/follow/", following.follow, name="follow"),
    path("player/<str:name>/unfollow/", following.unfollow, name="unfollow"),
    path("top/", top.show, name="top"),
    path("friends/", friends.show, name="friends"),
]
