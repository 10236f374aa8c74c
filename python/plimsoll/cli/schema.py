"""`plimsoll schema`: the published JSON schemas of what goes in and out.

A document that a verb prints is called after the verb, and has its name in the key `schema`. Where
a verb prints several documents, or reads a file as well, they are the shapes of one schema.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from plimsoll import documents
from plimsoll.cli import _options
from plimsoll.cli._options import argument
from plimsoll.cli.terminal import screen
from plimsoll.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from plimsoll.documents import JsonSchema

EXAMPLES = (
    "plimsoll schema",
    "plimsoll schema run",
    "plimsoll schema stack file > stack.schema.json",
)

RUST = "rust:"
"""Before the name of a schema that Rust derives."""


@dataclass(frozen=True)
class Document:
    """A published schema: one shape, or several that are told apart by their keys `schema` and
    `action`. A file that people write has neither.

    `shapes` has the source of each, and what prints it, or reads a file. A source is `module:Type`
    in this package, of which the schema is made; `module` alone, whose `schema()` makes it; or the
    name of a schema that Rust derives, after `RUST`.
    """

    meaning: str
    shapes: Mapping[str, tuple[str, str]]


DOCUMENTS: Mapping[str, Document] = {
    "run": Document(
        "a Run: what was asked, measured and judged",
        {
            "record": ("rust:run_record", "`run` and `simulate`, in the store"),
            "imported": ("formats.results.imported_run:ImportedRun", "`import`, in the store"),
            "prepare": ("rust:prepare", "`prepare`"),
        },
    ),
    "workload": Document(
        "what operations look like", {"file": ("rust:workload", "read by `--workload`")}
    ),
    "find": Document(
        "a load line",
        {
            "line": ("search.document:FindDocument", "`find`, in the store"),
            "family": ("search.family_document:FamilyDocument", "`find`: several lines"),
            "maximum": (
                "search.document:MaximumResult",
                "in the store, of a Point whose strategy is `maximum`",
            ),
        },
    ),
    "check": Document(
        "a promise and its verdict",
        {
            "file": ("judge.promise.file:PromiseFile", "read by `check`"),
            "verdict": ("judge.promise.document:Check", "`check`, in the store"),
        },
    ),
    "size": Document(
        "how many guests fit",
        {
            "file": ("judge.sizing.guests:SizeFile", "read by `size`"),
            "answer": ("judge.sizing.document:SizeResult", "`size`"),
        },
    ),
    "campaign": Document(
        "a campaign, from its file to its answer",
        {
            "file": ("campaign.spec:Spec", "read by `campaign plan` and `campaign run`"),
            "plan": ("campaign.plan_document:Plan", "`campaign plan`"),
            "status": ("campaign.status:Status", "`campaign run`, `resume`, `status`"),
            "label": ("campaign.labels_document:CampaignLabels", "`campaign label`, `delete`"),
            "watch": ("campaign.watch:WatchedDocument", "the last line of `watch`"),
            "answer": ("reports.answer_document:AnswerDocument", "in `report --to json`"),
            "factors": ("judge.factors.document:Answer", "in the status of a factor study"),
        },
    ),
    "suite": Document(
        "a standard suite",
        {"answer": ("reports.suite.document:SuiteDocument", "`suite run`")},
    ),
    "hosts": Document(
        "hosts that drive a load together",
        {
            "file": ("cluster.hosts_file:HostsFile", "read by `--hosts` and `hosts`"),
            "status": ("cluster.documents:HostsStatus", "`hosts status`"),
            "doctor": ("cluster.documents:HostsDoctor", "`hosts doctor`"),
            "down": ("cluster.documents:HostsDown", "`hosts down`"),
        },
    ),
    "policy": Document(
        "storage policies: what they ask for, what is set, and whether it holds",
        {
            "file": ("policy.file:PolicyFile", "read by `policy`"),
            "status": ("policy.documents:PolicyStatus", "`policy plan`, `show`, `apply`"),
            "remove": ("policy.documents:PolicyRemoved", "`policy remove`"),
            "verify": ("policy.documents:PolicyVerify", "`policy verify`"),
            "place": ("policy.documents:PolicyPlace", "`policy place`"),
            "simulate": ("policy.simulation.document:PolicySimulate", "`policy simulate`"),
        },
    ),
    "stack": Document(
        "a described storage system",
        {
            "file": ("rust:stack_file", "read by `simulate`, `serve`, `stack show`, `stack:FILE`"),
            "show": ("rust:stack_show", "`stack show`"),
            "statistics": ("rust:serve_statistics", "`serve` and `switch`"),
        },
    ),
    "doctor": Document(
        "a preflight of a machine and its targets",
        {"answer": ("doctor.document:DoctorDocument", "`doctor`")},
    ),
    "limits": Document(
        "the limits that volumes have",
        {"answer": ("judge.limits.document", "`limits`, in the store")},
    ),
    "compare": Document(
        "two or more configurations, compared",
        {"answer": ("judge.compare.document:CompareDocument", "`compare`")},
    ),
    "curve": Document(
        "response time over load, fitted",
        {"answer": ("judge.curve_document:CurvesDocument", "`curve`")},
    ),
    "depth": Document(
        "the queue depth that is enough",
        {"answer": ("judge.depth_document:Depths", "`depth`")},
    ),
    "timeline": Document(
        "what happened in a Run, and when",
        {"answer": ("judge.timeline.document:TimeLine", "`timeline`")},
    ),
    "mark": Document(
        "an event that was put on a Run or on a campaign",
        {"answer": ("cli.mark:Marked", "`mark`")},
    ),
    "history": Document(
        "tests over time",
        {"answer": ("judge.history.document:History", "`history`")},
    ),
    "import": Document(
        "what came of the results of other programs",
        {"answer": ("campaign.importing:Import", "`import`")},
    ),
    "pulse": Document(
        "a process that measures, while it does",
        {"answer": ("live.pulse:PulseDocument", "`watch`, a line for each change")},
    ),
}
"""Every published schema by its name."""


def own(name: str, shape: str | None = None) -> JsonSchema:
    """The schema of this name, or of one of its shapes."""
    document = DOCUMENTS[name]
    if shape is None and len(document.shapes) > 1:
        schemas = {one: own(name, one) for one in document.shapes}
        return documents.union(f"plimsoll.{name}/1", document.meaning, schemas)
    source, _ = document.shapes[shape or next(iter(document.shapes))]
    if source.startswith(RUST):
        from plimsoll import execute

        derived: JsonSchema = json.loads(execute.schema(source.removeprefix(RUST)))
        return derived
    module, _, type_name = source.partition(":")
    defined = import_module(f"plimsoll.{module}")
    made: JsonSchema = (
        documents.schema(f"plimsoll.{name}/1", getattr(defined, type_name))
        if type_name
        else defined.schema()
    )
    return made


def schema(
    name: str | None = argument("[NAME]", "Which document. Without it: a list of them."),
    shape: str | None = argument(
        "[SHAPE]", "One shape alone of a document that has several, such as the file."
    ),
    as_json: _options.Json = False,
) -> None:
    """Print the JSON schema of a document, or list the documents.

    A document has its NAME in its key 'schema': plimsoll.NAME/1.
    """
    if name is not None:
        # A schema is JSON with or without --json.
        screen.document(own(*_known(name, shape)))
    elif as_json:
        screen.document(list(DOCUMENTS))
    else:
        width = max(map(len, DOCUMENTS))
        screen.lines(f"{known:{width}}  {of.meaning}" for known, of in DOCUMENTS.items())


def _known(name: str, shape: str | None) -> tuple[str, str | None]:
    """Raises UsageError for a document or a shape that is not known."""
    if name not in DOCUMENTS:
        raise UsageError(
            f"there is no document '{name}'", f"The documents are: {', '.join(DOCUMENTS)}."
        )
    shapes = DOCUMENTS[name].shapes
    if shape is not None and shape not in shapes:
        raise UsageError(
            f"the document '{name}' has no shape '{shape}'", f"Its shapes: {', '.join(shapes)}."
        )
    return name, shape
