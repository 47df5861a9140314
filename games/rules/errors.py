"""What every refusal of the rules has in common: a stable code and an English sentence."""

from __future__ import annotations

from enum import StrEnum
from typing import Self


class Code(StrEnum):
    """A stable machine word for one reason to refuse, with its English ``sentence``.

    Each kind of refusal has its own subclass. The word never changes once published;
    whoever speaks another language translates the word, not the sentence.
    """

    sentence: str

    # The sentence has a default only so that a member can be looked up by its word: ActionCode("over").
    def __new__(cls, word: str, sentence: str = "") -> Self:
        member = str.__new__(cls, word)
        member._value_ = word
        member.sentence = sentence
        return member


class RulesError(ValueError):
    """A refusal: ``code`` says which, ``detail`` where; ``str()`` is a sentence."""

    def __init__(self, code: Code, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.code.sentence} ({self.detail})" if self.detail else self.code.sentence
