"""The site's pages, each in a state worth looking at: for the tests of accessibility and for `make screenshots`."""

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

from allauth.account.models import EmailAddress
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.following import follow
from accounts.models import User
from games import chat, lobby, notes, pauses, play, saved_records, sweep
from games.courses import course_of_game
from games.management.commands.example_data import decide
from games.models import Game, SavedRecord, Seat
from games.rules import Phase, Position, Variant
from games.vacations import begin_vacation
from ladder import seeking
from ladder.models import Ladder, Seek
from ladder.seeking import Wish
from tests.browser import pages
from tests.browser.tables import elsewhere
from tests.ladder.rated import open_rated, win

Opener = Callable[[str], Page]
"""Opens a page of a browser of its own in which the player of this name is logged in; nobody for an empty name."""

Scene = Callable[[Opener], Page]

PLAYERS = ("anise", "basil", "cumin", "dill")
TITLES = {2: "Duel at the fountain", 3: "Three at the spice stall", 4: "Evening at the gate"}


def home(browser: Opener) -> Page:
    """The home page as a stranger sees it, with games going on."""
    _game(4, until=_is_turn_of("basil"))
    return _at(browser(""), "/")


def home_of_a_guest(browser: Opener) -> Page:
    """The home page as a guest sees it, whom a house player waits for."""
    page = _at(browser(""), "/")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("#board")).to_be_visible()
    return _at(page, "/")


def home_of_a_player(browser: Opener) -> Page:
    """The home page with a game that waits."""
    _game(4, until=_is_turn_of("anise"))
    return _at(browser("anise"), "/")


def signing_up(browser: Opener) -> Page:
    """The sign-up page, with an error."""
    page = _at(browser(""), "/account/signup/")
    page.get_by_label("Name").fill("no spaces")
    page.get_by_label("Password", exact=True).fill("short")
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(page.locator(".errorlist").first).to_be_visible()
    return page


def logging_in(browser: Opener) -> Page:
    """The log-in page."""
    return _at(browser(""), "/account/login/")


def the_lobby(browser: Opener) -> Page:
    """The lobby with tables, one of them a challenge, and all options unfolded."""
    anise, basil, cumin, _dill = _users()
    now = timezone.now()
    elsewhere(lambda: lobby.open_table(basil, Variant(players=3), now, title="Mint tea for three"))
    elsewhere(lambda: lobby.open_table(cumin, Variant(dirhams=10), now, title="Come and play", invited=[anise]))
    elsewhere(lambda: lobby.open_table(anise, Variant(players=4, turning="after"), now))
    page = _at(browser("anise"), "/lobby/")
    for more in ("Options of the game", "Title and dice"):
        page.get_by_text(more, exact=True).click()
    return page


def waiting_table(browser: Opener) -> Page:
    """A table where one sits and waits."""
    page = browser("anise")
    pages.open_table(page, players=3, title="Duel at the fountain")
    return page


def table_to_sit_down_at(browser: Opener) -> Page:
    """A table with a free seat for the one who looks."""
    _anise, basil, *_others = _users()
    game = elsewhere(lambda: lobby.open_table(basil, Variant(), timezone.now(), title="Who joins me?"))
    return _at(browser("anise"), game.get_absolute_url())


def game_to_turn(browser: Opener) -> Page:
    """A game in which it is for me to turn Assam."""
    return _seen(browser, _game(4, until=_is_turn_of("anise")))


def game_at_the_edge(browser: Opener) -> Page:
    """A game in which one of the ways to turn Assam leads off the market, to the right."""

    def is_at_the_edge(position: Position) -> bool:
        assam = position.assam
        return position.mover == 0 and position.phase is Phase.TURN and assam.square % 7 == 6 and assam.heading != "W"

    return _seen(browser, _game(2, until=is_at_the_edge))


def game_to_lay(browser: Opener) -> Page:
    """A game in which it is for me to lay a rug."""
    return _seen(browser, _game(4, until=_is_turn_of("anise", Phase.LAY)))


def game_to_confirm(browser: Opener) -> Page:
    """A game in which I have chosen both squares, and may confirm."""
    page = game_to_lay(browser)
    for _half in range(2):
        pages.market(page).get_by_role("button", name="Lay on", pressed=False).filter(visible=True).first.click()
    expect(page.get_by_role("button", name="Choose again")).to_be_visible()
    return page


def game_to_arrange(browser: Opener) -> Page:
    """A game that begins with arranging the opponent's rugs; some are in order already."""
    page = _seen(browser, _game(2, Variant(colours="arranged"), until=lambda _position: True))
    for colour in ("yellow", "green", "green"):
        page.get_by_role("button", name=f"{colour} ").click()
    return page


def game_of_two(browser: Opener) -> Page:
    """A game of two in which it is not my turn."""
    return _seen(browser, _game(2, until=_is_turn_of("basil", Phase.LAY)))


def game_watched(browser: Opener) -> Page:
    """A game of three as a spectator sees it."""
    game = _game(3, until=_is_turn_of("cumin", Phase.LAY))
    return _at(browser(""), game.get_absolute_url())


def game_come_back_to(browser: Opener) -> Page:
    """A game in which others have moved, and where motion is not wanted: what happened is a list."""
    game = _game(4, until=_is_turn_of("anise"))
    page = _at(browser("anise"), game.get_absolute_url())
    expect(page.get_by_role("heading", name="Since you last looked")).to_be_visible()
    return page


def game_over(browser: Opener) -> Page:
    """A game that is over, with the dice unfolded."""
    page = _seen(browser, _game(3, until=_is_over))
    page.get_by_text("The dice", exact=True).click()
    return page


def resigning(browser: Opener) -> Page:
    """The question before resigning."""
    game = _game(2, until=_is_turn_of("anise"))
    return _at(browser("anise"), f"{game.get_absolute_url()}resign/")


def replay(browser: Opener) -> Page:
    """A moment in the middle of a game that goes on."""
    game = _game(4, until=_is_turn_of("anise"))
    return _at(browser("anise"), f"{game.get_absolute_url()}replay/{game.ply - 7}/")


def replay_of_the_end(browser: Opener) -> Page:
    """The last moment of a game that is over."""
    game = _game(3, until=_is_over)
    return _at(browser(""), f"{game.get_absolute_url()}replay/{game.ply}/")


def replay_of_a_record(browser: Opener) -> Page:
    """A saved record of a game whose piles were arranged, before its owner."""
    record = _record(Variant(colours="arranged"))
    return _at(browser("anise"), f"{record.get_absolute_url()}replay/40/")


def records(browser: Opener) -> Page:
    """One's own records, and one that is refused."""
    text = _record(Variant()).text
    page = _at(browser("anise"), "/records/")
    page.get_by_label("Or the text itself").fill(text.replace("[Player1", "[Player7"))
    page.get_by_role("button", name="Check it and keep it").click()
    expect(page.locator(".errorlist").first).to_be_visible()
    return page


def records_of_a_guest(browser: Opener) -> Page:
    """What records are."""
    return _at(browser(""), "/records/")


def dice(browser: Opener) -> Page:
    """The dice of a game that is over, every event."""
    game = _game(2, until=_is_over)
    return _at(browser(""), f"{game.get_absolute_url()}dice/")


def dice_of_a_game_going_on(browser: Opener) -> Page:
    """The dice of a game whose seed is still secret."""
    game = _game(2, until=_is_turn_of("basil"))
    return _at(browser(""), f"{game.get_absolute_url()}dice/")


def statistics(browser: Opener) -> Page:
    """A game that is over in numbers, with the table of its money."""
    game = _game(4, until=_is_over)
    page = _at(browser(""), f"{game.get_absolute_url()}statistics/")
    page.get_by_text("The same as a table").click()
    return page


def rules(browser: Opener) -> Page:
    """How the game is played."""
    return _at(browser(""), "/rules/")


def game_with_a_chat(browser: Opener) -> Page:
    """A game whose players talk, with something new, and with a note of one's own."""
    game = _game(4, until=_is_turn_of("basil"))
    anise, basil, cumin, _dill = _users()
    at = timezone.now()

    def talk() -> Game:
        chat.say(game.code, basil, "Good evening! I will be slow today: guests.", at - timedelta(hours=3))
        chat.say(game.code, anise, "No hurry, @basil. Who are they?", at - timedelta(hours=2))
        chat.say(
            game.code, cumin, "@anise, mind the green corner\nor do not, as you like 🐪", at - timedelta(minutes=5)
        )
        chat.read(game, anise, 2)
        return notes.write(game.code, anise, "Keep e2 and e3 whole; cumin always turns right.", "")

    elsewhere(talk)
    page = _seen(browser, game)
    expect(page.get_by_role("log", name="Chat").get_by_role("listitem")).to_have_count(3)
    return page


def whole_chat(browser: Opener) -> Page:
    """All that was said in a game."""
    page = game_with_a_chat(browser)
    return _at(page, f"{page.url}chat/")


def watching_many(browser: Opener) -> Page:
    """Games going on, side by side."""
    for players, name in ((2, "basil"), (3, "cumin"), (4, "anise")):
        _game(players, until=_is_turn_of(name))
    return _at(browser("dill"), "/watch/")


def archive(browser: Opener) -> Page:
    """Games found in the archive."""
    _game(3, until=lambda position: position.phase is Phase.OVER)
    return _at(browser("basil"), "/archive/?player=anise&turning=before")


def archive_refused(browser: Opener) -> Page:
    """The archive asked for what it cannot find."""
    return _at(browser(""), "/archive/?player=nobody-here&result=won&dirhams=100")


def player_page(browser: Opener) -> Page:
    """A player's page with games of his, before one of his opponents, and the form that looks for games unfolded."""
    for players in (2, 3, 4):
        _game(players, until=_is_over)
    _game(2, until=_is_turn_of("anise"))
    page = _at(browser("basil"), "/player/anise/")
    page.get_by_text("Find games", exact=True).first.click()
    return page


def my_games(browser: Opener) -> Page:
    """One's own games: waiting, going on, ended, and an invitation."""
    anise, basil, *_others = _users()
    _game(4, until=_is_turn_of("anise"))
    _game(2, until=_is_turn_of("basil"))
    _game(3, until=_is_over)
    elsewhere(lambda: lobby.open_table(basil, Variant(), timezone.now(), title="A challenge", invited=[anise]))
    return _at(browser("anise"), "/games/")


def opening_refused(browser: Opener) -> Page:
    """A table that cannot have the clock that was chosen."""
    page = _at(browser("anise"), "/lobby/")
    page.get_by_label("Days to begin with").select_option("9")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".errorlist").first).to_be_visible()
    return page


def game_with_clocks(browser: Opener) -> Page:
    """A game with much ado about its clocks: time given, a vacation, a pause that is over, a turn said beforehand."""
    game = _game(4, until=_is_turn_of("basil"))
    anise, _basil, cumin, _dill = _users()
    now = timezone.now()

    def play_with_time() -> Game:
        play.give_time(game.code, anise, 1, game.ply, now)
        begin_vacation(cumin, now, now + timedelta(days=9))
        pauses.pause_clocks(now)
        sweep.tell_games(now)
        pauses.resume_clocks(now + timedelta(seconds=1))
        sweep.tell_games(now + timedelta(seconds=1))
        return play.say_beforehand(game.code, anise, {"": "S", "E": "L"}, now)

    elsewhere(play_with_time)
    page = _seen(browser, game)
    page.get_by_text("Give more time").click()
    return page


def game_in_a_pause(browser: Opener) -> Page:
    """A game while all clocks stand still."""
    game = _game(2, until=_is_turn_of("basil"))
    return _seen(browser, elsewhere(lambda: _paused(game)))


def vacation(browser: Opener) -> Page:
    """The page on which vacations begin, which did not like a day."""
    page = _at(browser("anise"), "/vacation/")
    page.get_by_label("Last day of the vacation").fill("2001-01-01")
    page.get_by_role("button", name="Begin the vacation now").click()
    expect(page.locator(".errorlist")).to_be_visible()
    return page


def on_vacation(browser: Opener) -> Page:
    """The same page while one is on vacation."""
    page = _at(browser("anise"), "/vacation/")
    page.get_by_role("button", name="Begin the vacation now").click()
    expect(page.get_by_role("button", name="I am back")).to_be_visible()
    return page


def finding_a_rated_game(browser: Opener) -> Page:
    """The games one can look for, with one's last choice, while others look."""
    anise, basil = _rated_users()[:2]
    _look(anise, 3, "days")
    elsewhere(lambda: seeking.stop(anise))
    _look(basil, 4, "live")
    page = _at(browser("anise"), "/find/")
    page.get_by_text("Who plays with whom", exact=True).click()
    return page


def kept_from_rated_games(browser: Opener) -> Page:
    """The same page before somebody who has confirmed no address."""
    if not User.objects.named("fennel").exists():
        User.objects.create_user("fennel")
    return _at(browser("fennel"), "/find/")


def looking_for_a_rated_game(browser: Opener) -> Page:
    """A search that goes on."""
    anise, basil = _rated_users()[:2]
    _look(anise, 2, "live")
    _look(basil, 3, "live")
    return _at(browser("anise"), "/find/")


def home_of_one_who_looks(browser: Opener) -> Page:
    """The home page of a player who looks for a game over days, and the tables there, one of which is beyond him."""
    anise, basil = _rated_users()[:2]
    _look(anise, 2, "bank")
    now = timezone.now()
    elsewhere(lambda: lobby.open_table(basil, Variant(), now, rated=True, least_rating=2000, title="For masters"))
    return _at(browser("anise"), "/")


def preferences(browser: Opener) -> Page:
    """Preferences."""
    return _at(browser("anise"), "/preferences/")


def not_found(browser: Opener) -> Page:
    """A page that is not there."""
    return _at(browser(""), "/nothing/here/")


def the_ladder(browser: Opener) -> Page:
    """The standings before a player who has a place, and somebody looked for who has none."""
    _rated_games()
    return _at(browser("anise"), "/ladder/all/?player=dill")


def the_formula(browser: Opener) -> Page:
    """How ratings are computed."""
    return _at(browser(""), "/ladder/all/formula/")


def a_rated_player(browser: Opener) -> Page:
    """A player's page with ratings, the table behind the chart unfolded."""
    _rated_games()
    page = _at(browser("basil"), "/player/anise/")
    page.get_by_text("The same as a table", exact=True).click()
    return page


def a_rated_game(browser: Opener) -> Page:
    """A rated game that is over, with what it changed."""
    return _at(browser("anise"), _rated_games().get_absolute_url())


def a_rated_table(browser: Opener) -> Page:
    """A rated table before somebody who sees what each rank would bring."""
    _rated_games()
    basil = User.objects.get(name="basil")
    table = elsewhere(lambda: open_rated(basil, 3, timezone.now()))
    return _at(browser("anise"), table.get_absolute_url())


def rated_tables_in_the_lobby(browser: Opener) -> Page:
    """The lobby before somebody who sees what each rank would bring at a rated table, and which would not be rated."""
    _rated_games()
    basil, cumin = (User.objects.get(name=name) for name in ("basil", "cumin"))
    now = timezone.now()
    four = elsewhere(lambda: open_rated(basil, 4, now))
    elsewhere(lambda: lobby.join(four.code, cumin, now))
    three = elsewhere(lambda: open_rated(basil, 3, now))
    elsewhere(lambda: lobby.add_house_player(three.code, basil, "apprentice", 1, now))
    return _at(browser("anise"), "/lobby/")


def a_game_that_began_unrated(browser: Opener) -> Page:
    """A game of a rated table that is not rated, and says why."""
    anise = _rated_users()[0]
    now = timezone.now()
    table = elsewhere(lambda: open_rated(anise, 2, now))
    elsewhere(lambda: lobby.add_house_player(table.code, anise, "apprentice", 1, now))
    return _at(browser("anise"), table.get_absolute_url())


def home_with_the_ladder(browser: Opener) -> Page:
    """The home page of a player who is among those that lead."""
    _rated_games()
    return _at(browser("anise"), "/")


def friends(browser: Opener) -> Page:
    """Friends of whom one waits for players, one plays, one is on vacation, and one follows back."""
    anise, basil, cumin, dill = _friends_of_anise()
    now = timezone.now()
    follow(cumin, anise, now)

    def meet() -> Game:
        begin_vacation(dill, now)
        lobby.open_table(basil, Variant(players=3), now, title="Mint tea for three")
        return lobby.join(lobby.open_table(cumin, Variant(), now, title="By the well").code, dill, now)

    elsewhere(meet)
    return _at(browser("anise"), "/friends/")


def no_friends(browser: Opener) -> Page:
    """The page of friends of somebody who follows nobody."""
    _users()
    return _at(browser("dill"), "/friends/")


def friends_in_the_ladder(browser: Opener) -> Page:
    """The standings of a player and those whom he follows."""
    _friends_of_anise()
    return _at(browser("anise"), "/ladder/all/?friends=1")


def table_to_invite_to(browser: Opener) -> Page:
    """One's own table, with a seat kept for a friend, and others to invite."""
    anise, basil, *_others = _friends_of_anise()
    now = timezone.now()
    table = elsewhere(lambda: lobby.open_table(anise, Variant(players=4), now, title="Among friends", invited=[basil]))
    return _at(browser("anise"), table.get_absolute_url())


SCENES: dict[str, Scene] = {
    scene.__name__: scene
    for scene in (
        home,
        home_of_a_guest,
        home_of_a_player,
        signing_up,
        logging_in,
        the_lobby,
        waiting_table,
        table_to_sit_down_at,
        game_to_turn,
        game_at_the_edge,
        game_to_lay,
        game_to_confirm,
        game_to_arrange,
        game_of_two,
        game_watched,
        game_come_back_to,
        game_over,
        resigning,
        replay,
        replay_of_the_end,
        replay_of_a_record,
        records,
        records_of_a_guest,
        dice,
        dice_of_a_game_going_on,
        statistics,
        game_with_a_chat,
        whole_chat,
        watching_many,
        archive,
        archive_refused,
        rules,
        player_page,
        the_ladder,
        the_formula,
        a_rated_player,
        a_rated_game,
        a_rated_table,
        rated_tables_in_the_lobby,
        a_game_that_began_unrated,
        kept_from_rated_games,
        finding_a_rated_game,
        looking_for_a_rated_game,
        home_of_one_who_looks,
        home_with_the_ladder,
        friends,
        no_friends,
        friends_in_the_ladder,
        table_to_invite_to,
        my_games,
        opening_refused,
        game_with_clocks,
        vacation,
        on_vacation,
        preferences,
        not_found,
        game_in_a_pause,  # and from then on of all games, where several scenes are of one site
    )
}


def _at(page: Page, address: str) -> Page:
    page.goto(address)
    return page


def _users() -> list[User]:
    """The example players."""
    return [User.objects.filter(name=name).first() or User.objects.create_user(name) for name in PLAYERS]


def _rated_users() -> list[User]:
    """The example players, who may play rated."""
    users = _users()
    for user in users:
        EmailAddress.objects.get_or_create(user=user, email=f"{user.name}@example.org", verified=True)
    return users


def _look(user: User, players: int, clock: str) -> None:
    """Let this player look for a rated game."""
    known = Seek.objects.filter(user=user).first()
    number = known.number if known else 0
    elsewhere(lambda: seeking.begin(user, Wish(players, clock, Seek.Reach.NEAR), number, timezone.now()))


def _paused(game: Game) -> Game:
    """The game when all clocks stand still."""
    pauses.pause_clocks(timezone.now())
    return play.expire(game.code, timezone.now())


def _rated_games() -> Game:
    """Some rated games of the example players, after which three of them have places; the last of these games."""
    anise, basil, cumin, dill = _rated_users()
    Ladder.objects.update(provisional=2)

    def play() -> Game:
        now = timezone.now()
        win(anise, basil, cumin, at=now - timedelta(days=20))
        win(cumin, anise, at=now - timedelta(days=9))
        win(basil, cumin, dill, at=now - timedelta(days=3))
        return win(anise, cumin, basil, at=now)

    return elsewhere(play)


def _friends_of_anise() -> list[User]:
    """The example players after some rated games; the first of them follows the others."""
    _rated_games()
    anise, *others = users = _users()
    for other in others:
        follow(anise, other, timezone.now())
    return users


def _is_over(position: Position) -> bool:
    return position.phase is Phase.OVER


def _is_turn_of(name: str, phase: Phase = Phase.TURN) -> Callable[[Position], bool]:
    """Whether that player is to do this, the market being well covered."""

    def is_turn(position: Position) -> bool:
        covered = position.rugs.halves((1, 2, 3, 4))
        return covered > 24 and position.phase is phase and PLAYERS[position.mover] == name

    return is_turn


def _game(players: int, variant: Variant | None = None, *, until: Callable[[Position], bool]) -> Game:
    """A game of the example players, played sensibly up to such a position."""
    users = _users()[:players]

    def begin(now: datetime) -> Game:
        game = lobby.open_table(users[0], variant or Variant(players=players), now, title=TITLES[players])
        for user in users[1:]:
            game = lobby.join(game.code, user, now)
        return game

    def play() -> Game:
        now = timezone.now()
        game = begin(now)
        chance = Random(players)
        while not until(game.current()):
            game = begin(now) if game.is_ended else decide(game, users, chance, now)
        return game

    return elsewhere(play)


def _record(variant: Variant) -> SavedRecord:
    """A record that anise keeps of a game of two."""
    game = _game(2, variant, until=_is_over)
    anise = User.objects.get(name="anise")
    return saved_records.save(anise, course_of_game(game.code, anise).record, timezone.now())


def _seen(browser: Opener, game: Game) -> Page:
    """The game's page before anise, who has seen everything so far."""
    Seat.objects.filter(game=game, user__name="anise").update(seen_ply=game.ply)
    return _at(browser("anise"), game.get_absolute_url())
