"""Records that users bring: checked, kept at an address of their own, and deleted again.

What is refused raises `games.refusals.Refusal` with the true reason and changes nothing.
"""

import codecs
from datetime import datetime

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.locking import lock_user
from games.models import SavedRecord
from games.refusals import NotAllowed, Refusal
from games.rules import ActionCode, IllegalAction, IllegalRecord, IllegalVariant, Record, RecordCode, VariantCode

MOST_RECORDS = 200

# Byte order marks of encodings that are not UTF-8. That of UTF-32 begins like that of UTF-16 and so comes first.
_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}

_REASONS: dict[RecordCode, Promise] = {
    RecordCode.TOO_LONG: gettext_lazy("It is longer than the record of any game."),
    RecordCode.SYNTAX: gettext_lazy("“%(detail)s” is not how a record is written."),
    RecordCode.TAG: gettext_lazy(
        "A tag is missing, stands there twice, or does not hold what it should: %(detail)s. "
        'Tags look like [Player1 "anise"].'
    ),
    RecordCode.TAGS: gettext_lazy("There are too many tags that mean nothing here. Leave some of them out."),
    RecordCode.VALUE: gettext_lazy(
        "What the tag %(detail)s holds is too long, or has signs in it that cannot be printed."
    ),
    RecordCode.TURN_NUMBER: gettext_lazy("The record says “%(detail)s” there: turns are numbered as they were played."),
    RecordCode.COLOUR: gettext_lazy(
        "With two players a laying names the colour of its rug, as in d5e5/2, and it has to be the one that comes next."
    ),
    RecordCode.OUT: gettext_lazy("It has to say “out” where the mover cannot pay, and nowhere else."),
    RecordCode.OPEN: gettext_lazy("The tag Open, or a laying, tells of a rug that never came up."),
    RecordCode.RESULT: gettext_lazy(
        "The tags Result and Points are not what the game came to. Perhaps the record is not complete."
    ),
    RecordCode.DICE: gettext_lazy("The dice do not fall so: seed and contributions say something else."),
    RecordCode.COMMITMENT: gettext_lazy("The seed is not the one that was committed to: its SHA-256 is another."),
}

# Why something cannot be played, for who reads a record and not for who plays.
_ILLEGAL: dict[ActionCode, Promise] = {
    ActionCode.NOT_AN_ACTION: gettext_lazy("There is no such move."),
    ActionCode.OVER: gettext_lazy("The game is over before that."),
    ActionCode.WRONG_PHASE: gettext_lazy("Something else is due there: a turn goes turning, roll, laying."),
    ActionCode.NOT_YOUR_TURN: gettext_lazy("Another player is due."),
    ActionCode.NO_SUCH_SEAT: gettext_lazy("There is no such player in this game."),
    ActionCode.NO_SUCH_TURN: gettext_lazy("Assam is turned L or R, or left as he is (S)."),
    ActionCode.NO_SUCH_FACE: gettext_lazy("The die has no such face."),
    ActionCode.NO_SUCH_COLOUR: gettext_lazy("There is no such colour."),
    ActionCode.NOT_IN_PILE: gettext_lazy("No rug of that colour can come up there."),
    ActionCode.NO_SUCH_SQUARE: gettext_lazy("There is no such square."),
    ActionCode.NOT_A_RUG: gettext_lazy("A rug lies on two squares that share a side."),
    ActionCode.UNDER_ASSAM: gettext_lazy("A rug cannot lie under Assam."),
    ActionCode.NOT_BESIDE_ASSAM: gettext_lazy("One half of the rug has to lie beside Assam."),
    ActionCode.COVERS_WHOLE_RUG: gettext_lazy("A rug may not cover both halves of one and the same rug."),
    ActionCode.BAD_PILE: gettext_lazy("A pile lists 24 rugs, twelve of either colour of its owner."),
    ActionCode.ALREADY_ARRANGED: gettext_lazy("A pile is arranged once."),
    ActionCode.NO_SUCH_REASON: gettext_lazy("A player leaves by “resigns” or “time”."),
    ActionCode.ALREADY_OUT: gettext_lazy("This player is out already."),
}

# Why the tag Variant, as in 3-before-shuffled-30, makes no game.
_NO_VARIANT: dict[VariantCode, Promise] = {
    VariantCode.PLAYERS: gettext_lazy("The tag Variant: two, three or four can play."),
    VariantCode.TURNING: gettext_lazy("The tag Variant: Assam is turned “before” or “after” the rest of the turn."),
    VariantCode.COLOURS: gettext_lazy("The tag Variant: colours come “shuffled”, “arranged” or “swapped”."),
    VariantCode.COLOURS_NEED_TWO: gettext_lazy(
        "The tag Variant: colours come “shuffled” where more than two play; only two players can choose."
    ),
    VariantCode.DIRHAMS: gettext_lazy("The tag Variant: everybody starts with 1 to 99 dirhams."),
    VariantCode.OWN_COVER: gettext_lazy("The tag Variant ends in “-own” where players may cover their own rugs."),
    VariantCode.TEXT: gettext_lazy(
        'The tag Variant is not how the options of a game are written. It looks like [Variant "3-before-shuffled-30"].'
    ),
}


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, with or without a byte order mark."""
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            raise Refusal(
                _("This file is written in %(encoding)s. Save it as UTF-8 and bring it again.") % {"encoding": encoding}
            )
    try:
        return data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise Refusal(
            _("This file is no text in UTF-8: byte %(number)d does not belong there. Save it as UTF-8 text.")
            % {"number": error.start + 1}
        ) from error


def checked(text: str) -> Record:
    """The record that a text tells."""
    text = text.removeprefix("\ufeff")
    if sum(line.strip().startswith("[Variant ") for line in text.split("\n")) > 1:
        raise Refusal(_("This text holds several records. Bring one at a time."))
    try:
        return Record.parse(text)
    except IllegalRecord as error:
        raise Refusal(_reason(error)) from error


def _reason(error: IllegalRecord) -> str:
    """What is wrong with a record, with the number of the turn where it is wrong in one."""
    cause = error.__cause__
    if isinstance(cause, IllegalAction):
        sentence = str(_ILLEGAL[ActionCode(cause.code)])
    elif isinstance(cause, IllegalVariant):
        sentence = str(_NO_VARIANT[VariantCode(cause.code)])
    elif error.code is RecordCode.SYNTAX and error.turn is None:
        sentence = _('One of the first lines is no tag. Tags look like [Player1 "anise"], one a line.')
    else:
        sentence = str(_REASONS[RecordCode(error.code)]) % {"detail": error.detail}
    return sentence if error.turn is None else _("Turn %(number)d: %(what)s") % {"number": error.turn, "what": sentence}


def save(user: User, record: Record, at: datetime) -> SavedRecord:
    """Keep a record for this user. The same one again is no error, and is kept once."""
    text = record.dump()
    with transaction.atomic():
        lock_user(user)
        kept = SavedRecord.objects.filter(owner=user)
        same = kept.filter(text=text).first()
        if same is not None:
            return same
        if kept.count() >= MOST_RECORDS:
            raise Refusal(
                _("You keep %(most)d records, and more are not allowed. Delete one first.") % {"most": MOST_RECORDS}
            )
        return SavedRecord.objects.create(owner=user, text=text, saved_at=at)


def delete(saved: SavedRecord, user: User) -> None:
    """Delete a record; only who brought it may."""
    if saved.owner_id != user.pk:
        raise NotAllowed(_("Only who saved this record can delete it."))
    saved.delete()
