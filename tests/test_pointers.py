"""Nothing in the project points to a document that is not in it."""

import re
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[1]
MENTION = re.compile(r"(?<![\w./{*<-])((?:[\w-]+/)*[\w-]+\.md)\b")


def _tracked_files() -> list[Path]:
    said = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if said.returncode:
        pytest.skip("no clone of git")
    return [ROOT / name for name in said.stdout.splitlines()]


def test_every_document_that_is_named_is_here() -> None:
    tracked = _tracked_files()
    names = {path.name for path in tracked if path.suffix == ".md"}
    lost = []
    for path in tracked:
        relative = path.relative_to(ROOT)
        if (
            path.suffix not in (".py", ".rs", ".toml", ".md")
            or relative.parts[0] == "tests"
            or not path.exists()
        ):
            continue
        mentions = MENTION.findall(path.read_text(encoding="utf-8"))
        lost += [f"{relative}: {one}" for one in mentions if Path(one).name not in names]
    assert lost == []
