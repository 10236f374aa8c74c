"""The page of policies: for each volume the setting (configured) and the proof (proven); and the
page that shows the pending changes before an apply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from starlette.responses import HTMLResponse

from plimsoll.base.printable import markup
from plimsoll.features.policy import words
from plimsoll.features.policy.documents import PolicyStatus, StatusItem
from plimsoll.features.policy.web_desk import PolicyView
from plimsoll.report.describe import Badge, Standing
from plimsoll.report.forms import opening
from plimsoll.web import frame

HERE = "Policies"

CONFIGURED: Mapping[str, Standing] = {
    "compliant": "met",
    "drifted": "missed",
    "out_of_date": "mixed",
    "unknown": "none",
}
PROVEN: Mapping[str, Standing] = {"kept": "met", "broken": "missed", "inconclusive": "mixed"}
STEPS = {"set": "set", "put_back": "put back", "same": "already so", "left": "not reached"}


def draw(views: Sequence[PolicyView], proof: str) -> HTMLResponse:
    """The page of every policy file."""
    if not views:
        body = (
            "<h1>Policies</h1><p>This server was started without a policy file. Name one:</p>"
            "<p><code>plimsoll web --policy policy.toml</code></p><p>A limit in a"
            " policy is not yet a limit that holds: the page shows both, what is set and what was"
            " measured.</p>"
        )
        return frame.page(HERE, body, here=HERE)
    body = "<h1>Policies</h1>" + "".join(_file(view, proof) for view in views)
    return frame.page(HERE, body, here=HERE)


def _file(view: PolicyView, proof: str) -> str:
    head = f"<h2>{markup(view.path.name)}</h2>"
    if view.status is None:
        return f'<section>{head}<p class="notice" role="alert">{markup(view.trouble)}</p></section>'
    items = view.status.items
    rows = "".join(_row(item, view.status.version) for item in items)
    findings = "".join(
        f"<li>{'wrong: ' if finding.weight == 'wrong' else ''}{markup(finding.text)}</li>"
        for finding in view.status.findings
    )
    heads = "".join(
        f'<th scope="col">{name}</th>' for name in ("Volume", "Configured", "Proven", "Last proof")
    )
    table = (
        f'<div class="scroll policies" tabindex="0" role="region" aria-label="Volumes of'
        f' {markup(view.path.name)}"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody>'
        "</table></div>"
        if items
        else "<p>No volume in it is under a policy.</p>"
    )
    loose = ", ".join(view.status.unassigned)
    return f"""<section>{head}
<p class="note">{markup(str(view.path))}, version {view.status.version}. {_summary(items)}</p>
{f"<ul>{findings}</ul>" if findings else ""}{table}
{f'<p class="note">Without a policy: {markup(loose)}</p>' if loose else ""}
<div class="tools"><form action="/policies/{view.name}/plan" method="post">{proof}
<button type="submit" formaction="/policies/{view.name}/plan">Show what applying would
 change</button></form></div>
<p class="note">To measure whether it holds: <code>plimsoll policy verify
 {markup(str(view.path))}</code></p></section>"""


def _summary(items: Sequence[StatusItem]) -> str:
    volumes = [item for item in items if not item.leaves and item.rules is not None]
    set_so = sum(item.configured == "compliant" for item in volumes)
    proven = sum(_stands(item) == "kept" and item.configured == "compliant" for item in volumes)
    return f"Of {len(volumes)}: {set_so} set as the file says, {proven} of those proven."


def _stands(item: StatusItem) -> str | None:
    stored = item.proof
    return stored.verdict if stored is not None and stored.current else None


def _row(item: StatusItem, version: int) -> str:
    about = [f"policy {item.policy}, {item.rules or item.what}", item.kind]
    if item.leaves:
        about = ["no longer in the file", item.kind]
    if item.accepted:
        accepted = ", ".join(words.ACCEPTED.get(name, name) for name in item.accepted)
        about.append(f"accepted: {accepted}")
    details = "".join(f'<span class="about">{markup(text)}</span>' for text in about)
    return (
        f'<tr><th scope="row" class="what">{markup(item.name)}{details}</th><td class="is">'
        f'<span class="half">Configured</span>{_configuration_cell(item, version)}</td>'
        f'<td class="says"><span class="half">Proven</span>{_proof_cell(item)}</td>'
        f'<td class="when"><span class="half">Last proof</span>{_when(item)}</td></tr>'
    )


def _configuration_cell(item: StatusItem, version: int) -> str:
    state = words.CONFIGURED[item.configured]
    if item.configured == "out_of_date" and item.applied_version is None and not item.leaves:
        state = "not set"
    cell = opening.chip(Badge(CONFIGURED[item.configured], state))
    applied = item.applied_version
    if applied is not None and applied != version:
        cell += f'<span class="about">version {applied} is applied</span>'
    if item.error:
        cell += f'<span class="about">{markup(item.error)}</span>'
    if item.configured in ("drifted", "out_of_date"):
        cell += "".join(
            f'<span class="about">{markup(_differs(row.key, row.now, row.wanted))}</span>'
            for row in item.differences
        )
    return cell


def _differs(key: str, now: str | None, wanted: str | None) -> str:
    return f"{key}: now {words.value(key, now)}, should be {words.value(key, wanted)}"


def _proof_cell(item: StatusItem) -> str:
    stored = item.proof
    if item.leaves:
        return ""
    if stored is None:
        return opening.chip(Badge("none", "never measured"))
    standing = PROVEN[stored.verdict] if stored.current else "none"
    state = stored.verdict if stored.current else f"{stored.verdict}, then"
    cell = opening.chip(Badge(standing, state))
    if not stored.current:
        cell += f'<span class="about">{markup(words.STALE)}</span>'
    details = (stored.because, *stored.notes)
    return cell + "".join(f'<span class="about">{markup(detail)}</span>' for detail in details)


def _when(item: StatusItem) -> str:
    stored = item.proof
    if stored is None:
        return "–"
    at = datetime.fromisoformat(stored.at).astimezone()
    cell = f'<time datetime="{markup(stored.at)}">{at:%Y-%m-%d %H:%M}</time>'
    if stored.store is not None and stored.campaign is not None:
        cell += f'<span class="about">{markup(stored.store)}#{stored.campaign}</span>'
    return cell


def draw_plan(view: PolicyView, proof: str, *, may_apply: bool, trouble: str = "") -> HTMLResponse:
    """The page of pending changes, with the button to apply them."""
    assert view.status is not None
    items = view.status.items
    unread = [item for item in items if item.error]
    rows = "".join(
        f'<tr><th scope="row">{markup(item.name)}<span class="about">{markup(item.kind)}'
        f"{', no longer in the file' if item.leaves else ''}"
        f"{', changed by somebody since it was applied' if item.configured == 'drifted' else ''}"
        f"</span></th><td>{markup(difference.key)}</td>"
        f'<td class="n">{markup(words.value(difference.key, difference.now))}</td>'
        f'<td class="n">{markup(words.value(difference.key, difference.wanted))}</td></tr>'
        for item in items
        for difference in item.differences
    )
    troubles = "".join(
        f"<li>{markup(item.name)}: {markup(item.error or '')}</li>" for item in unread
    )
    changes = sum(bool(item.differences) for item in items)
    notice = f'<p class="notice" role="alert">{markup(trouble)}</p>' if trouble else ""
    table = (
        '<div class="scroll changes" tabindex="0" role="region" aria-label="Changes"><table>'
        "<thead><tr>"
        '<th scope="col">Volume</th><th scope="col">Setting</th><th scope="col" class="n">now</th>'
        f'<th scope="col" class="n">applied</th></tr></thead><tbody>{rows}</tbody></table></div>'
        if rows
        else ""
    )
    body = f"""<h1>{markup(words.plan_summary(changes, len(unread)))}</h1>
<p class="note">{markup(str(view.path))}, version {view.status.version}</p>
{notice}{f"<ul>{troubles}</ul>" if troubles else ""}{table}
{_button(view, proof, may_apply=may_apply, changes=changes, unread=len(unread))}"""
    return frame.page("Plan of policies", body, here=HERE, status=409 if trouble else 200)


def _button(view: PolicyView, proof: str, *, may_apply: bool, changes: int, unread: int) -> str:
    back = '<a class="button" href="/policies">Back to the policies</a>'
    if unread or not changes:
        return f'<p class="tools">{back}</p>'
    if not may_apply:
        return (
            "<p>This page may not apply it: the server was started without --allow-policies. In a"
            f" terminal: <code>plimsoll policy apply {markup(str(view.path))}</code></p>"
            f'<p class="tools">{back}</p>'
        )
    return f"""<form action="/policies/{view.name}/apply" method="post">{proof}
<input type="hidden" name="seen" value="{view.digest}">
<p class="note">What is there now is kept first: <code>plimsoll policy remove
 {markup(str(view.path))}</code> puts it back, also after a crash.</p>
<p class="tools"><button type="submit" class="strong" id="apply">Apply it</button>{back}</p>
</form>"""


def draw_outcome(path: Path, done: PolicyStatus) -> HTMLResponse:
    """The page of an apply's outcome."""
    listed = "".join(
        f"<li>{markup(item.name)}: {markup(STEPS.get(item.step or '', item.step or ''))}</li>"
        for item in done.items
    )
    body = (
        f'<h1>Version {done.version} is applied</h1><p class="note">{markup(str(path))}</p>'
        f"<ul>{listed}</ul><p>That it is set does not show that it holds: <code>plimsoll policy"
        f" verify {markup(str(path))}</code> measures it.</p>"
        '<p class="tools"><a class="button" href="/policies">To the policies</a></p>'
    )
    return frame.page("Applied", body, here=HERE)
