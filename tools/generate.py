"""Writes the files that are made from the source, or with `--check` fails when one of them is not
current.

- `python/plimsoll/native/record.py`: types of the record and of the requests, from the JSON schemas
  that Rust derives
- `python/plimsoll/native/left_out.py`: which keys of a record may be absent, and what stands for
  them
- `python/plimsoll/base/rules.py`: the rules that both languages keep, from Rust's list of them
- `docs/reference/schemas/*.json`: the schemas of all documents
- `docs/reference`: a page per verb, keys and shared options, documents, what becomes of the
  options of other programs' job files, and what `import plimsoll` gives (`reference.py`,
  `library_reference.py`)
- `docs/reference/messages.md`: every verdict, reason and finding, and what to do (`messages.py`)
- `python/plimsoll/report/forms/vega.js`: the script of HTML reports, from vl-convert
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
from pprint import pformat
from typing import Any

import vl_convert

import arrows  # beside this file, and so are the next two
import messages
import reference
from plimsoll.cli import schema
from plimsoll.native import session as execute
from plimsoll.report.forms import vega

ROOT = Path(__file__).resolve().parent.parent
TYPES = {
    "RunRecord": "run_record",
    "SessionRequest": "session_request",
    "ProbeRequest": "probe_request",
    "PrepareRequest": "prepare_request",
    "PrepareResult": "prepare",
    "ServeRequest": "serve_request",
    "ServeStatistics": "serve_statistics",
    "StackShown": "stack_show",
}
HEAD = '''"""The record of a Run and what is asked of a session, as types: made by tools/generate.py
from the JSON schemas that Rust derives (crates/run, crates/serve). Do not edit.
"""
'''
READ = ("RunRecord", "PrepareResult", "ServeStatistics", "StackShown")
"""Documents that Rust writes and Python reads. Whoever reads one finds every key of its types in
it: `plimsoll.native.record_reading` adds what was left out."""
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
        "python/plimsoll/native/record.py": record_types(),
        "python/plimsoll/native/left_out.py": left_out(),
        "python/plimsoll/base/rules.py": rules(),
        **{
            f"docs/reference/schemas/{name}.json": pretty(schema.own(name))
            for name in schema.DOCUMENTS
        },
        "ARCHITECTURE.md": arrows.insert_diagram((ROOT / "ARCHITECTURE.md").read_text()),
        **reference.pages(),
        "docs/reference/messages.md": messages.page(),
        "python/plimsoll/report/forms/vega.js": vl_convert.javascript_bundle(
            # The only name of a bundle that is not null is that of the embedding.
            "window.vegaEmbed = vegaEmbed;",
            vega.VEGA_LITE,
        ),
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
        # The formatter would read the settings of a project that lies above this folder.
        (Path(folder) / "ruff.toml").touch()
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
