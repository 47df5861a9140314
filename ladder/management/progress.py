"""How far a long command has come, as a bar where somebody looks at it."""

from django.core.management.base import OutputWrapper

from ladder.rebuilding import Progress

WIDTH = 40


class Bar:
    """A line that is drawn anew as work goes on. In a file or a pipe only its end is written."""

    def __init__(self, out: OutputWrapper, name: str) -> None:
        self.out = out
        self.name = name
        self.last = ""

    def show(self, progress: Progress) -> None:
        """Show that it has come so far."""
        full = WIDTH * progress.done // progress.games if progress.games else WIDTH
        self.last = f"{self.name} [{'#' * full}{'.' * (WIDTH - full)}] {progress.done:,} of {progress.games:,} games"
        if self.out.isatty():
            self.out.write("\r" + self.last, ending="")
            self.out.flush()

    def end(self) -> None:
        """Leave the line as it is."""
        self.out.write(("\r" if self.out.isatty() else "") + self.last)
