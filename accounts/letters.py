"""The letters of names and codes that people may have to read out or type: none of them is taken for another."""

LETTERS = "23456789abcdefghijkmnpqrstuvwxyz"


def spelled(data: bytes, letters: str = LETTERS) -> str:
    """A letter for each byte: as hard to guess as the bytes are, since 256 is a multiple of the 32 letters."""
    return "".join(letters[byte % len(letters)] for byte in data)
