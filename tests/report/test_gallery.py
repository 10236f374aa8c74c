"""docs/gallery.md: each picture is what its commands give now, and says its names aloud."""

import html
import re
from pathlib import Path

import pytest

from plimsoll.report.describe import At, Axis, Chart, Line, Panel, RuleX, RuleY
from plimsoll.store import Store

from . import gallery

pytestmark = pytest.mark.long

SCENES = {scene.name: scene for scene in gallery.SCENES}


@pytest.mark.parametrize("name", SCENES)
def test_every_picture_is_of_what_the_commands_give_now(name: str, tmp_path: Path) -> None:
    scene = SCENES[name]
    scene.run(tmp_path / "gallery.db")
    with Store.open(tmp_path / "gallery.db", create=False, read_only=True) as store:
        for picture, chart in gallery.charts(scene, store):
            kept = (gallery.PICTURES / f"{picture.name}.svg").read_text(encoding="utf-8")
            found = gallery.DIGEST.search(kept)
            assert found[1] == gallery.digest(chart), (
                f"{picture.name} has changed: run 'make gallery' and look at it"
            )
            text = letters_of(kept)
            assert [name for name in names(chart) if "".join(name.split()) not in text] == []


def test_the_page_is_that_of_its_scenes() -> None:
    assert gallery.PAGE.read_text(encoding="utf-8") == gallery.page(), "run 'make gallery'"


def test_the_pictures_are_all_there_small_and_no_others_are() -> None:
    files = list(gallery.PICTURES.iterdir())
    assert {file.stem for file in files} == {
        picture.name for scene in gallery.SCENES for picture in scene.pictures
    }
    assert sum(file.stat().st_size for file in files) < gallery.MOST_BYTES


def test_a_digest_sees_a_figure_that_moved_and_not_its_last_digits() -> None:
    def chart(y: float) -> Chart:
        line = Line("rate", (At(1.0, y),), 0, "solid")
        return Chart("it", "It", Axis("x", "rate"), (Panel("y", Axis("y", "rate"), (line,)),))

    assert gallery.digest(chart(3000.0)) == gallery.digest(chart(3000.0000001))
    assert gallery.digest(chart(3000.0)) != gallery.digest(chart(3001.0))


def names(chart: Chart) -> set[str]:
    """What must be read on the picture: its title, and every line and rule by name."""
    series = [
        one
        for panel in chart.panels
        for one in panel.series
        if isinstance(one, Line | RuleX | RuleY)
    ]
    return {chart.title, *(one.name for one in series if one.name)}


def letters_of(svg: str) -> str:
    """All letters of the picture, without spaces: the drawing decides where a name is wrapped."""
    return "".join(html.unescape(re.sub(r"<[^>]*>", "", svg)).split())
