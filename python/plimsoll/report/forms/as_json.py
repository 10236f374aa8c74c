"""The answer of campaigns and their Runs as one JSON document, `plimsoll.runs/1`; in a file, their
intervals in another one beside it.

Intervals are separate: two thousand Runs have forty megabytes of them, which every reader of the
Runs would have to skip. `plimsoll.intervals/1` names the fields once and has a list per
interval."""

import json

from plimsoll.base.printable import json_text
from plimsoll.report import answer_document
from plimsoll.report.evidence import model_basis as described
from plimsoll.report.forms import FormOutput
from plimsoll.report.forms import intervals as series
from plimsoll.report.forms.rows import of
from plimsoll.report.request import ReportRequest

SCHEMA = "plimsoll.runs/1"
INTERVALS = "plimsoll.intervals/1"


def write(request: ReportRequest) -> FormOutput:
    """An object with the schema's name, the campaigns, their answer and their rows."""
    document = {
        "schema": SCHEMA,
        **_campaigns(request),
        "answer": answer_document.of(request),
        # Rates of settings that a simulation cannot tell apart are no finding.
        "same_by_construction": [
            {"campaign": evidence.campaign.id, **pair.to_json()}
            for evidence in (request.evidence, *request.others)
            for pair in described.alike_of(evidence)
        ],
        "runs": of(request),
    }
    content = f"{json_text(document, indent=2)}\n".encode()
    return FormOutput(content, {f"{series.ENDING}.json": lambda: _intervals(request)})


def is_ours(head: bytes) -> bool:
    """Whether a file that begins so was made by Plimsoll."""
    return any(f'"schema": "{name}"'.encode() in head for name in (SCHEMA, INTERVALS))


def _campaigns(request: ReportRequest) -> dict[str, object]:
    return {"campaign": request.campaigns[0], "campaigns": list(request.campaigns)}


def _intervals(request: ReportRequest) -> bytes:
    head = json.dumps({"schema": INTERVALS, **_campaigns(request), "fields": series.NAMES})
    lines = ",\n".join(json.dumps(values) for values in series.intervals(request))
    return f'{head[:-1]}, "intervals": [\n{lines}\n]}}\n'.encode()
