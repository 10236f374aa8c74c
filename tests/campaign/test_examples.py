"""Each example is planned whole, and run in short: first-look on a real file, the others on the
virtual clock."""

from pathlib import Path

import pytest

from plimsoll.campaign import loader, plan, plan_document
from plimsoll.campaign.conduct import conduct
from plimsoll.library import control
from plimsoll.native.session import Stop
from plimsoll.store import Store
from tests.campaign.conftest import RecordingListener
from tests.campaign.kills import ROOT

pytestmark = pytest.mark.long

FOLDER = ROOT / "examples" / "campaigns"
POINTS = {
    "first-look": 2 * 2 * 2,
    "s0": 2 * 6 * 2 * 2,
    "s1": 11 * 3 * 4,
    "s2": 2 * 6 * 3,
    "s2-factors": 40,
    "s3": 4 * 4 * 2,
    "s4": 2 * 9 * 2,
}
SHORT = (
    "campaign.warmup_for=0s",
    "campaign.measure_for=100ms",
    "campaign.interval=100ms",
    "campaign.settle=false",
)
FEWER = {
    "s1": ("workload.read=[100, 0]", "workload.block_size=8k", "load.workers=[1, 8]"),
    "s0": ('workload.block_size=["4k", "128k"]', "workload.pattern=random"),
    "s2": ("campaign.repeats=1", "load.queue_depth=[8, 30]"),
    "s2-factors": ("study.confirm=1",),
    "s3": ("load.workers=[1, 4]",),
    "s4": ('workload.block_size=["4k", "256k"]',),
}


@pytest.mark.parametrize("name", POINTS)
def test_an_example_is_planned_whole(name: str) -> None:
    spec = loader.read(FOLDER / f"{name}.toml")
    points = list(plan.points(spec))
    document = plan_document.document(spec, points)
    assert len(document.points) == POINTS[name]
    assert document.seconds is not None
    assert (
        document.bytes_written == 0
    )  # first-look reads only; the others write to described storage


@pytest.mark.parametrize("name", [name for name in POINTS if name != "first-look"])
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    rates = run(name, (*SHORT, *FEWER[name]), tmp_path)
    # What the stacks' own comments derive, for what a tenth of a second at the start shows of it.
    truths = {
        "s0": {
            "before; block size 128k, read 0 %": 2000.0,
            "with the policy; block size 128k, read 0 %": 2000.0,
        },
        "s1": {
            "storage A; block size 8k, read 100 %": 355_000.0,
            "storage A; block size 8k, read 0 %": 101_430.0,
        },
    }
    for start, rate in truths.get(name, {}).items():
        seen = [found for words, found in rates.items() if words.startswith(start)]
        assert seen
        assert max(seen) == pytest.approx(rate, rel=0.05)


@pytest.mark.disk
def test_the_first_look_runs_on_a_file(disk: Path) -> None:
    target = disk / "test.dat"
    target.write_bytes(bytes(4 << 20))
    # A tenth of a second is nothing on a machine that others use.
    long_enough = ("campaign.measure_for=1s", f"target.path={target}")
    rates = run("first-look", (*SHORT, *long_enough), disk)
    assert len(rates) == 8
    assert all(rate > 0 for rate in rates.values())


def run(name: str, overrides: tuple[str, ...], folder: Path) -> dict[str, float]:
    """The achieved rates by Point in words; every Point must have come through."""
    file = FOLDER / f"{name}.toml"
    spec = loader.read(file, overrides)
    with Store.open(folder / "example.db") as store:
        begun = control.begin(store, spec, list(plan.points(spec)), file)
        conduct(begun, Stop(), RecordingListener())
        campaign = begun.number
        belonging, runs = store.plans.of_campaign(campaign), store.runs(campaign)
        found = {}
        for point in store.plans.points(campaign):
            assert point.state == "finished", point.reason
            blocks = f"{plan.block_words(point.workload)}; {plan.block_words(point.load)}"
            words = f"{point.target['name']}; {blocks}"
            found[words] = store.plans.answer(point, belonging, runs)[0].achieved_rate_per_s or 0.0
        return found
