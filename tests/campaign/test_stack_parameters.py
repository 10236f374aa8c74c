"""Parameters of described storage, set from outside: one value by a flag of any verb, several by a
campaign, with a Point, a column and a seed for each."""

import csv
import io
import json
from pathlib import Path

import pytest

from plimsoll.base.errors import InputError
from plimsoll.campaign import loader, plan
from plimsoll.native import stack_parameters
from tests.command import run_command
from tests.conftest import Plimsoll
from tests.stack_texts import disk

FILE = """
[campaign]
name = "depths"
virtual = true
warmup_for = "100ms"
measure_for = "1s"
[target]
name = "tuned"
path = "stack:mm1.toml"
[load]
queue_depth = 8
"""
MM1 = disk("1ms", spread="exponential", size="1g")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mm1.toml").write_text(MM1)
    (tmp_path / "c.toml").write_text(FILE)
    return tmp_path


def test_a_list_has_a_point_for_each_of_its_values(folder: Path) -> None:
    for written, overrides in (
        ('[stack]\ndisk.servers = [1, 2]\n"disk.service" = ["1ms", "2ms"]\n', ()),
        ("", ("stack.disk.servers=1,2", "stack.disk.service=1ms,2ms")),
    ):
        (folder / "c.toml").write_text(FILE + written)
        spec = loader.read(folder / "c.toml", overrides)
        points = list(plan.points(spec))
        assert plan.number(spec) == len(points) == 4
        assert {json.dumps(one.target.get("parameters")) for one in points} == {
            json.dumps({"disk.servers": servers, "disk.service": service})
            for servers in (1, 2)
            for service in ("1ms", "2ms")
        }
        assert len({one.seed for one in points}) == 4
        request = plan.session_request(spec, points[0].target, points[0].workload)
        assert request["stack_parameters"] == stack_parameters.native(
            points[0].target["parameters"]
        )
        assert [factor.name for factor in plan.factors(spec)] == ["disk.servers", "disk.service"]


def test_a_point_in_which_nothing_is_set_keeps_its_seed(folder: Path) -> None:
    (without,) = plan.points(loader.read(folder / "c.toml"))
    points = list(plan.points(loader.read(folder / "c.toml", ("stack.disk.servers=1,2",))))
    assert without.seed not in {one.seed for one in points}
    assert without.seed == plan.point_seed(1, "as found", "tuned", {}, {"queue_depth": 8}, 1)


@pytest.mark.parametrize(
    ("overrides", "said"),
    [
        (("stack.dsk.servers=1,2",), "nothing in the stack is called 'dsk'; it has data, disk"),
        (("stack.disk.servers=0",), "'servers'"),
        (("target.path=null:", "stack.disk.servers=1"), "no target is stack:FILE.toml"),
    ],
)
def test_what_cannot_be_set_is_told_before_anything_runs(
    plimsoll: Plimsoll, folder: Path, overrides: tuple[str, ...], said: str
) -> None:
    sets = [word for one in overrides for word in ("--set", one)]
    ended = plimsoll("campaign", "run", "c.toml", *sets, "--store", "s.db")
    assert ended.code in (64, 65), ended.err
    assert said in ended.err
    assert not (folder / "s.db").exists()


def test_a_host_needs_no_prefix() -> None:
    raw: dict[str, object] = {}
    loader.override(raw, ("host.esx.count=1,2,4,8",))
    assert raw == {"stack": {"host": {"esx": {"count": [1, 2, 4, 8]}}}}


def test_every_value_is_a_column_and_a_line_of_the_answer(plimsoll: Plimsoll, folder: Path) -> None:
    ended = plimsoll("campaign", "run", "c.toml", "--set", "stack.disk.servers=1,2,4", code=0)
    for servers in (1, 2, 4):
        assert f"tuned, disk.servers {servers}" in ended.out
    plimsoll("report", "--to", "csv", "--store", "plimsoll.db", "--output", "r.csv", code=0)
    rows = list(csv.DictReader(io.StringIO((folder / "r.csv").read_text())))
    rates = {
        row["parameters"].removeprefix("disk.servers "): float(row["achieved_rate_per_s"])
        for row in rows
    }
    # Eight outstanding keep every server busy: a thousand a second each.
    assert {servers: rate / float(servers) for servers, rate in rates.items()} == pytest.approx(
        {"1": 1000, "2": 1000, "4": 1000}, rel=0.15
    )


def test_a_flag_sets_one_value_in_every_verb(plimsoll: Plimsoll, folder: Path) -> None:
    for words in (
        ("simulate", "mm1.toml", "--queue-depth", "8", "--measure-for", "1s", "--json"),
        ("run", "--target", "stack:mm1.toml", "--virtual", "--queue-depth", "8"),
    ):
        more = () if "--measure-for" in words else ("--measure-for", "1s", "--json")
        record = json.loads(plimsoll(*words, *more, "--set", "disk.servers=4", code=0).out)
        assert record["spec"]["target"]["name"] == "stack:mm1.toml with disk.servers=4"
        assert record["achieved_rate_per_s"] == pytest.approx(4000, rel=0.15)
    shown = plimsoll("stack", "show", "mm1.toml", "--set", "stack.disk.servers=4", code=0)
    assert "servers 4" in shown.out
    listed = plimsoll("simulate", "mm1.toml", "--set", "disk.servers=1,2", code=64)
    assert "campaign run FILE --set stack.disk.servers=1,2" in listed.err
    real = plimsoll("run", "--target", "null:", "--set", "disk.servers=1", code=64)
    assert "described stack only" in real.err


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,1000", [1, 1000]),
        ("5us,10us", ["5us", "10us"]),
        ("round_robin", ["round_robin"]),
        ('[["a", "b"]]', [[["a", "b"]]]),
        ('["a", "b"],["a"]', [["a", "b"], ["a"]]),
        ('"a,b"', ["a,b"]),
        ("true,false", [True, False]),
    ],
)
def test_values_are_cut_at_their_commas(text: str, values: list[object]) -> None:
    assert stack_parameters.values(text) == values


def test_targets_that_are_real_stay_as_they_are(folder: Path) -> None:
    text = FILE.replace("[target]", "[[target]]") + '[[target]]\nname = "null"\npath = "null:"\n'
    (folder / "c.toml").write_text(text)
    spec = loader.read(folder / "c.toml", ("stack.disk.servers=1,2",))
    found = [(one.target["name"], one.target.get("parameters")) for one in plan.points(spec)]
    assert sorted(found, key=str) == [
        ("null", None),
        ("tuned", {"disk.servers": 1}),
        ("tuned", {"disk.servers": 2}),
    ]
    assert plan.number(spec) == 3


@pytest.mark.parametrize(
    ("override", "said"),
    [
        ("stack.disk.servers=1,1", "stack.disk.servers has 1 twice"),
        ("stack.disk.servers=1,'1'", "stack.disk.servers has 1 twice"),
        ("stack.disk.servers=2024-01-01", "2024-01-01 is no value of a stack"),
        ("stack.disk.servers=inf", "inf is no value of a stack"),
        ("stack.disk.servers=[]", "is an empty list"),
    ],
)
def test_values_that_no_stack_has_are_refused(folder: Path, override: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        loader.read(folder / "c.toml", (override,))


def test_one_place_is_set_once_however_it_is_called(plimsoll: Plimsoll, folder: Path) -> None:
    sets = ("--set", "stack.disk.servers=1,2", "--set", "stack.device.disk.servers=4")
    ended = plimsoll("campaign", "run", "c.toml", *sets, code=65)
    assert "'device.disk.servers' is set twice" in ended.err


def test_a_table_is_set_by_its_keys_in_every_verb(plimsoll: Plimsoll, folder: Path) -> None:
    service = '{distribution = "gamma", mean = "2ms", cv = 0.1}'
    ended = plimsoll(
        *("simulate", "mm1.toml", "--queue-depth", "8", "--json", "--set", "disk.service={}"),
        *("--set", f"device.disk.service={service}"),
    )
    assert ended.code == 0, ended.err
    assert json.loads(ended.out)["achieved_rate_per_s"] == pytest.approx(500, rel=0.05)
    spec = loader.read(folder / "c.toml", (f"stack.disk.service={service}",))
    (point,) = plan.points(spec)
    assert point.target["parameters"] == {
        "disk.service.distribution": "gamma",
        "disk.service.mean": "2ms",
        "disk.service.cv": 0.1,
    }


def test_a_plan_of_real_and_described_targets_is_told(plimsoll: Plimsoll, folder: Path) -> None:
    text = FILE.replace("[target]", "[[target]]").replace("virtual = true\n", "")
    (folder / "c.toml").write_text(text + '[[target]]\nname = "null"\npath = "null:"\n')
    ended = plimsoll("campaign", "plan", "c.toml", "--set", "stack.disk.servers=1,2", "--json")
    assert ended.code == 0, ended.err
    document = json.loads(ended.out)
    assert [(one["name"], one["values"]) for one in document["factors"]] == [
        ("target", ["tuned, disk.servers 1", "tuned, disk.servers 2", "null"])
    ]
    assert len(document["points"]) == 3


@pytest.fixture(scope="module")
def sweep_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store of a sweep over two stacks, which nobody changes."""
    folder = tmp_path_factory.mktemp("swept")
    (folder / "mm1.toml").write_text(MM1)
    text = FILE.replace("queue_depth = 8", "rate = [300, 600, 900, 1200, 1500, 1800]")
    (folder / "c.toml").write_text(
        text.replace('measure_for = "1s"', 'measure_for = "20s"').replace(
            'name = "depths"', 'name = "d"\nobjective = "mean <= 5ms"'
        )
    )
    words = ("campaign", "run", "c.toml", "--set", "stack.disk.servers=1,2", "--store", "s.db")
    ended = run_command(words, folder)
    assert ended.returncode == 0, ended.stderr
    return folder / "s.db"


@pytest.mark.long
def test_a_line_is_never_read_from_two_stacks(plimsoll: Plimsoll, sweep_store: Path) -> None:
    found = plimsoll("find", "--from", sweep_store, "--json")
    assert found.code in (0, 2), found.err
    # M/M/1 of 1 ms: 1 / (1 ms) - 1 / (5 ms); two such servers carry more than twice that.
    lows = sorted(one["find"]["load_line"]["low"] for one in json.loads(found.out)["lines"])
    assert len(lows) == 2
    assert 600 <= lows[0] <= 950 < 1200 <= lows[1] <= 1900


@pytest.mark.long
def test_parts_of_a_campaign_are_compared_by_what_is_set(
    plimsoll: Plimsoll, sweep_store: Path, tmp_path: Path
) -> None:
    compared = plimsoll(
        "report", "compare", "--to", "md", "--store", sweep_store, "--output", "c.md"
    )
    # Not every question has enough repeats: as compare itself.
    assert compared.code == 2, compared.err
    told = (tmp_path / "c.md").read_text()
    assert "disk.servers 1" in told
    assert "disk.servers 2" in told
    plimsoll("report", "summary", "--to", "md", "--store", sweep_store, "--output", "s.md", code=0)
    assert "tuned (stack:mm1.toml) with disk.servers 1, 2" in (tmp_path / "s.md").read_text()
    plimsoll("report", "--to", "html", "--store", sweep_store, "--output", "r.html", code=0)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("stack:a.toml", ("stack:a.toml", "")),
        ("stack:a.toml with disk.servers=4", ("stack:a.toml", "disk.servers=4")),
        ("stack:x with y/a.toml with b.c=1, d.e=2", ("stack:x with y/a.toml", "b.c=1, d.e=2")),
        ("/dev/x with a.b=1", ("/dev/x with a.b=1", "")),
    ],
)
def test_what_is_set_is_told_apart_from_the_file(name: str, parts: tuple[str, str]) -> None:
    assert stack_parameters.apart(name) == parts


@pytest.mark.long
def test_terminal_document_and_report_name_the_same_limiter(
    plimsoll: Plimsoll, folder: Path
) -> None:
    ended = plimsoll("campaign", "run", "c.toml", "--set", "stack.disk.servers=1,2", code=0)
    assert "All of them limited by: disk." in ended.out
    status = json.loads(plimsoll("campaign", "status", "plimsoll.db", "--json").out)
    assert {one["figures"]["limited_by"] for one in status["rows"]} == {"disk"}
    plimsoll("report", "grid", "--to", "md", "--output", "g.md", code=0)
    page = (folder / "g.md").read_text()
    assert "not determined" not in page
    assert "| disk |" in page
