"""`find`, `run --who-limits`, `limits` and `check` say the same of who limited a target whose limit
is known."""

from pathlib import Path

import pytest

from tests.conftest import Plimsoll

pytestmark = pytest.mark.long

STACKS = Path(__file__).resolve().parents[3] / "examples" / "stacks"
OF = {
    "policy_cap": "policy",
    "target": "storage",
    "client_cpu": "client",
    "client_outstanding": "client",
    "schedule": "schedule",
    "cache": "cache",
    "unknown": "unknown",
}
"""Whose the limit is, of each limiter."""
CASES = (
    # stack, flags of the load beside it, whose the limit is, a rate that is promised and lies
    # beyond it
    pytest.param("iops-cap", (), "policy", 4_000, id="a cap"),
    pytest.param("mm1", (), "storage", 8_000, id="a full server"),
    pytest.param(
        "beyond-client", ("--workers", "1"), "client", 500_000, id="a client that is full"
    ),
)


def _stack(name: str, folder: Path) -> Path:
    """The file of a stack; of the client and the device beyond its reach one whose times are ten
    times as long, which takes a tenth of the operations to ask."""
    text = (STACKS / f"{name}.toml").read_text()
    if name == "beyond-client":
        for time, longer in (('service = "100us"', 'service = "1ms"'), ('= "10us"', '= "100us"')):
            assert text.count(time) == 1
            text = text.replace(time, longer)
    path = folder / f"{name}.toml"
    path.write_text(text)
    return path


@pytest.mark.parametrize(("stack", "flags", "whose", "beyond"), CASES)
def test_the_verbs_agree_on_whose_the_limit_is(
    plimsoll: Plimsoll, tmp_path: Path, stack: str, flags: tuple[str, ...], whose: str, beyond: int
) -> None:
    file = _stack(stack, tmp_path)
    target = ("--target", f"stack:{file}", "--virtual")
    # A mean takes the fewest operations to decide, and fewer at a constant rate.
    asked = ("--objective", "mean <= 2ms", "--arrivals", "constant")
    found = plimsoll("find", *target, *flags, *asked, "--no-store", "--json").document
    assert OF[found["load_line"]["limited_by"]["value"]] == whose, found["load_line"]["limited_by"]
    deep = ("--queue-depth", "64", "--measure-for", "3s", "--who-limits", "--json")
    run = plimsoll("run", *target, *flags, *deep).document
    assert OF[run["limited_by"]["value"]] == whose, run["limited_by"]
    limits = plimsoll("limits", *target, "--block-size", "4k", "--no-store", "--json").document
    # What a client cannot reach is no cap of the target's.
    assert (limits["verdict"] == "inconclusive") == (whose == "client"), limits["because"]
    promise = tmp_path / "promise.toml"
    promise.write_text(f"""target = "stack:{file}"
virtual = true
[workload]
block_size = "4k"
[[promise]]
name = "more than it has"
direction = "at_least"
value = "{beyond} IOPS"
""")
    judged = plimsoll(
        "check", str(promise), "--measure-for", "4s", "--no-store", "--json"
    ).document["evidence"][0]
    # A promise that the storage cannot keep is broken; one that the client could not ask for is
    # open.
    assert judged["verdict"] == ("inconclusive" if whose == "client" else "broken"), judged
