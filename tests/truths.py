"""What the comments of examples say of themselves, in lines that begin with `# Truth`, read to be
held against what the commands answer. Nothing here is a test."""

import re
from pathlib import Path

_LINE = re.compile(r"^# Truth(?:, with ([^:]*))?: (.+)$", re.MULTILINE)


def lines(path: Path) -> list[str]:
    """What holds of a file as it is."""
    found = [words for given, words in _LINE.findall(path.read_text()) if not given]
    assert found, f"{path} has no line that begins with '# Truth: '"
    return found


def with_flags(path: Path) -> list[tuple[list[str], str]]:
    """What holds with other flags: those, and the truth."""
    return [(given.split(), words) for given, words in _LINE.findall(path.read_text()) if given]


def rates(path: Path) -> dict[str, float]:
    """IOPS by block size, of a comment that says `Truth: 24,000/s at 4k, 3000/s at 32k`, over its
    lines to the next sentence."""
    head = path.read_text().partition("# Truth: ")[2].partition("\n\n")[0].replace("\n# ", " ")
    sentence = re.split(r"(?<=[a-z])\. ", head)[0]
    found = re.findall(r"([\d,]+(?:\.\d+)?)/s at (\d+[km])\b", sentence)
    assert found, f"{path} says no rate at a block size"
    return {size: float(rate.replace(",", "")) for rate, size in found}
