"""Which intervals of a long Run are merged, and when: the rule, without the store
(decision 0027-long-runs).

The newest intervals stay as they were sealed, and so do those around what happened. Older ones are
merged into steps of 10 s, then of a minute, then of ten minutes, the older the longer. Steps begin
at multiples of their length since the start of Measure, so that every longer one, and every hour,
is made of whole shorter ones.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FINE = 3600
"""The newest intervals that stay as they were sealed: an hour of those of one second."""
BATCH = 600
"""More than so many over that are merged together: one transaction, one write to the disk."""
STEPS = ((0.0, 10.0), (3 * 3600.0, 60.0), (12 * 3600.0, 600.0))
"""Seconds after which intervals are merged, and how long what they are merged into is."""
HELD = 1800
"""Intervals that stay as they were sealed around what happened, at most: the weightiest."""
_S = 1_000_000_000


class Piece(NamedTuple):
    """A row of a Run: the number it is kept under, where it lies, whether it was merged."""

    number: int
    start_ns: int
    stop_ns: int
    merged: bool


class Span(NamedTuple):
    """A stretch of a Run around what happened, with what it weighs beside others."""

    start_ns: int
    stop_ns: int
    weight: float


class Coarsening:
    """The rows of one Run under way, as far as they are of Measure, and what is held."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self._held: list[Span] = []
        self._sealed = 0
        """How many of them are as they were sealed and not held."""

    def add(self, piece: Piece) -> None:
        """The next interval of Measure."""
        self.pieces.append(piece)
        self._sealed += 1

    def hold(self, span: Span) -> None:
        """Something happened there: what lies in it is to stay as it was sealed."""
        self._held.append(span)

    def due(self) -> bool:
        """Whether enough has come together to be merged."""
        return self._sealed >= FINE + BATCH

    def groups(self) -> Iterator[list[Piece]]:
        """What is to be merged now, each group into one row."""
        if len(self.pieces) <= FINE:
            return
        held = self._pick_spans()
        # The newest intervals stay as they were sealed.
        edge_ns = self.pieces[-FINE].start_ns
        newest_ns = self.pieces[-1].stop_ns
        steps = [
            # The whole step has to be old enough: else a part of it would be merged alone.
            (int(long_s * _S), min(edge_ns, newest_ns - old_s * _S))
            for old_s, long_s in reversed(STEPS)
        ]
        group: list[Piece] = []
        cell = None
        for piece in self.pieces:
            if piece.start_ns >= edge_ns:
                # And so are all that follow.
                break
            mine = None if held.covers(piece) else _cell(piece, steps)
            if mine is None or mine != cell:
                if len(group) > 1:
                    yield group
                group = []
            cell = mine
            if mine is not None:
                group.append(piece)
        if len(group) > 1:
            yield group

    def apply_merge(self, groups: Sequence[Sequence[Piece]]) -> None:
        """These were merged, each into one row under the number of its first."""
        gone = {piece.number for group in groups for piece in group[1:]}
        first = {group[0].number: group[-1].stop_ns for group in groups}
        self.pieces = [
            (
                Piece(piece.number, piece.start_ns, first[piece.number], merged=True)
                if piece.number in first
                else piece
            )
            for piece in self.pieces
            if piece.number not in gone
        ]
        held = self._pick_spans()
        self._sealed = sum(not (piece.merged or held.covers(piece)) for piece in self.pieces)

    def _pick_spans(self) -> _SpanSet:
        """The weightiest of what is held, as far as there is room; of equals the newest."""
        if not self.pieces:
            return _SpanSet([])
        starts = [piece.start_ns for piece in self.pieces]
        kept: list[Span] = []
        room = HELD
        for span in sorted(self._held, key=lambda one: (-one.weight, -one.start_ns)):
            first, last = bisect_left(starts, span.start_ns), bisect_right(starts, span.stop_ns)
            many = last - first
            if many <= room:
                kept.append(span)
                room -= many
        self._held = [span for span in self._held if span in kept]
        return _SpanSet(kept)


class _SpanSet:
    """Stretches, to be asked for one place after the other."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self._spans: list[tuple[int, int]] = []
        for span in sorted(spans):
            if self._spans and span.start_ns <= self._spans[-1][1]:
                last = self._spans[-1]
                self._spans[-1] = (last[0], max(last[1], span.stop_ns))
            else:
                self._spans.append((span.start_ns, span.stop_ns))
        self._starts = [start for start, _ in self._spans]

    def covers(self, piece: Piece) -> bool:
        if piece.merged or not self._starts:
            return False
        at = bisect_right(self._starts, piece.start_ns) - 1
        return at >= 0 and piece.start_ns <= self._spans[at][1]


def _cell(piece: Piece, steps: Sequence[tuple[int, float]]) -> tuple[int, int] | None:
    """The step that a piece belongs to by its age: its length and its number; none where it
    stays. `steps`: the length of each, and by when it has to end."""
    _, start_ns, stop_ns, _ = piece
    for long_ns, latest_ns in steps:
        number = start_ns // long_ns
        if (number + 1) * long_ns <= latest_ns and stop_ns - start_ns < long_ns:
            return long_ns, number
    return None
