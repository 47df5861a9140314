"""The replay of a game: an address for each moment, what it shows, and to whom."""

import re
from functools import partial
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import play, saved_records
from games.courses import course_of_game, course_of_record
from games.history import history_of
from games.models import Game
from games.replay import key_moments, moment_of
from games.rules import NAMES, Arrange, Phase, Position, Record, Variant
from games.telling import COLOURS, WAYS
from tests.forms import Page
from tests.games.tables import logged_in, people, play_on, play_to_the_end, queries, start_game, user_at
from tests.site.world import pile_pattern, seeds_of

pytestmark = pytest.mark.django_db


def get(game: Game, path: str = "", user: User | None = None, status: int = 200) -> Any:
    """What the site answers at one of the addresses of a game."""
    client = Client() if user is None else logged_in(user)
    response = client.get(f"{game.get_absolute_url()}{path}")
    assert response.status_code == status
    return response


def page(game: Game, path: str, user: User | None = None) -> Page:
    """The page there."""
    return Page(path, 200, get(game, path, user).content.decode())


def drawn(html: str) -> set[tuple[int, frozenset[str]]]:
    """The rugs of the picture in an answer."""
    found = re.findall(r'data-colour="(\d)" data-squares="([a-g1-7 ]+)"', html)
    return {(int(colour), frozenset(squares.split())) for colour, squares in found}


def lying(position: Position) -> set[tuple[int, frozenset[str]]]:
    """The rugs on the market of a position."""
    rugs = position.rugs
    everything = [*rugs.whole_rugs(), *((half,) for half in rugs.single_halves())]
    return {(rugs.colour_at(squares[0]), frozenset(NAMES[square] for square in squares)) for squares in everything}


def squares_in_words(shown: Page) -> dict[str, str]:
    """The table that says what lies on each square."""
    (body,) = (each for each in shown.elements if each.tag == "tbody")
    rows = [[cell.text for cell in row.children if not isinstance(cell, str)] for row in body.all("tr")]
    return {f"{file}{row[0]}": words for row in rows for file, words in zip("abcdefg", row[1:], strict=True)}


def lying_in_words(position: Position) -> dict[str, str]:
    """What such a table has to say of a position."""
    words = dict.fromkeys(NAMES, "bare")
    for colour, squares in lying(position):
        for square in squares:
            others = "".join(squares - {square})
            words[square] = f"{COLOURS[colour]}, {f'whole with {others}' if others else 'half of a covered rug'}"
    return words


def piles_shown(shown: Page) -> dict[str, list[str]]:
    """The rugs that the page says come next, from the top down, by the line above them."""
    found = {}
    for pile in shown.elements:
        if pile.tag == "details" and pile.get("id").startswith("pile-"):
            (line,) = pile.all("summary")
            found[line.text] = [chip["aria-label"] for chip in pile.all("svg")]
    return found


# An address for each moment


def test_every_moment_shows_the_board_as_it_was() -> None:
    game = play_on(start_game(people(3)), 14)
    steps = history_of(game).steps
    for ply in range(game.ply + 1):
        then = [step.after for step in steps if step.ply is None or step.ply < ply]
        position = then[-1] if then else game.start()
        shown = page(game, f"replay/{ply}/")
        assert drawn(shown.html) == lying(position)
        numbers = [int(each.text) for each in shown.elements if each.tag == "dd"]
        assert numbers == [
            number
            for index, seat in enumerate(position.seats)
            for number in (seat.dirhams, seat.rugs, position.points(index))
        ]
        assert squares_in_words(shown) == lying_in_words(position)
        at, way = NAMES[position.assam.square], WAYS[position.assam.heading]
        assert [each.text for each in shown.elements if each.tag == "caption"] == [
            f"What lies on the squares of the market. Assam stands on {at} and looks {way}."
        ]
        slider = shown.with_id("slider")
        assert slider is not None
        assert (slider["value"], slider["max"]) == (str(ply), str(game.ply))


def test_buttons_lead_to_the_first_the_last_and_the_moments_beside() -> None:
    game = play_on(start_game(people(2)), 6)

    def links(ply: int) -> dict[str, str]:
        shown = page(game, f"replay/{ply}/")
        found = {name: shown.with_id(name) for name in ("first", "previous", "next", "last")}
        return {name: link["href"].split("/")[-2] for name, link in found.items() if link is not None}

    assert links(3) == {"first": "0", "previous": "2", "next": "4", "last": "6"}
    assert links(0) == {"first": "0", "previous": "0", "next": "1", "last": "6"}
    assert links(6) == {"first": "0", "previous": "5", "next": "6", "last": "6"}


@pytest.mark.parametrize(
    ("asked", "moment"), [("", 0), ("?ply=4", 4), ("?ply=99999", 6), ("?ply=-1", 0), ("?ply=x", 0)]
)
def test_the_slider_is_a_form_that_leads_to_its_moment(asked: str, moment: int) -> None:
    game = play_on(start_game(people(2)), 6)
    assert get(game, f"replay/{asked}", status=302)["Location"] == f"{game.get_absolute_url()}replay/{moment}/"


def test_what_has_not_been_played_has_no_moment() -> None:
    game = play_on(start_game(people(2)), 6)
    get(game, "replay/7/", status=404)
    get(game, "replay/7/board.svg", status=404)
    get(game, f"replay/{9**50}/", status=404)


def test_a_table_that_waits_has_no_replay() -> None:
    user = people(1)[0]
    from games import lobby

    table = lobby.open_table(user, Variant(), timezone.now())
    for path in ("replay/", "replay/0/", "replay/0/board.svg", "record.txt", "record.json", "dice/", "statistics/"):
        get(table, path, user, status=404)


# What is said


def test_the_moment_says_what_happened_and_the_log_marks_its_turn() -> None:
    users = people(2)
    game = play_on(start_game(users), 9)
    said = page(game, "replay/9/").with_id("said")
    step = history_of(game).since(8)[0]
    assert said is not None
    name = users[step.before.mover].name
    assert said.text.startswith(f"{name} ")
    current = [each for each in page(game, "replay/9/").elements if each.get("aria-current") == "step"]
    assert len(current) == 1
    assert current[0].text.startswith(f"{step.before.turn} ")


def test_a_player_is_told_what_he_did_himself() -> None:
    game = play_on(start_game(people(2)), 1)
    mover = user_at(game, history_of(game).steps[-1].before.mover)
    said = page(game, "replay/1/", mover).with_id("said")
    assert said is not None
    assert said.text.startswith("You ")


def test_the_first_moment_says_who_begins_and_the_last_who_won() -> None:
    users = people(3)
    game = play_to_the_end(start_game(users))
    assert game.first is not None
    first, last = (page(game, f"replay/{ply}/").with_id("said") for ply in (0, game.ply))
    assert first is not None
    assert f"{users[game.first].name} begins." in first.text
    assert last is not None
    assert " first place with " in last.text or " won with " in last.text


def test_in_after_the_first_roll_belongs_to_the_first_moment() -> None:
    game = start_game(people(3), Variant(3, "after"))
    said = page(game, "replay/0/").with_id("said")
    assert said is not None
    assert " rolled " in said.text


# Key moments


# Payments of 2, 4, 2 and 5, and one that cannot be made. Who is ahead by points is neither who has most dirhams nor,
# turned round, who has fewest points; and often two are ahead together.
EVENTFUL = """\
[Variant "3-before-shuffled-8"]
[Player1 "anise"]
[Player2 "basil"]
[Player3 "cumin"]

1. R1 d4e4
2. R3 c2c3
3. L1 b2b3
4. S4 d2d3
5. R1 d3d4
6. R4 c4c3
7. L1 c3d3
8. L2 b4c4
9. R2 b6b7
10. S3 b6a6
11. S2 d6d5
12. L2 c5c6
13. L1 out
"""


def test_key_moments_are_high_payments_goings_out_and_changes_of_the_lead() -> None:
    saved = saved_records.save(people(1)[0], Record.parse(EVENTFUL), timezone.now())
    assert [(key.ply, key.turn, key.sentence) for key in key_moments(course_of_record(saved.code, None))] == [
        (8, 4, "basil takes the lead."),
        (14, 7, "cumin takes the lead."),
        (23, 12, "cumin rolled 2 and paid basil 5 dirhams."),
        (24, 12, "basil takes the lead."),
        (25, 13, "anise rolled 1 and owed cumin 2 dirhams, paid the 0 that were left and is out."),
    ]


def test_key_moments_are_links() -> None:
    game = play_to_the_end(start_game(people(2)), seed=1)
    course = course_of_game(game.code, None)
    shown = page(game, "replay/0/")
    keys = shown.with_id("keys")
    assert keys is not None
    links = [(each["href"], each.text) for each in keys.all("a")]
    assert links == [
        (f"{game.get_absolute_url()}replay/{key.ply}/", f"{key.turn} {key.sentence}") for key in key_moments(course)
    ]


def test_resigning_is_a_key_moment() -> None:
    users = people(3)
    game = play_on(start_game(users), 5)
    game = play.resign(game.code, users[2], timezone.now())
    assert [(key.ply, key.sentence) for key in key_moments(course_of_game(game.code, None))][-1] == (
        6,
        "cumin resigned.",
    )


# Who may know what

FILES = ("record.txt", "record.json", "replay/{ply}/", "replay/{ply}/board.svg", "replay/0/", "dice/", "statistics/")


@pytest.mark.parametrize("decisions", [1, 2, 20])
def test_nothing_hidden_is_in_what_a_running_game_shows(decisions: int) -> None:
    users = people(3)
    game = play_on(start_game(users[:2], Variant(colours="arranged")), decisions)
    arrangements = [move.actions()[0] for move in game.moves.filter(action__startswith="pile")]
    told = 0
    for viewer in (*users, None):
        for path in FILES:
            text = get(game, path.format(ply=game.ply), viewer).content.decode()
            assert not any(seed in text for seed in seeds_of([game]))
            for arrangement in arrangements:
                assert isinstance(arrangement, Arrange)
                hidden = arrangement.pile[8:]  # so many rugs have not come up yet
                found = pile_pattern(hidden).search(text) is not None
                assert not found or viewer == users[arrangement.seat]
                told += found
    assert told > 0  # who arranged a pile finds it in his record


def test_moments_of_a_running_game_hide_the_piles_from_all_but_who_arranged_them() -> None:
    users = people(2)
    game = play_on(start_game(users, Variant(colours="arranged")), 30)
    for reader, owners in ((users[0], ["basil"]), (users[1], ["anise"]), (None, [])):
        course = course_of_game(game.code, reader)
        for ply in (2, 11, 30):
            moment = moment_of(course, ply)
            assert [pile.owner for pile in moment.piles] == owners
            assert moment.position == course.history.until(ply).position.seen_by(course.me)
            shown = piles_shown(page(game, f"replay/{ply}/", reader))
            assert list(shown) == [f"The rugs that come next for {owner}" for owner in owners]


def test_when_the_game_is_over_all_may_see_the_piles_as_they_were() -> None:
    game = play_to_the_end(start_game(people(2), Variant(colours="arranged")))
    course = course_of_game(game.code, None)
    moment = moment_of(course, 12)
    assert [pile.owner for pile in moment.piles] == ["anise", "basil"]
    piles = [seat.pile for seat in course.history.until(12).position.seats]
    assert [tuple(colour for colour, _name in pile.rugs) for pile in moment.piles] == piles
    assert piles_shown(page(game, "replay/12/")) == {
        f"The rugs that come next for {name}": [str(COLOURS[colour]) for colour in pile or ()]
        for name, pile in zip(("anise", "basil"), piles, strict=True)
    }


def test_a_game_by_link_only_is_in_no_index() -> None:
    users = people(2)
    listed, hidden = play_on(start_game(users), 3), play_on(start_game(users, listed=False), 3)
    for path in ("", "replay/2/", "dice/", "statistics/"):
        assert '<meta name="robots" content="noindex">' not in get(listed, path).content.decode()
        assert '<meta name="robots" content="noindex">' in get(hidden, path).content.decode()
    for path in ("replay/2/board.svg", "record.txt", "record.json"):
        assert get(hidden, path)["X-Robots-Tag"] == "noindex"


# Pictures and previews


def test_the_picture_stands_by_itself() -> None:
    game = play_on(start_game(people(2)), 20)
    for ply in (0, 7, 20):
        response = get(game, f"replay/{ply}/board.svg")
        assert response["Content-Type"] == "image/svg+xml"
        root = ElementTree.fromstring(response.content)
        ids = {each.get("id") for each in root.iter() if each.get("id")}
        used = {each.get("href", "")[1:] for each in root.iter() if each.get("href")}
        painted = set(re.findall(r"url\(#([\w-]+)\)", response.content.decode()))
        assert used <= ids
        assert painted <= ids
        assert drawn(response.content.decode()) == lying(history_of(game).until(ply).position)
        assert "var(--sans)" not in response.content.decode() or "--sans:" in response.content.decode()


def test_the_picture_has_a_policy_of_its_own_that_allows_its_style_and_nothing_else() -> None:
    game = play_on(start_game(people(2)), 3)
    policy = get(game, "replay/3/board.svg")["Content-Security-Policy"]
    assert re.fullmatch(r"default-src 'none'; style-src 'sha256-[\w+/]+='", policy)


def test_pictures_of_ended_games_are_kept_by_browsers_and_others_are_not() -> None:
    game = play_on(start_game(people(2), Variant(dirhams=3)), 3)
    assert "no-store" in get(game, "replay/2/board.svg")["Cache-Control"]
    game = play_to_the_end(game)
    assert get(game, "replay/2/board.svg")["Cache-Control"] == "public, max-age=604800"


def test_pictures_of_a_saved_record_are_kept_by_nobody_since_it_can_be_deleted() -> None:
    users = people(2)
    game = play_to_the_end(start_game(users, Variant(dirhams=1)))
    saved = saved_records.save(users[0], course_of_game(game.code, None).record, timezone.now())
    assert "no-store" in Client().get(f"{saved.get_absolute_url()}replay/2/board.svg")["Cache-Control"]


def test_links_are_previewed_with_name_sentence_and_picture() -> None:
    game = play_on(start_game(people(2)), 5)
    Game.objects.filter(pk=game.pk).update(title='Mint & "tea"')
    for path, picture in (("", 5), ("replay/3/", 3)):
        shown = page(game, path)
        meta = {each.get("property"): each.get("content") for each in shown.elements if each.tag == "meta"}
        assert meta["og:title"] == 'Mint & "tea"'
        assert meta["og:description"] == "A game of Marrakech between anise, basil."
        assert meta["og:url"] == f"http://testserver{game.get_absolute_url()}{path}"
        assert meta["og:image"] == f"http://testserver{game.get_absolute_url()}replay/{picture}/board.svg"


# How much it costs


def test_a_moment_takes_as_many_queries_wherever_it_is() -> None:
    game = play_on(start_game(people(2)), 60)
    get(game, "replay/1/")  # the log is folded once
    taken = {queries(partial(get, game, f"replay/{ply}/")) for ply in (0, 5, 33, 60)}
    assert taken == {4}
    phases = {moment_of(course_of_game(game.code, None), ply).position.phase for ply in range(60)}
    assert phases == {Phase.TURN, Phase.LAY}
