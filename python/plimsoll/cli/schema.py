"""`plimsoll schema`: the published JSON schemas of what goes in and out."""

from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING, Annotated

import typer

from plimsoll import documents
from plimsoll.cli import _options
from plimsoll.cli.terminal import screen
from plimsoll.errors import UsageError

if TYPE_CHECKING:
    from plimsoll.documents import JsonSchema

EXAMPLES = (
    "plimsoll schema",
    "plimsoll schema run_record",
    "plimsoll schema stack_file > stack.schema.json",
)

OWN = {
    "find": "plimsoll.search.family_document:FindOrFamily",
    "promise": "plimsoll.judge.promise.file:PromiseFile",
    "check": "plimsoll.judge.promise.document:Check",
    "size": "plimsoll.judge.sizing.guests:SizeFile",
    "size_result": "plimsoll.judge.sizing.document:SizeResult",
    "mark": "plimsoll.judge.timeline.marks",
    "timeline": "plimsoll.judge.timeline.document:TimeLine",
    "doctor": "plimsoll.doctor.document:DoctorDocument",
    "limits": "plimsoll.judge.limits.document",
    "compare": "plimsoll.judge.compare.document:CompareDocument",
    "curve": "plimsoll.judge.curve_document:CurvesDocument",
    "depth": "plimsoll.judge.depth_document:Depths",
    "campaign": "plimsoll.campaign.spec:Spec",
    "campaign_plan": "plimsoll.campaign.plan_document",
    "campaign_status": "plimsoll.campaign.status",
    "campaign_labels": "plimsoll.campaign.labels_document",
    "suite": "plimsoll.reports.suite.document:SuiteDocument",
    "answer": "plimsoll.reports.answer_document:AnswerDocument",
    "history": "plimsoll.judge.history.document:History",
    "factors": "plimsoll.judge.factors.document:Answer",
    "hosts": "plimsoll.cluster.hosts_file:HostsFile",
    "hosts_status": "plimsoll.cluster.status_document",
    "hosts_doctor": "plimsoll.cluster.doctor_document",
    "policy": "plimsoll.policy.file:PolicyFile",
    "policy_status": "plimsoll.policy.status_document",
    "policy_removed": "plimsoll.policy.removed_document",
    "policy_verify": "plimsoll.policy.verify_document",
    "policy_place": "plimsoll.policy.place_document",
    "policy_simulate": "plimsoll.policy.simulation.document",
    "hosts_down": "plimsoll.cluster.down_document",
    "import": "plimsoll.campaign.import_document:Import",
    "imported_run": "plimsoll.formats.results.record:ImportedRun",
    "pulse": "plimsoll.live.pulse",
    "watched": "plimsoll.campaign.watch_document",
}
"""Documents that are defined in Python, each with its module and type (or, without one, with the
module whose `schema()` makes the schema); the others are Rust's."""


def own(name: str) -> JsonSchema:
    """The schema of a document of ours."""
    module, _, type_ = OWN[name].partition(":")
    found = import_module(module)
    made: JsonSchema = documents.flowing(
        documents.schema(f"plimsoll.{name}/1", getattr(found, type_)) if type_ else found.schema()
    )
    return made


def schema(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="Which document. Without it: their names."),
    ] = None,
    as_json: _options.Json = False,
) -> None:
    """Print the JSON schema of a document, or the names of the documents."""
    from plimsoll import execute

    names = (*execute.SCHEMAS, *OWN)
    if name is not None and name not in names:
        raise UsageError(
            f"there is no document '{name}'", f"The documents are: {', '.join(names)}."
        )
    if name in OWN:
        screen.document(own(name))
    elif name is not None:
        # A schema is JSON with or without --json.
        screen.document(json.loads(execute.schema(name)))
    elif as_json:
        screen.document(list(names))
    else:
        screen.lines(names)
