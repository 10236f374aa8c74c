"""The gallery: docs/gallery.md and its pictures, made from examples/ by the commands that stand
there; `gallery.toml` has its scenes.

`python -m tests.report.gallery` (or `make gallery`) runs them on the virtual clock and writes the
page and the pictures; `test_gallery.py` fails when a picture is not of what they give now. What a
picture says is compared, not its pixels: letters are as wide as the machine's fonts, so each SVG
carries a digest of its chart's description, and that is what must agree.
"""

import dataclasses
import hashlib
import json
import math
import re
import shlex
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plimsoll.report import registry
from plimsoll.report.describe import Chart, Page
from plimsoll.report.request import ReportRequest
from plimsoll.store import Store
from tests.command import run_command
from tests.stacks.runs import made_once

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
    """One chart of a report."""

    name: str
    says: str
    report: str
    chart: str


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


def _scenes() -> tuple[Scene, ...]:
    read = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())["scene"]
    return tuple(
        Scene(
            one["name"],
            one["title"],
            tuple(one["commands"]),
            tuple(Picture(**picture) for picture in one["pictures"]),
        )
        for one in read
    )


SCENES = _scenes()


def _words(command: str) -> list[str]:
    return shlex.split(command)[1:]


def charts(scene: Scene, store: Store) -> Iterator[tuple[Picture, Chart]]:
    """The charts of the scene's pictures. Raises LookupError for one that its report does not
    have."""

    built: dict[str, Page] = {}
    for picture in scene.pictures:
        report = picture.report
        if report not in built:
            built[report] = registry.build(report, ReportRequest(store, (1,)))
        found = [one for one in built[report].sections if isinstance(one, Chart)]
        chart = next((one for one in found if one.name == picture.chart), None)
        if chart is None:
            raise LookupError(
                f"the report {report} has no chart {picture.chart}, but"
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
    parts = ["# Gallery", "", INTRODUCTION]
    for scene in SCENES:
        parts += ["", f"## {scene.title}", "", "```console"]
        parts += [f"$ {command} --store {scene.name}.db" for command in scene.commands]
        parts += [
            f"$ plimsoll report {report} --store {scene.name}.db --output {scene.name}.html"
            for report in dict.fromkeys(picture.report for picture in scene.pictures)
        ]
        parts += ["```"]
        for picture in scene.pictures:
            parts += ["", picture.says, "", f"![{picture.name}](images/gallery/{picture.name}.svg)"]
    return "\n".join(parts) + "\n"


def main() -> int:
    """Writes the page and every picture; with names only those scenes."""

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
