"""The ways in for new users: a simulated array, this machine's disk with a test file, a device or a
file from a list; and the pages behind them.
"""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from urllib.parse import quote

from starlette.responses import HTMLResponse

from plimsoll.base import language, units
from plimsoll.base.printable import markup
from plimsoll.native.devices import Device
from plimsoll.web import frame, own_file
from plimsoll.web.fields import Fields
from plimsoll.web.messages import message

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
    here: str = "shelf",
) -> HTMLResponse:
    """The page of an empty shelf. `where`: its stores, in words."""
    cards = _card(
        message("demo"),
        message("demo-about"),
        (
            f'<form action="/start/try" method="post">{proof}<button type="submit">'
            f"{message('demo-run')}</button></form>"
        ),
    )
    cards += _card(
        message("disk"),
        message("disk-about"),
        f'<a class="button strong" href="/start/disk">{message("choose-folder")}</a>',
    )
    cards += _card(
        message("device"),
        _first_devices(found),
        f'<a class="button" href="/start">{message("set-up")}</a>',
    )
    paste = f'<a href="/start#paste">{message("paste-file")}</a>'
    example = f'<a href="/sample">{message("see-sample")}</a>'
    command = "<code>plimsoll web --store FILE</code>"
    results = message("results-go-into", stores=markup(where), command=command)
    body = f"""<h1>{message("question")}</h1>
<p>{message("ways-note")}</p>
<ul class="ways">{cards}</ul>
<p>{message("other-ways", paste=paste, sample=example)}</p>
<p class="note">{results}</p>"""
    return frame.page(message("ways-in"), body, here=here, notices=troubles)


def _card(title: str, about: str, act: str) -> str:
    return f"<li><h2>{markup(title)}</h2><p>{markup(about)}</p><div>{act}</div></li>"


def _first_devices(found: Sequence[Device]) -> str:
    """The first devices, in words."""
    if not found:
        return message("any-path")
    devices = " · ".join(
        f"{device.path} ({units.size(device.size_bytes)}, {_use(device)})"
        for device in found[:SHOWN]
    )
    if len(found) > SHOWN:
        return message("first-devices-more", devices=devices, more=len(found) - SHOWN)
    return message("first-devices", devices=devices)


def _use(device: Device) -> str:
    return message("use-reads-only") if device.use == "mounted" else use_words(device.use)


def use_words(use: str) -> str:
    """Free, mounted or in use; `file` for a file."""
    return message(f"use-{use.replace(' ', '-')}")


def choices(found: Sequence[Device], files: Sequence[tuple[Path, int]]) -> str:
    """The list of possible targets above the form, each with a link that fills it in."""
    rows = [
        _choice(device.path, units.size(device.size_bytes), device.kind, device.use, _by(device))
        for device in found[:LISTED]
    ]
    kind = message("use-file")
    rows += [_choice(str(path), units.size(size), kind, "file", "") for path, size in files]
    if not rows:
        return ""
    left = len(found) - LISTED
    more = f"<p class=note>{message('more-devices', more=left)}</p>" if left > 0 else ""
    return f"""<details id="devices" open><summary>{message("devices-and-files")}</summary>
<div class="scroll" tabindex="0" role="region" aria-label="{message("devices-label")}"><table>
<thead><tr><th scope="col">{message("column-target")}</th><th scope="col"
 class="n">{message("column-size")}</th><th scope="col">{message("column-what")}</th>
<th scope="col">{message("column-use")}</th><th scope="col"><span
 class="unseen">{message("choose")}</span></th></tr></thead>
<tbody>{"".join(rows)}</tbody></table></div>{more}
<p class="note">{message("devices-note")}</p></details>"""


def _choice(path: str, size: str, kind: str, use: str, by: str) -> str:
    users = f'<span class="about">{markup(by)}</span>' if by else ""
    return (
        f'<tr><th scope="row">{markup(path)}</th><td class="n">{size}</td><td class="t">'
        f'{markup(kind)}</td><td class="t"><span class="use {use.replace(" ", "-")}">'
        f'{use_words(use)}</span>{users}</td><td><a class="choose" href="/start?target='
        f'{quote(path)}" data-field="target.path" data-value="{escape(path)}">{message("choose")}'
        f'<span class="unseen"> {markup(path)}</span></a></td></tr>'
    )


def _by(device: Device) -> str:
    words, more = language.listing(device.by[:2]), len(device.by) - 2
    if more > 0:
        words = message("users-and-more", users=words, more=more)
    if device.use == "mounted":
        words = message("mounted-on", places=words)
    elif device.use == "in use":
        words = message("used-by", users=words)
    return language.clauses(filter(None, [words, message("read-only") if device.read_only else ""]))


def try_page(proof: str, busy: Sequence[str]) -> HTMLResponse:
    """The question before the simulated array is searched beside a measurement."""
    body = f"""<h1>{message("array")}</h1>
<p>{message("array-about")}</p>
<form action="/start/try" method="post">{proof}
{beside(busy)}<p class="tools"><button type="submit">{message("start-it")}</button><a class="button"
 href="/">{message("back")}</a></p></form>"""
    return frame.page(message("array"), body, here="start", status=409)


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
        f'{message("choose")}<span class="unseen"> {markup(path)}</span></a></td></tr>'
        for path, words in own_file.in_words(offered)
    )
    folder = given["folder"] or (str(offered[0].path) if offered else "")
    warn = f'<p class="notice" role="alert" id="trouble">{markup(trouble)}</p>' if trouble else ""
    body = f"""<h1>{message("disk")}</h1>
{warn}<p>{message("disk-note")}</p>
<form action="/start/disk" method="post" id="disk">{proof}
<fieldset><legend>{message("where")}</legend><div class="fields">
<div class="wide"><label for="folder">{message("folder")}</label><input id="folder"
 name="folder" list="folders" value="{escape(folder)}" required autocomplete="off"
 spellcheck="false" aria-describedby="folder-hint"><datalist id="folders">{options}</datalist><small
 id="folder-hint">{message("folder-hint")}</small></div>
<div class="one"><label for="size">{message("size")}</label><input id="size" name="size"
 value="{escape(given["size"] or own_file.SIZE)}" autocomplete="off" spellcheck="false"
 aria-describedby="size-hint"><small id="size-hint">{message("size-hint")}</small></div>
<div class="one"><label for="objective">{message("objective")}</label><input id="objective"
 name="objective"
 value="{escape(given["objective"])}" autocomplete="off" spellcheck="false"
 aria-describedby="objective-hint"><small
 id="objective-hint">{message("objective-hint")}</small></div>
</div></fieldset>
<h2>{message("what-happens")}</h2>
<ol>
<li>{message("happens-fill", file=own_file.TEST_FILE)}</li>
<li>{message("happens-measure")}</li>
<li>{message("happens-remove", store=markup(str(store)))}</li>
</ol>
{beside(busy)}<p class="tools"><button type="submit" id="start">{message("start-it")}</button><a
 class="button"
 href="/">{message("back")}</a></p>
</form>
<section><h2>{message("folders")}</h2><div class="scroll" tabindex="0" role="region"
 aria-label="{message("folders-label")}"><table><tbody>{rows}</tbody></table></div></section>"""
    return frame.page(
        message("disk"), body, scripts=("start.js",), here="start", status=422 if trouble else 200
    )


def beside(busy: Sequence[str]) -> str:
    """The question whether to start beside the running campaigns `busy`; empty without any."""
    if not busy:
        return ""
    return (
        f'<p class="notice" role="alert">{message("beside", campaigns=_listing(busy))}'
        '</p><p><label><input type="checkbox" name="beside" value="yes" required>'
        f" {message('start-anyway')}</label></p>"
    )


def filling(measurement: own_file.DiskMeasurement, proof: str) -> HTMLResponse:
    """The page while the test file is filled. It reloads itself."""
    doing = measurement.doing() or message("starting")
    body = f"""<h1>{message("filling-heading", folder=markup(str(measurement.request.folder)))}</h1>
<p id="waiting" role="status" aria-live="polite">{markup(doing)}</p>
<p class="note">{message("filling-note")}</p>
<form action="/start/disk/{measurement.process.pid}/stop" method="post" class="tools">{proof}<button
 type="submit" class="strong">{message("stop")}</button><span
 class="note">{message("file-is-removed")}</span><a
 class="button" href="/start/disk/{measurement.process.pid}">{message("look-again")}</a></form>"""
    return frame.page(message("filling"), body, scripts=("waiting.js",), here="start")


def sample(busy: Sequence[str]) -> HTMLResponse:
    """The page around the sample report. `busy`: campaigns that run on this machine."""
    report = (
        '<section class="report"><div class="drawn"><p class="note" aria-hidden="true">'
        f'{message("sample-takes")}</p><iframe src="/sample/report"'
        f' title="{message("sample-frame")}"></iframe></div></section>'
    )
    if busy:
        report = (
            f'<p class="notice">{message("sample-disturbs", campaigns=_listing(busy))}</p>'
            f'<p><a class="button" href="/sample/report">{message("sample-anyway")}</a></p>'
        )
    body = f"""<h1>{message("sample")}</h1>
<p>{message("sample-about")}</p>
{report}
<p><a class="button" href="/">{message("back")}</a></p>"""
    return frame.page(message("sample"), body, here="shelf")


def _listing(names: Iterable[str]) -> str:
    return markup(language.listing(names))
