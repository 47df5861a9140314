"""Addresses of the home page, the lobby, tables and games."""

from django.urls import path

from games.views import game, home, lobby, mine, sitting, table

app_name = "games"
urlpatterns = [
    path("", home.show, name="home"),
    # The lobby, and tables until they start
    path("lobby/", lobby.show, name="lobby"),
    path("lobby/open/", lobby.open_table, name="open"),
    path("game/<str:code>/table/", table.seats, name="seats"),
    path("game/<str:code>/join/", sitting.join, name="join"),
    path("game/<str:code>/leave/", sitting.leave, name="leave"),
    path("game/<str:code>/close/", sitting.close, name="close"),
    path("game/<str:code>/decline/", sitting.decline, name="decline"),
    path("game/<str:code>/rematch/", sitting.rematch, name="rematch"),
    # My games
    path("games/", mine.show, name="mine"),
    path("games/next/", mine.next_game, name="next"),
    path("games/waiting/", mine.waiting, name="waiting"),
    # The game page
    path("game/<str:code>/", game.show, name="game"),
    path("game/<str:code>/board/", game.board, name="board"),
    path("game/<str:code>/act/", game.act, name="act"),
    path("game/<str:code>/arrange/", game.arrange, name="arrange"),
    path("game/<str:code>/resign/", game.resign, name="resign"),
    path("game/<str:code>/call-off/", game.call_off, name="call_off"),
    path("game/<str:code>/seen/", game.seen, name="seen"),
    path("rules/", game.show, {"code": ""}, name="rules"),
]
