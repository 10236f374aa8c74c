"""What is said of policies, in one file that is read when it changes: `policy_sentences.txt`. To
make it again:

    .venv/bin/python -m tests.features.policy.policy_sentences
"""

from collections.abc import Iterator
from pathlib import Path

from plimsoll.features.policy import words
from plimsoll.features.policy.rules import Figures

KEPT = Path(__file__).with_suffix(".txt")
MEASURED: Figures = {
    "block_bytes": 65_536,
    "read_percent": 70.0,
    "measured_per_s": 2987.0,
    "allowed_per_s": 3000.0,
    "points": 3,
    "limiter": "policy_cap",
    "unit_bytes": 32_768,
    "rounding": "up",
    "because": "the interval lies below what is allowed",
    "why": "the Run failed",
}
PAIR: Figures = {
    "neighbour": "two",
    "together_per_s": 3010.0,
    "each_per_s": 3000.0,
    "own_per_s": 1500.0,
    "neighbour_per_s": 1510.0,
    "vm_others": 3,
}
CONTENDED: Figures = {
    "contended_per_s": 512.0,
    "contended_low_per_s": 500.0,
    "contended_high_per_s": 524.0,
    "volumes": 3,
    "mclock_per_s": 750.0,
    "rules": "shares and reservation",
    "machine_used": 0.97,
    "alone_per_s": 520.0,
    "reserved_per_s": 700.0,
    "which": "one",
}
BURST: Figures = {
    "burst_rest_s": 30.0,
    "burst_got_per_s": 3000.0,
    "burst_block_bytes": 4096,
    "burst_got_s": 9.8,
    "burst_after_per_s": 1000.0,
    "burst_asked_per_s": 3000.0,
    "burst_asked_s": 10.0,
    "burst_longest_s": 15.0,
    "burst_limit_per_s": 1000.0,
}
ALL: Figures = MEASURED | PAIR | CONTENDED | BURST
VARIANTS: tuple[tuple[str, Figures], ...] = (
    ("kept", ALL | {"points": 1, "limiter": "unknown"}),
    ("open", ALL | {"would_decide": "a longer Run"}),
    ("per_disk", ALL | {"together_per_s": 6000.0, "own_per_s": 3000.0, "neighbour_per_s": 3000.0}),
    ("contention_kept", ALL | {"rules": "reservation"}),
)
PLACED: Figures = {
    "system": "array",
    "kind": "stack",
    "policy": "gold",
    "datastore": "ds1",
    "volumes": 4,
    "unit": "rate",
    "reserved": 12_000.0,
    "reservation": 4000.0,
    "limit": 3000.0,
    "line": 10_000.0,
    "why": "tag",
    "category": "tier",
    "name": "thin",
    "have": "bronze",
    "wanted": "gold",
    "left_bytes": 5 * 2**30,
    "need_bytes": 2**33,
    "left": 2000.0,
    "need": 4000.0,
    "server": "vc.example",
}


def lines() -> Iterator[str]:
    yield "[proven]"
    for kind in words.PROVEN:
        yield f"{kind}: {words.verdict_sentence(kind, ALL)}"
    for kind, figures in VARIANTS:
        yield f"{kind}: {words.verdict_sentence(kind, figures)}"
    yield from ("", "[notes of a proof]")
    for note in ("together", "burst_kept", *words.PROOF_NOTES):
        yield f"{note}: {words.proof_note(note, ALL)}"
    yield from ("", "[findings]")
    for kind in words.FINDINGS:
        yield f"{kind}: {words.FINDINGS[kind](PLACED)}"
    yield from ("", "[why a datastore does not fit]")
    for kind in words.MISSES:
        yield f"{kind}: {words.MISSES[kind](PLACED)}"


def text() -> str:
    return "\n".join(lines()) + "\n"


if __name__ == "__main__":
    KEPT.write_text(text(), encoding="utf-8")
