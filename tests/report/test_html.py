"""The HTML report: its figures are the store's, it needs nothing from outside, and it overwrites
nothing foreign."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from plimsoll.base.errors import IoError, UsageError
from plimsoll.native import record_reading
from plimsoll.report.common import charts
from plimsoll.report.describe import Badge, Chart, First
from plimsoll.report.evidence.evidence import gather
from plimsoll.report.forms import mark, opening
from plimsoll.store import Store
from tests import stores
from tests.words import argv

from . import making
from .conftest import data, page_text


class _Loads(HTMLParser):
    """Every attribute by which a page can load something, and every element."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        loading = argv("src href data action srcset poster xlink:href background manifest")
        self.addresses += [value or "" for name, value in attrs if name in loading]


def test_the_file_loads_nothing_and_forbids_loading(store: Store, tmp_path: Path) -> None:
    text = page_text(store, stores.demo(store), tmp_path / "r.html")
    page = _Loads()
    page.feed(text)
    # Links of the contents stay in the page, and the icon is in the file.
    others = [address for address in page.addresses if not address.startswith("#")]
    assert others == [mark.url()]
    assert "default-src 'none'" in text
    assert not re.search(
        r"@import|url\((?!#)", re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    )
    # The library is really inside, and the whole is small enough to mail.
    assert "vegaEmbed" in text
    assert 500_000 < len(text) < 3_000_000


def test_the_tab_of_a_report_has_the_icon_within_the_file(store: Store, tmp_path: Path) -> None:
    icon = mark.url()
    assert icon.startswith("data:image/svg+xml;base64,")
    text = page_text(store, stores.demo(store), tmp_path / "r.html")
    assert f'<link rel="icon" href="{icon}">' in text


def test_the_answer_comes_first_and_is_the_stores(
    store: Store, tmp_path: Path, without_library: None
) -> None:
    text = page_text(store, stores.demo(store), tmp_path / "r.html")
    heading = re.search(r"<h1>(.*?)</h1>", text, re.DOTALL)
    short = heading[1].replace("\u00a0", " ")
    assert short == "Plan with 25,400 IOPS at p99 &lt;= 1 ms."
    answer = re.search(r'<p class="answer">(.*?)</p>', text, re.DOTALL)
    said = answer[1].replace("\u00a0", " ")
    assert "carries 25,400 IOPS (25,400 .. 26,100, 95 %) of 8 KiB random, 70 % read" in said
    assert "p99 response time &lt;= 1 ms" in said
    # The curve stands beside the answer, before anything else.
    assert (
        text.index("<h1>")
        < text.index('id="load-line-0"')
        < text.index('class="figures"')
        < text.index("<table>")
    )


def test_every_run_of_the_store_stands_in_the_file_with_its_figures(
    store: Store, tmp_path: Path, without_library: None
) -> None:
    campaign = stores.demo(store)
    text = page_text(store, campaign, tmp_path / "r.html")
    runs = store.runs(campaign)
    told = data(text, "data")["runs"]
    assert [row["run"] for row in told] == [run.id for run in runs]
    for row, run in zip(told, runs, strict=True):
        record = store.record(run.id)
        spans = record["all"]["response_time_ns"]
        assert record_reading.summary(row["response_time_ns"]) == spans
        assert row["achieved_rate_per_s"] == record["achieved_rate_per_s"]
    assert len(re.findall(r"<tbody>.*?</tbody>", text, re.DOTALL)[0].split("<tr ")) - 1 == len(runs)


def test_every_offered_rate_is_marked_in_the_chart_whatever_its_outcome(store: Store) -> None:
    campaign = stores.demo(store)
    chart = charts.load_line(gather(store, campaign))
    assert chart is not None
    offered = sorted(
        run.offered_rate_per_s for run in store.runs(campaign) if run.offered_rate_per_s is not None
    )
    marks = [s for s in chart.panels[0].series if isinstance(s, charts.Marks) and s.legend]
    assert sorted(point.x for series in marks for point in series.points) == offered
    # Told apart by shape alone: every meaning has its own.
    assert len({series.shape for series in marks}) == len(marks)
    assert {series.shape for series in marks} >= {
        "dot",
        "cross",
        "ring",
        "diamond",
        "crossed square",
        "triangle",
        "dash",
    }


def test_lines_of_a_panel_differ_without_colour_and_are_named(store: Store) -> None:
    page = making.page(store, stores.demo(store))
    panels = [
        panel for section in page.sections if isinstance(section, Chart) for panel in section.panels
    ]
    assert len(panels) == 7
    for panel in panels:
        lines = [series for series in panel.series if isinstance(series, charts.Line)]
        assert len({line.dash for line in lines}) == len(lines)
        assert all(line.name for line in lines)


def test_a_report_that_cannot_be_written_or_made_says_why(
    store: Store, tmp_path: Path, without_library: None
) -> None:
    campaign = stores.demo(store)
    with pytest.raises(IoError, match="cannot write the report"):
        making.write(store, campaign, tmp_path / "missing" / "r.html")
    with pytest.raises(UsageError, match="holds no campaign 99"):
        making.write(store, 99, tmp_path / "r.html")
    assert not (tmp_path / "r.html").exists()


def test_an_abbreviation_with_a_slash_stays_on_one_line() -> None:
    # Browsers break a line behind a slash where a letter outside of ASCII follows.
    assert opening.text("bekleyen G/Ç, n") == 'bekleyen <span class="flag">G/Ç</span>, n'
    assert opening.text("I/O, ve/veya, MiB/s") == "I/O, ve/veya, MiB/s"


def test_a_headline_is_not_repeated_as_the_full_answer() -> None:
    first = First(Badge("met", "met"), "Measured", (), "4 of 6 Points met it.", None, ())
    assert opening.full_answer(first, first.headline) == ""
    assert "more of it" in opening.full_answer(first, "more of it")
