"""What happened in a game and what is due, in words, made when they are shown and in the reader's language."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.history import Step
from games.rules import NAMES, Arrange, CallOff, Draw, Heading, Lay, Leave, Phase, Position, Roll, Status, Toll, Turn

COLOURS = {1: gettext_lazy("red"), 2: gettext_lazy("blue"), 3: gettext_lazy("yellow"), 4: gettext_lazy("green")}
RUGS = {
    1: gettext_lazy("a red rug"),
    2: gettext_lazy("a blue rug"),
    3: gettext_lazy("a yellow rug"),
    4: gettext_lazy("a green rug"),
}
WAYS = {
    Heading.N: gettext_lazy("north"),
    Heading.E: gettext_lazy("east"),
    Heading.S: gettext_lazy("south"),
    Heading.W: gettext_lazy("west"),
}
OUT = {
    Status.ELIMINATED: gettext_lazy("out: could not pay"),
    Status.RESIGNED: gettext_lazy("out: resigned"),
    Status.TIME: gettext_lazy("out: ran out of time"),
}


def dirhams(number: int) -> str:
    """An amount of money, as in "4 dirhams"."""
    return ngettext("%(number)d dirham", "%(number)d dirhams", number) % {"number": number}


def toll_of(step: Step) -> Toll | None:
    """What the mover owed for the walk of this step; None if nothing, or if nobody walked."""
    return step.before.toll(step.action.face) if isinstance(step.action, Roll) else None


def actor_of(step: Step) -> int | None:
    """Whose doing a step is, as a seat; nobody's if the game is called off."""
    match step.action:
        case Arrange(seat=seat) | Leave(seat=seat):
            return seat
        case CallOff():
            return None
        case _:
            return step.before.mover


def rug_of(position: Position) -> Promise:
    """The rug that is laid in this position, as in "a red rug"."""
    colour = position.next_colour(position.mover)
    assert colour is not None  # who lays has a rug ready
    return RUGS[colour]


@dataclass(frozen=True, slots=True)
class Telling:
    """Tells one reader, who may sit at a seat, of a game between players of these names, in seat order."""

    names: Sequence[str]
    reader: int | None = None

    def sentence(self, step: Step) -> str:  # noqa: PLR0911 - one kind of action each
        """One step as a whole sentence; empty for a rug turned up, which the seats show."""
        seat = actor_of(step)
        match step.action:
            case Turn(side=side):
                return self._of(seat, *_TURNED[side])
            case Roll(face=face):
                return self._rolled(
                    step,
                    face,
                    _("You rolled %(face)d. Assam walked to %(square)s."),
                    _("%(name)s rolled %(face)d. Assam walked to %(square)s."),
                )
            case Lay():
                return self._of(
                    seat,
                    _("You laid %(rug)s on %(squares)s."),
                    _("%(name)s laid %(rug)s on %(squares)s."),
                    rug=rug_of(step.before),
                    squares=" ".join(step.before.beside_first(step.action)),
                )
            case Arrange(seat=arranger) if 1 - arranger == self.reader:
                return _("%(name)s arranged your rugs.") % {"name": self.names[arranger]}
            case Arrange(seat=arranger):
                return self._of(
                    seat,
                    _("You arranged the rugs of %(owner)s."),
                    _("%(name)s arranged the rugs of %(owner)s."),
                    owner=self.names[1 - arranger],
                )
            case Leave(why="resigned"):
                return self._of(seat, _("You resigned."), _("%(name)s resigned."))
            case Leave():
                sentence = self._of(seat, _("You ran out of time."), _("%(name)s ran out of time."))
                return f"{sentence} {_('The game is called off.')}" if step.after.called_off else sentence
            case CallOff():
                return _("All agreed, and the game is called off.")
            case _:
                return ""

    def clauses(self, step: Step) -> list[str]:  # noqa: PLR0911 - one kind of action each
        """One step as short clauses about the player whose doing it was, to be strung together in the log."""
        match step.action:
            case Turn(side=side):
                return [str(_TURNS[side])]
            case Roll(face=face):
                return [_("rolls %(face)d") % {"face": face}, *self._pays(toll_of(step))]
            case Lay():
                squares = " ".join(step.before.beside_first(step.action))
                return [_("lays %(rug)s on %(squares)s") % {"rug": rug_of(step.before), "squares": squares}]
            case Arrange(seat=seat):
                return [_("arranges the rugs of %(owner)s") % {"owner": self.names[1 - seat]}]
            case Leave(why="resigned"):
                return [_("resigns")]
            case Leave():
                called_off = [_("the game is called off")] if step.after.called_off else []
                return [_("runs out of time"), *called_off]
            case CallOff():
                return [_("The game is called off by agreement")]
            case _:
                return []

    def arrival(self, walk: Step) -> str:
        """What the mover rolled, where Assam stands since, and what that has cost; `walk` is the step of the roll."""
        assert isinstance(walk.action, Roll)
        rolled = self._rolled(walk, walk.action.face, _("You rolled %(face)d."), _("%(name)s rolled %(face)d."))
        return f"{rolled} {self._ground(walk.after)}"

    def due(self, position: Position) -> str:
        """Who is to do what now, in a sentence; empty when the game is over."""
        match position.phase:
            case Phase.ARRANGE:
                return self._arranging(position.movers)
            case Phase.TURN if position.variant.turning == "after":
                return self._of(
                    position.mover,
                    _("Turn Assam for the next player."),
                    _("%(name)s turns Assam for the next player."),
                )
            case Phase.TURN:
                return self._of(
                    position.mover, _("It is your turn. Which way shall Assam go?"), _("It is the turn of %(name)s.")
                )
            case Phase.LAY:
                return self._of(
                    position.mover,
                    _("Lay %(rug)s beside him."),
                    _("%(name)s lays %(rug)s next."),
                    rug=rug_of(position),
                )
            case _:
                return ""

    def begins(self, seat: int) -> str:
        """Who the first player is."""
        return self._of(seat, _("You begin."), _("%(name)s begins."))

    def leads(self, seat: int) -> str:
        """Who has got ahead of all others."""
        return self._of(seat, _("You take the lead."), _("%(name)s takes the lead."))

    def chance(self, action: Roll | Draw, mover: int) -> str:
        """What the dice say: a roll of the mover, or a rug that its owner turns up."""
        match action:
            case Roll(face=face):
                return self._of(mover, _("You roll %(face)d."), _("%(name)s rolls %(face)d."), face=face)
            case Draw(seat=seat, colour=colour):
                return self._of(seat, _("You turn up %(rug)s."), _("%(name)s turns up %(rug)s."), rug=RUGS[colour])

    def _arranging(self, movers: Sequence[int]) -> str:
        """Who has yet to put the rugs of the other in order."""
        if self.reader is not None and self.reader in movers:
            return _("Put the rugs of %(owner)s in order.") % {"owner": self.names[1 - self.reader]}
        if len(movers) > 1:
            return _("Each player puts the rugs of the other in order.")
        words = {"name": self.names[movers[0]], "owner": self.names[1 - movers[0]]}
        if self.reader == 1 - movers[0]:
            return _("%(name)s has yet to put your rugs in order.") % words
        return _("%(name)s has yet to put the rugs of %(owner)s in order.") % words

    def result(self, position: Position) -> str:
        """How the game ended, in a sentence; empty while it goes on."""
        outcome = position.outcome
        if outcome is None:
            return ""
        if outcome.ranks is None:
            return _("The game was called off. It has no result.")
        best = [seat for seat, rank in enumerate(outcome.ranks) if rank == 1]
        points = outcome.points[best[0]]
        if len(best) > 1:
            sentence = ngettext(
                "%(names)s share the first place with %(points)d point.",
                "%(names)s share the first place with %(points)d points.",
                points,
            )
            return sentence % {"names": get_text_list([self.names[seat] for seat in best], _("and")), "points": points}
        return self._of(
            best[0],
            ngettext("You won with %(points)d point.", "You won with %(points)d points.", points),
            ngettext("%(name)s won with %(points)d point.", "%(name)s won with %(points)d points.", points),
            points=points,
        )

    def _rolled(self, step: Step, face: int, to_reader: str, to_others: str) -> str:
        """The sentence of a roll: one of those given if it costs nothing."""
        mover = step.before.mover
        toll = toll_of(step)
        if toll is None:
            square = NAMES[step.before.walk(face).end.square]
            return self._of(mover, to_reader, to_others, face=face, square=square)
        words = {"face": face, "owner": self._whom(toll.owner), "due": dirhams(toll.due)}
        if toll.eliminated:
            return self._of(
                mover,
                _("You rolled %(face)d and owed %(owner)s %(due)s. You paid the %(paid)d you had and are out."),
                _("%(name)s rolled %(face)d and owed %(owner)s %(due)s, paid the %(paid)d that were left and is out."),
                paid=toll.paid,
                **words,
            )
        return self._of(
            mover,
            _("You rolled %(face)d and paid %(owner)s %(due)s."),
            _("%(name)s rolled %(face)d and paid %(owner)s %(due)s."),
            **words,
        )

    def _ground(self, position: Position) -> str:
        """What Assam stands on, and whose rug that is."""
        square = NAMES[position.assam.square]
        colour = position.rugs.colour_at(position.assam.square)
        if not colour:
            return _("Assam stands on %(square)s, a bare square.") % {"square": square}
        owner = position.variant.owner(colour)
        words = {"square": square, "rug": RUGS[colour], "owner": self.names[owner]}
        if owner == self.reader:
            return _("Assam stands on %(square)s, on %(rug)s of yours.") % words
        return _("Assam stands on %(square)s, on %(rug)s of %(owner)s.") % words

    def _pays(self, toll: Toll | None) -> list[str]:
        if toll is None:
            return []
        words = {"owner": self.names[toll.owner], "paid": dirhams(toll.paid), "due": dirhams(toll.due)}
        if toll.eliminated:
            return [_("owes %(owner)s %(due)s, pays %(paid)s and is out") % words]
        return [_("pays %(owner)s %(paid)s") % words]

    def _whom(self, seat: int) -> str:
        """A player as the object of a sentence."""
        return pgettext("as the object of a sentence", "you") if seat == self.reader else self.names[seat]

    def _of(self, seat: int | None, to_reader: str | Promise, to_others: str | Promise, **words: object) -> str:
        """The sentence about the player in this seat: one for himself, one with his name for the others."""
        if seat is not None and seat == self.reader:
            return str(to_reader) % words
        return str(to_others) % {**words, "name": "" if seat is None else self.names[seat]}


_TURNED = {
    "L": (gettext_lazy("You turned Assam left."), gettext_lazy("%(name)s turned Assam left.")),
    "S": (gettext_lazy("You let Assam go straight on."), gettext_lazy("%(name)s let Assam go straight on.")),
    "R": (gettext_lazy("You turned Assam right."), gettext_lazy("%(name)s turned Assam right.")),
}
_TURNS = {
    "L": gettext_lazy("turns left"),
    "S": gettext_lazy("goes straight on"),
    "R": gettext_lazy("turns right"),
}
