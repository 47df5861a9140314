"""Addresses of the home page, the lobby, tables and games."""

from django.urls import path

from games import course_urls
from games.views import archive, chat, game, home, lobby, mine, note, play_now, rules, sitting, table, vacation, watch

app_name = "games"
urlpatterns = [
    path("", home.show, name="home"),
    path("play/", play_now.play_now, name="play_now"),
    # The lobby, and tables until they start
    path("lobby/", lobby.show, name="lobby"),
    path("lobby/open/", lobby.open_table, name="open"),
    path("game/<slug:code>/table/", table.seats, name="seats"),
    path("game/<slug:code>/join/", sitting.join, name="join"),
    path("game/<slug:code>/house-player/", sitting.add_house_player, name="add_house_player"),
    path("game/<slug:code>/invite/", sitting.invite, name="invite"),
    path("game/<slug:code>/withdraw/", sitting.withdraw, name="withdraw"),
    path("game/<slug:code>/leave/", sitting.leave, name="leave"),
    path("game/<slug:code>/close/", sitting.close, name="close"),
    path("game/<slug:code>/decline/", sitting.decline, name="decline"),
    path("game/<slug:code>/rematch/", sitting.rematch, name="rematch"),
    # My games
    path("games/", mine.show, name="mine"),
    path("games/next/", mine.next_game, name="next"),
    path("games/waiting/", mine.waiting, name="waiting"),
    path("vacation/", vacation.show, name="vacation"),
    path("vacation/end/", vacation.end, name="end_vacation"),
    # The game page
    path("game/<slug:code>/", game.show, name="game"),
    path("game/<slug:code>/board/", game.board, name="board"),
    path("game/<slug:code>/act/", game.act, name="act"),
    path("game/<slug:code>/arrange/", game.arrange, name="arrange"),
    path("game/<slug:code>/resign/", game.resign, name="resign"),
    path("game/<slug:code>/call-off/", game.call_off, name="call_off"),
    path("game/<slug:code>/give-time/", game.give_time, name="give_time"),
    path("game/<slug:code>/beforehand/", game.beforehand, name="beforehand"),
    path("game/<slug:code>/seen/", game.seen, name="seen"),
    # What its players say to each other, and what a reader notes for himself
    path("game/<slug:code>/chat/", chat.show, name="chat"),
    path("game/<slug:code>/chat/say/", chat.say, name="say"),
    path("game/<slug:code>/chat/read/", chat.read, name="chat_read"),
    path("game/<slug:code>/chat/switch/", chat.switch, name="chat_switch"),
    path("game/<slug:code>/note/", note.write, name="note"),
    # Games of others
    path("watch/", watch.show, name="watch"),
    path("archive/", archive.show, name="archive"),
    # What was played, here and in saved records
    *course_urls.urlpatterns,
    path("rules/", rules.show, name="rules"),
]
