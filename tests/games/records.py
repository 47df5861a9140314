"""What becomes of a game that is taken away as a record and brought back."""

from django.utils import timezone

from accounts.models import User
from games import saved_records
from games.courses import course_of_game, course_of_record
from games.downloads import json_of
from games.history import History
from games.models import Game


def moments(history: History) -> list[tuple[int | None, object, str]]:
    """Everything that happened: the decision, what was done, and the position after it."""
    return [(step.ply, step.action, step.after.to_text()) for step in history.steps]


def check_record(game: Game, reader: User | None = None) -> None:
    """The record of an ended game is brought back as it was taken away, and tells the same game."""
    played = course_of_game(game.code, reader)
    text = played.record.dump()
    saved = saved_records.save(game.creator, saved_records.checked(text), timezone.now())
    brought = course_of_record(saved.code, None)
    assert brought.record.dump() == text
    assert moments(brought.history) == moments(played.history)
    assert brought.proof == played.proof
    assert _without_moments(json_of(brought)) == _without_moments(json_of(played))


def _without_moments(answer: dict[str, object]) -> dict[str, object]:
    """JSON of a game without what a record does not tell: when the decisions were made."""
    moves = answer["moves"]
    assert isinstance(moves, list)
    return {**answer, "moves": [{**move, "at": None} for move in moves]}
