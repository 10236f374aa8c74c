"""A chart of every kind that forms draw, with what makes drawing hard: long names, outcomes, rules
that lie close together."""

import math
import random

from plimsoll.report.describe import (
    At,
    Axis,
    Bars,
    Cell,
    Chart,
    Heat,
    Line,
    Marks,
    Note,
    Panel,
    RuleX,
    RuleY,
    categories,
)

SIZES = ("4 KiB", "8 KiB", "16 KiB", "64 KiB", "128 KiB", "1 MiB")
PATTERNS = (
    "random read",
    "random write",
    "sequential read",
    "sequential write",
    "70 % read, as the billing system does",
)
LONG = (
    "datastore-17/vm-database-01 random write",
    "short",
    "/dev/mapper/mpatha-with-a-long-name",
    "5",
    "6 six",
    "mtu 9000, jumbo frames on every switch",
    "seven is the seventh",
    "eight",
)
RATE = Axis("Achieved rate, IOPS", "rate", low=0.0, high=3300.0)


def bars(series: int, places: int, *, told: bool = True) -> tuple[Bars, ...]:
    """Bars with intervals; the third place of each ended badly."""

    def point(place: int, one: int) -> At:
        rate = 3000 / (1 + place * 0.3 * (one + 1))
        return At(
            place, rate, (("place", str(place)),), rate * 0.9, rate * 1.08, run=100 * one + place
        )

    found = []
    for one in range(series):
        points = tuple(point(place, one) for place in range(places))
        words = tuple("generator limited" if p.x == 2 else f"{p.y:,.0f}" for p in points)
        found.append(Bars(PATTERNS[one], points, one, words if told else ()))
    return tuple(found)


def _bars() -> Chart:
    times = tuple(
        Bars(
            one.name,
            tuple(
                At(p.x, 1e11 / p.y, low=0.8e11 / p.y, high=1.5e11 / p.y, run=p.run)
                for p in one.points
            ),
            i,
        )
        for i, one in enumerate(bars(2, 6))
    )
    carried = Bars("random read", tuple(At(i, 3000.0 * (4096 << min(i, 4))) for i in range(6)), 0)
    return Chart(
        "bars",
        "Rate and response time by block size against acceptance lines",
        categories("Block size", SIZES),
        (
            Panel(
                "Achieved rate, IOPS",
                RATE,
                (
                    *bars(4, 6),
                    RuleY("limit 3,000 IOPS", 3000),
                    RuleY("acceptance 500 IOPS and host", 500),
                ),
            ),
            Panel(
                "Response time, log scale",
                Axis("", "time", log=True, low=1e6, high=1e9),
                (*times, RuleY("ideal 20 ms", 2e7), RuleY("tolerable 22 ms", 2.2e7)),
            ),
            Panel("Bytes per second", Axis("", "bytes_per_s", low=0.0, high=260e6), (carried,)),
        ),
        (Note("Whiskers are the lowest and the highest of three repeats."),),
    )


def _heat() -> Chart:
    values = random.Random(3)
    outcome = {(2, 1): "generator limited", (4, 3): "stopped"}
    cells = tuple(
        Cell(
            x - 0.5,
            x + 0.5,
            y - 0.5,
            y + 0.5,
            value,
            f"{value:,.0f}",
            (("rate", f"{value:,.0f}"),),
            run=x + 6 * y,
            marked=outcome.get((x, y), ""),
        )
        for x in range(6)
        for y in range(5)
        for value in (100 * 2 ** (values.random() * 9),)
    )
    panel = Panel(
        "Achieved rate, IOPS",
        categories("", PATTERNS),
        (Heat("achieved rate", "rate", cells, log=True),),
        220,
    )
    return Chart(
        "heat",
        "Rate by block size and pattern",
        categories("Block size", SIZES),
        (panel,),
        (Note("A Run per cell."),),
    )


def _over_time() -> Chart:
    cells = tuple(
        Cell(
            t,
            t + 1,
            10 ** (4 + k / 4),
            10 ** (4 + (k + 1) / 4),
            math.exp(-((k - 6 - 3 * math.sin(t / 9)) ** 2) / 4),
        )
        for t in range(60)
        for k in range(14)
    )
    carried = tuple(
        At(t, 2 ** (13 + t / 4), low=2 ** (12.5 + t / 4), high=2 ** (14 + t / 4))
        for t in range(0, 60, 6)
    )
    return Chart(
        "over-time",
        "Response times over time",
        Axis("Seconds since the start of Measure", "seconds", low=0.0, high=60.0),
        (
            Panel(
                "Response time, log scale",
                Axis("", "time", log=True, low=1e4, high=10**7.5),
                (
                    Heat("share of an interval's operations", "share", cells),
                    RuleX("controller failed", 22),
                    RuleY("objective p99 <= 1 ms", 1e6),
                ),
            ),
            Panel(
                "Bytes per second",
                Axis("", "bytes_per_s", log=True, low=2**12, high=2**31),
                (Line("bytes", carried, 0, "solid"),),
            ),
        ),
    )


def _lines() -> Chart:
    def line(name: str, slope: float, colour: int) -> Line:
        points = tuple(
            At(i, slope * i, (("n", "3"),), slope * i * 0.9, slope * i * 1.1, run=i)
            for i in range(1, 9)
        )
        return Line(name, points, colour, "solid" if colour == 0 else "dashed", wide=colour == 0)

    beyond = tuple(At(i, 4000.0 * i, low=3000.0 * i, high=1e9, run=i) for i in range(1, 9))
    return Chart(
        "lines",
        "Rate over workers",
        Axis("Workers", "plain", low=0.0, high=9.0),
        (
            Panel(
                "Achieved rate, IOPS",
                Axis("", "rate", low=0.0, high=60e3),
                (
                    line("storage A", 6000, 0),
                    line("storage B, a longer name", 5900, 1),
                    Marks("probe", "diamond", beyond, 2),
                    RuleX("knee 7.5", 7.5, dash="dotted"),
                    RuleX("line 6 .. 7", 6, 7),
                    RuleY("limit a", 50e3),
                    RuleY("limit b", 48e3),
                ),
                260,
            ),
        ),
    )


def _places(name: str, places: tuple[str, ...], series: int) -> Chart:
    panel = Panel("Achieved rate, IOPS", RATE, bars(series, len(places)))
    return Chart(name, "Rate by target", categories("Target", places), (panel,))


CHARTS = (
    _bars(),
    _heat(),
    _over_time(),
    _lines(),
    _places("level", SIZES, 1),
    _places("long-names", LONG, 2),
    _places("many", tuple(f"configuration {i}" for i in range(20)), 2),
)
"""Each by a name that is its own."""
