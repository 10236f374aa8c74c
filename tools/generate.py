"""Writes the files that are made from the source, or with `--check` fails when one of them is not
current.

- `python/plimsoll/_record.py`: types of the record and of the requests, from the JSON schemas that
  Rust derives
- `python/plimsoll/_left_out.py`: which keys of a record may be absent, and what stands for them
- `python/plimsoll/_rules.py`: the rules that both languages keep, from Rust's list of them
- `docs/reference/schemas/*.json`: the schemas of all documents
- `docs/reference/documents.md`: what each document is, and what prints it
- `docs/reference/command-line.md`: every verb and its actions, with their help
- `docs/reference/keys.md`: every key of workload, load and Run
- `docs/reference/fio-options.md`: every option of fio with what becomes of it; the same of
  vdbench, diskspd, Iometer and HCIBench
- `ARCHITECTURE.md`: the diagram of imports and crates
- docs: every relative link in a Markdown file leads somewhere

A record is defined once, in Rust; nobody edits these files.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from pprint import pformat
from typing import TYPE_CHECKING, Any

import arrows  # beside this file
from plimsoll import execute, keys
from plimsoll.__main__ import run
from plimsoll.cli import VERBS, built, schema

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plimsoll.formats.jobs import Format

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
READ = ("RunRecord", "PrepareResult", "ServeStatistics")
"""Documents that Rust writes and Python reads. Whoever reads one finds every key of its types in
it: `plimsoll.record_reading` adds what was left out."""
AS_WRITTEN = ("LimitedBy", "Cause")
"""Parts that go on into other documents as they were written, so that nothing is added to them."""
LEFT_OUT_HEAD = '''"""Keys that Rust leaves out of a record: made by tools/generate.py
from the JSON schema that Rust derives (crates/run). Do not edit.
"""

from __future__ import annotations

from typing import Any
'''
RULES_HEAD = '''"""Rules that both languages keep: made by tools/generate.py from
crates/run/src/rules.rs, where each has its value. Do not edit.
"""
'''


def main() -> int:
    files = {
        "python/plimsoll/_record.py": record_types(),
        "python/plimsoll/_left_out.py": left_out(),
        "python/plimsoll/_rules.py": rules(),
        **{
            f"docs/reference/schemas/{name}.json": pretty(schema.own(name))
            for name in schema.DOCUMENTS
        },
        "docs/reference/documents.md": documents_page(),
        "ARCHITECTURE.md": arrows.placed((ROOT / "ARCHITECTURE.md").read_text()),
        "docs/reference/command-line.md": command_line(),
        "docs/reference/keys.md": keys_page(),
        "docs/reference/fio-options.md": fio_options(),
        **job_options(),
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
        if title in READ:
            schema = {
                **every_key(schema),
                "$defs": {
                    part: of if part in AS_WRITTEN else every_key(of)
                    for part, of in schema["$defs"].items()
                },
            }
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


def every_key(schema: Any) -> Any:
    """The schema of an object, or of one of several, in which every key has to be there; an object
    that may be left out may be null in its place."""
    if "properties" not in schema:
        one_of = {key: [every_key(one) for one in schema[key]] for key in schema.keys() & {"oneOf"}}
        return {**schema, **one_of}
    optional = schema["properties"].keys() - schema.get("required", ())
    if not optional:
        return schema
    properties = {
        key: {"anyOf": [of, {"type": "null"}]} if key in optional and "$ref" in of else of
        for key, of in schema["properties"].items()
    }
    return {**schema, "properties": properties, "required": list(properties)}


def left_out() -> str:
    """By type, the keys that may be absent with what stands for them, and the parts to look into;
    of a type that is one of several, its tag and the types by its values."""
    record: Any = json.loads(execute.schema("run_record"))
    definitions = {**record["$defs"], "RunRecord": record}
    absent: dict[str, tuple[dict[str, Any], dict[str, str]]] = {}
    tagged: dict[str, tuple[str, dict[str, str]]] = {}
    for name, of in definitions.items():
        if name in AS_WRITTEN:
            continue
        if "properties" in of:
            absent[name] = keys_left_out(of)
            continue
        for shape in of.get("oneOf", ()):
            for key, value in shape.get("properties", {}).items():
                if "const" in value:
                    values = tagged.setdefault(name, (key, {}))[1]
                    values[value["const"]] = f"{name} {value['const']}"
                    absent[f"{name} {value['const']}"] = keys_left_out(shape)
    # A type in which nothing can be absent, at any depth, need not be looked into.
    count = -1
    while count != (count := len(absent) + len(tagged)):
        absent = {
            name: (keys, {key: of for key, of in parts.items() if of.strip("[]{}") in known})
            for known in [absent.keys() | tagged.keys()]
            for name, (keys, parts) in absent.items()
            if keys or parts
        }
        tagged = {
            name: (tag, here)
            for name, (tag, values) in tagged.items()
            if (here := {value: of for value, of in values.items() if of in absent})
        }
    return (
        f"{LEFT_OUT_HEAD}\nABSENT: dict[str, tuple[dict[str, Any], dict[str, str]]] = "
        f"{pformat(absent, width=96)}\n"
        '"""By type: the keys that may be absent, with what stands for them; the type of each part,'
        '\nin brackets that of a list or of a table of them."""\n'
        f"\nTAGGED: dict[str, tuple[str, dict[str, str]]] = {pformat(tagged, width=96)}\n"
        '"""Of a type that is one of several: the key that tells which, and the types."""\n'
    )


def keys_left_out(schema: Any) -> tuple[dict[str, Any], dict[str, str]]:
    """Of an object: what stands for each key that may be absent, and the type of each part."""
    required = schema.get("required", ())
    empty = {"array": [], "object": {}, "boolean": False, "integer": 0, "string": ""}
    absent, parts = {}, {}
    for key, of in schema["properties"].items():
        if key not in required:
            absent[key] = (
                None if "$ref" in of else of.get("default", empty.get(str(of.get("type"))))
            )
        inside = [of, *of.get("anyOf", ())]
        for pattern, some in (
            ("{}", inside),
            ("[{}]", [one["items"] for one in inside if isinstance(one.get("items"), dict)]),
            (
                "{{{}}}",
                [
                    one["additionalProperties"]
                    for one in inside
                    if isinstance(one.get("additionalProperties"), dict)
                ],
            ),
        ):
            for one in some:
                if "$ref" in one:
                    parts[key] = pattern.format(one["$ref"].removeprefix("#/$defs/"))
    return absent, parts


def rules() -> str:
    """Each as a constant with its meaning."""
    parts = [RULES_HEAD]
    for rule in json.loads(execute.rules()):
        meaning = textwrap.fill(f'"""{rule["meaning"]}"""', 100, break_on_hyphens=False)
        parts.append(f"{rule['name']} = {rule['value']!r}\n{meaning}\n")
    return "\n".join(parts)


def command_line() -> str:
    """The help of every verb and of its actions, as it prints."""
    parts = [
        (
            "# The command line\n\nMade by `make generate` from the help texts. Exit codes and"
            " rules: `plimsoll.errors`.\n"
        )
    ]
    for words in ([], *commands()):
        shown = printed([*words, "--help"])
        text = "\n".join(line.rstrip() for line in shown.strip().splitlines())
        heading = f"{'##' if len(words) < 2 else '###'} {' '.join(['plimsoll', *words])}"
        parts.append(f"{heading}\n\n```text\n{text}\n```\n")
    return "\n".join(parts)


def commands() -> Iterator[list[str]]:
    """Every verb, each followed by its actions."""
    for verb in VERBS:
        yield [verb]
        for action in getattr(built((verb,)).commands[verb], "commands", ()):
            yield [verb, action]


def printed(words: list[str]) -> str:
    """What the command prints: by a fork, which has most of it imported already."""
    with tempfile.TemporaryFile("w+") as output:
        child = os.fork()
        if child == 0:
            os.dup2(output.fileno(), 1)
            os.environ.clear()
            os.environ.update(COLUMNS="110", PATH="")
            sys.argv = ["plimsoll", *words]
            code = 1
            try:
                code = run()
            finally:
                sys.stdout.flush()
                os._exit(code)
        _, status = os.waitpid(child, 0)
        if code := os.waitstatus_to_exitcode(status):
            raise SystemExit(f"plimsoll {' '.join(words)} ended with exit code {code}")
        output.seek(0)
        return output.read()


def documents_page() -> str:
    """Every published schema with its shapes."""
    parts = [
        """# Documents

Made by `make generate` from `python/plimsoll/cli/schema.py`. What a verb prints with `--json` is a
document: its key `schema` is `plimsoll.NAME/1`, and `plimsoll schema NAME` prints its JSON schema
(draft 2020-12). Where a verb prints several documents, or reads a file as well, they are the shapes
of one schema: `action` tells the documents apart, and a file, which is TOML, has neither key.
`plimsoll schema NAME SHAPE` prints one shape alone: `plimsoll schema campaign file` for an editor.
"""
    ]
    for name, document in schema.DOCUMENTS.items():
        parts.append(f"## [{name}](schemas/{name}.json): {document.meaning}\n")
        parts.append("| shape | what it is | printed by |\n|---|---|---|")
        for shape, (_, use) in document.shapes.items():
            of = schema.own(name, shape)
            meaning = of.get("description", document.meaning).split("\n\n")[0]
            parts.append(f"| `{shape}`{told_apart(of)} | {meaning} | {use} |")
        parts.append("")
    return "\n".join(parts)


def told_apart(shape: dict[str, Any]) -> str:
    """The values of the keys by which a shape is told apart, in brackets."""
    keys = shape["properties"]
    values = {
        key: keys[key].get("enum") or [keys[key]["const"]]
        for key in ("schema", "action")
        if keys.get(key, {}).keys() & {"const", "enum"}
    }
    told = [f"`{key}` {' or '.join(f'`{one}`' for one in of)}" for key, of in values.items()]
    return f" ({', '.join(told)})" if told else ""


def keys_page() -> str:
    """Every row of the table of keys."""

    def table(rows: dict[str, keys.Key]) -> str:
        lines = (
            f"| `{row.name}` | `{f'{row.flag} {row.metavar}'.strip()}` | {row.kind} |"
            f" {row.in_files} |"
            for row in rows.values()
        )
        return "| key | flag | kind | what it means |\n|---|---|---|---|\n" + "\n".join(lines)

    return f"""# Keys of workload, load and Run

Made by `make generate` from `python/plimsoll/keys.py`. A key is called alike in files and in
requests, and as a flag with hyphens. In a campaign's file each key of workload and load may be a
list, and each number and size a range.

## Workload: what operations look like

In workload files, and in `[workload]` of campaigns and promises.

{table(keys.WORKLOAD)}

## Load: how fast

In `[load]` of campaigns; promises have workers, queue_depth, rate, arrivals and max_outstanding.

{table(keys.LOAD)}

## Run: how long, and what is kept of it

{table(keys.RUN)}
"""


def fio_options() -> str:
    """Every option of fio in its table."""
    from plimsoll.formats.jobs.fio import names

    def table(options: dict[str, str]) -> str:
        return "\n".join(f"| `{name}` | {options[name]} |" for name in sorted(options))

    return f"""# fio's options

Made by `make generate` from `python/plimsoll/formats/jobs/fio/names.py`. How jobs are run: [Run fio
jobs](../how-to/fio-jobs.md).

Honoured: {", ".join(f"`{name}`" for name in sorted(names.HONOURED))}.

Engines: {", ".join(f"`{name}`" for name in names.ENGINES)}.

Other names: {", ".join(f"`{a}` for `{b}`" for a, b in sorted(names.ALIASES.items()))}.

## Honoured with a difference, noted on stderr

| option | what is different |
|---|---|
{table(names.DIFFERS)}

## Accepted, with a note on stderr

| option | what is different |
|---|---|
{table(names.TOLD)}

## Accepted silently: it changes nothing that is measured here

| option | why |
|---|---|
{table(names.WITHOUT_MEANING)}

## Refused, unless it has fio's own default

| option | why, and what now |
|---|---|
{table(names.REFUSED)}
"""


def job_options() -> dict[str, str]:
    """Every option of the other job files in its table."""
    from plimsoll.formats.jobs import FORMATS

    return {one.reference: "\n".join(_options_page(one)) + "\n" for one in FORMATS}


def _options_page(one: Format) -> Iterator[str]:
    from plimsoll.formats.jobs.problems import KINDS

    yield f"# {one.program}'s options"
    yield ""
    yield f"Made by `make generate` from `{one.tables}`. How they are run:"
    yield f"[{one.title}]({one.page})."
    for title, options in one.options.items():
        for kind, told in KINDS.items():
            some = sorted((o for o in options if o.kind == kind), key=lambda o: o.name)
            if not some:
                continue
            yield ""
            if kind == "honoured":
                yield f"## {title}"
                yield ""
                yield f"{told}: {', '.join(f'`{o.name}`' for o in some)}."
                continue
            yield f"### {title}: {told[0].lower()}{told[1:]}"
            yield ""
            yield "| option | why |"
            yield "|---|---|"
            yield from (f"| `{o.name}` | {o.why} |" for o in some)


def broken_links() -> list[str]:
    """Relative links of the committed Markdown files that lead nowhere."""
    names = subprocess.run(
        ["git", "ls-files", "*.md"], check=True, capture_output=True, text=True, cwd=ROOT
    ).stdout.split()
    wrong = []
    for name in names:
        file = ROOT / name
        if not file.exists():
            continue
        links = (
            link
            for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", file.read_text())
            if ":" not in link
        )
        wrong += [
            f"{name}: the link to {link} leads nowhere"
            for link in links
            if not (file.parent / link).exists()
        ]
    return wrong


if __name__ == "__main__":
    sys.exit(main())
