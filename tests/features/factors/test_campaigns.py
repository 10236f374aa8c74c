"""Factor studies as campaigns: planned, run on a stack in virtual time, resumed, with real
settings, and refused where they cannot be."""

from pathlib import Path

import pytest

from plimsoll.base.errors import Interruption, PlimsollError
from plimsoll.campaign import loader, plan, resolution
from plimsoll.features.factors import factor_design, factor_points, factor_runs
from plimsoll.features.factors.rules import study as studies
from plimsoll.features.factors.rules import words
from plimsoll.report import first_screen, registry, writer
from plimsoll.report.describe import Chart, Table
from plimsoll.report.evidence import campaign_identity
from plimsoll.report.request import ReportRequest
from tests.campaign.conftest import Begin
from tests.truth.places import STACKS

STACK = """
[queue.front]
depth = 64
[device.disk]
servers = 8
service = "400us"
[volume.data]
size = "1g"
path = ["front", "disk"]
"""
STUDY = """
[campaign]
name = "study"
strategy = "factors"
virtual = true
warmup_for = "50ms"
measure_for = "200ms"
[target]
path = "stack:disk.toml"
[study]
confirm = {confirm}
{more}
[factor.servers]
sets = "stack.disk.servers"
levels = [4, 8]
[factor.service]
sets = "stack.disk.service"
levels = ["500us", "400us"]
[factor.depth]
sets = "load.queue_depth"
levels = [16, 32]
"""
SETTINGS = """
[campaign]
name = "settings"
strategy = "factors"
settle = false
warmup_for = "1ms"
measure_for = "10ms"
[target]
path = "null:"
[study]
confirm = 0
[factor.scheduler]
levels = ["none", "mq"]
set = "echo $PLIMSOLL_LEVEL > {folder}/scheduler"
read = "cat {folder}/scheduler"
restore = 'echo "$PLIMSOLL_ORIGINAL" > {folder}/scheduler'
[factor.depth]
sets = "load.queue_depth"
levels = [1, 2]
"""


def study(folder: Path, *, confirm: int = 0, more: str = "") -> str:
    """A study of a disk with 4 or 8 servers, of 500 or 400 us: queue depth is enough for either."""
    (folder / "disk.toml").write_text(STACK)
    return STUDY.format(confirm=confirm, more=more)


@pytest.mark.long
def test_what_matters_is_found_and_what_does_not_is_left_alone(
    begin: Begin, tmp_path: Path
) -> None:
    begun = begin(study(tmp_path, confirm=2)).conduct()
    answer = factor_runs.answer(begun.store, begun.id)
    told = {one.factor: one for one in answer.factors}
    # N / R: 8 servers do twice as much as 4, 400 us is 500 / 400 = 1.25 times as fast.
    assert [one.factor for one in answer.factors] == ["servers", "service", "depth"]
    assert told["servers"].effect.value == pytest.approx(2, rel=0.03)
    assert told["service"].effect.value == pytest.approx(1.25, rel=0.03)
    assert told["depth"].verdict == "leave_alone"
    assert [one.level for one in answer.best.levels[:2]] == ["8", "400us"]
    assert answer.best.confirmed.runs == 2
    # 8 servers of 400 us.
    assert answer.best.confirmed.value == pytest.approx(20_000, rel=0.03)
    assert words.headline(answer).startswith("2 of 3 factors matter: servers, service; most:")
    # And its report says so in every form.
    asked = ReportRequest(begun.store, (begun.id,))
    assert registry.default(asked) == "factors"
    page = registry.build("factors", asked)
    assert page.answer == words.headline(answer)
    assert page.data["factors"] == answer.model_dump(mode="json", by_alias=True)
    assert [one.name for one in page.sections if isinstance(one, Chart)][:1] == ["effects"]
    assert page.first.badge.words == "Confirmed"
    # Its parameters are the factors: the target is named once, in the terminal and on the shelf.
    first = first_screen.of(asked)
    assert dict(first.about)["Target"] == "disk.toml"
    # The terminal has the number where the headline is too short for it.
    assert first.number.in_headline == (first.number.value in first.headline)
    assert campaign_identity.short_targets(asked.evidence) == ["stack:disk.toml"]
    (every,) = (one for one in page.sections if isinstance(one, Table) and "All Runs" in one.title)
    assert "Target" not in [column.label for column in every.columns]
    written = writer.write(asked, tmp_path / "study.md", "md")[0].read_text()
    assert words.headline(answer) in written
    assert "Aliases" not in written  # A full factorial has none.
    assert f"| {len(begun.points)} |" in written


@pytest.mark.long
def test_a_level_that_cannot_carry_the_rate_is_said_to_matter_and_to_be_worst(
    begin: Begin, tmp_path: Path
) -> None:
    # Of 12,000/s 8 servers of 400 or 500 us carry 20,000 and 16,000; 4 of them 10,000 and 8,000.
    text = study(tmp_path, more='response = "p99"\n[load]\nrate = 12000')
    text = text.replace("[factor.depth]", "[factor.block]").replace(
        'sets = "load.queue_depth"\nlevels = [16, 32]',
        'sets = "workload.block_size"\nlevels = ["4k", "8k"]',
    )
    begun = begin(text).conduct()
    answer = factor_runs.answer(begun.store, begun.id)
    assert answer.bounded.levels == ["servers 4"]
    assert answer.bounded.kind == "backlog_grows"
    told = {one.factor: one for one in answer.factors}
    assert (told["servers"].verdict, told["servers"].beyond is not None) == ("matters", True)
    # From 4 to 8, that is at most a fraction.
    assert told["servers"].beyond.side == "at_most"
    assert told["servers"].beyond.value < 0.1
    assert words.headline(answer).split(";")[0].endswith("servers, service")
    page, *_ = writer.write(ReportRequest(begun.store, (begun.id,)), tmp_path / "s.md", "md")
    said = page.read_text()
    assert "At servers 4, all" in said
    assert "at most ×" in said


@pytest.mark.long
def test_a_study_that_was_stopped_goes_on_in_the_same_order_and_gives_the_same_answer(
    begin: Begin, tmp_path: Path
) -> None:
    text = study(tmp_path, confirm=1)
    begun = begin(text)
    planned = [(one.target, one.load) for one in begun.points]

    def stop(point: object) -> None:
        if getattr(point, "number", 0) == 6 and getattr(point, "state", "") == "running":
            begun.store.plans.request_stop(begun.id)

    begun.heard.on_point = stop
    with pytest.raises(Interruption):
        begun.conduct()
    kept = studies.read(begun.store.known_campaign(begun.id).spec)
    assert kept is not None
    some = factor_runs.responses(begun.store, begun.id, kept)
    assert 0 < sum(one.waiting for one in some) < len(some)
    begun.heard.on_point = None
    begun.resume()
    assert [(one.target, one.load) for one in begun.points][: len(planned)] == planned
    assert len(begun.points) == len(planned) + 1
    whole = begin(text).conduct()
    assert factor_runs.answer(begun.store, begun.id) == factor_runs.answer(whole.store, whole.id)


@pytest.mark.long
def test_settings_are_factors_and_are_put_back(begin: Begin, tmp_path: Path) -> None:
    (tmp_path / "scheduler").write_text("bfq\n")
    begun = begin(SETTINGS.format(folder=tmp_path)).conduct()
    assert {one.configuration for one in begun.points} == {"scheduler none", "scheduler mq"}
    assert all(one.state == "finished" for one in begun.points)
    assert (tmp_path / "scheduler").read_text() == "bfq\n"


def test_a_setting_that_cannot_be_set_is_told_before_anything_is_measured(
    begin: Begin, tmp_path: Path
) -> None:
    (tmp_path / "scheduler").write_text("bfq\n")
    text = SETTINGS.format(folder=tmp_path).replace(
        "echo $PLIMSOLL_LEVEL >", "test $PLIMSOLL_LEVEL = mq || echo none >"
    )
    begun = begin(text)
    with pytest.raises(PlimsollError, match=r"a factor cannot be set: .*reads '(none|bfq)', not"):
        begun.conduct()
    assert all(one.state == "planned" for one in begun.points)
    assert (tmp_path / "scheduler").read_text() == "bfq\n"


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("levels = [4, 8]", "levels = [4, 4]", "two levels are equal"),
        ("levels = [4, 8]", "levels = [4]", "at least 2"),
        ('sets = "stack.disk.servers"', "", "it sets nothing"),
        ('"stack.disk.servers"', '"disk.servers"', "cannot be a factor"),
        ('"load.queue_depth"', '"load.queue"', "known: arrivals, bursts"),
        ('"load.queue_depth"', '"stack.disk.servers"', "both factors 'servers' and 'depth'"),
        ("confirm = 0", 'design = "definitive_screening"', "has no middle level"),
        ("confirm = 0", "centre_points = 3", "has no middle"),
        ("confirm = 0", 'design = "plackett_burman"\nruns = 18', "12, 16, 20"),
        ("confirm = 0", "forbid = [{ servers = 4 }]", "servers cannot be changed"),
        ("confirm = 0", "forbid = [{ memory = 4 }]", "factors are servers, service, depth"),
        ("confirm = 0", 'response = "speed"', "iops"),
        ("confirm = 0", 'response = "cpu_per_io"', "the virtual clock has not"),
        ('strategy = "factors"', 'strategy = "grid"', "are for strategy factors"),
        ("virtual = true", "virtual = true\nrepeats = 2", "study.replicates"),
        ("[study]", "[workload]\nread = [0, 100]\n[study]", "workload.read is a list"),
        (
            "confirm = 0",
            'response = "load_line"',
            "study.response load_line needs campaign.objective",
        ),
        (
            "confirm = 0",
            'response = "maximum"',
            "load.queue_depth has no meaning with study.response maximum",
        ),
    ],
)
def test_what_cannot_be_is_said_with_what_can(
    tmp_path: Path, was: str, now: str, said: str
) -> None:
    text = study(tmp_path)
    assert was in text
    (tmp_path / "study.toml").write_text(text.replace(was, now))
    with pytest.raises(PlimsollError) as refused:
        list(plan.points(loader.read(tmp_path / "study.toml")))
    assert said in str(refused.value)


def test_too_little_time_is_told_with_what_it_would_show(tmp_path: Path) -> None:
    text = SETTINGS.format(folder=tmp_path).replace(
        'measure_for = "10ms"', 'measure_for = "60s"\ntime_limit = "3m"'
    )
    (tmp_path / "study.toml").write_text(text)
    spec = loader.read(tmp_path / "study.toml")
    with pytest.raises(PlimsollError, match="enough for 2: no design separates 2 factors"):
        resolution.check(spec, list(plan.points(spec)))


def test_forbidden_combinations_are_never_asked(tmp_path: Path) -> None:
    text = study(tmp_path, more='forbid = [{ servers = 8, service = "400us" }]')
    (tmp_path / "study.toml").write_text(text)
    spec = loader.read(tmp_path / "study.toml")
    asked = [one.stack for one, _ in factor_points.combinations(spec)]
    assert {"disk.servers": 8, "disk.service": "400us"} not in asked
    assert {one["disk.servers"] for one in asked} == {4, 8}


def test_eight_factors_have_a_default_of_24_to_32_runs_clear_of_interactions(
    tmp_path: Path,
) -> None:
    keys = ["align", "read", "trim", "write_block_size", "compressible", "duplicates", "block_size"]
    text = '[campaign]\nname = "x"\nstrategy = "factors"\n[target]\npath = "null:"\n'
    text += "".join(f'[factor.{key}]\nsets = "workload.{key}"\nlevels = [4, 8]\n' for key in keys)
    text += '[factor.depth]\nsets = "load.queue_depth"\nlevels = [4, 8]\n'
    (tmp_path / "study.toml").write_text(text)
    made = factor_design.design_study(loader.read(tmp_path / "study.toml"))
    assert 24 <= len(made.runs) <= 32
    assert made.resolution >= 4


S2 = """
[campaign]
name = "s2"
strategy = "factors"
virtual = true
warmup_for = "20ms"
measure_for = "200ms"
[target]
path = "stack:{stacks}/{stack}.toml"
[study]
confirm = 0
{factors}
"""
OLD = """
[factor.switching]
sets = "stack.multipath.switch_after"
levels = [1000, 1]
[factor.luns]
sets = "stack.disk.count"
levels = [1, 24]
[factor.controllers]
sets = "stack.pvscsi.adapters"
levels = [1, 4]
"""


@pytest.mark.long
def test_on_the_old_host_switching_pays_only_with_fewer_luns_than_paths(begin: Begin) -> None:
    # The stack's own truth: one LUN has one card's 75,000/s, with switching about twice as much;
    # with 24 LUNs every path has work anyway and one controller's 170,000/s is the narrowest place.
    text = S2.format(stacks=STACKS, stack="s2-old-hba", factors=OLD)
    answer = factor_runs.answer((begun := begin(text).conduct()).store, begun.id)
    assert answer.factors[0].factor == "luns"
    together = [set(one.factors) for one in answer.interactions]
    assert {"switching", "luns"} in together
    assert {"luns", "controllers"} in together
    levels = {one.factor: one.level for one in answer.best.levels}
    assert (levels["luns"], levels["controllers"]) == ("24", "4")


@pytest.mark.parametrize(
    ("more", "runs", "design"),
    [
        ('design = "definitive_screening"\nreplicates = 1', 13, "definitive_screening"),
        ('design = "full"\nreplicates = 1\ncentre_points = 4', 20, "full"),
        ('design = "full"\nreplicates = 2\nblocks = 2', 32, "full"),
    ],
)
def test_numbers_have_a_middle(tmp_path: Path, more: str, runs: int, design: str) -> None:
    text = '[campaign]\nname = "x"\nstrategy = "factors"\n[target]\npath = "null:"\n'
    text += f"[study]\n{more}\n"
    for key in ("queue_depth", "workers", "max_outstanding", "cap_rate"):
        text += f'[factor.{key}]\nsets = "load.{key}"\nlevels = [2, 6]\n'
    (tmp_path / "study.toml").write_text(text)
    spec = loader.read(tmp_path / "study.toml")
    made = factor_design.design_study(spec)
    asked = {one.load["workers"] for one, _ in factor_points.combinations(spec)}
    middle = {"definitive_screening", "full"} if "blocks" not in more else set()
    assert asked == ({2, 4, 6} if design in middle else {2, 6})
    assert (made.design, len(made.runs)) == (design, runs)
    assert max(one.block for one in made.runs) + 1 == made.blocks
