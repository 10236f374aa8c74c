"""The ways in for new users: a simulated array, this machine's disk with a test file, a device or a
file from a list; and the pages behind them.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote

from plimsoll.base import units
from plimsoll.base.printable import markup
from plimsoll.web import frame, own_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from starlette.responses import HTMLResponse

    from plimsoll.native.devices import Device
    from plimsoll.web.fields import Fields

SHOWN = 3
"""Limit of devices on the first page."""
LISTED = 40
"""Limit of devices in the form."""


def first_page(
    where: str,
    proof: str,
    found: Sequence[Device],
    troubles: Sequence[str] = (),
    *,
    here: str = "Shelf",
) -> HTMLResponse:
    """The page of an empty shelf. `where`: its stores, in words."""
    cards = _card(
        "Try it in 10 seconds",
        "A simulated array: watch the search find its load line. Touches no disk.",
        f'<form action="/start/try" method="post">{proof}<button type="submit">Run the demo'
        "</button></form>",
    )
    cards += _card(
        "Measure this disk",
        "Makes a test file of 1 GiB in a folder, finds how many IOPS the disk under it carries, and"
        " removes the file. About a minute and a half.",
        '<a class="button strong" href="/start/disk">Choose a folder…</a>',
    )
    cards += _card(
        "Measure a device or a file",
        _first_devices(found),
        '<a class="button" href="/start">Set it up</a>',
    )
    body = f"""<h1>How much load does your storage carry while it keeps its promise?</h1>
<p>Pick a way in. Nothing is written to what Plimsoll did not make, unless you confirm it.</p>
<ul class="ways">{cards}</ul>
<p>Or <a href="/start#paste">paste a campaign file</a> · <a href="/sample">see a sample
report</a></p>
<p class="note">Results go into {markup(where)}. To see those of another store: <code>plimsoll web
--store FILE</code>.</p>"""
    return frame.page("Ways in", body, here=here, notices=troubles)


def _card(title: str, about: str, act: str) -> str:
    return f"<li><h2>{markup(title)}</h2><p>{markup(about)}</p><div>{act}</div></li>"


def _first_devices(found: Sequence[Device]) -> str:
    """The first devices, in words."""
    if not found:
        return "A block device, a file, an NBD export: anything that a path leads to."
    names = [
        f"{device.path} ({units.size(device.size_bytes)}, {_use(device)})"
        for device in found[:SHOWN]
    ]
    more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return f"{' · '.join(names)}{more} · or a file"


def _use(device: Device) -> str:
    return "mounted: reads only" if device.use == "mounted" else device.use


def choices(found: Sequence[Device], files: Sequence[tuple[Path, int]]) -> str:
    """The list of possible targets above the form, each with a link that fills it in."""
    rows = [
        _choice(device.path, units.size(device.size_bytes), device.kind, device.use, _by(device))
        for device in found[:LISTED]
    ]
    rows += [_choice(str(path), units.size(size), "file", "file", "") for path, size in files]
    if not rows:
        return ""
    more = (
        f"<p class=note>and {len(found) - LISTED} more devices</p>" if len(found) > LISTED else ""
    )
    return f"""<details id="devices" open><summary>Devices and files of this machine</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Devices and files"><table>
<thead><tr><th scope="col">Target</th><th scope="col" class="n">Size</th><th scope="col">What</th>
<th scope="col">Use</th><th scope="col"><span class="unseen">Choose</span></th></tr></thead>
<tbody>{"".join(rows)}</tbody></table></div>{more}
<p class="note">Free means that nobody is seen to use it, not that it is empty. Reading
changes nothing; before anything is written, the device itself is looked at again, and what it
carries must be given up by name.</p></details>"""


def _choice(path: str, size: str, kind: str, use: str, by: str) -> str:
    users = f'<span class="about">{markup(by)}</span>' if by else ""
    return (
        f'<tr><th scope="row">{markup(path)}</th><td class="n">{size}</td><td'
        f' class="t">{markup(kind)}</td><td class="t"><span class="use {use.replace(" ", "-")}">'
        f'{markup(use)}</span>{users}</td><td><a class="choose" href="/start?target={quote(path)}"'
        f' data-field="target.path" data-value="{escape(path)}">Choose<span'
        f' class="unseen"> {markup(path)}</span></a></td></tr>'
    )


def _by(device: Device) -> str:
    more = f" and {len(device.by) - 2} more" if len(device.by) > 2 else ""
    words = f"{', '.join(device.by[:2])}{more}"
    if device.use == "mounted":
        words = f"on {words}: writes are refused"
    elif device.use == "in use":
        words = f"{words}: writes are refused"
    if not device.read_only:
        return words
    return f"{words}; read-only" if words else "read-only"


def try_page(proof: str, busy: Sequence[str]) -> HTMLResponse:
    """The question before the simulated array is searched beside a measurement."""
    body = f"""<h1>Try a simulated array</h1>
<p>Simulating touches no disk, but it takes processor time for some ten seconds.</p>
<form action="/start/try" method="post">{proof}
{beside(busy)}<p class="tools"><button type="submit">Start it</button><a class="button"
 href="/">Back</a></p></form>"""
    return frame.page("Try a simulated array", body, here="Start a campaign", status=409)


def disk(
    offered: Sequence[own_file.Folder],
    store: Path,
    proof: str,
    *,
    given: Fields,
    busy: Sequence[str] = (),
    trouble: str = "",
) -> HTMLResponse:
    """The page that explains measuring a disk and starts it."""
    options = "".join(
        f'<option value="{escape(path)}">{markup(words)}</option>'
        for path, words in own_file.in_words(offered)
    )
    rows = "".join(
        f'<tr><th scope="row">{markup(path)}</th><td>{markup(words)}</td><td><a class="choose"'
        f' href="/start/disk?folder={quote(path)}" data-field="folder" data-value="{escape(path)}">'
        f'Choose<span class="unseen"> {markup(path)}</span></a></td></tr>'
        for path, words in own_file.in_words(offered)
    )
    folder = given["folder"] or (str(offered[0].path) if offered else "")
    warn = f'<p class="notice" role="alert" id="trouble">{markup(trouble)}</p>' if trouble else ""
    body = f"""<h1>Measure this disk</h1>
{warn}<p>A test file is made in the folder, filled, measured and removed. Nothing else in the folder
is touched.</p>
<form action="/start/disk" method="post" id="disk">{proof}
<fieldset><legend>Where</legend><div class="fields">
<div class="wide"><label for="folder">Folder on the disk to measure</label><input id="folder"
 name="folder" list="folders" value="{escape(folder)}" required autocomplete="off"
 spellcheck="false" aria-describedby="folder-hint"><datalist id="folders">{options}</datalist><small
 id="folder-hint">Any folder where the user of this server may write.</small></div>
<div class="one"><label for="size">Size of the test file</label><input id="size" name="size"
 value="{escape(given["size"] or own_file.SIZE)}" autocomplete="off" spellcheck="false"
 aria-describedby="size-hint"><small id="size-hint">1g; at most half of what is free. On an array
 larger than its cache.</small></div>
<div class="one"><label for="objective">Objective</label><input id="objective" name="objective"
 value="{escape(given["objective"])}" autocomplete="off" spellcheck="false"
 aria-describedby="objective-hint"><small id="objective-hint">p99 &lt;= 5ms; empty: chosen from the
 latency at a light load</small></div>
</div></fieldset>
<h2>What happens</h2>
<ol>
<li>{own_file.TEST_FILE} is made in that folder and filled: all of it is written once.</li>
<li>The maximum is measured, then the load line: 8 KiB random, 70 % reads, for about a minute. The
writes go into the file only.</li>
<li>The file is removed, also after Stop. The results stay in {markup(str(store))}.</li>
</ol>
{beside(busy)}<p class="tools"><button type="submit" id="start">Start it</button><a class="button"
 href="/">Back</a></p>
</form>
<section><h2>Folders on this machine’s disks</h2><div class="scroll" tabindex="0" role="region"
 aria-label="Folders"><table><tbody>{rows}</tbody></table></div></section>"""
    return frame.page(
        "Measure this disk",
        body,
        scripts=("start.js",),
        here="Start a campaign",
        status=422 if trouble else 200,
    )


def beside(busy: Sequence[str]) -> str:
    """The question whether to start beside the running campaigns `busy`; empty without any."""
    if not busy:
        return ""
    return (
        f'<p class="notice" role="alert">{markup(", ".join(busy))}: running on this machine'
        ' now. Two at a time disturb each other.</p><p><label><input type="checkbox"'
        ' name="beside" value="yes" required> Start it anyway</label></p>'
    )


def filling(measurement: own_file.DiskMeasurement, proof: str) -> HTMLResponse:
    """The page while the test file is filled. It reloads itself."""
    doing = measurement.doing() or "Starting."
    body = f"""<h1>Measuring the disk under {markup(str(measurement.request.folder))}</h1>
<p id="waiting" role="status" aria-live="polite">{markup(doing)}</p>
<p class="note">The search is shown here as soon as the file is filled. It continues when this page
is closed.</p>
<form action="/start/disk/{measurement.process.pid}/stop" method="post" class="tools">{proof}<button
 type="submit" class="strong">Stop</button><span class="note">The file is removed.</span><a
 class="button" href="/start/disk/{measurement.process.pid}">Look again</a></form>"""
    return frame.page(
        "Filling the test file", body, scripts=("waiting.js",), here="Start a campaign"
    )


def sample(busy: Sequence[str]) -> HTMLResponse:
    """The page around the sample report. `busy`: campaigns that run on this machine."""
    report = (
        '<section class="report"><div class="drawn"><p class="note" aria-hidden="true">Simulating'
        ' and drawing it takes a few seconds.</p><iframe src="/sample/report" title="Sample'
        ' report"></iframe></div></section>'
    )
    if busy:
        report = (
            f'<p class="notice">{markup(", ".join(busy))}: measuring on this machine now. It'
            " is simulated and drawn at low priority, and still takes processor time that the"
            ' measurement may miss.</p><p><a class="button" href="/sample/report">Show it all the'
            " same</a></p>"
        )
    body = f"""<h1>A sample report</h1>
<p>What the guests of a simulated cluster feel when it loses a host. Every report of a real
measurement looks like this: answer, badge, curve, and what it rests on.</p>
{report}
<p><a class="button" href="/">Back</a></p>"""
    return frame.page("A sample report", body, here="Shelf")
