"""Documents of every kind that people write: the examples, changed as trees and as bytes, read by
the verb they are for."""

import random
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.hostile.fuzzing import child, mutate
from tests.words import argv

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"
NULL = argv("run --target null: --measure-for 10ms --warmup-for 0s --max-outstanding 64")

SEEDS: dict[str, list[str]] = {
    "campaign": [path.read_text() for path in sorted((EXAMPLES / "campaigns").glob("*.toml"))],
    "promise": [path.read_text() for path in sorted((EXAMPLES / "promises").glob("*.toml"))],
    "stack": [path.read_text() for path in sorted((EXAMPLES / "stacks").glob("*.toml"))],
    "sizes": [path.read_text() for path in sorted((EXAMPLES / "sizes").glob("*.toml"))],
    "workload": [
        (
            'block_size = "4k:60,64k:40"\nread = 70\npattern = "zipf:1.1"\nworking_set ='
            ' "50%"\nalign = "4k"\n'
        ),
        (
            'block_size = "8k"\nread = 30\ntrim = 5\npattern = "mixed:'
            ' sequential+30%random"\nsync = "fsync:32"\npayload = "random"\ncompressible ='
            " 50\nduplicates = 10\n"
        ),
        (
            'pattern = "zones:90/10,10/90"\nworking_set = "1g"\nworking_set_offset ='
            ' "1g"\nwrite_block_size = "64k"\nsync = "dsync"\nverify = false\n'
        ),
    ],
}
VERBS: dict[str, list[tuple[str, ...]]] = {
    "campaign": [("campaign", "plan", "it.toml"), ("campaign", "plan", "it.toml", "--json")],
    "promise": [
        ("check", "it.toml", "--no-store", "--warmup-for", "0s", "--measure-for", "2s", "--virtual")
    ],
    "stack": [
        ("stack", "show", "it.toml"),
        ("stack", "show", "it.toml", "--json", "--svg", "it.svg", "--force"),
        argv("simulate it.toml --measure-for 10ms --warmup-for 0s --queue-depth 4"),
    ],
    "sizes": [("size", "it.toml"), ("size", "it.toml", "--json")],
    "workload": [
        (*NULL, "--workload", "it.toml"),
        (*NULL[:2], "stack:mm1.toml", *NULL[3:-2], "--virtual", "--workload", "it.toml"),
    ],
}
MEASURES = ("check", "simulate", "run")
"""Verbs whose work a document may make long: they are interrupted, and must then end."""


def case(seed: int, number: int) -> tuple[str, tuple[str, ...], bytes]:
    """The kind of document, the verb, and the document."""
    draw = random.Random(f"documents {seed} {number}")
    kind = draw.choice(list(SEEDS))
    text = draw.choice(SEEDS[kind])
    if draw.random() < 0.7:
        text = mutate.toml(mutate.of_tree(draw, tomllib.loads(text)))
    data = text.encode("utf-8", "surrogatepass")
    if draw.random() < 0.4:
        data = mutate.of_bytes(draw, data)
    return kind, draw.choice(VERBS[kind]), data


def try_cases(seed: int, numbers: Iterator[int]) -> Iterator[tuple[int, str]]:
    """Each case's number, and what is wrong with it (empty: nothing)."""
    child.prepare()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "mm1.toml").write_text((EXAMPLES / "stacks/mm1.toml").read_text())
        for number in numbers:
            kind, verb, data = case(seed, number)
            (folder / "it.toml").write_bytes(data)
            ended = child.command(
                list(verb), folder, interrupt_after_s=4 if verb[0] in MEASURES else None
            )
            if ended.wrong:
                child.save(
                    f"documents-{kind}",
                    seed,
                    number,
                    data,
                    f"{' '.join(verb)}\n{ended.wrong}\n{ended.said}",
                )
            yield (
                number,
                (
                    f"{' '.join(verb)} of a {kind}: {ended.wrong}: {ended.said[-300:]}"
                    if ended.wrong
                    else ""
                ),
            )
