"""`plimsoll schema`: the published JSON schemas of what goes in and out."""

from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING

from plimsoll import documents
from plimsoll.cli import _options
from plimsoll.cli._options import argument
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
    "done": "plimsoll.cli._done:Done",
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
    "hosts_status": "plimsoll.cluster.documents:HostsStatus",
    "hosts_doctor": "plimsoll.cluster.documents:HostsDoctor",
    "policy": "plimsoll.policy.file:PolicyFile",
    "policy_status": "plimsoll.policy.status_document:PolicyStatus",
    "policy_verify": "plimsoll.policy.verify_document:PolicyVerify",
    "policy_place": "plimsoll.policy.place_document:PolicyPlace",
    "policy_simulate": "plimsoll.policy.simulation.document:PolicySimulate",
    "import": "plimsoll.campaign.importing:Import",
    "imported_run": "plimsoll.formats.results.imported_run:ImportedRun",
    "pulse": "plimsoll.live.pulse",
    "watched": "plimsoll.campaign.watch",
}
"""Documents that are defined in Python, and the type whose JSON schema is theirs (or, without one,
the module whose `schema()` makes the schema); the others are Rust's."""


def own(name: str) -> JsonSchema:
    """The schema of a document of ours."""
    module, _, type_name = OWN[name].partition(":")
    found = import_module(module)
    made: JsonSchema = documents.flowing(
        documents.schema(f"plimsoll.{name}/1", getattr(found, type_name))
        if type_name
        else found.schema()
    )
    return made


def schema(
    name: str | None = argument("[NAME]", "Which document. Without it: their names."),
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
