"""Why the site will not do something, in words for the person who asked."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules import ActionCode


class Refusal(Exception):
    """Nothing was changed. `message` says why and what to do; `status` is the HTTP status to answer with."""

    status = 400

    def __init__(self, message: str | Promise) -> None:
        super().__init__(message)
        self.message = message


class NotAllowed(Refusal):
    """This person may not do this here."""

    status = 403


class TooLarge(Refusal):
    """What was sent is larger than it can be."""

    status = 413


class TooOften(Refusal):
    """This was asked for more often than the site's limits allow."""

    status = 429


class Outdated(Refusal):
    """The request was made looking at something that has changed since."""

    status = 409


class TooLate(Outdated):
    """The time for it was up when the request came in."""


# One sentence for each reason of the rules to refuse an action, as the player who tried it should read it.
ILLEGAL = {
    ActionCode.NOT_AN_ACTION: _("The game knows no such move. Choose again on the board below."),
    ActionCode.OVER: _("This game is over."),
    ActionCode.WRONG_PHASE: _("That is not what is due now. Look at the board below: it says what is."),
    ActionCode.NOT_YOUR_TURN: _("It is not your turn."),
    ActionCode.NO_SUCH_SEAT: _("There is no such seat at this table."),
    ActionCode.NO_SUCH_TURN: _("Assam can go straight on or turn left or right, never back. Choose one of the three."),
    ActionCode.NO_SUCH_FACE: _("The die has no such face."),
    ActionCode.NO_SUCH_COLOUR: _("There is no such colour. Choose one of the two that are offered."),
    ActionCode.NOT_IN_PILE: _("No rug of that colour is left in the pile."),
    ActionCode.NO_SUCH_SQUARE: _("There is no such square. Squares are called a1 to g7."),
    ActionCode.NOT_A_RUG: _("A rug lies on two squares that share a side. Choose other squares."),
    ActionCode.UNDER_ASSAM: _("A rug cannot lie under Assam. Choose other squares."),
    ActionCode.NOT_BESIDE_ASSAM: _("One half of the rug has to lie beside Assam. Choose other squares."),
    ActionCode.COVERS_WHOLE_RUG: _("A rug may not cover both halves of one and the same rug. Choose other squares."),
    ActionCode.BAD_PILE: _("That is not an order of all 24 rugs: twelve of either colour. Count them and try again."),
    ActionCode.ALREADY_ARRANGED: _("You have arranged the rugs already, and an arrangement is final."),
    ActionCode.NO_SUCH_REASON: _("A player leaves by resigning or by running out of time."),
    ActionCode.ALREADY_OUT: _("You are out of this game already."),
}


def illegal(code: str) -> Refusal:
    """The refusal for an `IllegalAction` with this code: one of `ActionCode`."""
    return Refusal(ILLEGAL[ActionCode(code)])
