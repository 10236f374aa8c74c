"""Converts fio's options for block sizes and addresses to a Plimsoll workload."""

from collections.abc import Callable, Sequence

from plimsoll.features.imports import fio_values as values
from plimsoll.features.imports.numbers import BadValueError, UnsupportedValueError, block_mix, real
from plimsoll.features.jobs.formats.fio.settings import Options

MOST_SIZES = 64
"""Most sizes of a mix, as fio limits bssplit."""
Mix = tuple[tuple[int, float], ...]


def blocks(options: Options) -> tuple[str, str, int | None, int | None]:
    """Mixes of read and write sizes, the single size if there is one, and the alignment."""
    base = options.kb_base
    four: Mix = ((4096, 100.0),)

    def by(read: Callable[[str, int], Mix]) -> Callable[[str], tuple[Mix, Mix]]:
        def both(text: str) -> tuple[Mix, Mix]:
            reads, writes, _ = (
                read(part, base) if part else four for part in values.by_direction(text)
            )
            return reads, writes

        return both

    mixes = options.get("bs", by(_one_size), (four, four))
    mixes = options.get("bsrange", by(_range), mixes)
    mixes = options.get("bssplit", by(_split), mixes)
    sizes = {size for mix in mixes for size, _ in mix}
    if 0 in sizes:
        options.bad(
            next(name for name in ("bssplit", "bsrange", "bs") if name in options.given),
            "has a block of 0 bytes",
        )
        mixes, sizes = (four, four), {4096}
    align = options.get("ba", lambda text: values.number(text.split(",")[0], base), 0) or None
    one = sizes.pop() if len(sizes) == 1 else None
    reads, writes = (block_mix(mix, str) for mix in mixes)
    return reads, writes, one, align


def _one_size(text: str, base: int) -> Mix:
    return ((values.number(text, base), 100.0),)


def _range(text: str, base: int) -> Mix:
    low, dash, high = text.partition("-")
    if not dash:
        return _one_size(low, base)
    least, most = values.number(low, base), values.number(high, base)
    if not 0 < least <= most:
        raise BadValueError("is not a range of sizes, such as 4k-16k")
    sizes = range(least, most + 1, least)
    if len(sizes) > MOST_SIZES:
        raise BadValueError(
            f"spans {len(sizes)} sizes, more than {MOST_SIZES}: name those that matter with bssplit"
        )
    return tuple((size, 100.0 / len(sizes)) for size in sizes)


def _split(text: str, base: int) -> Mix:
    parts = [part.partition("/") for part in text.split(":")]
    if len(parts) > MOST_SIZES:
        raise BadValueError(f"has more than {MOST_SIZES} sizes")
    shares = _shares([share for _, _, share in parts], "")
    sizes = [values.number(size, base) for size, _, _ in parts]
    return tuple((size, share) for size, share in zip(sizes, shares, strict=True) if share > 0)


def _shares(given: Sequence[str], whole: str) -> list[float]:
    """Shares in percent; missing shares divide the rest of 100."""
    known = [real(text) if text else None for text in given]
    rest = 100.0 - sum(share or 0.0 for share in known)
    open_ = known.count(None)
    if rest < -1e-6 or (not open_ and rest > 1e-6):
        raise BadValueError(f"has shares{whole} of {100 - rest:g} % together, not 100")
    return [rest / open_ if share is None else share for share in known]


def walk(change: str, *, at_random: bool, kb_base: int) -> int:
    """Bytes that a sequential walk skips after each operation, from the part of `rw` after the
    colon."""
    if not change:
        return 0
    if at_random:
        if change == "1":
            return 0
        raise UnsupportedValueError(
            "draws a new place every so many operations, which is not supported"
        )
    if change.startswith("-"):
        raise UnsupportedValueError("walks backwards, which is not supported")
    return values.number(change, kb_base)


def distribution(options: Options, at_random: bool) -> str:
    """The distribution of random addresses, as a pattern."""

    def read(text: str) -> str:
        name, _, rest = text.partition(":")
        if name == "random":
            return "random"
        if name in ("zipf", "pareto", "normal") and rest:
            if ":" in rest:
                raise UnsupportedValueError("has a centre, which is not supported")
            return f"{name}:{real(rest):g}"
        if name in ("zoned", "zoned_abs") and rest:
            return _zones(name, rest)
        raise BadValueError(
            "is not one of random, zipf:THETA, pareto:H, normal:DEVIATION, zoned:OPS/SPACE:…"
        )

    found = options.get("random_distribution", read, "random")
    return found if at_random else "random"


def _zones(name: str, text: str) -> str:
    if name == "zoned_abs":
        raise UnsupportedValueError(
            "gives zones in bytes, which is not supported: give percentages with zoned"
        )
    if "," in text:
        raise UnsupportedValueError("differs between reads and writes, which is not supported")
    parts = [part.partition("/") for part in text.split(":")]
    operations = [real(share) for share, _, _ in parts]
    if abs(total := sum(operations) - 100) > 1e-6:
        raise BadValueError(f"has shares of the operations of {100 + total:g} % together, not 100")
    spaces = _shares([space for _, _, space in parts], " of the space")
    return "zones:" + ",".join(f"{a:g}/{b:g}" for a, b in zip(operations, spaces, strict=True))
