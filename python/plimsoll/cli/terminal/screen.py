"""What people see: documents and tables on stdout, progress on stderr. Nothing else prints.

Whatever the words of others in it, what is printed steers no terminal (`printable`). Data that
cannot be written is an error; progress is for people who watch, and a reader who has left, or does
not read, holds nothing up and ends nothing.

On a terminal progress is one line that is redrawn (Rich, which also heeds NO_COLOR), with one for
each worker below it while a Run goes on (`_workers`); elsewhere it is a plain line when something
new begins. Rich is imported only once something is drawn, never for a refusal.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TextIO, cast

from plimsoll import live
from plimsoll.base import cells
from plimsoll.base.printable import json_text, printable, printable_columns, printable_lines
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import streams

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID
    from rich.text import Text

    from plimsoll.base.sentence import Words
    from plimsoll.cli.terminal.table import Bars
    from plimsoll.cli.terminal.workers import Lines
    from plimsoll.native.model import Name
    from plimsoll.report.describe import Facts, Table
    from plimsoll.report.evidence.search_progress import SearchProgress, SearchReader
    from plimsoll.store import Store

BAR = 16
"""Columns of the bar of progress: what is done stands beside it on a terminal of 80."""
ABOVE = 4
"""Lines that those of the workers leave to others."""
LEAST = 20
"""Columns that a line of words gets at least, however narrow a terminal is."""
UNBOUNDED = 100_000
"""Columns that no table of ours has."""


def document(content: Mapping[str, object] | Sequence[object]) -> None:
    """One JSON document on stdout. Text stays as it is (µ, −), order is that of the document."""
    print(json_text(content, indent=2, ascii_only=not streams.takes_all(sys.stdout)), flush=True)


def answer(content: Mapping[str, object], texts: Iterable[str], *, as_json: bool) -> None:
    """What a command answers: its document, or the lines that say the same."""
    if as_json:
        document(content)
    else:
        lines(texts)


def document_line(content: Mapping[str, object], *, may_pass: bool = False) -> None:
    """One JSON document in one line on stdout, of a stream of them. One that may pass is lost where
    nobody reads."""
    text = json_text(content, ascii_only=not streams.takes_all(sys.stdout))
    if not may_pass or streams.takes(sys.stdout, text):
        print(text, flush=True)


class _Last:
    """The output that a table was the last to be written to. It ends with an empty line."""

    table: TextIO | None = None


def lines(texts: Iterable[str]) -> None:
    """Lines on stdout, broken between words where a terminal ends, verdicts in their colours there;
    in a pipe each is one line. An empty first line is left out after a table."""
    texts = list(texts)
    if texts:
        texts = texts[1:] if not texts[0] and _Last.table is sys.stdout else texts
        _Last.table = None
    if not redraws(sys.stdout):
        for text in texts:
            print(printable(text))
    else:
        from rich.console import Console

        from plimsoll.cli.terminal import verdict_colours

        out = Console(highlight=False, markup=False, emoji=False, force_terminal=True)
        for text in texts:
            for line in wrap(text, out.width):
                out.print(verdict_colours.line(line), soft_wrap=True)
    sys.stdout.flush()


def wrap(text: str, width: int) -> list[str]:
    """A line as a terminal of so many columns shows it: broken between words, never within one,
    what follows of an indented line a little further in. One that fits stays as it is."""
    text = printable(text)
    if cells.width(text) <= max(LEAST, width):
        return [text]
    from plimsoll.cli.terminal.table import GLUE, glue

    indent = " " * min(len(text) - len(text.lstrip()), width // 2)
    said = cells.wrap(
        glue(text.strip()),
        max(LEAST, width),
        first=indent,
        then=f"{indent}  " if indent else "",
    )
    return [line.replace(GLUE, " ") for line in said]


def curve(store: Store, campaign_id: int) -> None:
    """The curve of a search on stdout, where that is a terminal."""
    if not redraws(sys.stdout) or not streams.takes_all(sys.stdout):
        return
    from rich.console import Console

    from plimsoll.cli.terminal import search_chart
    from plimsoll.report.evidence.search_progress import SearchReader

    row = store.campaign(campaign_id)
    known = None if row is None else SearchReader(store).look(row)
    out = Console(highlight=False, markup=False, emoji=False, force_terminal=True)
    drawn = search_chart.lines(known, out.width - 1, search_chart.MOST_HEIGHT, ended=True)
    for text in search_chart.coloured_lines(["", *drawn] if drawn else []):
        out.print(text)


_BADGES = {
    "met": "bold green",
    "missed": "bold red",
    "mixed": "bold yellow",
    "estimated": "bold yellow",
    "bounded": "bold cyan",
}
"""Colours of a badge, whose sign and words say the same. Without one: bold."""


def badge(text: str, standing: str, shown: Sequence[str]) -> None:
    """How an answer stands, in colour on a terminal that has it (Rich heeds NO_COLOR), and what it
    is of. `shown`: the lines of it, of which the first begins with `text`."""
    if not redraws(sys.stdout):
        lines(shown)
        return
    from rich.console import Console
    from rich.text import Text

    out = Console(highlight=False, markup=False, emoji=False, force_terminal=True)
    said = Text("\n".join(map(printable, shown)))
    said.stylize(_BADGES.get(standing, "bold"), 0, len(printable(text)))
    out.print(said, soft_wrap=True)


def is_terminal() -> bool:
    """Whether what is printed stands on a terminal, where its end is what is seen."""
    return redraws(sys.stdout)


def fits(head: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether a table would have a line for each row on this terminal."""
    from rich.console import Console

    from plimsoll.cli.terminal import table as table_text

    return table_text.fit(head, rows, Console().width, None) is not None


def block(text: str) -> None:
    """A text of several lines on stdout."""
    print(printable_lines(text), flush=True)


def columns(text: str) -> None:
    """A text in another program's form on stdout, as it is."""
    print(printable_columns(text), end="", flush=True)


def content(text: str) -> None:
    """What would be a file's content, on stdout: in UTF-8 as in a file, whatever a terminal's
    encoding."""
    if streams.takes_all(sys.stdout):
        block(text)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(f"{printable_lines(text)}\n".encode())
    sys.stdout.flush()


def table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    title: str | None = None,
    bars: Bars | None = None,
) -> None:
    """A table on stdout; the first column holds names, the others figures. `bars` are drawn on a
    terminal with room."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.measure import Measurement
    from rich.table import Table

    head, rows = (
        [printable(name) for name in head],
        [[printable(cell) for cell in row] for row in rows],
    )
    title = None if title is None else printable(title)
    _Last.table = sys.stdout
    # Told that it is none, Rich gives a terminal that cannot be drawn over more than 80 columns.
    drawable = redraws(sys.stdout)
    out = Console(highlight=False, markup=False, emoji=False, force_terminal=drawable)
    if drawable:
        from plimsoll.cli.terminal import table as table_text

        said = table_text.fit(head, rows, out.width, bars)
        if title:
            out.print(title, style="bold")
        out.print("" if said is None else said)
        if said is None:
            lines(table_text.blocks(head, rows, out.width))
        out.print()
        return
    drawn = Table(
        *head,
        title=title,
        title_justify="left",
        title_style="bold",
        box=SIMPLE_HEAD,
        pad_edge=False,
    )
    for column in drawn.columns[1:]:
        column.justify = "right"
    for row in rows:
        drawn.add_row(*row)
    # In a pipe as wide as it needs to be: a figure that is cut to "1,2…" is gone.
    unbounded = out.options.update(width=UNBOUNDED)
    out.width = max(Measurement.get(out, unbounded, drawn).maximum, out.width)
    out.print(drawn)


def description(sections: Iterable[Facts | Table]) -> None:
    """The facts and tables of a report, on stdout."""
    from plimsoll.report.describe import Facts
    from plimsoll.report.forms import terminal

    for section in sections:
        if isinstance(section, Facts):
            lines(terminal.lines(section))
        else:
            table([column.label for column in section.columns], section.rows)


def names(what: str, known: Sequence[Name], *, as_json: bool) -> None:
    """A list of engines or elements, as `what` says."""
    if as_json:
        document({"schema": f"plimsoll.{what}/1", what: known})
        return
    width = max(len(entry["name"]) for entry in known)
    for entry in known:
        summary = entry["summary"]
        if why_not := entry.get("why_not"):
            summary = message("not-here", summary=summary, why=why_not)
        lines([f"{entry['name']:{width}}  {summary}"])


def redraws(stream: TextIO) -> bool:
    """Whether what goes there can be drawn over: a terminal that knows how."""
    return stream.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "unknown", "")


def note(text: str) -> None:
    """A line on stderr, beside the data, broken between words on a terminal. It is lost where
    nobody reads it."""
    text = printable(text)
    if redraws(sys.stderr):
        text = "\n".join(wrap(text, shutil.get_terminal_size().columns))
    if streams.takes(sys.stderr, text):
        with streams.passing(sys.stderr):
            print(text, file=sys.stderr, flush=True)


class NoWrapStream:
    """A terminal that breaks no line of what is drawn: one that becomes narrower while a frame is
    on its way would make two of one, and the next frame, drawn over as many lines as were written,
    would leave the first of them behind. What this cannot do: help where a terminal breaks anew
    what stands on it already."""

    OFF, ON = "\x1b[?7l", "\x1b[?7h"
    """Autowrap (DECAWM of the VT100)."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Writes it; wrapping is on again after it, whatever happens to us then."""
        self._stream.write(f"{self.OFF}{text}{self.ON}")
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class Passing(NoWrapStream):
    """Such a terminal for what may be lost: when it is gone, work goes on."""

    def write(self, text: str) -> int:
        """Writes it, if it can be."""
        with streams.passing(self._stream):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        """Shows what was written, if it can be."""
        with streams.passing(self._stream):
            self._stream.flush()


class Meter:
    """Progress on stderr with the time left. Use as a context manager.

    `left_s` of `show` is what the caller expects to remain in real seconds; the bar is time spent
    over time in all.
    """

    def __init__(
        self,
        *,
        quiet: bool = False,
        clock: Callable[[], float] = time.monotonic,
        state: live.State = live.SILENT,
    ) -> None:
        self._quiet = quiet
        self._clock = clock
        self._began = clock()
        self._doing = ""
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self._redraws = redraws(sys.stderr)
        self._lines: Lines | None = None
        self._searched: SearchReader | None = None
        self._campaign = 0
        self._known: SearchProgress | None = None
        self.state = state

    def __enter__(self) -> Meter:
        self.begin()
        return self

    def begin(self) -> None:
        """Shows the bar from now on, unless it is shown already."""
        if self._redraws and not self._quiet and self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, TextColumn

            from plimsoll.cli.terminal.workers import Lines, WithWorkers

            self._lines = Lines(self._clock)
            console = Console(file=cast("TextIO", Passing(sys.stderr)), highlight=False)
            self._bar = WithWorkers(
                TextColumn("{task.description}", markup=False),
                BarColumn(bar_width=BAR),
                TextColumn("{task.fields[left]}", markup=False),
                below=lambda: self._below(console.width - 1, console.height - ABOVE),
                console=console,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._bar.start()
            self._task = self._bar.add_task("", total=1.0, left="")

    def __exit__(self, *_: object) -> None:
        self.close()

    def chart_of(self, store: Store) -> Store:
        """From now on the curve of the search that begins next in this store, which is given back,
        is drawn below the bar, where that is redrawn. Called before its first Run: what it loads
        would take processor time out of a Measure."""
        if self._bar is not None and streams.takes_all(sys.stderr):
            from plimsoll.cli.terminal import search_chart  # noqa: F401  # loaded for `_below`
            from plimsoll.report.evidence.search_progress import SearchReader

            self._searched, self._campaign = SearchReader(store), 0
        return store

    def look(self) -> None:
        """Reads what the Runs that have ended say. Called between two Runs."""
        if self._searched is None:
            return
        store = self._searched.store
        # One process begins one at a time here: the newest is ours.
        self._campaign = self._campaign or store.campaigns()[-1].id
        row = store.campaign(self._campaign)
        self._known = None if row is None else self._searched.look(row)

    def _below(self, width: int, height: int) -> list[Text]:
        """What stands below the bar: the workers, then the curve where there is room."""
        from rich.text import Text

        from plimsoll.cli.terminal import search_chart

        if self._lines is None:
            return []
        said = self._lines.now(self.state, width, height)
        chart = search_chart.lines(self._known, width, height - len(said))
        return [
            *(Text(printable(line), no_wrap=True, overflow="crop") for line in said),
            *search_chart.coloured_lines(chart),
        ]

    def close(self) -> None:
        """Takes the bar away; what is shown afterwards is plain lines."""
        if self._bar:
            self._bar.stop()
            self._bar = None

    def show(
        self, activity: Words, left_s: float | None, *, of: str = "", detail: Words = ""
    ) -> None:
        """What is being done and how long it will still take, all in all. `of`, the Point that it
        is done for, and `detail` are shown on a terminal only."""
        self.state.set_activity(activity, left_s, detail)
        doing, detail = printable(str(activity)), printable(f"{of} {detail}".strip())
        if self._quiet:
            return
        if self._bar and self._task is not None:
            spent = self._clock() - self._began
            left = "" if left_s is None else message("left", time=clock_text(left_s))
            # Cut between words, and never the time left: Rich would cut both.
            room = max(cells.width(doing), self._bar.console.width - BAR - len(left) - 2)
            self._bar.update(
                self._task,
                description=cells.shorten(f"{doing} {detail}", room),
                completed=0.0 if left_s is None else spent / max(spent + left_s, 1e-9),
                left=left,
            )
        elif doing != self._doing:
            note(
                doing
                if left_s is None
                else message("doing-left", doing=doing, left=clock_text(left_s))
            )
        self._doing = doing

    def say(
        self, text: object, *, kind: Literal["step", "event"] = "step", event: int | None = None
    ) -> None:
        """A line that stays, above the bar; of which kind, and as which event of the store, is for
        those who look on from outside (`live`)."""
        self.state.add_remark(text, kind=kind, event=event)
        self.line(str(text))

    def line(self, text: str) -> None:
        """The same for this terminal alone."""
        if self._quiet:
            return
        if self._bar:
            from plimsoll.cli.terminal import verdict_colours

            console = self._bar.console
            for line in wrap(text, console.width):
                console.print(verdict_colours.line(line), soft_wrap=True)
        else:
            note(text)


def clock_text(seconds: float) -> str:
    """Seconds as people say them: 8 s, 2 min 05 s, 3 h 10 min."""
    whole = max(0, round(seconds))
    if whole < 60:
        return message("clock-seconds", seconds=whole)
    if whole < 3600:
        return message("clock-minutes", minutes=whole // 60, seconds=f"{whole % 60:02}")
    return message("clock-hours", hours=whole // 3600, minutes=f"{whole % 3600 // 60:02}")
