"""Factor studies that go on while they have time: what is added, what it costs, over a stop and a
kill."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from plimsoll.base.errors import Interruption, IoError, PlimsollError
from plimsoll.campaign import loader, plan, resolution
from plimsoll.features.factors import factor_runs
from plimsoll.features.factors.rules import study as studies
from plimsoll.features.factors.rules import words
from plimsoll.features.factors.runs import Steps
from tests.campaign.conftest import Begin, CampaignInStore, beginning
from tests.conftest import Plimsoll

# Rates of 20 to 40 ms at exponential service times: between equal Runs they differ by a percent or
# two, so that 24 Runs cannot decide on 1.5 %.
STACK = """
[queue.front]
depth = 64
[device.disk]
servers = 8
service = {{ distribution = "exponential", mean = "400us" }}
[volume.data]
size = "1g"
path = ["front", "disk"]
"""
STUDY = """
[campaign]
name = "steps"
strategy = "factors"
virtual = true
warmup_for = "10ms"
measure_for = "90ms"
[target]
path = "stack:disk.toml"
[study]
confirm = 2
effect = "1.5%"
{more}
[factor.servers]
sets = "stack.disk.servers"
levels = [4, 8]
[factor.depth]
sets = "load.queue_depth"
levels = [48, 64]
[factor.read]
sets = "workload.read"
levels = [0, 100]
[factor.block]
sets = "workload.block_size"
levels = ["4k", "8k"]
[factor.align]
sets = "workload.align"
levels = ["8k", "16k"]
"""
EACH_S = 0.1
"""Of a Point: its Warmup and its Measure."""


def text(folder: Path, more: str) -> str:
    (folder / "disk.toml").write_text(STACK.format())
    return STUDY.format(more=more)


def stored_study(begun: CampaignInStore) -> studies.Study:
    found = studies.read(begun.store.known_campaign(begun.id).spec)
    assert found is not None
    return found


IN_5_S = 'time = "5s"'


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CampaignInStore]:
    """A study of 5 s that nothing disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    with beginning(folder) as begin:
        yield begin(text(folder, IN_5_S)).conduct()


@pytest.mark.long
def test_runs_are_added_until_the_time_is_spent_or_all_is_decided_and_it_is_told_on_what(
    whole: CampaignInStore, begin: Begin, tmp_path: Path
) -> None:
    begun = whole
    asked, answer = stored_study(begun), factor_runs.answer(begun.store, begun.id)
    first = asked.steps[0].first - 1
    assert asked.steps, "24 Runs cannot decide on 1.5 %"
    assert asked.ended in ("time", "decided")
    # Every Run is used, those of the screening as well.
    assert answer.used == answer.runs == first + sum(one.runs for one in asked.steps)
    assert [one.on for one in answer.spent][0 :: len(answer.spent) - 1] == ["screening", "confirm"]
    total = sum(one.seconds for one in answer.spent)
    assert total == pytest.approx(len(begun.points) * EACH_S)
    assert total <= 5 + 1e-9
    assert f"Spent {total:.3g} s of 5 s: screening" in " ".join(words.because(answer))
    if asked.ended == "decided":
        assert all(one.verdict != "not_decided" for one in answer.factors)
    assert any(words_.startswith("step 1: 8 more Runs") for words_ in begun.heard.events)
    # More time, and at least as much is known.
    longer = begin(text(tmp_path, 'time = "7s"')).conduct()
    more = factor_runs.answer(longer.store, longer.id)
    assert more.smallest_seen <= answer.smallest_seen * 1.001


@pytest.mark.long
def test_steps_go_on_over_a_stop_and_come_to_the_same(
    whole: CampaignInStore, begin: Begin, tmp_path: Path
) -> None:
    begun = begin(text(tmp_path, IN_5_S))

    def stop(point: object) -> None:
        number, first = getattr(point, "number", 0), len(stored_study(whole).runs) - 3
        if number == first and getattr(point, "state", "") == "running":
            begun.store.plans.request_stop(begun.id)

    begun.heard.on_point = stop
    with pytest.raises(Interruption):
        begun.conduct()
    assert stored_study(begun).steps
    begun.heard.on_point = None
    begun.resume()
    assert stored_study(begun) == stored_study(whole)
    assert [one.seed for one in begun.points] == [one.seed for one in whole.points]
    assert factor_runs.answer(begun.store, begun.id) == factor_runs.answer(whole.store, whole.id)


@pytest.mark.long
def test_a_kill_between_a_step_and_its_points_loses_neither(
    whole: CampaignInStore, begin: Begin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = begin(text(tmp_path, IN_5_S))
    with monkeypatch.context() as patched:
        # As the process ends: the study is kept, its Points are not.
        def raise_error(*_: object) -> None:
            raise IoError("killed", "")

        patched.setattr(Steps, "_plan", raise_error)
        with pytest.raises(IoError, match="killed"):
            begun.conduct()
    assert len(begun.points) < len(stored_study(begun).runs)
    begun.resume()
    assert stored_study(begun) == stored_study(whole)
    assert factor_runs.answer(begun.store, begun.id) == factor_runs.answer(whole.store, whole.id)


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('time = "9s"', 'time = "soon"', "soon"),
        ('time = "9s"', 'time = "9s"\nresponse = "maximum"', "searches"),
        ('time = "9s"', 'time = "1s"', "study.time is 1s, enough for 10"),
        ("levels = [4, 8]", "levels = [4, 8]\nhard_to_change = true", "leave study.time out"),
    ],
)
def test_a_time_that_cannot_be_is_refused(tmp_path: Path, was: str, now: str, said: str) -> None:
    given = text(tmp_path, 'time = "9s"')
    assert was in given
    if "maximum" in now:
        given = given.replace('sets = "load.queue_depth"', 'sets = "workload.compressible"')
    (tmp_path / "study.toml").write_text(given.replace(was, now))
    with pytest.raises(PlimsollError) as refused:
        check_plan(tmp_path / "study.toml")
    assert said in str(refused.value)


def check_plan(path: Path) -> None:
    """Reads and checks the file as a plan does."""
    spec = loader.read(path)
    resolution.check(spec, list(plan.points(spec)))


@pytest.mark.long
def test_time_is_given_on_the_command_line_and_only_to_studies(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    (tmp_path / "study.toml").write_text(text(tmp_path, ""))
    said = plimsoll("campaign", "plan", "study.toml", "--time", "9s")
    assert (said.code, "in 9 s of virtual time: these Runs first" in said.out) == (0, True)
    (tmp_path / "grid.toml").write_text('targets = ["null:"]\n[campaign]\nname = "g"\n')
    refused = plimsoll("campaign", "run", "grid.toml", "--time", "9s", code=65)
    assert "--time are for strategy factors" in refused.err
    resumed = plimsoll("campaign", "resume", "grid.toml", "--time", "9s")
    assert (resumed.code, "has no option --time" in resumed.err) == (64, True)
