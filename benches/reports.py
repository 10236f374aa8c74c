"""What a report of a large campaign takes: 2,000 Points of a minute with their interval series, in
every form; and how long the page needs from a click to the picture.

Making: the installed command, its wall and processor time and its peak of memory, start and drawing
library included. Choosing: Chromium without a network; each value of each slicer is put off and on
again, with the first chart in sight and with the table of Runs; from the click to the first task
after the frame that shows it (`requestAnimationFrame`, a message).
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benches.model import process_cost
from benches.targets import NotHereError
from benches.tools import PLIMSOLL

if TYPE_CHECKING:
    from benches.model import ProcessCost

TITLE = "## Reports"
POINTS, INTERVALS = 2000, 60
MOST_S, MOST_MIB, MOST_FILE_MIB, MOST_CLICK_MS = 10, 1024, 15, 100
"""The marks."""
_PLACES = {"the first chart": ".chart", "the table of Runs": ".long"}
_CLICKS = """async () => {
  const painted = () => new Promise(done => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done();
    channel.port2.postMessage(0);
  }));
  // A reader looks before clicking again: what the last click made visible has been drawn by then.
  const idle = () => new Promise(done => requestIdleCallback(done));
  const times = [];
  for (const button of document.querySelectorAll('[data-value]')) {
    // One of several is put on; the next one puts it off.
    for (let click = button.hasAttribute('aria-pressed') ? 2 : 1; click > 0; click--) {
      await painted();
      await idle();
      await idle();
      const begun = performance.now();
      button.click();
      await painted();
      times.push(performance.now() - begun);
    }
  }
  return times;
}"""


def store_campaign(path: Path) -> int:
    """Keeps the campaign in a new store; its id."""
    from tests.report import large

    from plimsoll.store import Store

    with Store.open(path) as store:
        return large.campaign(store, POINTS, INTERVALS)


def report_forms(path: Path, campaign: int) -> list[tuple[str, str]]:
    """What is made: the report that answers the campaign in every form, and the others as pages.
    Pairs of report and form."""
    from plimsoll.report import forms, registry
    from plimsoll.report.request import ReportRequest
    from plimsoll.store import Store

    with Store.open(path, read_only=True) as store:
        fitting = [
            report.name for report in registry.fitting(ReportRequest(store, (campaign,)).evidence)
        ]
    return [(fitting[0], form.name) for form in forms.FORMS] + [
        (report, "html") for report in fitting[1:]
    ]


def make(path: Path, report: str, form: str, folder: Path) -> tuple[ProcessCost, float]:
    """The installed command, once: what it took, and the MiB of its files."""
    output = folder / f"{report}.{form}"
    took = process_cost(
        [
            *PLIMSOLL,
            "report",
            report,
            "--store",
            str(path),
            "--to",
            form,
            "--output",
            str(output),
            "--force",
        ]
    )
    files = [output, *folder.glob(f"{report}-*.{form}")]
    return took, sum(file.stat().st_size for file in files) / 2**20


def clicks(page: Path) -> dict[str, list[float]]:
    """Milliseconds of each click, by what was in sight. Raises NotHereError without a browser."""
    from tests.browser import EXECUTABLES, executable

    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise NotHereError("Playwright is not installed") from None
    found = executable()
    if found is None:
        raise NotHereError(f"no browser: none of {', '.join(EXECUTABLES)} is on the PATH")
    times: dict[str, list[float]] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        tab = browser.new_context(viewport={"width": 1280, "height": 800}, offline=True).new_page()
        tab.goto(page.as_uri())
        for place, selector in _PLACES.items():
            if tab.locator(selector).count() and tab.locator("[data-value]").count():
                tab.locator(selector).first.evaluate("one => one.scrollIntoView()")
                if selector == ".chart":
                    tab.wait_for_selector(".chart .panel svg")
                times[place] = tab.evaluate(_CLICKS)
        browser.close()
    return times


def page(rounds: int) -> list[str]:
    """The section of the page."""
    making: dict[tuple[str, str], list[tuple[ProcessCost, float]]] = {}
    choosing: dict[str, dict[str, list[float]]] = {}
    left_out = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = folder / "large.plimsoll"
        print(f"reports: keeping {POINTS:,} Points", file=sys.stderr)
        campaign = store_campaign(store)
        for number in range(rounds):
            print(f"reports: round {number + 1} of {rounds}", file=sys.stderr)
            for report, form in report_forms(store, campaign):
                making.setdefault((report, form), []).append(make(store, report, form, folder))
        for report, form in making:
            if form == "html":
                try:
                    choosing[report] = clicks(folder / f"{report}.html")
                except NotHereError as why:
                    left_out.append(f"Left out: choosing in a browser: {why}.")
                    break
    return section_lines(rounds, making, choosing, left_out)


def section_lines(
    rounds: int,
    making: dict[tuple[str, str], list[tuple[ProcessCost, float]]],
    choosing: dict[str, dict[str, list[float]]],
    left_out: list[str],
) -> list[str]:
    """The section as text."""
    rows = []
    for (report, form), made in making.items():
        walls = sorted(took.wall_s for took, _ in made)
        cpu = statistics.median(took.cpu_s for took, _ in made)
        peak = max(took.peak_mib for took, _ in made)
        spread = f" ({walls[0]:.1f} to {walls[-1]:.1f})" if rounds > 1 else ""
        rows.append(
            f"| {report} | {form} | {statistics.median(walls):.1f}{spread} | {cpu:.1f} |"
            f" {peak:,.0f} | {made[-1][1]:.1f} |"
        )
    clicked = [
        f"| {report} | {place} | {len(times)} | {statistics.median(times):.0f} | {max(times):.0f} |"
        f" {sum(time >= MOST_CLICK_MS for time in times)} |"
        for report, places in choosing.items()
        for place, times in places.items()
    ]
    how = (
        f"A campaign of {POINTS:,} Points with {INTERVALS} intervals each, `plimsoll report` as"
        f" installed; {'one round' if rounds == 1 else f'{rounds} rounds'}, medians with their"
        f" range, the greatest peak. The marks: {MOST_S} s, {MOST_MIB:,} MiB, a file of"
        f" {MOST_FILE_MIB} MiB."
    )
    choose = (
        "Choosing on the page, in Chromium: each value of each slicer is put off and on again; the"
        f" time runs from the click until everything is painted. The mark: {MOST_CLICK_MS} ms."
    )
    return [
        TITLE,
        "",
        how,
        "",
        "| report | form | s | processor s | MiB at most | file, MiB |",
        "|---|---|---:|---:|---:|---:|",
        *rows,
        "",
        *(
            [
                choose,
                "",
                "| report | in sight | clicks | median, ms | slowest, ms | over the mark |",
                "|---|---|---:|---:|---:|---:|",
                *clicked,
                "",
            ]
            if clicked
            else []
        ),
        *left_out,
        *([""] if left_out else []),
    ]
