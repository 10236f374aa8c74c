"""Decision records are few, short and found: each is listed, and whoever names one names its file.

A number alone would lead to another record after the next renumbering, and nobody would see it.
"""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
RECORDS = ROOT / "docs" / "decisions"
NAMES = {path.stem for path in RECORDS.glob("0*.md")}
MENTION = re.compile(
    r"\b(?:decisions?|records?)(?:/|[\s/!#*]+)(\d{4})\b(-[\w-]+)?"
    r"|\band\s+(\d{4})(-[a-z][\w-]+)",
    re.IGNORECASE,
)
"""`decision 0007-own-lateness`, over the end of a comment's line too; a path; the second of two."""
LINK_TEXT = re.compile(r"\[[^\]]*\]\(([^)]*)\)")


def mentions(text: str) -> list[str]:
    """Records that a text names, by file or by a number alone; of a link the target counts."""
    plain = LINK_TEXT.sub(r" \1 ", text)
    return [one or two for one, two in ((a + b, c + d) for a, b, c, d in MENTION.findall(plain))]


def tracked_files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("no clone of git")
    suffixes = {".py", ".rs", ".md", ".toml", ""}
    paths = [ROOT / name for name in listed.stdout.splitlines()]
    return [path for path in paths if path.suffix in suffixes and path != Path(__file__)]


@pytest.mark.long
def test_whoever_names_a_record_names_its_file() -> None:
    lost = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in tracked_files()
        if path.is_file()
        for name in mentions(path.read_text(encoding="utf-8", errors="replace"))
        if name not in NAMES
    ]
    assert lost == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("for its reasons (decision 0014)", "0014"),
        ("see docs/decisions/0014", "0014"),
        ("/// the rule of decision\n    /// 0014-moving-line.", "0014-moving-line"),
        ("[decision 0003](../decisions/0014-moving-line.md)", "0014-moving-line"),
        ("(decisions 0006-submit-calls and 0008-heartbeat)", "0008-heartbeat"),
    ],
)
def test_the_guard_finds_a_number_alone_and_a_name_over_two_lines(text: str, name: str) -> None:
    assert name in mentions(text)


def test_records_are_numbered_without_gaps_and_listed_with_their_titles() -> None:
    ordered = sorted(NAMES)
    assert [int(name[:4]) for name in ordered] == list(range(1, len(ordered) + 1))
    listed = (RECORDS / "README.md").read_text(encoding="utf-8")
    for name in ordered:
        heading = (RECORDS / f"{name}.md").read_text(encoding="utf-8").splitlines()[0]
        number, _, title = heading.removeprefix("# ").partition(" ")
        assert number == name[:4], name
        assert f"- [{number}]({name}.md) {title}\n" in listed, name
