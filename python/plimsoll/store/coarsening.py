"""Which intervals of a long Run are merged, and when: the rule, without the store
(decision 0025-long-runs).

The newest intervals and those around events stay as sealed. Older ones are merged into steps of
10 s, a minute and ten minutes, the older the longer. Steps begin at multiples of their length since
the start of Measure, so that each longer step consists of whole shorter ones.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

FINE = 3600
"""Newest intervals that stay as sealed: an hour of one-second intervals."""
BATCH = 600
"""Merging waits for this many more, for one transaction instead of many."""
STEPS = ((0.0, 10.0), (3 * 3600.0, 60.0), (12 * 3600.0, 600.0))
"""Age in seconds, and the length in seconds of the steps beyond it."""
HELD = 1800
"""Upper limit of intervals around events that stay as sealed; the weightiest events win."""
_S = 1_000_000_000


class Piece(NamedTuple):
    """An interval row of a Run: its number, its span, and whether it was merged."""

    number: int
    start_ns: int
    stop_ns: int
    merged: bool


class Span(NamedTuple):
    """The span of an event in a Run, with its weight against others."""

    start_ns: int
    stop_ns: int
    weight: float


class Coarsening:
    """The intervals of Measure of one Run under way, and the spans that stay as sealed."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self._held: list[Span] = []
        self._mergeable = 0
        """Pieces that are not merged and not held."""

    def add(self, piece: Piece) -> None:
        """Adds the next interval of Measure."""
        self.pieces.append(piece)
        self._mergeable += 1

    def hold(self, span: Span) -> None:
        """Keeps the intervals of an event as sealed."""
        self._held.append(span)

    def due(self) -> bool:
        """Whether there are enough intervals to merge."""
        return self._mergeable >= FINE + BATCH

    def groups(self) -> Iterator[list[Piece]]:
        """The groups to merge now, each into one row."""
        if len(self.pieces) <= FINE:
            return
        held = self._pick_spans()
        # The newest intervals stay as they were sealed.
        edge_ns = self.pieces[-FINE].start_ns
        newest_ns = self.pieces[-1].stop_ns
        steps = [
            # The whole step has to be old enough, or a part of it would be merged alone.
            (int(long_s * _S), min(edge_ns, newest_ns - old_s * _S))
            for old_s, long_s in reversed(STEPS)
        ]
        group: list[Piece] = []
        cell = None
        for piece in self.pieces:
            if piece.start_ns >= edge_ns:
                # So do all that follow.
                break
            next_cell = None if held.covers(piece) else _cell(piece, steps)
            if next_cell is None or next_cell != cell:
                if len(group) > 1:
                    yield group
                group = []
            cell = next_cell
            if cell is not None:
                group.append(piece)
        if len(group) > 1:
            yield group

    def apply_merge(self, groups: Sequence[Sequence[Piece]]) -> None:
        """Replaces each merged group by one piece with the number of its first."""
        removed = {piece.number for group in groups for piece in group[1:]}
        first = {group[0].number: group[-1].stop_ns for group in groups}
        self.pieces = [
            (
                Piece(piece.number, piece.start_ns, first[piece.number], merged=True)
                if piece.number in first
                else piece
            )
            for piece in self.pieces
            if piece.number not in removed
        ]
        held = self._pick_spans()
        self._mergeable = sum(not (piece.merged or held.covers(piece)) for piece in self.pieces)

    def _pick_spans(self) -> _SpanSet:
        """The weightiest spans, as far as there is room; among equals the newest."""
        if not self.pieces:
            return _SpanSet([])
        starts = [piece.start_ns for piece in self.pieces]
        chosen: list[Span] = []
        room = HELD
        for span in sorted(self._held, key=lambda span: (-span.weight, -span.start_ns)):
            count = bisect_right(starts, span.stop_ns) - bisect_left(starts, span.start_ns)
            if count <= room:
                chosen.append(span)
                room -= count
        self._held = [span for span in self._held if span in chosen]
        return _SpanSet(chosen)


class _SpanSet:
    """Merged spans, for lookups by piece."""

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
    """The step that a piece belongs to by its age, as length and number; None where it stays.
    `steps`: the length of each, and the latest end."""
    _, start_ns, stop_ns, _ = piece
    for long_ns, latest_ns in steps:
        number = start_ns // long_ns
        if (number + 1) * long_ns <= latest_ns and stop_ns - start_ns < long_ns:
            return long_ns, number
    return None
