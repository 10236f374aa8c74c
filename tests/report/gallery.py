"""The gallery: docs/gallery.md and its pictures, made from examples/ by the commands that stand
there.

`python -m tests.report.gallery` (or `make gallery`) runs them on the virtual clock and writes the
page and the pictures; `test_gallery.py` fails when a picture is not of what they give now. What a
picture says is compared, not its pixels: letters are as wide as the machine's fonts, so each SVG
carries a digest of its chart's description, and that is what must agree.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.command import run_command
from tests.stacks.runs import made_once

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plimsoll.report.describe import Chart, Page
    from plimsoll.store import Store

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "gallery.md"
PICTURES = ROOT / "docs" / "images" / "gallery"
MOST_BYTES = 3_000_000
DIGEST = re.compile(r"<!-- description ([0-9a-f]{16}) -->")
OF_A_PAGE = ("free", "switch")
"""What slicers and switches of a page hide is no part of a picture."""
DIGITS = 6
"""Of figures, when descriptions are compared: the last digits of a fit are the library's."""


INTRODUCTION = (
    "The charts of the founding reports S0 to S4 as Plimsoll draws them, each from the stacks and"
    " files in [examples](../examples) by the command above it; flags make most Runs shorter than"
    " in the example. Every picture is one chart of `plimsoll report`; HTML, Excel and PDF draw the"
    " same description. Made by `make gallery`."
)


@dataclass(frozen=True)
class Picture:
    """One chart of a report. `campaigns` are those of the scene's store, the first as the report's
    own."""

    name: str
    says: str
    report: str
    chart: str
    campaigns: tuple[int, ...] = (1,)


@dataclass(frozen=True)
class Scene:
    """A question of one of the reports S0 to S4, the commands that answer it into a store, and what
    is seen then."""

    name: str
    title: str
    commands: tuple[str, ...]
    pictures: tuple[Picture, ...]

    def run(self, store: Path) -> None:
        """Fills the store: with what another test of the session has measured, where one has."""
        shutil.copyfile(made_once("\n".join(self.commands), self._measure), store)

    def _measure(self, store: Path) -> None:
        """Raises RuntimeError when a command ends other than with an answer."""
        for command in self.commands:
            ended = run_command([*_words(command), "--store", store], ROOT)
            # A verdict is an answer, whatever it is.
            if ended.returncode not in (0, 1, 2):
                raise RuntimeError(f"{command}: {ended.returncode}: {ended.stderr or ended.stdout}")


S0_LIMITS = (
    "plimsoll limits --target stack:examples/stacks/s0-policy.toml --virtual --seed 1 "
    "--block-size 4k,8k,16k,64k,128k,1m"
)
S0_TIED = (
    "plimsoll limits --target stack:examples/stacks/s0-esxi-mclock.toml --virtual --seed 1"
    " --block-size 4k,32k,64k,128k"
)
S4_FAILOVER = (
    "plimsoll run --target stack:examples/stacks/s4-failover.toml --virtual --seed 1 --block-size"
    " 4k --read 30 --rate 4000 --arrivals poisson --objective 'mean <= 20ms' --warmup-for 1s"
    " --measure-for 60s --interval 250ms"
)
S0_GRID = "plimsoll campaign run examples/campaigns/s0.toml --set campaign.measure_for=5s"
S1_MIXES = (
    "plimsoll campaign run examples/campaigns/s1.toml --set workload.block_size=8k --set"
    " load.workers=8 --set campaign.warmup_for=200ms --set campaign.measure_for=1s"
)
S1_LINES = (
    "plimsoll campaign run examples/campaigns/s1.toml --set campaign.strategy=load_line --set"
    " campaign.effort=quick --set 'campaign.objective=mean <= 500us' --set workload.block_size=8k"
    " --set load.workers=8 --set 'workload.read=[70, 0]' --set campaign.warmup_for=50ms --set"
    " campaign.point_limit=8s"
)
S1_STORAGES = (
    "plimsoll campaign run examples/campaigns/s1-storages.toml --set campaign.point_limit=40s"
)
S2 = (
    "plimsoll campaign run examples/campaigns/s2.toml --set campaign.warmup_for=20ms --set"
    " campaign.measure_for=60ms"
)
S4_ACCEPTANCE = (
    "plimsoll check examples/promises/s4-acceptance.toml --warmup-for 500ms --measure-for 2s --seed"
    " 1"
)
S4_GRID = (
    "plimsoll campaign run examples/campaigns/s4.toml --set workload.read=30 --set"
    " campaign.warmup_for=200ms --set campaign.measure_for=1500ms"
)
SCENES = (
    Scene(
        "s0-policy",
        "S0: what does the IOPS limit change?",
        (S0_GRID,),
        (
            Picture(
                "s0-bars",
                "Random reads before and with the policy: flat up to 64k, no difference from"
                " 128k on.",
                "grid",
                "bars-0",
            ),
            Picture("s0-table", "Every pattern with the policy.", "grid", "heat-1"),
        ),
    ),
    Scene(
        "s0-limits",
        "S0: which cap is it?",
        (S0_LIMITS,),
        (
            Picture(
                "s0-limits",
                "3,000 IOPS and 250 MiB/s, whichever is reached first. The report's own"
                " explanation, IOPS × 32 KB (`size / 32k`), is refuted by its 64k.",
                "limits",
                "limit-1-100",
            ),
        ),
    ),
    Scene(
        "s0-tied",
        "S0, a newer release: what would tell two laws apart?",
        (S0_TIED,),
        (
            Picture(
                "s0-tied",
                "Two ways of counting fit equally well; one more size decides, marked where they"
                " diverge.",
                "limits",
                "limit-1-100",
            ),
        ),
    ),
    Scene(
        "s1-mixes",
        "S1: what is the maximum of each mix?",
        (S1_MIXES,),
        (
            Picture(
                "s1-mixes",
                "Rate and response time by read %, 8k random, 8 workers for each of 8 VMs.",
                "grid",
                "bars-0",
            ),
        ),
    ),
    Scene(
        "s1-lines",
        "S1: how far can each mix be loaded?",
        (S1_LINES,),
        (
            Picture(
                "s1-lines",
                "Response time over offered rate, a line for each read %.",
                "load-line",
                "lines",
            ),
            Picture("s1-rates", "The load line of each beside its maximum.", "load-line", "rates"),
        ),
    ),
    Scene(
        "s1-storages",
        "S1: which of three storage systems carries more?",
        (S1_STORAGES,),
        (Picture("s1-storages", "Each storage system has its own knee.", "load-line", "lines"),),
    ),
    Scene(
        "s2-scaling",
        "S2: how much outstanding I/O is enough?",
        (S2,),
        (
            Picture(
                "s2-tuned",
                "More than 30 outstanding per LUN only adds latency.",
                "scaling",
                "scaling-0",
            ),
            Picture(
                "s2-old", "With the old adapters the gain ends far earlier.", "scaling", "scaling-1"
            ),
        ),
    ),
    Scene(
        "s3-promise",
        "S3: is the tier's promise kept?",
        ("plimsoll check examples/promises/s3-tier1-2000gb.toml --measure-for 20s --seed 1",),
        (
            Picture(
                "s3-promise",
                "At least what was bought, and no more: both within the margin.",
                "promises",
                "promises",
            ),
        ),
    ),
    Scene(
        "s4-acceptance",
        "S4: does it pass the acceptance test?",
        (S4_ACCEPTANCE,),
        (
            Picture(
                "s4-acceptance",
                "Measured values against the ideal and the tolerable ones.",
                "promises",
                "promises",
            ),
        ),
    ),
    Scene(
        "s4-bars",
        "S4: which block sizes stay within the acceptance?",
        (S4_GRID,),
        (
            Picture(
                "s4-bars",
                "Rate and response time by block size, read 30, against the report's acceptance.",
                "grid",
                "bars-0",
            ),
        ),
    ),
    Scene(
        "s4-failover",
        "S4: what does losing a host look like?",
        (S4_FAILOVER,),
        (
            Picture(
                "s4-failover-time",
                "An outage of 3 s; its users feel it for 13 s.",
                "time",
                "over-time",
            ),
            Picture(
                "s4-failover-heat",
                "The same as a heat map: the backlog, how it drained, and slower answers until the"
                " copies are complete.",
                "time",
                "latency-heat-map",
            ),
        ),
    ),
)


def _words(command: str) -> list[str]:
    import shlex

    return shlex.split(command)[1:]


def charts(scene: Scene, store: Store) -> Iterator[tuple[Picture, Chart]]:
    """The charts of the scene's pictures. Raises LookupError for one that its report does not
    have."""
    from plimsoll.report import registry
    from plimsoll.report.describe import Chart
    from plimsoll.report.request import ReportRequest

    built: dict[tuple[str, tuple[int, ...]], Page] = {}
    for picture in scene.pictures:
        key = (picture.report, picture.campaigns)
        if key not in built:
            built[key] = registry.build(picture.report, ReportRequest(store, picture.campaigns))
        found = [one for one in built[key].sections if isinstance(one, Chart)]
        chart = next((one for one in found if one.name == picture.chart), None)
        if chart is None:
            raise LookupError(
                f"the report {picture.report} has no chart {picture.chart}, but"
                f" {[one.name for one in found]}"
            )
        yield picture, chart


def signed_picture(chart: Chart) -> str:
    """The picture, with the digest of what it says."""
    from plimsoll.report.forms import picture

    return (
        picture.svg(chart).rstrip().removesuffix("</svg>")
        + f"<!-- description {digest(chart)} -->\n</svg>\n"
    )


def digest(chart: Chart) -> str:
    """Of everything that a chart says, its figures to six digits."""
    text = json.dumps(_plain(dataclasses.asdict(chart)), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items() if key not in OF_A_PAGE}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    if isinstance(value, float):
        return "gap" if math.isnan(value) else float(f"{value:.{DIGITS}g}")
    return value


def page() -> str:
    """docs/gallery.md."""
    parts = [
        "# Gallery",
        "",
        INTRODUCTION,
    ]
    for scene in SCENES:
        parts += ["", f"## {scene.title}", "", "```console"]
        parts += [f"$ {command} --store {scene.name}.db" for command in scene.commands]
        parts += [
            f"$ plimsoll report {report} --store {scene.name}.db{campaigns} --output"
            f" {scene.name}.html"
            for report, campaigns in dict.fromkeys(
                (one.report, _campaigns(one)) for one in scene.pictures
            )
        ]
        parts += ["```"]
        for picture in scene.pictures:
            parts += ["", picture.says, "", f"![{picture.name}](images/gallery/{picture.name}.svg)"]
    return "\n".join(parts) + "\n"


def _campaigns(picture: Picture) -> str:
    return (
        ""
        if picture.campaigns == (1,)
        else "".join(f" --campaign {number}" for number in picture.campaigns)
    )


def main() -> int:
    """Writes the page and every picture; with names only those scenes."""
    from plimsoll.store import Store

    wanted = sys.argv[1:]
    if unknown := set(wanted) - {scene.name for scene in SCENES}:
        raise SystemExit(
            f"there is no scene {min(unknown)}; known: {', '.join(scene.name for scene in SCENES)}"
        )
    PICTURES.mkdir(parents=True, exist_ok=True)
    for scene in SCENES:
        if wanted and scene.name not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "gallery.db")
            scene.run(path)
            with Store.open(path, create=False, read_only=True) as store:
                for picture, chart in charts(scene, store):
                    file = PICTURES / f"{picture.name}.svg"
                    file.write_text(signed_picture(chart), encoding="utf-8")
                    print(f"{file.relative_to(ROOT)}: {file.stat().st_size // 1024} KiB")
    known = {f"{picture.name}.svg" for scene in SCENES for picture in scene.pictures}
    for file in PICTURES.glob("*.svg"):
        if file.name not in known:
            file.unlink()
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
