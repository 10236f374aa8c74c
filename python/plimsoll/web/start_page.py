"""The pages that start a campaign: the form, then its file and its plan with the start button."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.base.printable import markup
from plimsoll.search import strategies
from plimsoll.web import form, frame, ways_page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from starlette.responses import HTMLResponse

    from plimsoll.campaign.plan_document import Plan, Point
    from plimsoll.web.fields import Fields

FIRST = 12
"""Limit of the Points that a plan shows."""


def draw(
    stores: Mapping[str, str],
    home: Path,
    proof: str,
    *,
    given: Fields,
    toml: str = "",
    trouble: str = "",
    loses_data: bool = False,
    choices: str = "",
) -> HTMLResponse:
    """The form for a campaign or its file. `stores`: by id; `given`: earlier input; `choices`:
    possible targets, as HTML."""
    groups = "".join(
        f"<fieldset><legend>{title}</legend><div class=fields>"
        f"{''.join(_field(field, given) for field in form.FIELDS if field.table == table)}"
        f"{_losing(given) if table == 'target' and loses_data else ''}</div></fieldset>"
        for table, title in sorted(form.TITLES.items(), key=lambda pair: pair[0] != "target")
    )
    alert = f'<p class="notice" role="alert" id="trouble">{markup(trouble)}</p>' if trouble else ""
    paths = f'<p class="note">A path that is not absolute counts from {markup(str(home))}.</p>'
    body = f"""<h1>Start a campaign</h1>
{alert}<p>First its plan is shown: Points, time, bytes written. Nothing runs before you have seen
it. New here? <a href="/ways">A simulated array, or this disk, with its own test file</a>.</p>
{choices}
<form action="/start/plan" method="post" id="ask">{proof}
{groups}{paths}
{_store_choice(stores, given["store"])}
<p><button type="submit">Show the plan</button></p>
</form>
<section><h2>Or from a file</h2>
<form action="/start/plan" method="post" id="paste">{proof}
<p><label>Read a file <input type="file" id="file" accept=".toml,text/plain"></label></p>
<p><label>The campaign (TOML)<br><textarea name="toml" id="toml" rows="12" spellcheck="false"
 required>{escape(toml)}</textarea></label></p>
{paths}{_store_choice(stores, given["store"])}
<p><button type="submit">Show its plan</button></p>
</form></section>"""
    return frame.page(
        "Start a campaign",
        body,
        scripts=("start.js",),
        here="Start a campaign",
        status=422 if trouble else 200,
    )


def plan_page(
    plan: Plan,
    toml: str,
    store: tuple[str, str],
    proof: str,
    *,
    notes: Sequence[str],
    busy: Sequence[str],
    trouble: str = "",
) -> HTMLResponse:
    """The plan and cost of a campaign, its file, and the start button. `busy`: campaigns that run
    on this machine."""
    points = plan.points
    rows = "".join(
        f'<tr><td class="n">{point.number}</td><td class="t">{markup(_words(point))}</td><td'
        f' class="n">{units.seconds(point.expected_s)}</td></tr>'
        for point in points[:FIRST]
    )
    more = f"<p class=note>and {len(points) - FIRST:,} more</p>" if len(points) > FIRST else ""
    alert = f'<p class="notice" role="alert" id="trouble">{markup(trouble)}</p>' if trouble else ""
    hints = "".join(f"<li>{markup(note)}</li>" for note in notes)
    beside = ways_page.beside(busy)
    figures = "".join(
        f'<div class="figure"><dt>{name}</dt><dd>{markup(value)}'
        f"<small>{markup(basis)}</small></dd></div>"
        for name, value, basis in _figures(plan)
    )
    body = f"""<h1>{markup(plan.name)}: {_points(plan)}</h1>
{alert}<dl class="figures">{figures}</dl>
<ul>{hints}</ul>
<form action="/start/run" method="post">{proof}
<input type="hidden" name="store" value="{escape(store[0])}">
<input type="hidden" name="planned" value="yes">
{beside}<p class="tools"><button type="submit" id="start">Start it</button><a class="button"
 href="/start">Ask for another</a></p>
<p class="note">It goes into {markup(store[1])} and keeps running when this server ends; its file
and its log are kept beside the store.</p>
<h2>Its file</h2>
<p class="note">Keep it: the same file runs with <code>plimsoll campaign run</code>. What you change
here is what starts.</p>
<textarea name="toml" id="toml" rows="{min(30, toml.count(chr(10)) + 2)}" spellcheck="false"
 aria-label="The campaign's file">{escape(toml)}</textarea>
<p class="tools"><button type="button" id="copy">Copy</button><button type="submit"
 formaction="/start/file" formnovalidate>Download</button>
<button type="submit" formaction="/start/plan">Show the plan of what I changed</button>
<span id="copied" role="status" aria-live="polite"></span></p>
</form>
<section><h2>Points, in the order of asking</h2><div class="scroll" tabindex="0" role="region"
 aria-label="Points"><table>
<thead><tr><th scope="col" class="n">Point</th><th scope="col">asks</th><th scope="col"
 class="n">expected</th></tr></thead><tbody>{rows}</tbody></table></div>{more}</section>"""
    return frame.page(
        f"Plan of {plan.name}",
        body,
        scripts=("start.js",),
        here="Start a campaign",
        status=409 if trouble else 200,
    )


def _points(plan: Plan) -> str:
    count = len(plan.points)
    factors = " × ".join(
        f"{len(factor.values)} {factor.name.replace('_', ' ')}" for factor in plan.factors
    )
    return f"{count:,} Point{'' if count == 1 else 's'}{f' = {factors}' if factors else ''}"


def _figures(plan: Plan) -> list[tuple[str, str, str]]:
    """Time and wear, as in `plimsoll campaign plan`."""
    settle = (
        f"{units.seconds(plan.settle_s)} of it for settling" if plan.settle_s else "no settling"
    )
    upper = "at most about " if strategies.find_strategy(plan.strategy).chooses_load else "about "
    if plan.seconds is None:
        figures = [
            (
                "Time",
                units.DASH,
                "virtual clock: each search takes a few seconds to compute",
            )
        ]
    elif plan.clock == "virtual":
        figures = [
            (
                "Time",
                f"{upper}{units.seconds(plan.seconds)}",
                "of virtual time, computed far faster",
            )
        ]
    else:
        figures = [("Time", f"{upper}{units.seconds(plan.seconds)}", settle)]
    if plan.bytes_written == 0:
        basis = "reads only" if plan.wear else "described storage only"
        figures.append(("Written", "nothing", basis))
    elif plan.bytes_written is not None:
        worn = [wear for wear in plan.wear if wear.times]
        basis = (
            "; ".join(f"{wear.times:.2g} times the size of {wear.target}" for wear in worn)
            or "at the expected rate"
        )
        figures.append(("Written", units.size(plan.bytes_written), basis))
    else:
        figures.append(
            (
                "Written",
                f"{units.size(plan.bytes_per_1000_per_s)} per 1,000 IOPS",
                "say an expected rate for a figure",
            )
        )
    sizes = [
        f"{wear.target}: {units.size(wear.size_bytes)}" for wear in plan.wear if wear.size_bytes
    ]
    if sizes:
        figures.append(
            (
                "Size of the target",
                units.size(sum(wear.size_bytes or 0 for wear in plan.wear)),
                "; ".join(sizes),
            )
        )
    if plan.grid is not None:
        figures.append(
            (
                "By the full grid",
                units.seconds(plan.grid.seconds),
                f"{plan.grid.runs_per_point} Runs of {plan.grid.run_s:g} s per Point",
            )
        )
    if plan.objective:
        figures.append(("Objective", plan.objective, "must hold"))
    return figures


def _words(point: Point) -> str:
    parts = [
        point.configuration if point.configuration != "as found" else "",
        point.target,
        point.workload,
        point.load,
    ]
    again = f"; repeat {point.repeat}" if point.repeat > 1 else ""
    return "; ".join(part for part in parts if part and part != "defaults") + again


def _field(field: form.Field, given: Fields) -> str:
    value = given.get(field.name, field.value)
    here = f"{field.table}-{field.key}"
    about = f' aria-describedby="{here}-hint"' if field.hint else ""
    if field.kind == "choice":
        options = "".join(
            f'<option value="{escape(name)}"{" selected" if name == value else ""}>'
            f"{markup(words)}</option>"
            for name, words in field.choices
        )
        control = f'<select id="{here}" name="{field.name}"{about}>{options}</select>'
    else:
        control = _input(here, field.name, value, f"{about}{' required' if field.needed else ''}")
    grid_only = ' data-grid="yes"' if field.grid_only else ""
    return _labelled_control(
        here,
        field.label,
        control,
        field.hint,
        f'class="{"wide" if field.large else "one"}"{grid_only}',
    )


def _losing(given: Fields) -> str:
    name, here = "campaign.i_will_lose_the_data_on", "campaign-lose"
    control = _input(here, name, given[name], f' aria-describedby="{here}-hint"')
    hint = "the target’s path once more, if writing would destroy its content"
    return _labelled_control(here, "I will lose the data on", control, hint, 'class="wide"')


def _input(here: str, name: str, value: str, more: str) -> str:
    return (
        f'<input id="{here}" name="{name}" value="{escape(value)}"{more} autocomplete="off"'
        ' spellcheck="false">'
    )


def _labelled_control(here: str, label: str, control: str, hint: str, marks: str) -> str:
    note = f'<small id="{here}-hint">{markup(hint)}</small>' if hint else ""
    return f'<div {marks}><label for="{here}">{markup(label)}</label>{control}{note}</div>'


def _store_choice(stores: Mapping[str, str], chosen: str) -> str:
    if len(stores) == 1:
        ((name, words),) = stores.items()
        return (
            f'<input type="hidden" name="store" value="{escape(name)}"><p class="note">It is kept'
            f" in {markup(words)}.</p>"
        )
    options = "".join(
        "<option"
        f' value="{escape(name)}"{" selected" if name == chosen else ""}>{markup(words)}</option>'
        for name, words in stores.items()
    )
    return f'<p><label>Kept in <select name="store">{options}</select></label></p>'
