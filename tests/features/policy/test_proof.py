"""What verify makes of what is around a proof: a configuration that changes, volumes that are one,
a neighbour that fails."""

import contextlib
import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from plimsoll.base.errors import InputError, Interruption, IoError
from plimsoll.features.policy import proof, words
from plimsoll.features.policy.file import read
from plimsoll.features.policy.questions import Question, questions
from plimsoll.features.policy.resolving import resolve
from plimsoll.features.policy.rules import PolicyVolume, Rates, Rules
from plimsoll.features.policy.targets import refuse_shared_targets
from plimsoll.features.promises.rules.parts import Lengths
from plimsoll.native.session import Session, Stop
from plimsoll.store import Store
from tests.conftest import Plimsoll
from tests.features.policy.alteration import alter_command
from tests.features.policy.grounds import served_stack

STACK = """
[limit.policy]
ops_per_s = 3000
scope = "disk"
[device.flash]
servers = 64
service = "200us"
[volume.one]
size = "64m"
path = ["policy", "flash"]
"""
POLICY = """
version = 1
component.it.limit = "3000 IOPS"
policy.gold.components = ["it"]
system.host = {{ kind = "stack", control = "{control}" }}
[volume.one]
policy = "gold"
system = "host"
at = {{ element = "policy" }}
target = "stack:stack.toml"
"""
VERIFY = ("--virtual", "--no-store", "--measure-for", "4s", "--warmup-for", "1s", "--reads-only")


@pytest.mark.parametrize(
    ("moment", "value"),
    [
        ("while", "3000"),
        *(pytest.param(one, "77", marks=pytest.mark.long) for one in ("before", "while", "after")),
    ],
)
def test_what_is_set_is_read_around_each_proof(tmp_path: Path, moment: str, value: str) -> None:
    """A limit that somebody changes between the first look and the end of the proof is never told
    as kept; without a change it is."""
    (tmp_path / "stack.toml").write_text(STACK)
    with served_stack(STACK) as (_, control):
        file = tmp_path / "policy.toml"
        file.write_text(POLICY.format(control=control))
        words = ["policy", "verify", file, *VERIFY, "--json"]
        ended = alter_command(f"beside {moment} {value} {control}", tmp_path, *words)
    assert ended.stderr == ""
    (volume,) = json.loads(ended.stdout)["volumes"]
    found = (ended.returncode, volume["configured"], volume["verdict"], volume["kind"])
    if value == "3000":
        assert found == (0, "compliant", "kept", "kept")
    else:
        assert found == (1, "out_of_date", "inconclusive", "changed_meanwhile")
        assert "changed while it was being verified" in volume["because"]


def together(ended: dict[str, Any]) -> Any:
    """What comes of two volumes that are driven together, whose Runs end so."""

    @contextlib.contextmanager
    def session(request: dict[str, str]) -> Iterator[Any]:
        def run(*_: object, **__: object) -> Any:
            if isinstance(came := ended[request["volume"]], Exception):
                raise came
            phases = {"warmup_s": 1.0, "measure_s": 4.0, "drain_s": None}
            return {"outcome": came, "achieved_rate_per_s": 3000.0, **phases}

        yield SimpleNamespace(run=run)

    rules = Rules(shared=Rates(ops_per_s=3000))
    one, two = (PolicyVolume(name, "gold", 1, rules, rules, "s", {}) for name in ("one", "two"))
    work: Any = SimpleNamespace(
        tell=lambda _: None, request=lambda of: {"volume": of.volume}, open_session=session, seed=1
    )
    plan: Any = SimpleNamespace(lengths=SimpleNamespace(warmup_for="1s", measure_for="4s"))
    asked = questions(rules, reads_only=True)[0]
    checking: Any = SimpleNamespace(seconds=0.0)
    return proof._together(work, checking, one, proof.Other(two, one_limit=False), asked, plan)


def test_the_rates_of_both_are_added() -> None:
    assert together({"one": "ok", "two": "ok"}).together_per_s == 6000


@pytest.mark.parametrize("failed", ["failed", "not_steady", IoError("the disk is gone")])
@pytest.mark.parametrize("volume", ["one", "two"])
def test_a_neighbour_whose_run_failed_is_told(failed: Any, volume: str) -> None:
    assert together({"one": "ok", "two": "ok", volume: failed}).together_per_s is None


def test_an_interrupt_ends_it() -> None:
    with pytest.raises(Interruption):
        together({"one": "failed", "two": Interruption("it was ended")})


def test_notes_say_with_how_many_of_a_vm_it_was_proved() -> None:
    said = words.proof_note("one_of_vm", {"vm_others": 3})
    assert said.startswith("proven with one of the VM's 3 other volumes")


@pytest.mark.parametrize(
    ("targets", "confused"),
    [
        (("disk", "disk"), "have the same target"),
        (("disk", "link"), "have the same target"),
        (("disk", "hard"), "have the same target"),
        (("none", "./none"), "have the same target"),
        (("nbd://Host:1/one", "nbd://host:1/one"), "have the same target"),
        (
            ("nbd+unix:///one?socket={}/s", "nbd+unix:///one?socket={}/../{}/s"),
            "have the same target",
        ),
        (("stack:s.toml", "stack:./s.toml"), "have the same target"),
        (("nbd://host/two", "nbd://host/one"), "its target is the export 'two'"),
        (("nbd://host/one", "nbd://host/two"), None),
        (("disk", "other"), None),
    ],
)
def test_each_volume_is_measured_by_its_own_target(
    tmp_path: Path, targets: tuple[str, str], confused: str | None
) -> None:
    for name in ("disk", "other"):
        (tmp_path / name).write_text(name)
    (tmp_path / "link").symlink_to("disk")
    (tmp_path / "hard").hardlink_to(tmp_path / "disk")
    one, two = (
        target.replace("../{}", f"../{tmp_path.name}").replace("{}", str(tmp_path))
        for target in targets
    )
    text = POLICY.format(control="c").replace("stack:stack.toml", one)
    table = text[text.index("[volume.one]") :].replace("volume.one", "volume.two")
    (tmp_path / "policy.toml").write_text(text + table.replace(one, two))
    resolved = resolve(read(tmp_path / "policy.toml"))
    if confused is None:
        refuse_shared_targets(resolved)
    else:
        with pytest.raises(InputError, match=confused):
            refuse_shared_targets(resolved)


@pytest.mark.parametrize(
    ("elements", "path", "verdict", "throttled"),
    [
        ("", [], "kept", False),
        # Of a kind that no back end lists as a limit.
        ("[shares.legacy]\nops_per_s = 100\n", ["legacy"], "broken", True),
        (
            (
                "[device.slow]\nservers = 1\n"
                "service = { distribution = 'exponential', mean = '10ms' }\n"
            ),
            ["slow"],
            "broken",
            False,
        ),
    ],
    ids=["its part", "a limit elsewhere", "its own storage"],
)
def test_a_volume_alone_tells_a_limit_from_its_storage(
    tmp_path: Path, elements: str, path: list[str], verdict: str, throttled: bool
) -> None:
    """Held against 300/s: it gets that; or 100/s, by a throttle or by a device of 10 ms."""
    ends = path == ["slow"]
    flash = "" if ends else "[device.flash]\nservers = 64\nservice = '200us'\n"
    whole = path if ends else [*path, "flash"]
    (tmp_path / "stack.toml").write_text(
        f"{elements}{flash}[volume.one]\nsize = '64m'\npath = {whole}\n"
    )
    rules = Rules(shares=1000)
    one = PolicyVolume("one", "gold", 1, rules, rules, "s", {"element": "policy"})
    one = dataclasses.replace(one, target=f"stack:{tmp_path / 'stack.toml'}")
    change: Any = SimpleNamespace(kind="stack", item=SimpleNamespace(place={}))
    plan = proof.Plan(True, Lengths(warmup_for="1s", measure_for="4s"), 1.0)
    with Store.open(tmp_path / "it.db") as store:
        work = proof.Work(
            Session.open,
            lambda of: {"target": str(of.target), "virtual": True},
            store,
            Stop(),
            1,
            lambda _: None,
        )
        found = proof.alone(work, one, change, Question("small", 4096, 100, 300.0, False), plan)
    assert (found.verdict, found.throttled) == (verdict, throttled)
    if verdict == "broken":
        assert found.most_per_s == pytest.approx(100, rel=0.1)


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (("--measure-for", "1500ms"), "measure_for must be 2s or more"),
        (("--measure-for", "soon"), "soon"),
        (("--warmup-for", "-1s"), "-1s"),
    ],
)
def test_lengths_that_do_not_do_are_refused_before_anything(
    plimsoll: Plimsoll, tmp_path: Path, flags: tuple[str, str], says: str
) -> None:
    with served_stack(STACK) as (_, control):
        (tmp_path / "stack.toml").write_text(STACK)
        (tmp_path / "policy.toml").write_text(POLICY.format(control=control))
        ended = plimsoll(
            "policy", "verify", tmp_path / "policy.toml", "--virtual", "--no-store", *flags
        )
    assert (ended.code, ended.err.count("\n")) == (64, 1)
    assert says in ended.err
