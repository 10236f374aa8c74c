"""A plan: the cross product, its order, its seeds, its cost; and what is wrong with a file is told
with its line."""

import itertools
import tracemalloc
from pathlib import Path

import pytest

from plimsoll.base.errors import InputError, PlimsollError, UsageError
from plimsoll.campaign import loader, plan, plan_document, resolution

S1 = """
targets = ["{target}"]
[campaign]
name = "s1"
strategy = "{strategy}"
objective = "mean <= 1ms"
{more}
[workload]
block_size = ["4k", "8k", "64k"]
read = [100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 0]
[load]
workers = [1, 2, 4, 8]
"""


def read(tmp_path: Path, text: str, overrides: tuple[str, ...] = ()) -> list:
    path = tmp_path / "c.toml"
    path.write_text(text)
    return list(plan.points(loader.read(path, overrides)))


def s1(strategy: str = "grid", more: str = "", target: str = "null:") -> str:
    return S1.format(strategy=strategy, more=more, target=target)


def test_the_order_is_random_and_the_same_for_the_same_seed(tmp_path: Path) -> None:
    first, again, other = (read(tmp_path, s1(more=f"seed = {seed}")) for seed in (1, 1, 2))
    written = read(tmp_path, s1(more='order = "as_written"'))
    questions = [
        [(p.workload, p.load) for p in points] for points in (first, again, other, written)
    ]
    assert questions[0] == questions[1]
    assert questions[0] != questions[2]
    assert questions[0] != questions[3]
    assert all(sorted(map(str, q)) == sorted(map(str, questions[3])) for q in questions)
    # Random means that neighbours in the file are seldom neighbours in time: by chance 2/132 of 131
    # pairs are, about 2.
    at = {str(question): number for number, question in enumerate(questions[0])}
    near = sum(
        abs(at[str(a)] - at[str(b)]) == 1
        for a, b in zip(questions[3], questions[3][1:], strict=False)
    )
    assert near < 15


def test_the_seed_of_a_point_is_its_own_in_whatever_order_and_folder(tmp_path: Path) -> None:
    def seeds(text: str, folder: str) -> dict[str, int]:
        (tmp_path / folder).mkdir()
        points = read(tmp_path / folder, text)
        return {f"{p.workload}{p.load}{p.repeat}": p.seed for p in points}

    random = seeds(s1(more="repeats = 2", target="data.dat"), "a")
    written = seeds(s1(more='repeats = 2\norder = "as_written"', target="data.dat"), "b")
    assert random == written
    # The same addresses again would meet a warm cache.
    assert len(set(random.values())) == 264


def test_a_configuration_is_set_once_in_a_repeat_and_repeats_are_spread_over_time(
    tmp_path: Path,
) -> None:
    settings = "".join(
        f'[configuration.{name}.setting]\nname = "s"\nset = "true"\nread = "true"\nrestore ='
        ' "true"\n'
        for name in "abc"
    )
    points = read(tmp_path, s1(more="repeats = 3") + settings)
    blocks = [(p.repeat, p.configuration) for p in points]
    runs = [
        block for number, block in enumerate(blocks) if number == 0 or blocks[number - 1] != block
    ]
    assert len(runs) == 9
    assert [repeat for repeat, _ in runs] == [1, 1, 1, 2, 2, 2, 3, 3, 3]


def test_blocks_with_different_lists_add_up(tmp_path: Path) -> None:
    text = (
        'targets = ["null:"]\n[campaign]\nname = "x"\n[[workload]]\nname = "small"\nblock_size ='
        ' ["4k", "8k"]\n[[workload]]\nname = "large"\nblock_size = "1m"\nread = [0, 50,'
        " 100]\n[load]\nqueue_depth = [1, 2]\n"
    )
    assert len(read(tmp_path, text)) == (2 + 3) * 2
    spec = loader.read(tmp_path / "c.toml")
    assert [(factor.name, len(factor.values)) for factor in plan.factors(spec)] == [
        ("workload", 5),
        ("queue_depth", 2),
    ]


def test_the_plan_tells_time_bytes_and_wear(tmp_path: Path) -> None:
    (tmp_path / "data.dat").write_bytes(bytes(1 << 20))
    text = (
        'targets = ["data.dat"]\n[campaign]\nname = "x"\nwarmup_for = "5s"\nmeasure_for ='
        ' "55s"\nsettle = false\n[workload]\nblock_size = "4k"\nread = [75, 100]\n[load]\nrate ='
        " [1000, 2000]\n"
    )
    points = read(tmp_path, text)
    spec = loader.read(tmp_path / "c.toml")
    document = plan_document.document(spec, points)
    assert document.seconds == 4 * 60
    # A quarter of 3,000 operations/s for 60 s (warm-up writes, too), 4 KiB each.
    assert document.bytes_written == 0.25 * 3000 * 60 * 4096
    assert document.wear[0].times == document.bytes_written / (1 << 20)
    assert document.grid is None


def test_what_a_closed_loop_writes_is_told_by_rate_or_with_an_expected_one(tmp_path: Path) -> None:
    text = (
        'targets = ["null:"]\n[campaign]\nname = "x"\nwarmup_for = "0s"\nmeasure_for ='
        ' "10s"\nsettle = false\n[workload]\nread = 0\n'
    )
    points = read(tmp_path, text)
    spec = loader.read(tmp_path / "c.toml")
    document = plan_document.document(spec, points)
    assert (document.bytes_written, document.bytes_per_1000_per_s) == (None, 10 * 1000 * 4096)
    spec = loader.read(tmp_path / "c.toml", ["campaign.expected_rate=500"])
    assert plan_document.document(spec, points).bytes_written == 10 * 500 * 4096


def test_an_adaptive_plan_is_set_beside_the_full_grid(tmp_path: Path) -> None:
    points = read(tmp_path, s1("load_line"))
    spec = loader.read(tmp_path / "c.toml")
    document = plan_document.document(spec, points)
    assert document.grid.seconds == 132 * 35 * 60
    assert document.seconds < document.grid.seconds / 5


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (s1().replace("read =", "reed ="), "c.toml:10: there is no key 'workload.0.reed'"),
        (
            s1().replace("100, 90", "100, 900"),
            "c.toml:10: workload.0.read.1: input should be less than or equal to 100",
        ),
        (s1().replace('name = "s1"', ""), "the key 'campaign.name' is missing"),
        (s1().replace('targets = ["null:"]', ""), "there is no target"),
        (s1(more='measure_for = "5 parsecs"'), "c.toml:7: campaign.measure_for: "),
        (
            s1("load_line").replace("objective =", "#"),
            "strategy load_line needs campaign.objective",
        ),
        (s1("load_line") + "rate = 5\n", "load.rate has no meaning with strategy load_line"),
        (s1() + '[[target]]\npath = "a"\n[[target]]\npath = "a"\n', "two targets are called 'a'"),
        (
            s1() + '[configuration.x.setting]\nname = "y"\nset = "true"\n',
            "configuration.x.setting.0.read",
        ),
        ("[campaign\n", "c.toml:1: not TOML"),
        (s1().replace("[1, 2, 4, 8]", "[]"), "has no Points"),
        (s1().replace("100, 90", "90, 90.0"), "two Points are the same: "),
        (s1(more="expected_rate = inf"), "campaign.expected_rate"),
        (
            s1() + '[configuration.x.setting]\nname = "y"\nset = []\nread = "a"\nrestore = "b"\n',
            "an empty command",
        ),
        (s1(more='clear_caches = "sync \\u0000"'), "a NUL character"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InputError) as raised:
        read(tmp_path, text)
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (s1().replace('"64k"', '"64 kilo"'), "64 kilo"),
        (s1() + "rate = 100\nqueue_depth = 4\n", "rate 100"),
        (s1(more="virtual = true"), "cannot be measured on the virtual clock"),
        (s1().replace("mean <= 1ms", "mean of it all"), "mean of it all"),
    ],
)
def test_what_cannot_be_meant_is_told_before_anything_runs(
    tmp_path: Path, text: str, words: str
) -> None:
    points = read(tmp_path, text)
    spec = loader.read(tmp_path / "c.toml")
    with pytest.raises(PlimsollError) as raised:
        plan_document.document(spec, points)
    assert words in str(raised.value)
    assert raised.value.exit_code in (64, 65)


def test_an_override_wins_and_a_wrong_one_is_told(tmp_path: Path) -> None:
    assert (
        len(read(tmp_path, s1(), ("workload.read=[70]", "load.workers=2", "campaign.repeats=2")))
        == 3 * 2
    )
    for wrong, words in (
        ("campaign.nope=1", "there is no key 'campaign.nope'"),
        ("nothing", "is not KEY=VALUE"),
        ("targets.x=1", "several tables 'targets'"),
        # A digit of the language, and no number of Python's.
        ("targets.².x=1", "there is no table"),
    ):
        with pytest.raises(UsageError if "no key" not in words else InputError, match=words):
            read(tmp_path, s1(), (wrong,))


def test_paths_are_those_of_the_files_folder(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    path = tmp_path / "deep" / "c.toml"
    path.write_text(
        'targets = ["../data.dat", "stack:../s.toml", "null:"]\n[campaign]\nname = "x"\n'
    )
    found = [
        (p.target["name"], p.target["path"])
        for p in plan.points(loader.read(path, ["campaign.order=as_written"]))
    ]
    assert found == [
        ("../data.dat", str(tmp_path / "data.dat")),
        ("stack:../s.toml", f"stack:{tmp_path / 's.toml'}"),
        ("null:", "null:"),
    ]


def many(points: int, axes: int) -> str:
    """A campaign of so many Points, by lists of ten."""
    keys = ("queue_depth", "workers")
    assert axes <= 2
    lists = "".join(f"{key} = {list(range(1, 11))}\n" for key in keys[:axes])
    reads = [place / 1e4 for place in range(points // 10**axes)]
    return (
        f'targets = ["null:"]\n[campaign]\nname = "x"\n[workload]\nread = {reads}\n[load]\n{lists}'
    )


def test_more_points_than_can_be_planned_are_refused_with_what_they_would_take(
    tmp_path: Path,
) -> None:
    path = tmp_path / "c.toml"
    path.write_text(many(plan.MOST_POINTS + 100, 2))
    with pytest.raises(
        InputError,
        match=r"has 100,100 Points, more than the 100,000 .* 239 MiB of memory and 24 MiB of store",
    ):
        next(plan.points(loader.read(path)))


def test_how_many_there_would_be_is_arithmetic(tmp_path: Path) -> None:
    """A thousand million of them are refused before one is made."""
    lists = "\n".join(
        f"{key} = {list(range(1, 1001))}" for key in ("queue_depth", "workers", "max_outstanding")
    )
    text = f'targets = ["null:"]\n[campaign]\nname = "x"\nrepeats = 3\n[load]\n{lists}\n'
    path = tmp_path / "c.toml"
    path.write_text(text)
    spec = loader.read(path)
    assert plan.number(spec) == 3 * 10**9
    with pytest.raises(InputError, match="3,000,000,000 Points"):
        next(plan.points(spec))


@pytest.mark.long
def test_a_point_while_it_is_planned_takes_no_more_than_is_told(tmp_path: Path) -> None:
    """The figure in the refusal is one, whatever the machine."""
    path = tmp_path / "c.toml"
    path.write_text(many(2000, 2))
    spec = loader.read(path)
    # What is loaded once is no Point's.
    resolution.check(spec, list(itertools.islice(plan.points(spec), 10)))
    tracemalloc.start()
    try:
        points = list(plan.points(spec))
        resolution.check(spec, points)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert plan.number(spec) == len(points) == 2000
    assert most / len(points) < plan.MEMORY_EACH
