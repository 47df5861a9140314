"""The page of a game over plain requests: who sees what, who may do what, and that it happens once."""

import re
from typing import Any, cast

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import lobby, play
from games.models import Game, Seat
from games.refusals import ILLEGAL
from games.rules import NAMES, ActionCode, Lay, Phase, Position, Variant
from tests.games.tables import logged_in, mover, other, people, play_on, play_to_the_end, queries, start_game, user_at

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
POSTS = ("act", "arrange", "resign", "call-off", "seen")


def post(user: User | None, game: Game, what: str, *, htmx: bool = True, **data: Any) -> HttpResponse:
    """What the site answers to this user who sends this."""
    client = Client() if user is None else logged_in(user)
    answer = client.post(f"{game.get_absolute_url()}{what}/", data, headers=HTMX if htmx else {})
    return cast(HttpResponse, answer)


def page(user: User | None, game: Game, path: str = "") -> str:
    """What this user sees at the game's address."""
    client = Client() if user is None else logged_in(user)
    response = client.get(game.get_absolute_url() + path)
    assert response.status_code == 200
    return response.content.decode()


def until(phase: Phase, game: Game) -> Game:
    """Play on until this is due."""
    while game.current().phase is not phase:
        game = play_on(game, 1)
    return game


def market(html: str) -> set[tuple[int, frozenset[str]]]:
    """The rugs drawn in the picture of the board: colour and squares."""
    picture = html.split('<g class="rugs"')[1].split("</g>", maxsplit=1)[0]
    drawn = re.findall(r'data-colour="(\d)" data-squares="([a-g1-7 ]+)"', picture)
    return {(int(colour), frozenset(squares.split())) for colour, squares in drawn}


def lying(game: Game) -> set[tuple[int, frozenset[str]]]:
    """The rugs that lie on the market by the rules."""
    rugs = game.current().rugs
    everything = [*rugs.whole_rugs(), *((half,) for half in rugs.single_halves())]
    return {(rugs.colour_at(squares[0]), frozenset(NAMES[square] for square in squares)) for squares in everything}


def choices(html: str) -> set[str]:
    """What the forms to turn Assam or lay a rug offer."""
    return set(re.findall(r'name="action" value="([^"]+)"', html))


def sentence(response: HttpResponse) -> str:
    """Why the site refused, as the board says it."""
    found = re.search(r'<p id="refusal"[^>]*role="alert">([^<]+)</p>', response.content.decode())
    assert found, "no refusal is said"
    return found[1]


def kept(game: Game) -> tuple[object, ...]:
    """All that a refused request must leave alone."""
    now = Game.objects.get(pk=game.pk)
    return now.position, now.ply, now.version, now.status, now.moves.count(), list(now.seats.values_list())


# Seeing


def test_an_address_that_no_game_has_is_not_found() -> None:
    [anise] = people(1)
    client = logged_in(anise)
    assert client.get("/game/2222222222222222/").status_code == 404
    assert client.get("/game/2222222222222222/board/").status_code == 404
    assert client.get("/game/2222222222222222/resign/").status_code == 404
    for what in POSTS:
        assert client.post(f"/game/2222222222222222/{what}/", {"ply": 0, "action": "L"}).status_code == 404


def test_a_table_that_waits_is_shown_at_the_address_of_its_game() -> None:
    anise, basil = people(2)
    game = lobby.open_table(anise, Variant(players=2), timezone.now())
    assert 'id="board"' not in page(basil, game)
    lobby.join(game.code, basil, timezone.now())
    assert 'id="board"' in page(basil, game)


@pytest.mark.parametrize("decisions", [0, 1, 2, 17, 30, 1000])
def test_every_viewer_sees_the_market_as_it_is(decisions: int) -> None:
    users = people(4)
    game = play_on(start_game(users[:3]), decisions)
    for viewer in (*users, None):
        for path in ("", "board/"):
            html = page(viewer, game, path)
            assert market(html) == lying(game)
            assert f'data-at="{game.current().assam.to_text()}"' in html
            assert f'data-ply="{game.ply}"' in html


def test_the_market_is_also_told_in_words() -> None:
    game = play_on(start_game(people(3)), 24)
    html = page(None, game)
    for colour, squares in lying(game):
        name = {1: "red", 2: "blue", 3: "yellow", 4: "green"}[colour]
        if len(squares) == 2:
            assert all(f"<td>{name}, whole with {square}</td>" in html for square in squares)
        else:
            assert f"<td>{name}, half of a covered rug</td>" in html


def test_who_is_due_can_turn_assam_three_ways_and_nobody_else_can_do_anything() -> None:
    users = people(4)
    game = start_game(users[:3])
    assert choices(page(mover(game), game)) == {"L", "S", "R"}
    for viewer in (other(game), users[3], None):
        assert choices(page(viewer, game)) == set()


def test_a_rug_can_be_laid_wherever_the_rules_allow_and_nowhere_else() -> None:
    game = until(Phase.LAY, play_on(start_game(people(3)), 20))
    offered = choices(page(mover(game), game))
    assert {Lay(*squares.split()) for squares in offered} == set(game.current().legal_actions())
    assert len(offered) == len(game.current().legal_actions())


def test_spectators_and_guests_get_no_forms() -> None:
    users = people(3)
    game = play_on(start_game(users[:2]), 4)
    for viewer in (users[2], None):
        board = page(viewer, game, "board/")
        assert "<form" not in board
        assert "resign" not in board


def test_boards_are_kept_by_nobody() -> None:
    game = start_game(people(2))
    for path in ("", "board/"):
        assert "no-store" in Client().get(game.get_absolute_url() + path)["Cache-Control"]


def test_hostile_text_in_a_title_is_shown_as_text() -> None:
    anise, basil = people(2)
    title = "<script>alert(1)</script>\"'&amp;{{x}}"
    game = lobby.open_table(anise, Variant(players=2), timezone.now(), title=title)
    lobby.join(game.code, basil, timezone.now(), contribution="<b>basil</b>")
    for viewer in (anise, None):
        html = page(viewer, game)
        assert "<script>alert" not in html
        assert "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#x27;&amp;amp;{{x}}" in html
        assert "<b>basil</b>" not in html
    assert "&lt;script&gt;" in logged_in(anise).get(game.get_absolute_url() + "resign/").content.decode()


def test_the_seed_is_shown_when_the_game_is_over_and_not_before() -> None:
    users = people(3)
    game = play_on(start_game(users[:2]), 40)
    seed = bytes(game.seed.value).hex()
    for viewer in (*users, None):
        assert seed not in page(viewer, game)
        assert game.commitment in page(viewer, game)
    game = play_to_the_end(game)
    for viewer in (*users, None):
        assert seed in page(viewer, game)


def test_an_arranged_pile_is_known_to_who_arranged_it_alone() -> None:
    anise, basil, cumin = people(3)
    game = start_game([anise, basil], Variant(players=2, colours="arranged"))
    order = [3, 4, 4, 3, 3, 4, 3, 3, 4, 3, 4, 4, 3, 3, 4, 4, 3, 4, 3, 3, 4, 4, 3, 4]
    post(anise, game, "arrange", rug=order)
    assert coming(page(anise, game)) == order
    assert coming(page(basil, game)) == coming(page(cumin, game)) == coming(page(None, game)) == []
    post(basil, game, "arrange", rug=[1, 2] * 12)
    assert coming(page(anise, game)) == order[1:]  # the top has been turned up for all
    assert coming(page(basil, game)) == ([1, 2] * 12)[1:]
    assert coming(page(cumin, game)) == coming(page(None, game)) == []
    assert "next: yellow" in page(None, game)


def coming(html: str) -> list[int]:
    """The colours of the pile that the page tells, from the top down."""
    pile = html.split('class="coming"')
    return [int(colour) for colour in re.findall(r"#chip-(\d)", pile[1].split("</ol>")[0])] if len(pile) > 1 else []


# Turning and laying


def test_turning_assam_rolls_and_answers_with_the_board() -> None:
    game = start_game(people(3))
    user = mover(game)
    answer = post(user, game, "act", ply=0, action="R")
    assert answer.status_code == 200
    assert 'id="board"' in answer.content.decode()
    assert "<html" not in answer.content.decode()
    now = Game.objects.get(pk=game.pk)
    assert (now.ply, now.current().phase) == (1, Phase.LAY)
    assert f"You rolled {now.current().roll}." in answer.content.decode()


def test_without_javascript_a_move_leads_back_to_the_page() -> None:
    game = start_game(people(3))
    answer = post(mover(game), game, "act", htmx=False, ply=0, action="S")
    assert answer.status_code == 303
    assert answer["Location"] == game.get_absolute_url()


def test_the_squares_of_a_rug_may_come_in_either_order() -> None:
    game = until(Phase.LAY, start_game(people(3)))
    laying = game.current().legal_actions()[0]
    assert isinstance(laying, Lay)
    assert post(mover(game), game, "act", ply=game.ply, action=f"{laying.second} {laying.first}").status_code == 200
    assert Game.objects.get(pk=game.pk).ply == game.ply + 1


@pytest.mark.parametrize("htmx", [True, False])
def test_the_same_move_sent_again_has_one_effect_and_is_no_error(htmx: bool) -> None:
    game = start_game(people(3))
    user = mover(game)
    first = post(user, game, "act", htmx=htmx, ply=0, action="L")
    after = kept(game)
    again = post(user, game, "act", htmx=htmx, ply=0, action="L")
    assert first.status_code == again.status_code == (200 if htmx else 303)
    assert kept(game) == after


@pytest.mark.parametrize("htmx", [True, False])
def test_a_move_made_on_an_older_board_is_told_so_and_shown_the_board_as_it_is(htmx: bool) -> None:
    game = start_game(people(3))
    user = mover(game)
    post(user, game, "act", ply=0, action="L")
    before = kept(game)
    answer = post(user, game, "act", htmx=htmx, ply=0, action="R")
    assert answer.status_code == 409
    assert "moved on" in sentence(answer)
    assert 'data-ply="1"' in answer.content.decode()
    assert ("<html" in answer.content.decode()) is not htmx
    assert kept(game) == before


def test_only_who_is_due_may_move() -> None:
    users = people(4)
    game = start_game(users[:3])
    before = kept(game)
    not_due = post(other(game), game, "act", ply=0, action="L")
    assert (not_due.status_code, sentence(not_due)) == (403, "It is not your turn.")
    stranger = post(users[3], game, "act", ply=0, action="L")
    assert (stranger.status_code, sentence(stranger)) == (403, "Only those who sit at this table can do that.")
    guest = post(None, game, "act", ply=0, action="L")
    assert guest.status_code == 403
    assert "Log in" in sentence(guest)
    assert kept(game) == before


@pytest.mark.parametrize(
    ("phase", "action", "reason"),
    [
        (Phase.TURN, "U", ActionCode.NO_SUCH_TURN),
        (Phase.TURN, "l", ActionCode.NO_SUCH_TURN),
        (Phase.TURN, "a1 a2", ActionCode.WRONG_PHASE),
        (Phase.LAY, "L", ActionCode.WRONG_PHASE),
        (Phase.LAY, "a0 a1", ActionCode.NO_SUCH_SQUARE),
        (Phase.LAY, "h1 h2", ActionCode.NO_SUCH_SQUARE),
        (Phase.LAY, "a1 c1", ActionCode.NOT_A_RUG),
        (Phase.LAY, "a1 a1", ActionCode.NOT_A_RUG),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_sentence(phase: Phase, action: str, reason: ActionCode) -> None:
    game = until(phase, start_game(people(3)))
    before = kept(game)
    answer = post(mover(game), game, "act", ply=game.ply, action=action)
    assert answer.status_code == 400
    assert sentence(answer) == str(ILLEGAL[reason])
    assert choices(answer.content.decode())  # the board as it is, to choose again on
    assert kept(game) == before


def test_a_rug_may_not_lie_under_assam_or_away_from_him() -> None:
    game = until(Phase.LAY, start_game(people(3)))
    [(first, _second), *_others] = [squares.split() for squares in choices(page(mover(game), game))]
    assam = NAMES[game.current().assam.square]
    under = post(mover(game), game, "act", ply=game.ply, action=f"{first} {assam}")
    assert (under.status_code, sentence(under)) == (400, str(ILLEGAL[ActionCode.UNDER_ASSAM]))
    far = next(
        f"{corner} {beside}"
        for corner, beside in (("a1", "b1"), ("g7", "f7"))
        if Lay(corner, beside) not in game.current().legal_actions() and assam not in (corner, beside)
    )
    away = post(mover(game), game, "act", ply=game.ply, action=far)
    assert (away.status_code, sentence(away)) == (400, str(ILLEGAL[ActionCode.NOT_BESIDE_ASSAM]))


def test_a_rug_may_not_cover_both_halves_of_one_rug() -> None:
    game = start_game(people(3))
    while not (barred := _barred(game.current())):
        game = play_on(game, 1)
    before = kept(game)
    answer = post(mover(game), game, "act", ply=game.ply, action=barred)
    assert (answer.status_code, sentence(answer)) == (400, str(ILLEGAL[ActionCode.COVERS_WHOLE_RUG]))
    assert kept(game) == before


def _barred(position: Position) -> str:
    """Two squares beside Assam under which one whole rug lies, if somebody is to lay and there are any."""
    if position.phase is not Phase.LAY:
        return ""
    beside = {first for first, _second in position.layings()}
    return next(
        (f"{NAMES[a]} {NAMES[b]}" for a, b in position.rugs.whole_rugs() if a in beside and b != position.assam.square),
        "",
    )


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"ply": 0},
        {"action": "L"},
        {"ply": "", "action": "L"},
        {"ply": "zero", "action": "L"},
        {"ply": "-1", "action": "L"},
        {"ply": "0" * 40, "action": "L"},
        {"ply": "٣", "action": "L"},
        {"ply": 0, "action": ""},
        {"ply": 0, "action": "L S R"},
        {"ply": 0, "action": "d5 d6 d7"},
        {"ply": 0, "action": "\x00"},
        {"ply": 0, "action": "L" * 100_000},
    ],
    ids=str,
)
def test_malformed_moves_are_refused_and_change_nothing(data: dict[str, Any]) -> None:
    game = start_game(people(3))
    before = kept(game)
    answer = post(mover(game), game, "act", **data)
    assert answer.status_code == 400
    assert sentence(answer)
    assert kept(game) == before


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    game = play_to_the_end(start_game(people(2)))
    user = user_at(game, 0)
    before = kept(game)
    for what, data in (("act", {"ply": game.ply, "action": "L"}), ("resign", {}), ("call-off", {"agree": "yes"})):
        answer = post(user, game, what, **data)
        assert (answer.status_code, sentence(answer)) == (409, "This game is over.")
    assert kept(game) == before


def test_nothing_is_done_by_looking() -> None:
    game = play_on(start_game(people(2)), 3)
    before = kept(game)
    client = logged_in(mover(game))
    for what in ("act", "arrange", "call-off", "seen"):
        assert client.get(f"{game.get_absolute_url()}{what}/").status_code == 405
    for path in ("", "board/", "board/?since=0", "resign/"):
        assert client.get(game.get_absolute_url() + path).status_code == 200
    assert kept(game) == before


# Arranging


def test_both_arrange_whoever_comes_first_and_then_the_game_begins() -> None:
    anise, basil = people(2)
    game = start_game([anise, basil], Variant(players=2, colours="arranged"))
    assert page(basil, game).count('name="rug"') == 24
    assert post(basil, game, "arrange", rug=[1, 2] * 12).status_code == 200
    assert 'name="rug"' not in page(basil, game)
    assert post(anise, game, "arrange", rug=[3, 4] * 12).status_code == 200
    assert Game.objects.get(pk=game.pk).current().phase is Phase.TURN


@pytest.mark.parametrize(
    "rugs",
    [[], [1] * 24, [1, 2] * 11, [3, 4] * 12, ["one"] * 24, [1, 2] * 11 + [1, 1], [1, 2] * 12 + [1]],
    ids=lambda rugs: f"{len(rugs)} of {sorted(set(map(str, rugs)))}",
)
def test_what_is_no_order_of_all_rugs_is_refused(rugs: list[object]) -> None:
    _anise, basil = users = people(2)
    game = start_game(users, Variant(players=2, colours="arranged"))
    before = kept(game)
    answer = post(basil, game, "arrange", rug=rugs)
    assert answer.status_code == 400
    assert "24 rugs" in sentence(answer)
    assert kept(game) == before


def test_a_refused_order_is_kept_in_the_form() -> None:
    _anise, basil = users = people(2)
    game = start_game(users, Variant(players=2, colours="arranged"))
    answer = post(basil, game, "arrange", rug=[2] * 13 + [1] * 11)
    chosen = re.findall(r'<option value="(\d)" selected>', answer.content.decode())
    assert chosen == ["2"] * 13 + ["1"] * 11


def test_an_arrangement_is_final() -> None:
    _anise, basil = users = people(2)
    game = start_game(users, Variant(players=2, colours="arranged"))
    post(basil, game, "arrange", rug=[1, 2] * 12)
    before = kept(game)
    assert post(basil, game, "arrange", rug=[1, 2] * 12).status_code == 200  # sent twice
    changed = post(basil, game, "arrange", rug=[2, 1] * 12)
    assert changed.status_code == 409
    assert "final" in sentence(changed)
    assert kept(game) == before


# Leaving


def test_resigning_is_asked_first_and_then_done() -> None:
    users = people(3)
    game = play_on(start_game(users), 7)
    client = logged_in(users[0])
    assert "for good" in client.get(f"{game.get_absolute_url()}resign/").content.decode()
    assert client.post(f"{game.get_absolute_url()}resign/").status_code == 303
    assert Game.objects.get(pk=game.pk).current().seats[0].status == "resigned"
    assert "out: resigned" in page(users[1], game)
    assert client.post(f"{game.get_absolute_url()}resign/").status_code == 303  # sent twice
    assert client.get(f"{game.get_absolute_url()}resign/").status_code == 403


def test_who_does_not_play_has_nothing_to_resign() -> None:
    users = people(4)
    game = start_game(users[:3])
    for client in (logged_in(users[3]), Client()):
        assert client.get(f"{game.get_absolute_url()}resign/").status_code == 403
    assert post(users[3], game, "resign").status_code == 403


def test_a_game_is_called_off_when_all_who_are_in_agree() -> None:
    users = people(3)
    game = play_on(start_game(users), 7)
    post(users[2], game, "resign")
    assert post(users[0], game, "call-off", agree="yes").status_code == 200
    assert "would call the game off" in page(users[1], game)
    assert post(users[0], game, "call-off", agree="no").status_code == 200
    assert "would call the game off" not in page(users[1], game)
    post(users[1], game, "call-off", agree="yes")
    answer = post(users[0], game, "call-off", agree="yes")
    assert "The game was called off. It has no result." in answer.content.decode()
    assert Game.objects.get(pk=game.pk).status == Game.Status.CALLED_OFF


# Coming back


def since_last_look(html: str) -> list[str]:
    """The sentences the page lists of what happened."""
    steps = html.split('id="steps"')[1].split("</section>", maxsplit=1)[0]
    return re.findall(r"<span>([^<]+)</span>", steps)


def test_coming_back_shows_what_the_others_did_since_and_not_what_i_did() -> None:
    users = people(3)
    game = start_game(users)
    me = mover(game)
    game = play_on(game, 2)  # I turn and lay
    assert since_last_look(page(me, game)) == []
    game = play_on(game, 4)  # the two others do
    told = since_last_look(page(me, game))
    assert len(told) == 6  # each turned, rolled and laid
    assert all(not line.startswith("You") for line in told)
    game = play_on(game, 1)
    assert since_last_look(page(me, game)) == []


def test_coming_back_shows_what_led_to_a_turn_of_mine_that_i_had_said_beforehand_and_my_roll() -> None:
    game = start_game(people(2))
    opponent, me = mover(game), other(game)
    play.say_beforehand(game.code, me, {"": "S"}, timezone.now())
    game = play_on(game, 2)  # he turns and lays, and at once I turn and roll
    assert (mover(game), game.current().phase) == (me, Phase.LAY)
    his_turn, his_roll, his_laying, my_turn, my_roll = since_last_look(page(me, game))
    assert all(line.startswith(opponent.name) for line in (his_turn, his_roll, his_laying))
    assert my_turn == "You let Assam go straight on."
    assert my_roll.startswith("You rolled")


def test_what_i_said_i_have_seen_is_not_shown_again() -> None:
    users = people(3)
    game = start_game(users)
    me = mover(game)
    game = play_on(game, 4)
    assert since_last_look(page(me, game))
    assert post(me, game, "seen", ply=game.ply).status_code == 204
    assert since_last_look(page(me, game)) == []
    assert post(me, game, "seen", htmx=False, ply=0).status_code == 303
    assert since_last_look(page(me, game)) == []  # an older word takes nothing back


@pytest.mark.parametrize("ply", ["999999999", "", "x", "-3", "1" * 30])
def test_nobody_can_claim_to_have_seen_what_has_not_been_played(ply: str) -> None:
    users = people(3)
    game = play_on(start_game(users), 4)
    post(users[0], game, "seen", ply=ply)
    assert Seat.objects.get(game=game, user=users[0]).seen_ply <= game.ply


def test_a_board_asked_for_since_a_ply_tells_the_steps_since_then() -> None:
    game = play_on(start_game(people(3)), 6)
    everything = since_last_look(page(None, game, "board/?since=0"))
    last = since_last_look(page(None, game, f"board/?since={game.ply - 1}"))
    assert len(everything) == 9
    assert everything[-len(last) :] == last
    assert since_last_look(page(None, game, f"board/?since={game.ply}")) == []


def test_after_my_move_the_way_to_the_next_game_that_waits_is_shown() -> None:
    users = people(3)
    game = start_game(users)
    me = mover(game)
    while mover(waiting := start_game(users)) != me:
        pass
    game = play_on(game, 1)
    last = game.current().legal_actions()[0]
    assert isinstance(last, Lay)
    answer = post(me, game, "act", ply=game.ply, action=f"{last.first} {last.second}").content.decode()
    assert 'id="next"' in answer
    assert waiting.code not in answer
    play_on(waiting, 2)
    assert ('id="next"' in page(me, game)) is Seat.objects.filter(user=me, to_move=True).exclude(game=game).exists()


# The cost


def test_a_page_and_a_move_cost_the_same_however_much_has_been_played() -> None:
    users = people(3)
    long = until(Phase.TURN, play_on(start_game(users), 60))
    short = start_game(users)
    clients = {user: logged_in(user) for user in users}

    def cost(game: Game) -> dict[str, int]:
        client = clients[mover(game)]
        address = game.get_absolute_url()
        client.get(address)  # this process has shown the game before
        return {
            "page": queries(lambda: client.get(address)),
            "board": queries(lambda: client.get(f"{address}board/")),
            "spectator": queries(lambda: Client().get(address)),
            "move": queries(lambda: client.post(f"{address}act/", {"ply": game.ply, "action": "L"}, headers=HTMX)),
        }

    few = cost(short)
    assert cost(long) == few
    for _ in range(20):
        play_on(start_game(users), 5)
    assert cost(start_game(users)) == few
    assert few["page"] <= 10
    assert few["board"] <= 6
    assert few["move"] <= 14
