"""Addresses of the home page, the lobby, tables and games."""

from django.urls import path

from games.views import game, home, lobby, mine, table

app_name = "games"
urlpatterns = [
    path("", home.home, name="home"),
    # The lobby, and tables until they start
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/open/", lobby.open_table, name="open"),
    path("game/<str:code>/table/", table.seats, name="seats"),
    path("game/<str:code>/join/", table.join, name="join"),
    path("game/<str:code>/leave/", table.leave, name="leave"),
    path("game/<str:code>/close/", table.close, name="close"),
    path("game/<str:code>/decline/", table.decline, name="decline"),
    path("game/<str:code>/rematch/", table.rematch, name="rematch"),
    # My games
    path("games/", mine.mine, name="mine"),
    path("games/next/", mine.next_game, name="next"),
    path("games/waiting/", mine.waiting, name="waiting"),
    # The game page
    path("game/<str:code>/", game.show, name="game"),
    path("rules/", game.show, {"code": ""}, name="rules"),
]
