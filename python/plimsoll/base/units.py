"""Formats quantities as the field writes them: 21,400 IOPS, 8 KiB, 187.5 MiB/s, 1.25 ms, 12 %.

There are two precisions. Tables, charts and sentences have three to five digits (`rate`, `nanos`,
`seconds`, `size`, `share`, `count`, `plain`), and a dash for a missing value. Verdicts show the
digits that decide them: `amount`, `exact_seconds`, `exact_size`, and for limits, whose names are
round numbers, `digits`, `iops`, `bandwidth`, `block_size`.

Sizes are powers of 1024 except for `volume_size`. The native side parses the user's input
(`crates/base/src/units.rs`).
"""

import math
import string
from collections.abc import Mapping
from typing import Any

from plimsoll.base.language import number, unit
from plimsoll.base.language import share as written_share
from plimsoll.base.messages import message

DASH = "–"
_BINARY = ((40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB"))
_MINUTES, _HOURS = 120.0, 7200.0
"""Seconds from which a span is written in minutes, and in hours."""


# -- for tables and sentences ----------------------------------------------------------------------


def rate(value: float | None) -> str:
    """Operations per second without the unit, with three to five digits."""
    if value is None:
        return DASH
    return number(f"{value:,.0f}" if value >= 100 or value == 0 else f"{value:.3g}")


def nanos(value: float | None) -> str:
    """A span given in ns, with three digits: `850 ns`, `1.25 ms`, `12.5 s`."""
    if value is None:
        return DASH
    for factor, name in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        # 999.5 µs would be written as 1000 µs.
        if value >= factor * 0.9995:
            return f"{_three(value / factor)} {name}"
    return f"{value:.0f} ns"


def seconds(value: float | None) -> str:
    """A span given in seconds."""
    if value is None:
        return DASH
    if value >= _MINUTES:
        if value < _HOURS:
            return f"{decimal(value / 60, 1)} {unit('min')}"
        return f"{decimal(value / 3600, 1)} {unit('h')}"
    return nanos(value * 1e9)


def size(value: float | None) -> str:
    """Bytes, in powers of 1024."""
    if value is None:
        return DASH
    for shift, name in _BINARY:
        if value >= 2**shift:
            return f"{_three(value / 2**shift)} {name}"
    return f"{value:.0f} {unit('bytes')}"


def throughput(value: float | None) -> str:
    """Bytes per second, in powers of 1024."""
    return DASH if value is None else f"{size(value)}/s"


def unknown_figure() -> str:
    """Words for a figure that a file does not have."""
    return message("not-told")


def spell_dash(text: str) -> str:
    """A formatted figure for a sentence: an unknown one becomes words, which a table shows as a
    dash."""
    return unknown_figure() if text == DASH else text


def share(value: float | None) -> str:
    """A share of 0..1 in percent."""
    return DASH if value is None else written_share(_three(value * 100))


def percent(value: float, digits: int = 0) -> str:
    """A share of 0..1 in percent, with so many digits behind the point: `97 %`."""
    return written_share(number(f"{value * 100:.{digits}f}"))


def change(ratio: float, digits: int = 1) -> str:
    """A ratio as a change in percent, with its sign: `+1.2 %`."""
    return percent_with_sign(ratio - 1, digits)


def count(value: float | None) -> str:
    """A number of things."""
    return DASH if value is None else number(f"{value:,.0f}")


def plain(value: float | None) -> str:
    """A number without a known unit."""
    if value is None:
        return DASH
    if value != 0 and not 1e-3 <= abs(value) < 1e15:
        return significant(value, 3)
    return decimal(value, 0) if abs(value) >= 1000 else significant(value, 4)


def decimal(value: float | None, digits: int) -> str:
    """A number with so many digits behind the point."""
    return DASH if value is None else number(f"{value:,.{digits}f}")


def with_sign(value: float, digits: int) -> str:
    """A number with its sign and so many digits behind the point."""
    return number(f"{value:+,.{digits}f}")


def significant(value: float | None, digits: int) -> str:
    """A number with so many digits, without zeroes at its end, and without an exponent where it is
    larger than they can show."""
    if value is None:
        return DASH
    rounded = float(f"{value:.{digits}g}")
    large = abs(rounded) >= 10**digits
    return number(f"{rounded:,.0f}" if large else f"{value:,.{digits}g}")


def significant_percent(value: float, digits: int) -> str:
    """A share of 0..1 in percent, with so many digits."""
    return written_share(significant(value * 100, digits))


def percent_with_sign(value: float, digits: int) -> str:
    """A change of so much, 0.1 for a tenth, in percent with its sign."""
    return written_share(with_sign(value * 100, digits))


# -- for verdicts ----------------------------------------------------------------------------------


def amount(value: float | None, kind: str, *, bare: bool = False) -> str:
    """A rate: 20,030 IOPS; or 93.75 MiB/s for `kind` bytes. `bare` leaves out IOPS."""
    if value is None:
        return message("nothing")
    if kind == "bytes":
        return f"{exact_size(value)}/s"
    figures = (
        f"{value:,.0f}" if value >= 10_000 else f"{value:,.1f}" if value >= 100 else f"{value:.4g}"
    )
    figures = number(figures.removesuffix(".0"))
    return figures if bare else f"{figures} IOPS"


def exact_size(size_bytes: float) -> str:
    """Bytes in powers of 1024, five digits."""
    for shift, name in _BINARY:
        if size_bytes >= 2**shift:
            return f"{significant(size_bytes / 2**shift, 5)} {name}"
    return f"{size_bytes:.0f} {unit('bytes')}"


def exact_seconds(value: float) -> str:
    """Seconds, with three digits; minutes where they are many."""
    if value >= _MINUTES:
        if value < _HOURS:
            return f"{significant(value / 60, 3)} {unit('min')}"
        return f"{number(f'{value / 3600:,.3g}')} {unit('h')}"
    for factor, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if value >= factor:
            return f"{significant(value / factor, 3)} {name}"
    return f"{significant(value * 1e9, 3)} ns"


# -- for limits ------------------------------------------------------------------------------------


def digits(value: float) -> str:
    """Four digits, without zeroes at the end; all digits before the point."""
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    places = max(0, 3 - math.floor(math.log10(abs(value))))
    return number(_trim_zeros(f"{value:,.{places}f}"))


def iops(per_s: float) -> str:
    """Operations per second."""
    return f"{digits(per_s)} IOPS"


def bandwidth(bytes_per_s: float) -> str:
    """Bytes per second."""
    for shift, name in _BINARY[1:]:
        # 1,000 MiB/s is the name of a limit; 0.98 GiB/s is not.
        if bytes_per_s >= (1 << shift) * (10 if shift == 30 else 1):
            return f"{digits(bytes_per_s / (1 << shift))} {name}/s"
    return f"{digits(bytes_per_s)} {unit('bytes')}/s"


def both(per_s: float, block_bytes: float) -> str:
    """Operations per second, and the same in bytes: `3,000 IOPS = 187.5 MiB/s`."""
    return f"{iops(per_s)} = {bandwidth(per_s * block_bytes)}"


def block_size(size_bytes: float) -> str:
    """A block size or unit as users type it: `4k`, `32k`, `1m`; other numbers of bytes with a
    fraction."""
    for shift, name in _BINARY:
        if size_bytes >= 1 << shift:
            return f"{digits(size_bytes / (1 << shift))}{name[0].lower()}"
    return f"{size_bytes:.0f} {unit('bytes')}"


def volume_size(size_bytes: float) -> str:
    """The size of a volume, in GB of 10^9 bytes as tiers count them."""
    return f"{digits(size_bytes / 1e9)} GB"


def mix(read_percent: float) -> str:
    """The mix of operations in words."""
    if read_percent in (0, 100):
        return message("mix-reads" if read_percent else "mix-writes")
    return message("mix-share", percent=digits(read_percent))


def _three(value: float) -> str:
    if value == 0:
        return "0"
    places = 0 if value >= 100 else 1 if value >= 10 else 2
    return number(_trim_zeros(f"{value:,.{places}f}"))


def _trim_zeros(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


# -- in a sentence ---------------------------------------------------------------------------------


class _Sentences(string.Formatter):
    """Braces with `:IOPS`, `:bare` (a rate without its unit), `:latency` (ns), `:time` (s) and
    `:block` (a size as it is typed) beside Python's own, whose `:.0%` is written as `percent`
    writes it."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """A figure in its place."""
        if format_spec in ("IOPS", "bare"):
            return amount(value, "rate", bare=format_spec == "bare")
        if format_spec == "latency":
            return nanos(value)
        if format_spec == "time":
            return exact_seconds(value)
        if format_spec == "block":
            return block_size(value)
        written = str(super().format_field(value, format_spec))
        if format_spec.endswith("%"):
            return written_share(number(written[:-1]))
        return number(written) if isinstance(value, float) else written


_SENTENCES = _Sentences()


def format_figures(
    figures: Mapping[str, Any], formats: Mapping[str, str], kind: str
) -> dict[str, object]:
    """The figures of a code as its message prints them. `formats`: by name, or by `kind.name` where
    kinds differ; text, and what has none, stays as it is."""
    chosen = {name: formats.get(f"{kind}.{name}", formats.get(name)) for name in figures}
    return {
        name: value
        if (spec := chosen[name]) is None or isinstance(value, str)
        else _SENTENCES.format_field(value, spec)
        for name, value in figures.items()
    }


def fill_sentence(sentence: str, **figures: object) -> str:
    """Fills the figures into a sentence."""
    return _SENTENCES.vformat(sentence, (), figures)
