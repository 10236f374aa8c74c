"""The page of policies: for each volume the setting (configured) and the proof (proven); and the
page that shows the pending changes before an apply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.responses import HTMLResponse

from plimsoll.base import language
from plimsoll.base.printable import markup
from plimsoll.features.policy import words
from plimsoll.features.policy.backends import BACKENDS
from plimsoll.features.policy.messages import message
from plimsoll.report.describe import Badge, Standing
from plimsoll.report.forms import opening
from plimsoll.web import frame

if TYPE_CHECKING:
    from plimsoll.features.policy.documents import PolicyStatus, StatusFinding, StatusItem
    from plimsoll.features.policy.web_desk import PolicyView

HERE = "policies"

CONFIGURED: Mapping[str, Standing] = {
    "compliant": "met",
    "drifted": "missed",
    "out_of_date": "mixed",
    "unknown": "none",
}
PROVEN: Mapping[str, Standing] = {"kept": "met", "broken": "missed", "inconclusive": "mixed"}
STEPS = ("set", "put_back", "same", "left")


def draw(views: Sequence[PolicyView], proof: str) -> HTMLResponse:
    """The page of every policy file."""
    if not views:
        body = (
            f"<h1>{message('page-title')}</h1><p>{message('page-no-file')}</p>"
            "<p><code>plimsoll web --policy policy.toml</code></p>"
            f"<p>{message('page-about')}</p>"
        )
        return frame.page(message("page-title"), body, here=HERE)
    body = f"<h1>{message('page-title')}</h1>" + "".join(_file(view, proof) for view in views)
    return frame.page(message("page-title"), body, here=HERE)


def _file(view: PolicyView, proof: str) -> str:
    head = f"<h2>{markup(view.path.name)}</h2>"
    if view.status is None:
        return f'<section>{head}<p class="notice" role="alert">{markup(view.trouble)}</p></section>'
    items = view.status.items
    rows = "".join(_row(item, view.status.version, view.rules) for item in items)
    findings = "".join(f"<li>{_finding(finding)}</li>" for finding in view.status.findings)
    heads = "".join(
        f'<th scope="col">{message(f"column-{name}")}</th>'
        for name in ("volume", "configured", "proven", "last-proof")
    )
    table = (
        f'<div class="scroll policies" tabindex="0" role="region" aria-label="'
        f'{message("table-volumes", file=markup(view.path.name))}"><table><thead><tr>{heads}</tr>'
        f"</thead><tbody>{rows}</tbody></table></div>"
        if items
        else f"<p>{message('page-no-volume')}</p>"
    )
    loose = language.listing(view.status.unassigned)
    return f"""<section>{head}
<p class="note">{_version(view)}</p><p class="note">{_summary(items)}</p>
{f"<ul>{findings}</ul>" if findings else ""}{table}
{f'<p class="note">{message("page-loose", names=markup(loose))}</p>' if loose else ""}
<div class="tools"><form action="/policies/{view.name}/plan" method="post">{proof}
<button type="submit" formaction="/policies/{view.name}/plan">{message("button-plan")}</button>\
</form></div>
<p class="note">{message("page-verify")} <code>plimsoll policy verify
 {markup(str(view.path))}</code></p></section>"""


def _version(view: PolicyView) -> str:
    version = 0 if view.status is None else view.status.version
    return message("file-version", file=markup(str(view.path)), version=version)


def _finding(finding: StatusFinding) -> str:
    text = markup(finding.text)
    return message("finding-wrong", finding=text) if finding.weight == "wrong" else text


def _summary(items: Sequence[StatusItem]) -> str:
    volumes = [item for item in items if not item.leaves and item.rules is not None]
    set_so = sum(item.configured == "compliant" for item in volumes)
    proven = sum(_stands(item) == "kept" and item.configured == "compliant" for item in volumes)
    found = message("page-summary", volumes=len(volumes), set=set_so, proven=proven)
    unknown = sum(item.configured == "unknown" for item in volumes)
    if not unknown:
        return found
    told = message("page-unknown", volumes=unknown)
    return told if unknown == len(volumes) else language.sentences((found, told))


def _stands(item: StatusItem) -> str | None:
    stored = item.proof
    return stored.verdict if stored is not None and stored.current else None


def _row(item: StatusItem, version: int, rules_of: Mapping[str, str]) -> str:
    rules = rules_of.get(item.name) or item.rules or item.what
    about = [message("about-policy", policy=item.policy, rules=rules), item.kind]
    if item.leaves:
        about = [message("about-leaves"), item.kind]
    if item.accepted:
        accepted = language.listing(map(words.accepted_setting, item.accepted))
        about.append(message("about-accepted", accepted=accepted))
    details = "".join(f'<span class="about">{markup(text)}</span>' for text in about)
    return (
        f'<tr><th scope="row" class="what">{markup(item.name)}{details}</th><td class="is">'
        f'<span class="half">{message("column-configured")}</span>'
        f"{_configuration_cell(item, version)}</td>"
        f'<td class="says"><span class="half">{message("column-proven")}</span>'
        f'{_proof_cell(item)}</td><td class="when"><span class="half">'
        f"{message('column-last-proof')}</span>{_when(item)}</td></tr>"
    )


def _configuration_cell(item: StatusItem, version: int) -> str:
    state = words.state_in_configuration(item.configured)
    if item.configured == "out_of_date" and item.applied_version is None and not item.leaves:
        state = message("not-set")
    cell = opening.chip(Badge(CONFIGURED[item.configured], state))
    applied = item.applied_version
    if applied is not None and applied != version:
        text = message("version-applied", version=applied)
        cell += f'<span class="about">{text}</span>'
    if item.error:
        cell += f'<span class="about">{markup(item.error)}</span>'
    if item.configured in ("drifted", "out_of_date"):
        cell += "".join(
            f'<span class="about">{markup(_differs(row.key, row.now, row.wanted))}</span>'
            for row in item.differences
        )
    return cell


def _differs(key: str, now: str | None, wanted: str | None) -> str:
    return message("differs", key=key, now=words.value(key, now), wanted=words.value(key, wanted))


def _proof_cell(item: StatusItem) -> str:
    stored = item.proof
    if item.leaves:
        return ""
    if stored is None:
        return opening.chip(Badge("none", message("never-measured")))
    standing = PROVEN[stored.verdict] if stored.current else "none"
    state = message(f"verdict-{stored.verdict}" if stored.current else f"stale-{stored.verdict}")
    cell = opening.chip(Badge(standing, state))
    if not stored.current:
        cell += f'<span class="about">{markup(message("stale"))}</span>'
    details = (stored.because, *stored.notes)
    return cell + "".join(f'<span class="about">{markup(detail)}</span>' for detail in details)


def _when(item: StatusItem) -> str:
    stored = item.proof
    if stored is None:
        return "–"
    at = datetime.fromisoformat(stored.at).astimezone()
    cell = f'<time datetime="{markup(stored.at)}">{language.minute(at)}</time>'
    if stored.store is not None and stored.campaign is not None:
        cell += f'<span class="about">{markup(stored.store)}#{stored.campaign}</span>'
    return cell


def draw_plan(
    view: PolicyView,
    proof: str,
    documents: Mapping[str, str],
    *,
    may_apply: bool,
    trouble: str = "",
) -> HTMLResponse:
    """The page of pending changes, with the button to apply them. `documents`: what others apply,
    by the name of the system."""
    assert view.status is not None
    items = view.status.items
    unread = [item for item in items if item.error]
    rows = "".join(
        f'<tr><th scope="row">{markup(item.name)}<span class="about">{markup(_about(item))}'
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
    by_others = sum(BACKENDS[item.kind].write is None for item in items)
    notice = f'<p class="notice" role="alert">{markup(trouble)}</p>' if trouble else ""
    table = (
        f'<div class="scroll changes" tabindex="0" role="region" aria-label="'
        f'{message("table-changes")}"><table><thead><tr>'
        f'<th scope="col">{message("column-volume")}</th>'
        f'<th scope="col">{message("column-setting")}</th>'
        f'<th scope="col" class="n">{message("column-now")}</th>'
        f'<th scope="col" class="n">{message("column-applied")}</th>'
        f"</tr></thead><tbody>{rows}</tbody></table></div>"
        if rows
        else ""
    )
    body = f"""<h1>{markup(words.plan_summary(changes, len(unread), by_others))}</h1>
<p class="note">{_version(view)}</p>
{notice}{f"<ul>{troubles}</ul>" if troubles else ""}{table}{_documents(view, documents)}
{_button(view, proof, may_apply=may_apply, changes=changes, unread=len(unread))}"""
    title = message("page-plan-title")
    return frame.page(title, body, here=HERE, status=409 if trouble else 200)


def _documents(view: PolicyView, documents: Mapping[str, str]) -> str:
    """What others apply: to read and to download."""
    if not documents:
        return ""
    listed = "".join(
        f"<li><details><summary><strong>{markup(name)}</strong></summary>"
        f'<pre tabindex="0">{markup(text)}</pre></details>'
        f'<a class="button" download="{markup(name)}.txt" href="data:text/plain;charset=utf-8,'
        f'{quote(text)}">{message("download-documents", system=markup(name))}</a></li>'
        for name, text in documents.items()
    )
    command = f"<code>plimsoll policy plan {markup(str(view.path))} --print SYSTEM</code>"
    return (
        f"<section><h2>{message('documents-for-others')}</h2>"
        f"<p>{message('documents-by-command', command=command)}</p>"
        f'<ul class="reports">{listed}</ul></section>'
    )


def _about(item: StatusItem) -> str:
    about = [item.kind]
    if item.leaves:
        about.append(message("about-leaves"))
    if item.configured == "drifted":
        about.append(message("about-drifted"))
    return language.listing(about)


def _button(view: PolicyView, proof: str, *, may_apply: bool, changes: int, unread: int) -> str:
    back = f'<a class="button" href="/policies">{message("button-back")}</a>'
    if unread or not changes:
        return f'<p class="tools">{back}</p>'
    if not may_apply:
        return (
            f"<p>{message('page-may-not-apply')}"
            f" <code>plimsoll policy apply {markup(str(view.path))}</code></p>"
            f'<p class="tools">{back}</p>'
        )
    remove = f"<code>plimsoll policy remove\n {markup(str(view.path))}</code>"
    return f"""<form action="/policies/{view.name}/apply" method="post">{proof}
<input type="hidden" name="seen" value="{view.digest}">
<p class="note">{message("page-kept-first", command=remove)}</p>
<p class="tools"><button type="submit" class="strong" id="apply">{message("button-apply")}</button>\
{back}</p>
</form>"""


def draw_outcome(path: Path, done: PolicyStatus) -> HTMLResponse:
    """The page of an apply's outcome."""
    listed = "".join(
        f"<li>{markup(item.name)}: {markup(_step(item.step or ''))}</li>" for item in done.items
    )
    verify = f"<code>plimsoll policy verify {markup(str(path))}</code>"
    body = (
        f"<h1>{message('page-applied', version=done.version)}</h1>"
        f'<p class="note">{markup(str(path))}</p>'
        f"<ul>{listed}</ul><p>{message('page-measures-it', command=verify)}</p>"
        f'<p class="tools"><a class="button" href="/policies">{message("button-policies")}</a></p>'
    )
    return frame.page(message("page-applied-title"), body, here=HERE)


def _step(step: str) -> str:
    return message(f"step-{step}") if step in STEPS else step
