"""The pages of `docs/reference` that say how a verb is typed, and what becomes of the options of
other programs' job files. Each is made from the table that the product itself uses.

An option that several verbs have with the same meaning is described once, on the page of keys; the
page of a verb names it there. Exit codes stand in a section of their own, so the sentence of the
help text about them is left out.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import library_reference  # beside this file
from plimsoll.base import keys
from plimsoll.cli import ABOUT, HEADINGS, VERBS, build, schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

    from plimsoll.features.jobs.formats.problems import Option

Row = tuple[str, str]
"""How an option or argument is typed, and what it means."""
FOLDER = "docs/reference"
EVERY_WORKLOAD_KEY = "every key of a [workload](keys.md#workload-what-operations-look-like)"
SHARED_BY = 2
"""So many verbs with the same option make it a shared one."""
ABOUT_EXIT_CODES = re.compile(r"The exit code is [^.]*\.(?=\s*(?:\n\n|\Z))")
"""As the last sentence of a paragraph."""
WHOLE_RANGE = "[0<=x<=18446744073709551615]"
KEYS = keys.WORKLOAD | keys.LOAD | keys.RUN
EVERYWHERE = ("--help",)
"""Options that are described once for all commands, in the list of verbs."""
SAME_AS_RUN = (
    "0: done. 2: a Run says nothing about the target. 65: the job file has something that is not"
    " supported. 73: the target was refused. 74: I/O errors."
)
EXIT_CODES = {
    "demo": "0: there is a rate to plan with. 2: there is none.",
    "doctor": "0: no STOP. 2: a STOP: figures would not describe the target.",
    "run": "0: a valid measurement, whatever the objective's verdict. 2: it says nothing about the"
    " target. 74: I/O errors ended it.",
    "find": "0: there is a rate to plan with. 2: there is none.",
    "check": "0: every promise is kept. 1: one is broken. 2: none is broken, one is inconclusive.",
    "campaign": "`run`, `resume`: 0: every Point is valid and every search has a rate to plan with."
    " 2: some did not get there. 73: its commands are neither signed nor confirmed. 74: a setting"
    " could not be put back. 75: the disk of the store is full. 130: interrupted; `resume`"
    " continues.",
    "report": "0: written, and what it reports has an answer. 2: written, without one.",
    "suite": "`run`: 0: every test has an answer, and a suite with rounds became"
    " steady. 2: not so.",
    "depth": "0: a depth is enough. 2: not known which. 74: I/O errors left a depth without"
    " figures.",
    "limits": "0: a limit is found, or shown to be absent. 2: inconclusive.",
    "size": "0: the guests that were asked for fit. 1: they do not, or were not shown to.",
    "compare": "0: every question has an answer. 2: at least one lacks data. 65: the variants share"
    " no question.",
    "history": "0: no test became worse recently. 1: at least one did. 2: too few values.",
    "curve": "0: a curve was fitted. 2: the Runs carry none.",
    "watch": "0: the campaign ended, whatever its result. 130: Ctrl-C; the campaign goes on.",
    "hosts": "`status`: 0: every host is there. 2: one is missing. `doctor`: 0: nothing is wrong."
    " 2: something is: another version, another target.",
    "policy": "`verify`: 0: every volume is compliant and kept. 1: one is broken, drifted or out of"
    " date. 2: one is undecided. `simulate`: 0: all guests get what they need. 1: some do not."
    " 2: undecided. `plan`, `show`: 2: a volume could not be read. `show`: 1: a setting differs"
    " from the file. `place`: 0: a datastore fits. 1: none does. `apply`: 74: not everything"
    " could be set. `remove`: 73: left as it is, because somebody else changed it. `suggest`: 0:"
    " the model keeps the policy. 1: it does not. 2: no line has a rate to plan with, or a line was"
    " never searched.",
    "serve": "0: ended by Ctrl-C or SIGTERM, which is how it ends.",
    "simulate": "As `run`; with `--find` as `find`.",
    "import": "0: something was imported, now or before. 65: nothing was.",
    "judge": "0: every Run is usable. 2: one is usable within limits only, or not at all. 65: a"
    " file could not be judged.",
    "counters": "0: no limit held a volume, and each that was asked about has what it needs, or"
    " more. 1: a limit held one. 2: a finer counter, other counters or the type of a volume is"
    " needed first. 65: a file could not be read.",
    "fio": SAME_AS_RUN,
    "vdbench": SAME_AS_RUN,
    "ndisk": SAME_AS_RUN,
}
"""What 0, 1 and 2 mean to a verb, and any other code that it uses in its own way; nothing for a
verb that ends with 0 when it is done."""


@dataclass(frozen=True)
class JobFormat:
    """A format of job files, with the treatment of its options."""

    name: str
    program: str
    source: str
    """The module with its options, in `features/jobs/formats`."""
    options: Mapping[str, tuple[Option, ...]]
    """Options by the part of a file in which they are written."""

    @property
    def reference(self) -> str:
        """The generated page of its options (`make generate`)."""
        return f"{FOLDER}/{self.name}-options" + ".md"

    @property
    def page(self) -> str:
        """The how-to page, relative to `docs/reference`."""
        return f"../how-to/from-{self.name}.md"

    @property
    def title(self) -> str:
        """Title of the how-to page."""
        return f"If you come from {self.program}"

    @property
    def tables(self) -> str:
        """The source file of its options."""
        return f"python/plimsoll/features/jobs/formats/{self.source}"


def job_formats() -> tuple[JobFormat, ...]:
    """All formats of job files except fio, whose table has another form, and ndisk64, which has
    only nine flags."""
    from plimsoll.features.jobs.formats import hcibench, iometer
    from plimsoll.features.jobs.formats.diskspd import names as diskspd
    from plimsoll.features.jobs.formats.vdbench import names as vdbench

    of_vdbench = {vdbench.TITLES[section]: rows for section, rows in vdbench.SECTIONS.items()}
    return (
        JobFormat("vdbench", "vdbench", "vdbench/names.py", of_vdbench),
        JobFormat("diskspd", "diskspd", "diskspd/names.py", diskspd.SECTIONS),
        JobFormat("hcibench", "HCIBench", "hcibench.py", hcibench.SECTIONS),
        JobFormat("iometer", "Iometer", "iometer.py", iometer.SECTIONS),
    )


def pages() -> dict[str, str]:
    """Every page, by its name in the repository."""
    everyone = [command for verb in VERBS for command in _commands(verb)]
    shared = _shared_options({verb: list(_commands(verb)) for verb in VERBS})
    return {
        f"{FOLDER}/README.md": index(),
        **{f"{FOLDER}/{verb}.md": verb_page(verb, shared) for verb in VERBS},
        f"{FOLDER}/keys.md": keys_page(everyone, shared),
        f"{FOLDER}/documents.md": documents_page(),
        f"{FOLDER}/fio-options.md": fio_options(),
        library_reference.PAGE: library_reference.page(),
        **{one.reference: "\n".join(_options_page(one)) + "\n" for one in job_formats()},
    }


# -- verbs -----------------------------------------------------------------------------------------


class _Command:
    """A verb, or one action of it."""

    def __init__(self, name: str, command: Any) -> None:
        self.name, self.command = name, command
        self.context = command.make_context(name, [], resilient_parsing=True)


def _commands(verb: str) -> Iterator[_Command]:
    command = build((verb,)).commands[verb]
    actions: Mapping[str, Any] = getattr(command, "commands", {})
    for name, action in actions.items():
        yield _Command(f"plimsoll {verb} {name}", action)
    if not actions:
        yield _Command(f"plimsoll {verb}", command)


def _rows(command: _Command) -> dict[str, Row]:
    """Each option and argument by its name: how it is typed, and what it means."""
    rows = {}
    for parameter in command.command.params:
        row = parameter.get_help_record(command.context)
        name = next((opt for opt in parameter.opts if opt.startswith("--")), parameter.name)
        if row is not None and name not in EVERYWHERE:
            rows[name] = (row[0], " ".join(row[1].replace(WHOLE_RANGE, "").split()))
    return rows


def _shared_options(commands: Mapping[str, Sequence[_Command]]) -> set[Row]:
    """Options that the page of keys describes: keys, and options that several verbs have with one
    meaning, of several meanings the most common one."""
    counted = Counter(
        row
        for of_verb in commands.values()
        for row in {
            row
            for command in of_verb
            for name, row in _rows(command).items()
            if name.startswith("--")
        }
    )
    known = {f"{row.flag} {row.metavar}".strip(): row.text for row in KEYS.values()}
    ours = {row for row in counted if row[1].startswith(known.get(row[0], "\0"))}
    return ours | {row for row in _most_common(counted, SHARED_BY) if row[0] not in known}


def _most_common(counted: Mapping[Row, int], least: int) -> set[Row]:
    """Of each typed form the meaning with the highest count, from `least` on."""
    best: dict[str, Row] = {}
    for row, times in sorted(counted.items(), key=lambda one: (-one[1], one[0])):
        if times >= least:
            best.setdefault(row[0], row)
    return set(best.values())


def index() -> str:
    """The verbs under their headings."""
    parts = [
        "# Reference",
        "Made by `make generate`.",
        (
            f"{ABOUT} Every command has `--help`, with examples; `--json` prints one document"
            " instead of a table. Data goes to stdout, progress and errors to stderr."
        ),
    ]
    for heading in HEADINGS:
        own = [name for name, verb in VERBS.items() if verb.heading == heading]
        rows = (f"- [{verb}]({verb}.md): {_brief(VERBS[verb].summary())}" for verb in own)
        parts += [f"## {heading}", "\n".join(rows)]
    others = (
        "[Keys and shared options](keys.md)",
        "[Messages and what to do](messages.md): every verdict, reason and finding",
        "[Exit codes](../concepts/outcomes-and-exit-codes.md#exit-codes-of-the-command)",
        "[Documents](documents.md): what `--json` prints, with schemas",
        "[`import plimsoll`](library.md): the same from a program",
        (
            "What becomes of each option of [fio](fio-options.md), [vdbench](vdbench-options.md),"
            " [diskspd](diskspd-options.md), [HCIBench](hcibench-options.md) and"
            " [Iometer](iometer-options.md); [fio's example jobs](fio-examples.md)"
        ),
    )
    parts += ["## Beside the verbs", "\n".join(f"- {one}" for one in others)]
    return "\n\n".join(parts) + "\n"


def _brief(summary: str) -> str:
    """What a verb does, without the list of what that covers."""
    whole = summary.rstrip(".")
    first = whole.partition(": ")[0]
    return first if len(first.split()) > 2 else whole


def verb_page(verb: str, shared: set[Row]) -> str:
    """Synopsis, options, examples and exit codes of a verb."""
    command = build((verb,)).commands[verb]
    commands = list(_commands(verb))
    parts = [f"# plimsoll {verb}", _help(command.help)]
    if len(commands) > 1:
        rows = Counter(row for one in commands for row in _rows(one).values() if row not in shared)
        common = _most_common(rows, 2)
        for one in commands:
            synopsis = _synopsis(one, shared, common)
            parts += [f"## {one.name}", _help(one.command.help), *synopsis]
        if common:
            parts += ["## Options of several actions", _option_list(sorted(common))]
    else:
        parts += _synopsis(commands[0], shared)
    examples = "\n".join(line.strip() for line in command.epilog.splitlines()[2:])
    parts += ["## Examples", f"```sh\n{examples}\n```"]
    parts += ["## Exit codes", EXIT_CODES.get(verb, "0: done.")]
    return "\n\n".join(parts) + "\n"


def _help(text: str) -> str:
    """The paragraphs of a help text, each on one line."""
    told = ABOUT_EXIT_CODES.sub("", text.replace("\b", ""))
    return "\n\n".join(" ".join(one.split()) for one in told.split("\n\n") if one.strip())


def _synopsis(command: _Command, shared: set[Row], common: Set[Row] = frozenset()) -> list[str]:
    """How a command is typed, with its own options, and the names of the others. `common`: what
    other actions of the verb have as well."""
    usage = " ".join(command.command.collect_usage_pieces(command.context))
    rows = _rows(command)
    own = [row for row in rows.values() if row not in shared | common]
    parts = [f"```text\n{command.name} {usage}\n```", _option_list(own)]
    below = [f"`{row[0]}`" for row in rows.values() if row in common]
    if below:
        parts.append(f"Described [below](#options-of-several-actions): {', '.join(below)}.")
    others = [f"`{name}`" for name, row in rows.items() if row in shared]
    workload = [f"`{key.flag}`" for key in keys.WORKLOAD.values()]
    if set(workload) <= set(others):
        others = [EVERY_WORKLOAD_KEY, *(one for one in others if one not in workload)]
    if others:
        parts.append(f"[Shared options](keys.md): {', '.join(others)}.")
    return [part for part in parts if part]


def _option_list(rows: Iterable[Row]) -> str:
    return "\n".join(f"- `{typed}`: {meaning}" for typed, meaning in rows)


# -- keys and shared options -----------------------------------------------------------------------


def keys_page(everyone: Iterable[_Command], shared: set[Row]) -> str:
    """Every row of the table of keys, and the other options that commands share."""

    def key_list(rows: Mapping[str, keys.Key]) -> str:
        return "\n".join(
            f"- `{f'{row.flag} {row.metavar}'.strip()}`: {row.in_files}" for row in rows.values()
        )

    others: dict[Row, None] = {}
    for command in everyone:
        others |= {
            row: None
            for name, row in _rows(command).items()
            if row in shared and name[2:].replace("-", "_") not in KEYS
        }
    return f"""# Keys and shared options

Made by `make generate` from `python/plimsoll/base/keys.py` and the help texts. A flag is a key of
files as well: `--block-size` is `block_size`. In a campaign's file each key of workload and load
may be a list, and each number and size a range.

## Workload: what operations look like

In workload files, and in `[workload]` of campaigns and promises.

{key_list(keys.WORKLOAD)}

## Load: how fast

In `[load]` of campaigns; promises have workers, queue_depth, rate, arrivals and max_outstanding.

{key_list(keys.LOAD)}

## Run: how long, and what is kept of it

{key_list(keys.RUN)}

## Other options of several commands

These are flags only.

{_option_list(sorted(others))}
"""


# -- documents -------------------------------------------------------------------------------------


def documents_page() -> str:
    """Every published schema with its shapes."""
    parts = [
        """# Documents

Made by `make generate` from `python/plimsoll/cli/schema.py`. A document is the output of a verb
with `--json`: its key `schema` is `plimsoll.NAME/1`, and `plimsoll schema NAME` prints its JSON
schema (draft 2020-12). Several documents of a verb, and the file that it reads, are the shapes of
one schema, with the shape's name in `action`; a file, which is TOML, has neither key. `plimsoll
schema NAME SHAPE` prints one shape alone: `plimsoll schema campaign file` for an editor. In
brackets stands where each is printed or read.
"""
    ]
    for name, document in schema.DOCUMENTS.items():
        shapes = (
            f"`{shape}`{_told_apart(name, shape)} ({use})"
            for shape, (_, use) in document.shapes.items()
        )
        parts.append(f"- [{name}](schemas/{name}.json): {document.meaning}. {'; '.join(shapes)}.")
    return "\n".join(parts) + "\n"


def _told_apart(name: str, shape: str) -> str:
    """What tells a shape from the others of its schema, where its name does not."""
    properties = schema.own(name, shape)["properties"]
    told = []
    for key in ("schema", "action"):
        given = properties.get(key, {})
        values = given.get("enum") or [given.get("const")]
        if values not in ([None], [shape], [f"plimsoll.{name}/1"]):
            told += [f"`{one}`" for one in values]
    return f" as {' or '.join(told)}" if told else ""


# -- options of other programs ---------------------------------------------------------------------


def by_reason(options: Mapping[str, str]) -> str:
    """Options with what becomes of them: those with one reason in one line."""
    groups: dict[str, list[str]] = {}
    for name in sorted(options):
        groups.setdefault(options[name], []).append(f"`{name}`")
    return "\n".join(f"- {', '.join(names)}: {why}" for why, names in groups.items())


def fio_options() -> str:
    """Every option of fio in its table."""
    from plimsoll.features.jobs.formats.fio import names

    return f"""# fio's options

Made by `make generate` from `python/plimsoll/features/jobs/formats/fio/names.py`. How jobs are run:
[Run fio jobs](../how-to/fio-jobs.md).

Honoured: {", ".join(f"`{name}`" for name in sorted(names.HONOURED))}.

Engines: {", ".join(f"`{name}`" for name in names.ENGINES)}.

Other names: {", ".join(f"`{a}` for `{b}`" for a, b in sorted(names.ALIASES.items()))}.

## Honoured with a difference, noted on stderr

{by_reason(names.DIFFERS)}

## Accepted, with a note on stderr

{by_reason(names.ACCEPTED_WITH_NOTE)}

## Accepted silently: it changes nothing that is measured here

{", ".join(f"`{name}`" for name in sorted(names.WITHOUT_MEANING))}.

## Refused, unless it has fio's own default

{by_reason(names.REFUSED)}
"""


WITHOUT_REASON = ("honoured", "no_meaning")
"""Kinds of options of which nobody needs a reason."""


def _options_page(one: JobFormat) -> Iterator[str]:
    from plimsoll.features.jobs.formats.problems import KINDS

    yield f"# {one.program}'s options"
    yield ""
    yield f"Made by `make generate` from `{one.tables}`. How they are run:"
    yield f"[{one.title}]({one.page})."
    for title, options in one.options.items():
        yield ""
        yield f"## {title}"
        for kind, meaning in KINDS.items():
            some = {o.name: o.why for o in options if o.kind == kind}
            if not some:
                continue
            yield ""
            if kind in WITHOUT_REASON:
                yield f"{meaning}: {', '.join(f'`{name}`' for name in sorted(some))}."
                continue
            yield f"{meaning}:"
            yield ""
            yield by_reason(some)
