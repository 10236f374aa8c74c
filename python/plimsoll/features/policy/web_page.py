"""The page of policies: for each volume what is set (configured) and what was measured (proven),
never one in the place of the other; and the page that shows what an apply would change, before it
does.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from plimsoll.base.printable import markup
from plimsoll.features.policy import words
from plimsoll.report.describe import Badge
from plimsoll.report.forms import opening
from plimsoll.web import frame

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from starlette.responses import HTMLResponse

    from plimsoll.features.policy.documents import PolicyStatus, StatusItem
    from plimsoll.features.policy.web_desk import PolicyView
    from plimsoll.report.describe import Standing

HERE = "Policies"

CONFIGURED: Mapping[str, Standing] = {
    "compliant": "met",
    "drifted": "missed",
    "out_of_date": "mixed",
    "unknown": "none",
}
PROVEN: Mapping[str, Standing] = {"kept": "met", "broken": "missed", "inconclusive": "mixed"}
STEPS = {"set": "set", "put_back": "put back", "same": "already so", "left": "not reached"}


def draw(seen: Sequence[PolicyView], proof: str) -> HTMLResponse:
    """Every policy file."""
    if not seen:
        body = (
            "<h1>Policies</h1><p>This server was started without a policy file. Name one:</p>"
            "<p><code>plimsoll web --policy policy.toml</code></p><p>A limit in a"
            " policy is not yet a limit that holds: the page shows both, what is set and what was"
            " measured.</p>"
        )
        return frame.page(HERE, body, here=HERE)
    body = "<h1>Policies</h1>" + "".join(_file(one, proof) for one in seen)
    return frame.page(HERE, body, here=HERE)


def _file(of: PolicyView, proof: str) -> str:
    head = f"<h2>{markup(of.path.name)}</h2>"
    if of.status is None:
        return f'<section>{head}<p class="notice" role="alert">{markup(of.trouble)}</p></section>'
    items = of.status.items
    rows = "".join(_row(one, of.status.version) for one in items)
    findings = "".join(
        f"<li>{'wrong: ' if one.weight == 'wrong' else ''}{markup(one.text)}</li>"
        for one in of.status.findings
    )
    heads = "".join(
        f'<th scope="col">{name}</th>' for name in ("Volume", "Configured", "Proven", "Last proof")
    )
    table = (
        f'<div class="scroll policies" tabindex="0" role="region" aria-label="Volumes of'
        f' {markup(of.path.name)}"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody>'
        "</table></div>"
        if items
        else "<p>No volume in it is under a policy.</p>"
    )
    loose = ", ".join(of.status.unassigned)
    return f"""<section>{head}
<p class="note">{markup(str(of.path))}, version {of.status.version}. {_summed(items)}</p>
{f"<ul>{findings}</ul>" if findings else ""}{table}
{f'<p class="note">Without a policy: {markup(loose)}</p>' if loose else ""}
<div class="tools"><form action="/policies/{of.name}/plan" method="post">{proof}
<button type="submit" formaction="/policies/{of.name}/plan">Show what applying would
 change</button></form></div>
<p class="note">To measure whether it holds: <code>plimsoll policy verify
 {markup(str(of.path))}</code></p></section>"""


def _summed(items: Sequence[StatusItem]) -> str:
    """How many are as they should be, in both halves."""
    volumes = [one for one in items if not one.leaves and one.rules is not None]
    set_so = sum(one.configured == "compliant" for one in volumes)
    proven = sum(_stands(one) == "kept" and one.configured == "compliant" for one in volumes)
    return f"Of {len(volumes)}: {set_so} set as the file says, {proven} of those proven."


def _stands(of: StatusItem) -> str | None:
    """The verdict of a proof that speaks of what is set now."""
    kept = of.proof
    return kept.verdict if kept is not None and kept.current else None


def _row(of: StatusItem, version: int) -> str:
    about = [f"policy {of.policy}, {of.rules or of.what}", of.kind]
    if of.leaves:
        about = ["no longer in the file", of.kind]
    if of.accepted:
        accepted = ", ".join(words.ACCEPTED.get(one, one) for one in of.accepted)
        about.append(f"accepted: {accepted}")
    told = "".join(f'<span class="about">{markup(text)}</span>' for text in about)
    return (
        f'<tr><th scope="row" class="what">{markup(of.name)}{told}</th><td class="is">'
        f'<span class="half">Configured</span>{_configured(of, version)}</td><td class="says">'
        f'<span class="half">Proven</span>{_proven(of)}</td><td class="when"><span'
        f' class="half">Last proof</span>{_when(of)}</td></tr>'
    )


def _configured(of: StatusItem, version: int) -> str:
    state = words.CONFIGURED[of.configured]
    if of.configured == "out_of_date" and of.applied_version is None and not of.leaves:
        state = "not set"
    said = opening.chip(Badge(CONFIGURED[of.configured], state))
    applied = of.applied_version
    if applied is not None and applied != version:
        said += f'<span class="about">version {applied} is applied</span>'
    if of.error:
        said += f'<span class="about">{markup(of.error)}</span>'
    if of.configured in ("drifted", "out_of_date"):
        said += "".join(
            f'<span class="about">{markup(_differs(one.key, one.now, one.wanted))}</span>'
            for one in of.differences
        )
    return said


def _differs(key: str, now: str | None, wanted: str | None) -> str:
    return f"{key}: now {words.value(key, now)}, should be {words.value(key, wanted)}"


def _proven(of: StatusItem) -> str:
    kept = of.proof
    if of.leaves:
        return ""
    if kept is None:
        return opening.chip(Badge("none", "never measured"))
    standing = PROVEN[kept.verdict] if kept.current else "none"
    state = kept.verdict if kept.current else f"{kept.verdict}, then"
    said = opening.chip(Badge(standing, state))
    if not kept.current:
        said += f'<span class="about">{markup(words.STALE)}</span>'
    told = (kept.because, *kept.notes)
    return said + "".join(f'<span class="about">{markup(one)}</span>' for one in told)


def _when(of: StatusItem) -> str:
    kept = of.proof
    if kept is None:
        return "–"
    at = datetime.fromisoformat(kept.at).astimezone()
    told = f'<time datetime="{markup(kept.at)}">{at:%Y-%m-%d %H:%M}</time>'
    if kept.store is not None and kept.campaign is not None:
        told += f'<span class="about">{markup(kept.store)}#{kept.campaign}</span>'
    return told


def planned(of: PolicyView, proof: str, *, may_apply: bool, trouble: str = "") -> HTMLResponse:
    """What applying would change, and the button that does it."""
    assert of.status is not None
    items = of.status.items
    unread = [one for one in items if one.error]
    rows = "".join(
        f'<tr><th scope="row">{markup(one.name)}<span class="about">{markup(one.kind)}'
        f"{', no longer in the file' if one.leaves else ''}"
        f"{', changed by somebody since it was applied' if one.configured == 'drifted' else ''}"
        f"</span></th><td>{markup(difference.key)}</td>"
        f'<td class="n">{markup(words.value(difference.key, difference.now))}</td>'
        f'<td class="n">{markup(words.value(difference.key, difference.wanted))}</td></tr>'
        for one in items
        for difference in one.differences
    )
    troubles = "".join(f"<li>{markup(one.name)}: {markup(one.error or '')}</li>" for one in unread)
    changes = sum(bool(one.differences) for one in items)
    said = f'<p class="notice" role="alert">{markup(trouble)}</p>' if trouble else ""
    table = (
        '<div class="scroll changes" tabindex="0" role="region" aria-label="Changes"><table>'
        "<thead><tr>"
        '<th scope="col">Volume</th><th scope="col">Setting</th><th scope="col" class="n">now</th>'
        f'<th scope="col" class="n">applied</th></tr></thead><tbody>{rows}</tbody></table></div>'
        if rows
        else ""
    )
    body = f"""<h1>{markup(words.planned(changes, len(unread)))}</h1>
<p class="note">{markup(str(of.path))}, version {of.status.version}</p>
{said}{f"<ul>{troubles}</ul>" if troubles else ""}{table}
{_button(of, proof, may_apply=may_apply, changes=changes, unread=len(unread))}"""
    return frame.page("Plan of policies", body, here=HERE, status=409 if trouble else 200)


def _button(of: PolicyView, proof: str, *, may_apply: bool, changes: int, unread: int) -> str:
    back = '<a class="button" href="/policies">Back to the policies</a>'
    if unread or not changes:
        return f'<p class="tools">{back}</p>'
    if not may_apply:
        return (
            "<p>This page may not apply it: the server was started without --allow-policies. In a"
            f" terminal: <code>plimsoll policy apply {markup(str(of.path))}</code></p>"
            f'<p class="tools">{back}</p>'
        )
    return f"""<form action="/policies/{of.name}/apply" method="post">{proof}
<input type="hidden" name="seen" value="{of.digest}">
<p class="note">What is there now is kept first: <code>plimsoll policy remove
 {markup(str(of.path))}</code> puts it back, also after a crash.</p>
<p class="tools"><button type="submit" class="strong" id="apply">Apply it</button>{back}</p>
</form>"""


def applied(path: Path, done: PolicyStatus) -> HTMLResponse:
    """What an apply did."""
    listed = "".join(
        f"<li>{markup(one.name)}: {markup(STEPS.get(one.step or '', one.step or ''))}</li>"
        for one in done.items
    )
    body = (
        f'<h1>Version {done.version} is applied</h1><p class="note">{markup(str(path))}</p>'
        f"<ul>{listed}</ul><p>That it is set does not show that it holds: <code>plimsoll policy"
        f" verify {markup(str(path))}</code> measures it.</p>"
        '<p class="tools"><a class="button" href="/policies">To the policies</a></p>'
    )
    return frame.page("Applied", body, here=HERE)
