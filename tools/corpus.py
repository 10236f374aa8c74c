"""What Plimsoll prints and writes, by digest: the proof that a change of form changes no answer.

`python tools/corpus.py` makes every piece anew and names those whose digest is not that of
`tools/corpus.sums`; `--write` takes today's. To read a difference, lay the pieces of two commits
side by side: `--into FOLDER` in each, then `diff -r`.

Everything runs on the virtual clock at a fixed seed. What differs from machine to machine and from
day to day (dates of today, the machine, the version, folders) is replaced by its name first.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import io
import json
import re
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.command import run_command  # noqa: E402
from tests.report import forty  # noqa: E402

from plimsoll import __version__  # noqa: E402
from plimsoll.cli import VERBS  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SUMS = ROOT / "tools" / "corpus.sums"
STACKS = ROOT / "examples" / "stacks"
FIXTURES = ROOT / "tests" / "fixtures" / "results"
FORMS = ("md", "csv", "json", "html", "svg", "xlsx")
LINE = "p99 <= 20ms"
"""The objective of the searches."""
SEARCHED = ("bytes-cap", "iops-cap", "mm1", "s0-policy", "s3-tier3")
"""Stacks whose search takes seconds."""

Piece = tuple[str, bytes]


_REAL_TIME = re.compile(r'"real_s": ?[\d.e+-]+|\d[\d,.]* (?:ms|s|min)(?= since it began)')
"""How long a Run or a campaign took that computed on the virtual clock."""
_EXCEL_EPOCH = datetime.date(1899, 12, 30)


class Machine:
    """What stands in outputs for this machine and this day, and the words put in its place."""

    def __init__(self, folder: Path) -> None:
        told = output_of(folder, "run", "--target", "null:", "--measure-for", "20ms", "--json")
        host = json.loads(told)["host"]
        words = {
            str(value): f"<{key}>"
            for key, value in host.items()
            if isinstance(value, str) and len(value) > 3
        }
        now = time.time()
        days = {time.strftime("%Y-%m-%d", time.gmtime(now + day)) for day in (-86400, 0, 86400)}
        stamps = f"{int(now)}"[:5]
        # A cell of a workbook counts days.
        today = (datetime.datetime.now(tz=datetime.UTC).date() - _EXCEL_EPOCH).days
        self._machine = sorted(words.items(), key=lambda item: -len(item[0]))
        self._times = re.compile(
            rf"({'|'.join(days)})([ T]\d\d:\d\d(:\d\d(\.\d+)?)?)?( ?UTC|Z|[+]00:00)?"
            rf"|\b{stamps}\d{{5,14}}(\.\d+)?\b"
            rf"|\b({today - 1}|{today}|{today + 1})\.\d+"
        )

    def without(self, text: str, folder: Path, part: str) -> str:
        """The text, the same on every machine and day. What a file of another program or a help
        says is of no machine, though a word of it may be one of this machine's."""
        text = text.replace(str(folder), "<folder>").replace(str(ROOT), "<project>")
        text = text.replace(__version__, "<version>")
        for word, name in self._machine if part in MEASURED else ():
            text = text.replace(word, name)
        return _REAL_TIME.sub("<time>", self._times.sub("<now>", text))


def output_of(folder: Path, *words: str) -> str:
    """Standard output, and where a command refuses, why."""
    ended = run_command(list(words), folder, COLUMNS="100", NO_COLOR="1", TZ="UTC")
    return ended.stdout if ended.returncode == 0 else f"{ended.stdout}{ended.stderr}"


def helps(folder: Path) -> Iterator[Piece]:
    """Every verb's `--help`."""
    for verb in ("", *VERBS):
        words = (verb, "--help") if verb else ("--help",)
        yield f"help/{verb or 'plimsoll'}", output_of(folder, *words).encode()


def schemas(_: Path) -> Iterator[Piece]:
    """The published schemas."""
    for path in sorted((ROOT / "docs/reference/schemas").glob("*.json")):
        yield f"schemas/{path.name}", path.read_bytes()


def records(folder: Path) -> Iterator[Piece]:
    """A Run of every example stack: its record, and what a terminal shows of it."""
    for path in sorted(STACKS.glob("*.toml")):
        words = ("run", *_virtual(path), "--measure-for", "1s", "--warmup-for", "0s")
        yield f"records/{path.stem}/run", output_of(folder, *words).encode()
        yield f"records/{path.stem}/record", output_of(folder, *words, "--json").encode()


def searches(folder: Path) -> Iterator[Piece]:
    """A search of some stacks: those whose search takes seconds."""
    for name in SEARCHED:
        words = ("find", *_virtual(STACKS / f"{name}.toml"), "--objective", LINE)
        yield f"searches/{name}/find", output_of(folder, *words).encode()
        yield f"searches/{name}/answer", output_of(folder, *words, "--json").encode()


def _virtual(stack: Path) -> tuple[str, ...]:
    return ("--target", f"stack:{stack}", "--virtual", "--seed", "1", "--no-store")


def forms(folder: Path) -> Iterator[Piece]:
    """Campaigns of every kind, as every form draws their report."""
    for number, case in enumerate(forty.CASES):
        if "null target" in case.name.lower():
            # Its Runs are on the real clock.
            continue
        own = folder / f"{number}"
        own.mkdir()
        asked = _asking(own)
        name = f"forms/{re.sub(r'[^a-z0-9]+', '-', case.name.lower()).strip('-')}"
        yield f"{name}/terminal", case.make(asked, own).encode()
        yield (
            f"{name}/status",
            output_of(own, "campaign", "status", "--store", forty.STORE).encode(),
        )
        campaigns = [f"--campaign={one}" for one in case.campaigns]
        yield from _report_pieces(own, name, forty.STORE, campaigns)


def _asking(folder: Path) -> Callable[..., object]:
    def ask(*words: object) -> object:
        ended = run_command([str(word) for word in words], folder, NO_COLOR="1", COLUMNS="100")
        return type(
            "Ended", (), {"out": ended.stdout, "err": ended.stderr, "code": ended.returncode}
        )

    return ask


def _report_pieces(folder: Path, name: str, store: str, campaigns: list[str]) -> Iterator[Piece]:
    for form in FORMS:
        file = folder / f"drawn.{form}"
        asked = ("report", *campaigns, "--store", store, "--to", form, "--output", str(file))
        said = output_of(folder, *asked)
        made = sorted(folder.glob(f"drawn*.{form}"))
        yield f"{name}/{form}", b"".join(map(_content, made)) if made else said.encode()
        for one in made:
            one.unlink()


def _content(path: Path) -> bytes:
    """A file; of a workbook what is in it, since it is packed with the hour of its making."""
    raw = path.read_bytes()
    if not raw.startswith(b"PK"):
        return raw
    with zipfile.ZipFile(io.BytesIO(raw)) as book:
        return b"\n".join(name.encode() + book.read(name) for name in sorted(book.namelist()))


def imports(folder: Path) -> Iterator[Piece]:
    """Every fixture of another program, imported, and its report."""
    for path in sorted(one for one in FIXTURES.rglob("*") if one.is_file()):
        name = f"imports/{path.relative_to(FIXTURES)}"
        store = f"{hashlib.sha256(name.encode()).hexdigest()[:12]}.db"
        yield f"{name}/import", output_of(folder, "import", str(path), "--store", store).encode()
        if (folder / store).exists():
            for form in ("md", "json"):
                asked = ("report", "--store", store, "--to", form, "--output", "-")
                yield f"{name}/{form}", output_of(folder, *asked).encode()


MEASURED = ("records", "searches", "forms")
"""Parts whose pieces name the machine."""
PARTS = {part.__name__: part for part in (helps, schemas, records, searches, forms, imports)}


def pieces(names: list[str]) -> Iterator[Piece]:
    """The pieces of these parts, as they are made."""
    with tempfile.TemporaryDirectory() as place:
        machine = Machine(Path(place))
        for name in names:
            folder = Path(place) / name
            folder.mkdir()
            for piece, raw in PARTS[name](folder):
                text = machine.without(raw.decode(errors="surrogateescape"), folder, name)
                yield piece, text.encode(errors="surrogateescape")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--part", action="append", choices=list(PARTS))
    parser.add_argument("--write", action="store_true", help="take today's digests")
    parser.add_argument("--into", type=Path, help="write the pieces themselves to this folder")
    given = parser.parse_args()
    names = given.part or list(PARTS)
    sums = {}
    for name, raw in pieces(names):
        sums[name] = hashlib.sha256(raw).hexdigest()[:16]
        if given.into is not None:
            path = given.into / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(raw)
    known = _stored_sums()
    if given.write:
        others = {name: digest for name, digest in known.items() if _part_of(name) not in names}
        lines = [f"{digest}  {name}\n" for name, digest in sorted({**others, **sums}.items())]
        SUMS.write_text("".join(lines))
        return 0
    changes = differences(
        {name: digest for name, digest in known.items() if _part_of(name) in names}, sums
    )
    for change in changes:
        print(change)
    print(f"{len(sums)} pieces, {len(changes)} of them not as they were")
    return 1 if changes else 0


def _stored_sums() -> dict[str, str]:
    if not SUMS.exists():
        return {}
    rows = (line.split("  ", 1) for line in SUMS.read_text().splitlines())
    return {name: digest for digest, name in rows}


def differences(known: dict[str, str], sums: dict[str, str]) -> list[str]:
    """Pieces that are new, gone or changed, a line each."""
    changes = []
    for name in sorted({*known, *sums}):
        if known.get(name) != sums.get(name):
            state = "new" if name not in known else "gone" if name not in sums else "changed"
            changes.append(f"{state}: {name}")
    return changes


def _part_of(name: str) -> str:
    first = name.partition("/")[0]
    return "helps" if first == "help" else first


if __name__ == "__main__":
    sys.exit(main())
