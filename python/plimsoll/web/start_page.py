"""The pages that start a campaign: the form, then its file and its plan with the start button."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse

from plimsoll.base import language, units, workload_text
from plimsoll.base.printable import markup
from plimsoll.campaign import factor_text
from plimsoll.search import strategies
from plimsoll.web import form, frame, ways_page
from plimsoll.web.fields import Fields
from plimsoll.web.messages import message

if TYPE_CHECKING:
    from plimsoll.campaign.plan_document import Plan, Point

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
        _group(table, given, _losing(given) if table == "target" and loses_data else "")
        for table in form.TABLES
    )
    alert = f'<p class="notice" role="alert" id="trouble">{markup(trouble)}</p>' if trouble else ""
    paths = f'<p class="note">{message("relative-paths", folder=markup(str(home)))}</p>'
    ways = f'<a href="/ways">{message("new-here-ways")}</a>'
    body = f"""<h1>{message("place-start")}</h1>
{alert}<p>{message("plan-first", ways=ways)}</p>
{choices}
<form action="/start/plan" method="post" id="ask">{proof}
{groups}{paths}
{_store_choice(stores, given["store"])}
<p><button type="submit">{message("show-plan")}</button></p>
</form>
<section><h2>{message("from-file")}</h2>
<form action="/start/plan" method="post" id="paste">{proof}
<p><label>{message("read-file")} <input type="file" id="file" accept=".toml,text/plain"></label></p>
<p><label>{message("campaign-toml")}<br><textarea name="toml" id="toml" rows="12" spellcheck="false"
 required>{escape(toml)}</textarea></label></p>
{paths}{_store_choice(stores, given["store"])}
<p><button type="submit">{message("show-its-plan")}</button></p>
</form></section>"""
    return frame.page(
        message("place-start"),
        body,
        scripts=("start.js",),
        here="start",
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
    more = ""
    if (left := len(points) - FIRST) > 0:
        more = f"<p class=note>{message('more-points', count=units.count(left))}</p>"
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
{beside}<p class="tools"><button type="submit" id="start">{message("start-it")}</button><a
 class="button"
 href="/start">{message("ask-another")}</a></p>
<p class="note">{message("goes-into", store=markup(store[1]))}</p>
<h2>{message("its-file")}</h2>
<p class="note">{message("keep-file", command="<code>plimsoll campaign run</code>")}</p>
<textarea name="toml" id="toml" rows="{min(30, toml.count(chr(10)) + 2)}" spellcheck="false"
 aria-label="{message("campaign-file")}">{escape(toml)}</textarea>
<p class="tools"><button type="button" id="copy">{message("copy")}</button><button type="submit"
 formaction="/start/file" formnovalidate>{message("download")}</button>
<button type="submit" formaction="/start/plan">{message("plan-of-changed")}</button>
<span id="copied" role="status" aria-live="polite"></span></p>
</form>
<section><h2>{message("points-in-order")}</h2><div class="scroll" tabindex="0" role="region"
 aria-label="{message("points")}"><table>
<thead><tr><th scope="col" class="n">{message("column-point")}</th><th
 scope="col">{message("column-asks")}</th><th scope="col"
 class="n">{message("column-expected")}</th></tr></thead><tbody>{rows}</tbody></table></div>{more}</section>"""
    return frame.page(
        message("plan-of", campaign=plan.name),
        body,
        scripts=("start.js",),
        here="start",
        status=409 if trouble else 200,
    )


def _points(plan: Plan) -> str:
    count = len(plan.points)
    figures = {"points": count, "count": units.count(count)}
    if not plan.factors:
        return message("plan-points", **figures)
    factors = " × ".join(
        message("plan-factor", values=len(factor.values), factor=factor_text.name(factor.name))
        for factor in plan.factors
    )
    return message("plan-points-factors", **figures, factors=factors)


def _figures(plan: Plan) -> list[tuple[str, str, str]]:
    """Time and wear, as in `plimsoll campaign plan`."""
    upper = strategies.find_strategy(plan.strategy).chooses_load
    time = units.DASH
    if plan.seconds is not None:
        seconds = units.seconds(plan.seconds)
        time = message("plan-at-most" if upper else "plan-about", time=seconds)
    if plan.seconds is None:
        basis = message("plan-searches-computed")
    elif plan.clock == "virtual":
        basis = message("plan-virtual-time")
    elif plan.settle_s:
        basis = message("plan-settling", time=units.seconds(plan.settle_s))
    else:
        basis = message("plan-no-settling")
    figures = [(message("plan-time"), time, basis)]
    if plan.bytes_written == 0:
        written = message("plan-nothing")
        basis = message("plan-reads-only" if plan.wear else "plan-described-only")
    elif plan.bytes_written is not None:
        written = units.size(plan.bytes_written)
        worn = [
            message("plan-wear", times=units.significant(wear.times, 2), target=wear.target)
            for wear in plan.wear
            if wear.times
        ]
        basis = language.clauses(worn) or message("plan-expected-rate")
    else:
        written = message("plan-bytes-per-rate", size=units.size(plan.bytes_per_1000_per_s))
        basis = message("plan-give-rate")
    figures.append((message("plan-written"), written, basis))
    sizes = [
        f"{wear.target}: {units.size(wear.size_bytes)}" for wear in plan.wear if wear.size_bytes
    ]
    if sizes:
        figures.append(
            (
                message("plan-target-size"),
                units.size(sum(wear.size_bytes or 0 for wear in plan.wear)),
                language.clauses(sizes),
            )
        )
    if plan.grid is not None:
        figures.append(
            (
                message("plan-full-grid"),
                units.seconds(plan.grid.seconds),
                message(
                    "plan-grid-runs", runs=plan.grid.runs_per_point, seconds=f"{plan.grid.run_s:g}"
                ),
            )
        )
    if plan.objective:
        figures.append((message("objective"), plan.objective, message("plan-must-hold")))
    return figures


def _words(point: Point) -> str:
    parts = [
        point.configuration if point.configuration != workload_text.AS_FOUND else "",
        point.target,
        point.workload,
        point.load,
    ]
    parts = [part for part in parts if part and part != "defaults"]
    parts += [message("plan-repeat", number=point.repeat)] if point.repeat > 1 else []
    return language.clauses(parts)


def _group(table: str, given: Fields, last: str) -> str:
    """The fields of a table; rare ones under a heading, which is open when one of them is filled
    in."""
    fields = [field for field in form.FIELDS if field.table == table]
    shown = "".join(_field(field, given) for field in fields if not field.rare)
    rare = [field for field in fields if field.rare]
    # Said once, above the first fields that take several.
    note = f'<p class="note">{message("several-values")}</p>' if table == "workload" else ""
    more = ""
    if rare:
        is_open = " open" if any(given[field.name] for field in rare) else ""
        more = (
            f"<details{is_open}><summary>{message('more-keys')}</summary><div class=fields>"
            f"{''.join(_field(field, given) for field in rare)}</div></details>"
        )
    return (
        f"<fieldset><legend>{message(f'table-{table}')}</legend>{note}"
        f"<div class=fields>{shown}{last}</div>{more}</fieldset>"
    )


def _field(field: form.Field, given: Fields) -> str:
    value = given.get(field.name, field.value)
    here = f"{field.table}-{field.key}"
    about = f' aria-describedby="{here}-hint"' if field.hint else ""
    if field.kind in ("choice", "switch"):
        options = "".join(
            f'<option value="{escape(name)}"{" selected" if name == value else ""}>'
            f"{markup(words)}</option>"
            for name, words in field.choices
        )
        control = f'<select id="{here}" name="{field.name}"{about}>{options}</select>'
    else:
        example = message("example", example=field.example) if field.example else ""
        placeholder = f' placeholder="{escape(example)}"' if example else ""
        needed = " required" if field.needed else ""
        control = _input(here, field.name, value, f"{about}{placeholder}{needed}")
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
    label, hint = message("field-lose-data"), message("field-lose-data-hint")
    return _labelled_control(here, label, control, hint, 'class="wide"')


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
            f'<input type="hidden" name="store" value="{escape(name)}"><p class="note">'
            f"{message('kept-in-one', store=markup(words))}</p>"
        )
    options = "".join(
        "<option"
        f' value="{escape(name)}"{" selected" if name == chosen else ""}>{markup(words)}</option>'
        for name, words in stores.items()
    )
    return f'<p><label>{message("kept-in")} <select name="store">{options}</select></label></p>'
