"""`plimsoll schema`: the published JSON schemas of what goes in and out.

A document that a verb prints is called after the verb, and has its name in the key `schema`. Where
a verb prints several documents, or reads a file as well, they are the shapes of one schema.
"""

import json
from collections.abc import Mapping
from importlib import import_module

from plimsoll.base import documents
from plimsoll.base.documents import JsonSchema
from plimsoll.base.errors import UsageError
from plimsoll.base.feature import Document, features
from plimsoll.cli import _options
from plimsoll.cli._options import argument
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen

EXAMPLES = (
    "plimsoll schema",
    "plimsoll schema run",
    "plimsoll schema stack file > stack.schema.json",
)

RUST = "rust:"
"""Before the name of a schema that Rust derives."""


CORE: Mapping[str, Document] = {
    "run": Document(
        "a Run: what was asked, measured and judged",
        {
            "record": ("rust:run_record", "`run` and `simulate`, in the store"),
            "prepare": ("rust:prepare", "`prepare`"),
        },
    ),
    "workload": Document(
        "what operations look like", {"file": ("rust:workload", "read by `--workload`")}
    ),
    "find": Document(
        "a load line",
        {
            "line": ("plimsoll.search.document:FindDocument", "`find`, in the store"),
            "family": ("plimsoll.search.family_document:FamilyDocument", "`find`: several lines"),
            "maximum": (
                "plimsoll.search.document:MaximumResult",
                "in the store, of a Point whose strategy is `maximum`",
            ),
        },
    ),
    "campaign": Document(
        "a campaign, from its file to its answer",
        {
            "file": ("plimsoll.campaign.spec:Spec", "read by `campaign plan` and `campaign run`"),
            "plan": ("plimsoll.campaign.plan_document:Plan", "`campaign plan`"),
            "status": ("plimsoll.campaign.status:Status", "`campaign run`, `resume`, `status`"),
            "label": (
                "plimsoll.campaign.labels_document:CampaignLabels",
                "`campaign label`, `delete`",
            ),
            "watch": ("plimsoll.campaign.watch:WatchedDocument", "the last line of `watch`"),
            "answer": ("plimsoll.report.answer_document:AnswerDocument", "in `report --to json`"),
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
    "mark": Document(
        "an event that was put on a Run or on a campaign",
        {"answer": ("plimsoll.cli.mark:MarkDocument", "`mark`")},
    ),
    "pulse": Document(
        "a process that measures, while it does",
        {"answer": ("plimsoll.live.pulse:PulseDocument", "`watch`, a line for each change")},
    ),
}
"""The published schemas of the core, by their names."""


def _with_features() -> dict[str, Document]:
    """Those of features beside them, and further shapes of these."""
    found = dict(CORE)
    for one in features():
        for name, document in one.documents.items():
            known = found.get(name)
            found[name] = (
                document
                if known is None
                else known._replace(shapes={**known.shapes, **document.shapes})
            )
    return found


DOCUMENTS = _with_features()
"""Every published schema by its name."""


def own(name: str, shape: str | None = None) -> JsonSchema:
    """The schema of this name, or of one of its shapes."""
    document = DOCUMENTS[name]
    if shape is None and len(document.shapes) > 1:
        schemas = {one: own(name, one) for one in document.shapes}
        return documents.union(f"plimsoll.{name}/1", document.meaning, schemas)
    source, _ = document.shapes[shape or next(iter(document.shapes))]
    if source.startswith(RUST):
        from plimsoll.native import session as execute

        derived: JsonSchema = json.loads(execute.schema(source.removeprefix(RUST)))
        return derived
    module, _, type_name = source.partition(":")
    defined = import_module(module)
    made: JsonSchema = (
        documents.schema(f"plimsoll.{name}/1", getattr(defined, type_name))
        if type_name
        else defined.schema()
    )
    return made


def schema(
    name: str | None = argument("[NAME]", message("help-schema-name")),
    shape: str | None = argument("[SHAPE]", message("help-schema-shape")),
    as_json: _options.Json = False,
) -> None:
    """Print the JSON schema of a document, or list the documents.

    A document has its NAME in its key 'schema': plimsoll.NAME/1.
    """
    if name is not None:
        # A schema is JSON with or without --json.
        screen.document(own(*_resolve(name, shape)))
    elif as_json:
        screen.document(list(DOCUMENTS))
    else:
        width = max(map(len, DOCUMENTS))
        screen.lines(f"{known:{width}}  {of.meaning}" for known, of in DOCUMENTS.items())


def _resolve(name: str, shape: str | None) -> tuple[str, str | None]:
    """Raises UsageError for a document or a shape that is not known."""
    if name not in DOCUMENTS:
        raise UsageError(
            *message.refusal("unknown-document", name=name, names=", ".join(DOCUMENTS))
        )
    shapes = DOCUMENTS[name].shapes
    if shape is not None and shape not in shapes:
        raise UsageError(
            *message.refusal("unknown-shape", name=name, shape=shape, shapes=", ".join(shapes))
        )
    return name, shape
