"""Writes the files that are made from the source, or with `--check` fails when one of them is not
current.

- `python/plimsoll/_record.py`: types of the record and of the requests, from the JSON schemas that
  Rust derives
- `python/plimsoll/_rules.py`: the rules that both languages keep, from Rust's list of them
- `docs/reference/schemas/*.json`: the schemas of all documents
- `docs/reference`: a page per verb, keys and shared options, documents, and what becomes of the
  options of other programs' job files (`reference.py`)
- `docs/reference/messages.md`: every verdict, reason and finding, and what to do (`messages.py`)
- `ARCHITECTURE.md`: the diagram of imports and crates
- docs: every relative link in a Markdown file leads to a file, and to a heading of it

A record is defined once, in Rust; nobody edits these files.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import textwrap
from functools import cache
from pathlib import Path
from typing import Any

import arrows  # beside this file, and so are the next two
import messages
import reference
from plimsoll import execute
from plimsoll.cli import schema

ROOT = Path(__file__).resolve().parent.parent
TYPES = {
    "RunRecord": "run_record",
    "SessionRequest": "session_request",
    "ProbeRequest": "probe_request",
    "PrepareRequest": "prepare_request",
    "PrepareResult": "prepare",
    "ServeRequest": "serve_request",
    "ServeStatistics": "serve_statistics",
}
HEAD = '''"""The record of a Run and what is asked of a session, as types: made by tools/generate.py
from the JSON schemas that Rust derives (crates/run, crates/serve). Do not edit.
"""
'''
RULES_HEAD = '''"""Rules that both languages keep: made by tools/generate.py from
crates/run/src/rules.rs, where each has its value. Do not edit.
"""
'''


def main() -> int:
    files = {
        "python/plimsoll/_record.py": record_types(),
        "python/plimsoll/_rules.py": rules(),
        **{
            f"docs/reference/schemas/{name}.json": pretty(schema.own(name))
            for name in schema.DOCUMENTS
        },
        "ARCHITECTURE.md": arrows.placed((ROOT / "ARCHITECTURE.md").read_text()),
        **reference.pages(),
        "docs/reference/messages.md": messages.page(),
    }
    stale = [
        name
        for name, text in files.items()
        if not (ROOT / name).exists() or (ROOT / name).read_text() != text
    ]
    if "--check" in sys.argv:
        wrong = [f"{name} is not current: run 'make generate'" for name in stale] + broken_links()
        print("\n".join(wrong))
        return 1 if wrong else 0
    for name in stale:
        (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / name).write_text(files[name])
        print(f"wrote {name}")
    return 0


def pretty(document: Any) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def plain(schema: Any) -> Any:
    """The schema with every list of documented constants (`oneOf` of `const`) as one `enum`: a
    Literal, not a union."""
    if isinstance(schema, list):
        return [plain(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    # "No other keys" is for readers of documents; as a type it would need a newer Python's
    # `closed`.
    schema = {
        key: value
        for key, value in schema.items()
        if (key, value) != ("additionalProperties", False)
    }
    choices = schema.get("oneOf", [])
    if choices and all("const" in choice or "enum" in choice for choice in choices):
        values = [
            value for choice in choices for value in choice.get("enum", [choice.get("const")])
        ]
        return {
            **{key: value for key, value in schema.items() if key != "oneOf"},
            "type": "string",
            "enum": values,
        }
    return {key: plain(value) for key, value in schema.items()}


def record_types() -> str:
    """All in one module, so that what they share is defined once."""
    definitions: dict[str, Any] = {}
    for title, name in TYPES.items():
        schema = plain(json.loads(execute.schema(name)))
        for key, value in schema.pop("$defs", {}).items():
            if definitions.setdefault(key, value) != value:
                raise SystemExit(f"two schemas define '{key}' differently")
        schema.pop("$schema", None)
        definitions[title] = schema
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Everything",
        "type": "object",
        "properties": {title: {"$ref": f"#/$defs/{title}"} for title in TYPES},
        "$defs": definitions,
    }
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "schema.json", Path(folder) / "made.py"
        source.write_text(json.dumps(whole))
        subprocess.run(
            [
                sys.executable,
                "-m",
                "datamodel_code_generator",
                "--input",
                source,
                "--input-file-type",
                "jsonschema",
                "--output",
                made,
                "--output-model-type",
                "typing.TypedDict",
                "--target-python-version",
                "3.11",
                "--disable-timestamp",
                "--use-schema-description",
                "--use-standard-collections",
                "--use-union-operator",
                "--enum-field-as-literal",
                "all",
                "--formatters",
                "ruff-format",
                "--disable-warnings",
            ],
            check=True,
            cwd=folder,
        )
        text = made.read_text()
    # The generator's own header names its input, which was temporary.
    body = re.sub(r"\A(#.*\n)+\n*", "", text)
    # Before Python 3.12 pydantic checks documents against these alone (`documents.differs`).
    body = body.replace(", TypedDict\n", "\n\nfrom typing_extensions import TypedDict\n", 1)
    return (
        HEAD
        + "\n"
        + re.sub(
            r"\n\n\nclass Everything\(TypedDict.*?(?=\n\n\n|\Z)", "", body, flags=re.DOTALL
        ).rstrip()
        + "\n"
    )


def rules() -> str:
    """Each as a constant with its meaning."""
    parts = [RULES_HEAD]
    for rule in json.loads(execute.rules()):
        meaning = textwrap.fill(f'"""{rule["meaning"]}"""', 100, break_on_hyphens=False)
        parts.append(f"{rule['name']} = {rule['value']!r}\n{meaning}\n")
    return "\n".join(parts)


def broken_links() -> list[str]:
    """Relative links of the committed Markdown files that lead nowhere: to no file, or to no
    heading of one."""
    names = subprocess.run(
        ["git", "ls-files", "*.md"], check=True, capture_output=True, text=True, cwd=ROOT
    ).stdout.split()
    wrong = []
    for file in (ROOT / name for name in names if (ROOT / name).exists()):
        for link in re.findall(r"\]\(([^)\s]+)[^)]*\)", file.read_text()):
            if ":" in link:
                continue
            path, _, heading = link.partition("#")
            target = file.parent / path if path else file
            if not target.exists() or (
                heading and target.suffix == ".md" and heading not in headings(target)
            ):
                wrong.append(f"{file.relative_to(ROOT)}: the link to {link} leads nowhere")
    return wrong


@cache
def headings(file: Path) -> set[str]:
    """What the headings of a page are called in links, as GitHub makes it."""
    text = re.sub(r"^```.*?^```", "", file.read_text(), flags=re.MULTILINE | re.DOTALL)
    found = set()
    for heading in re.findall(r"^#+ (.*)", text, re.MULTILINE):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        found.add(re.sub(r"[^\w\- ]", "", plain).replace(" ", "-"))
    return found


if __name__ == "__main__":
    sys.exit(main())
