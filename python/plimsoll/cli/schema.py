"""`plimsoll schema`: the published JSON schemas of what goes in and out."""

from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING

from plimsoll import documents
from plimsoll.cli import _options
from plimsoll.cli._options import argument
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from plimsoll.documents import JsonSchema

EXAMPLES = (
    "plimsoll schema",
    "plimsoll schema run_record",
    "plimsoll schema stack_file > stack.schema.json",
)

OWN = {
    "find": "plimsoll.search.document",
    "find_family": "plimsoll.search.family_document",
    "promise": "plimsoll.judge.promise.file",
    "check": "plimsoll.judge.promise.document",
    "size": "plimsoll.judge.sizing.guests",
    "size_result": "plimsoll.judge.sizing.document",
    "done": "plimsoll.cli._done:Done",
    "timeline": "plimsoll.judge.timeline.document",
    "doctor": "plimsoll.doctor.document",
    "limits": "plimsoll.judge.limits.document",
    "compare": "plimsoll.judge.compare.document",
    "curve": "plimsoll.judge.curve_document",
    "depth": "plimsoll.judge.depth_document",
    "campaign": "plimsoll.campaign.spec",
    "campaign_plan": "plimsoll.campaign.plan_document",
    "campaign_status": "plimsoll.campaign.status",
    "campaign_labels": "plimsoll.campaign.labels_document",
    "suite": "plimsoll.reports.suite.document",
    "answer": "plimsoll.reports.answer_document",
    "history": "plimsoll.judge.history.document",
    "factors": "plimsoll.judge.factors.document",
    "hosts": "plimsoll.cluster.hosts_file",
    "hosts_status": "plimsoll.cluster.status_document:HostsStatus",
    "hosts_doctor": "plimsoll.cluster.doctor_document:HostsDoctor",
    "policy": "plimsoll.policy.file",
    "policy_status": "plimsoll.policy.status_document:PolicyStatus",
    "policy_verify": "plimsoll.policy.verify_document:PolicyVerify",
    "policy_place": "plimsoll.policy.place_document:PolicyPlace",
    "policy_simulate": "plimsoll.policy.simulation.document:PolicySimulate",
    "import": "plimsoll.campaign.import_document",
    "imported_run": "plimsoll.formats.results.record",
    "pulse": "plimsoll.live.pulse",
    "watched": "plimsoll.campaign.watch",
}
"""Documents that are defined in Python, and the type whose JSON schema is theirs (or the module
whose `schema()` gives it); the others are Rust's."""


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
    if name in OWN:
        screen.document(own(name))
    elif name is not None:
        # A schema is JSON with or without --json.
        screen.document(json.loads(execute.schema(name)))
    elif as_json:
        screen.document(list(names))
    else:
        screen.lines(names)
