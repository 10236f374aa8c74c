"""What promises are called and how they are said, of the examples and of a few more, in one file
that is read when it changes: `promise_sentences.txt`. To make it again:

    .venv/bin/python -m tests.features.promises.promise_sentences
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from plimsoll.features.promises.rules import words
from plimsoll.features.promises.rules.file import PromiseFile

KEPT = Path(__file__).with_suffix(".txt")
EXAMPLES = Path(__file__).parents[3] / "examples" / "promises"
MORE: dict[str, list[dict[str, Any]]] = {
    "a rate": [
        {"direction": "at_most", "value": "93.75 MiB/s"},
        {"name": "tier 3", "direction": "at_least", "value": "3 IOPS/GiB", "volume": "50 GiB"},
        {
            "direction": "equals",
            "value": "10 IOPS/GB",
            "volume": "2000 GB",
            "normalised_at": "32k",
            "rounding": "linear",
            "block_sizes": ["8k", "48k"],
        },
    ],
    "an objective": [
        {"objective": "mean <= 5ms"},
        {"objective": "p99", "tolerable": "100ms", "load": {"rate": "4000 IOPS"}},
        {"objective": "mean", "ideal": "20ms", "tolerable": "100ms", "block_sizes": ["4k"]},
        {"objective": "p99 <= 5ms", "direction": "at_least", "value": "8000 IOPS"},
    ],
}


def files() -> Iterator[tuple[str, PromiseFile]]:
    for path in sorted(EXAMPLES.glob("*.toml")):
        yield path.name, PromiseFile.model_validate(tomllib.loads(path.read_text()))
    for title, promises in MORE.items():
        asked = {"target": "stack:any.toml", "promise": promises}
        asked |= {"workload": {"block_size": "16k"}, "load": {"workers": 2}}
        yield title, PromiseFile.model_validate(asked)


def text() -> str:
    return "\n".join(
        f"## {title}\n"
        + "".join(f"{one.name}\n    {words.promise_text(one.terms)}\n" for one in file.claims())
        for title, file in files()
    )


if __name__ == "__main__":
    KEPT.write_text(text(), encoding="utf-8")
