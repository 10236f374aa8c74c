"""`plimsoll check`: every example says what its head says, and the contract of verdicts, stores and
JUnit."""

import json
import shlex
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests import truths
from tests.conftest import Plimsoll
from tests.schemas import keeps
from tests.stack_texts import disk

ROOT = Path(__file__).resolve().parents[3]
PROMISES = ROOT / "examples" / "promises"
STACKS = ROOT / "examples" / "stacks"
CODES = {"kept": 0, "broken": 1, "inconclusive": 2}

EXAMPLES = sorted(path.stem for path in PROMISES.glob("*.toml"))


def heavy(name: str) -> object:
    """Those of a whole cluster, and of many sizes, are longer tests."""
    return pytest.param(name, marks=pytest.mark.long if name.startswith(("s0", "s4")) else ())


def check_document(
    plimsoll: Plimsoll, *words: str | Path, code: int | None = None
) -> dict[str, object]:
    ended = plimsoll("check", *words, "--json")
    assert ended.out, ended.err
    if code is not None:
        assert ended.code == code, ended.err
    document = ended.document
    assert ended.code == CODES[document["verdict"]]
    return document  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def schema() -> object:
    return json.loads((ROOT / "docs/reference/schemas/check.json").read_text())


@pytest.mark.parametrize("name", [heavy(name) for name in EXAMPLES])
def test_an_example_says_what_its_head_says(inside: Plimsoll, name: str, schema: object) -> None:
    # Shorter than the files say, except where the length is the point: the report's minute.
    shorter = () if name == "s3-tier1-100gb" else ("--measure-for", "10s")
    if name == "s4-acceptance":
        shorter = ("--warmup-for", "500ms", "--measure-for", "2s")
    document = check_document(inside, PROMISES / f"{name}.toml", "--no-store", *shorter)
    keeps(document, schema)  # type: ignore[arg-type]
    evidence = document["evidence"]
    assert isinstance(evidence, list)
    level = {"ideal": ", ideal", "tolerable": ", within tolerable"}
    answers = [
        f"{one['promise']}: {one['verdict']}{level.get(one['level'], '')}" for one in evidence
    ]
    wanted = truths.lines(PROMISES / f"{name}.toml")
    assert wanted in (answers, [one["verdict"] for one in evidence])
    assert set(document) >= {"verdict", "evidence", "because"}
    if name == "s3-tier1-2000gb":
        cap = evidence[1]
        # 4 processes and then 8: only more outstanding I/O proves it.
        assert [run["workers"] for run in cap["runs"]] == [4, 8]
        assert cap["flatness"]["verdict"] == "flat"
        assert all("media were not examined" in one["notes"][0] for one in evidence)
    if name == "s3-tier1-100gb":
        # 60,951 operations in the first minute: 951 were saved up.
        assert evidence[0]["runs"][0]["burst"]["amount"] == pytest.approx(951, abs=3)
        assert evidence[0]["measured"]["value"] == pytest.approx(1000, abs=0.1)


@pytest.mark.long
def test_more_outstanding_io_turns_inconclusive_into_kept(inside: Plimsoll) -> None:
    path = PROMISES / "s3-four-processes.toml"
    first = check_document(inside, path, "--no-store", "--measure-for", "5s", code=2)
    assert "client-bound" in str(first["because"])
    check_document(
        inside, path, "--no-store", "--measure-for", "5s", "--most-outstanding", "8", code=0
    )


def test_a_bandwidth_cap_is_judged_in_bytes(inside: Plimsoll, tmp_path: Path) -> None:
    # examples/stacks/bytes-cap.toml: 93.75 MiB/s.
    path = tmp_path / "p.toml"
    path.write_text(
        f'target = "stack:{STACKS}/bytes-cap.toml"\nvirtual = true\n[workload]\nblock_size ='
        ' "64k"\n[lengths]\nmeasure_for = "5s"\n[[promise]]\ndirection = "equals"\nvalue'
        ' = "93.75 MiB/s"\n'
    )
    [one] = check_document(inside, path, "--no-store", code=0)["evidence"]  # type: ignore[misc]
    assert one["measured"]["unit"] == "bytes/s"  # type: ignore[index]
    assert one["measured"]["value"] == pytest.approx(1500 * 64 * 1024, rel=1e-3)  # type: ignore[index]


@pytest.mark.long
def test_what_a_store_holds_gives_the_same_verdict_and_measures_nothing(
    inside: Plimsoll, tmp_path: Path
) -> None:
    path, store = PROMISES / "s3-tier1-2000gb.toml", tmp_path / "s.db"
    made = check_document(inside, path, "--store", store, "--measure-for", "5s")
    again = check_document(inside, path, "--store", store, "--campaign", "1")
    assert (made["measured"], again["measured"]) == (True, False)
    assert [one["verdict"] for one in again["evidence"]] == ["kept", "kept"]  # type: ignore[attr-defined]
    assert "the promise names" not in str(again)
    stranger = tmp_path / "stranger.toml"
    stranger.write_text(path.read_text().replace("s3-tier1-2000gb.toml", "s3-tier3.toml"))
    assert "the promise names" in str(
        check_document(inside, stranger, "--store", store, "--campaign", "1")
    )
    # Nobody measured 8k there.
    other = tmp_path / "other.toml"
    other.write_text(path.read_text().replace('block_size = "4k"', 'block_size = "8k"'))
    nothing = check_document(inside, other, "--store", store, "--campaign", "1", code=2)
    assert "has no Run of this workload" in str(nothing["evidence"][0]["because"])  # type: ignore[index]


def test_a_stored_run_of_an_easier_workload_says_nothing_about_a_harder_one(
    inside: Plimsoll, tmp_path: Path
) -> None:
    store, path = tmp_path / "s.db", tmp_path / "p.toml"
    stack = f"{STACKS}/iops-cap.toml"
    easy = ("--read", "0", "--working-set", "1g", "--queue-depth", "32", "--measure-for", "20s")
    assert inside("simulate", stack, *easy, "--store", store).code == 0
    text = (
        f'target = "stack:{stack}"\nvirtual = true\n[workload]\nread = 0\n'
        '[[promise]]\ndirection = "at_least"\nvalue = "2900 IOPS"\n'
    )
    path.write_text(text)
    check_document(inside, path, "--store", store, "--campaign", "1", code=0)
    for harder in ('sync = "fsync"', 'sync = "dsync"', 'working_set = "50%"'):
        path.write_text(text.replace("read = 0\n", f"read = 0\n{harder}\n"))
        nothing = check_document(inside, path, "--store", store, "--campaign", "1", code=2)
        assert "has no Run of this workload" in str(nothing["evidence"][0]["because"])  # type: ignore[index]


@pytest.mark.long
def test_a_load_line_in_a_store_decides_a_promise_about_it(
    inside: Plimsoll, tmp_path: Path
) -> None:
    store = tmp_path / "s.db"
    asked = (
        "--target",
        f"stack:{STACKS}/iops-cap.toml",
        *shlex.split("--virtual --arrivals constant --objective 'p99 <= 5ms'"),
    )
    assert inside("find", *asked, "--store", store).code == 0
    for value, code in (("2900", 0), ("3200", 1)):
        path = tmp_path / f"{value}.toml"
        path.write_text(
            f'target = "stack:x"\n[[promise]]\ndirection = "at_least"\nvalue = "{value}'
            ' IOPS"\nobjective = "p99 <= 5ms"\n'
        )
        check_document(inside, path, "--store", store, "--campaign", "1", code=code)


@pytest.mark.parametrize(
    ("stack", "rate", "objective", "code", "said"),
    [
        ("iops-cap", 2400, "mean <= 3ms and p99 <= 8ms", 0, "met as well: "),
        (
            "iops-cap",
            2800,
            "mean <= 3ms and p99 <= 2ms",
            1,
            "p99(response_time, all) <= 2ms: a share of",
        ),
        ("iops-cap", 2400, "achieved >= 99%", 0, "of what was offered was not achieved"),
        ("failing", 2400, "errors <= 0.1%", 1, "of operations failed"),
        ("failing", 2400, "errors <= 10%", 0, "of operations failed"),
    ],
)
def test_every_objective_that_a_search_knows_can_be_promised(
    inside: Plimsoll, tmp_path: Path, stack: str, rate: int, objective: str, code: int, said: str
) -> None:
    # One read in fifty fails there.
    (tmp_path / "failing.toml").write_text(
        disk("1ms", servers=32, before="[fault.bad]\nread_errors = 2")
    )
    target = tmp_path / "failing.toml" if stack == "failing" else STACKS / f"{stack}.toml"
    path = tmp_path / "p.toml"
    path.write_text(
        f'target = "stack:{target}"\nvirtual = true\n[lengths]\nwarmup_for = "1s"\nmeasure_for ='
        f' "20s"\n[load]\nrate = "{rate} IOPS"\n[[promise]]\nobjective = "{objective}"\n'
    )
    [one] = check_document(inside, path, "--no-store", code=code)["evidence"]  # type: ignore[misc]
    assert said in one["because"]  # type: ignore[index]


def test_junit_is_written_and_nobody_elses_file_is(inside: Plimsoll, tmp_path: Path) -> None:
    path, junit = PROMISES / "s3-tier1-2000gb.toml", tmp_path / "j.xml"
    quick = tuple(
        shlex.split("--no-store --measure-for 2s --warmup-for 1s --most-outstanding 4 --junit")
    )
    for _ in range(2):
        assert inside("check", path, *quick, junit).code == 2
    root = ET.parse(junit).getroot()
    assert (root.tag, root.attrib["tests"], root.attrib["failures"], root.attrib["errors"]) == (
        "testsuites",
        "2",
        "0",
        "1",
    )
    cases = root.findall("testsuite/testcase")
    assert [case.find("error") is not None for case in cases] == [False, True]
    # A check that ends without a verdict leaves no earlier one standing.
    ended = inside("check", path, *quick, junit, "--target", tmp_path / "gone")
    assert ended.code == 66
    cases = ET.parse(junit).getroot().findall("testsuite/testcase")
    assert [
        "gone" in error.attrib["message"] for case in cases for error in case.findall("error")
    ] == [True, True]
    foreign = tmp_path / "notes.xml"
    foreign.write_text("<notes/>")
    ended = inside("check", path, *quick, foreign)
    assert ended.code == 73
    assert foreign.read_text() == "<notes/>"


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["nowhere.toml"], 66, "there is no file nowhere.toml"),
        (["bad.toml"], 65, "bad.toml:2: there is no key 'promise.0.valu'. Did you mean 'value'?"),
        (["good.toml", "--store", "none.db", "--campaign", "1"], 66, "no store"),
        (
            ["good.toml", "--campaign", "1", "--seed", "3"],
            64,
            "--seed cannot be combined with --campaign",
        ),
        (["good.toml", "--campaign", "1", "--no-store"], 64, "--campaign reads a store"),
        (["good.toml", "--measure-for", "1s"], 64, "measure_for must be 2s or more"),
        (["good.toml", "--target", "stack:nowhere.toml"], 66, "nowhere.toml"),
        (["good.toml", "--target", "gone.dat"], 66, "gone.dat"),
    ],
    ids=lambda part: part if isinstance(part, str) else None,
)
def test_what_cannot_be_checked_is_refused_with_a_code_that_is_no_verdict(
    inside: Plimsoll, tmp_path: Path, words: list[str], code: int, said: str
) -> None:
    (tmp_path / "bad.toml").write_text(
        'target = "null:"\n[[promise]]\nvalu = "3 IOPS"\n'.replace("\n[[", " # x\n[[")
    )
    (tmp_path / "good.toml").write_text(
        'target = "null:"\n[[promise]]\ndirection = "at_least"\nvalue = "3 IOPS"\n'
    )
    ended = inside("check", *words)
    assert ended.code == code, ended.err
    assert said.replace("bad.toml:2", "bad.toml:3") in ended.err
    assert len(ended.err.strip().splitlines()) == 1
    assert not (tmp_path / "plimsoll.db").exists()


def test_a_real_file_keeps_a_modest_promise(plimsoll: Plimsoll, disk: Path) -> None:
    assert plimsoll("prepare", disk / "t.dat", "--size", "16m").code == 0
    (disk / "p.toml").write_text(
        'target = "t.dat"\n[load]\nqueue_depth = 4\n[lengths]\nwarmup_for = "0s"\nmeasure_for ='
        ' "2s"\n[[promise]]\ndirection = "at_least"\nvalue = "1 IOPS"\n'
    )
    document = check_document(plimsoll, disk / "p.toml", "--no-store", code=0)
    assert document["target"] == str(disk / "t.dat")


BUCKET = """
[tier.t]
ops_per_gb = {per_gb}
burst = "3s"
[device.storage]
servers = 64
service = {{ distribution = "gamma", mean = "1ms", cv = 0.3 }}
[volume.data]
size = "300gb"
path = ["t", "storage"]
"""


def write_promises(folder: Path) -> Path:
    """Writes promises of 3,000 IOPS, no less and no more, of a tier that gives that and of one that
    gives 2,400; both let 4,000 pass for longer than a Run of 2 s takes."""
    for name, per_gb in (("right", 10), ("less", 8)):
        (folder / f"{name}.toml").write_text(BUCKET.format(per_gb=per_gb))
    path = folder / "p.toml"
    path.write_text("""target = ["stack:right.toml", "stack:less.toml"]
virtual = true
load = { workers = 4, queue_depth = 1 }
lengths = { warmup_for = "0s", measure_for = "2s" }
[[promise]]
name = "at least"
direction = "at_least"
value = "10 IOPS/GB"
volume = "300 GB"
[[promise]]
name = "a cap"
direction = "equals"
value = "10 IOPS/GB"
volume = "300 GB"
""")
    return path


@pytest.mark.long
def test_a_bucket_that_outlasts_a_run_makes_no_false_verdict_of_any_promise(
    inside: Plimsoll, tmp_path: Path
) -> None:
    path = write_promises(tmp_path)
    junit = tmp_path / "check.xml"
    document = check_document(inside, path, "--store", "s.db", "--junit", str(junit), code=1)
    told = [(one["target"], one["promise"], one["verdict"]) for one in document["evidence"]]
    right, less = (f"stack:{tmp_path / name}.toml" for name in ("right", "less"))
    assert told == [
        (right, "at least", "kept"),
        (right, "a cap", "kept"),
        # The first Run alone had 4,000 IOPS: what the cap's Runs showed counts for both.
        (less, "at least", "broken"),
        (less, "a cap", "broken"),
    ]
    for one in document["evidence"]:
        assert any("not counted, it may have been a burst" in note for note in one["notes"])
        assert any(note.startswith("shown for") for note in one["notes"])
    assert document["campaigns"] == [1, 2]
    assert document["campaign"] is None
    cases = ET.parse(junit).getroot().findall("testsuite/testcase")
    assert [case.attrib["classname"] for case in cases] == [right, right, less, less]
    for campaign, code in (("1", 0), ("2", 1)):
        again = check_document(inside, path, "--store", "s.db", "--campaign", campaign, code=code)
        assert not any("the promise names" in note for note in again["evidence"][0]["notes"])


def test_no_target_is_measured_where_another_is_refused(inside: Plimsoll, tmp_path: Path) -> None:
    path = write_promises(tmp_path)
    ended = inside(
        "check", path, "--target", f"stack:{tmp_path / 'right.toml'}", "--target", "gone"
    )
    assert ended.code == 66, ended.err
    assert not (tmp_path / "plimsoll.db").exists()


@pytest.mark.long
@pytest.mark.parametrize(
    ("rate", "objective", "code", "says"),
    [
        ("100000", "mean <= 1ms", 0, "Yes: 100,000 IOPS met mean <= 1ms (mean "),
        ("230000", "mean <= 1ms", 1, "No: only "),
        ("100000", "mean <= 10us", 1, "No: 100,000 IOPS missed mean <= 10us (mean "),
        ("190000", "mean <= 4ms", 2, "Undecided: 190,000 IOPS, mean "),
    ],
)
def test_a_rate_on_the_command_line_is_answered_in_a_line(
    inside: Plimsoll, rate: str, objective: str, code: int, says: str
) -> None:
    ended = inside(
        *("check", "--target", f"stack:{STACKS / 's1-storage-a.toml'}", "--virtual", "--no-store"),
        *("--block-size", "8k", "--read", "70", "--rate", rate, "--objective", objective),
        *("--measure-for", "2s", "--warmup-for", "500ms"),
    )
    *_, whence, sentence = ended.out.splitlines()
    assert sentence.startswith(says)
    assert "Simulated" in whence, "a model's answer is not taken for a device's"
    assert ended.out.count("\n") == 3
    assert ended.code == code


@pytest.mark.parametrize(
    "words",
    [(), ("--rate", "5"), ("--rate", "5", "--objective", "p99 <= 5ms"), ("x.toml", "--rate", "5")],
)
def test_half_a_question_is_refused(inside: Plimsoll, words: tuple[str, ...]) -> None:
    ended = inside("check", *words)
    assert ended.code == 64
    assert "--rate" in ended.err or "--target" in ended.err


def test_imported_runs_without_intervals_say_what_is_missing(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """They ended well, which is no reason: nobody knows how far their rates may be off."""
    recorded = Path(__file__).parents[2] / "fixtures" / "results" / "others" / "crystaldiskmark.txt"
    assert plimsoll("import", recorded, "--store", "i.db").code == 0
    (tmp_path / "p.toml").write_text(
        'target = "x"\n[workload]\nblock_size = "4k"\n'
        '[[promise]]\ndirection = "at_least"\nvalue = "20000 IOPS"\n'
    )
    ended = plimsoll("check", "p.toml", "--store", "i.db", "--campaign", "1", "--why", code=2)
    assert "Where a file has no intervals, the error of its rate is unknown" in ended.out
    assert "which finished it" not in ended.out
    assert "50,000 IOPS, 195.3 MiB/s, mean 640 µs (4 KiB random, all reads" in ended.out


def test_a_run_that_nothing_judged_is_not_said_to_be_missing(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    stack = f"stack:{Path(__file__).parents[3]}/examples/stacks/mm1.toml"
    asked = ("--target", stack, "--virtual", "--rate", "1000", "--measure-for", "1s")
    assert plimsoll("run", *asked, "--store", "r.db").code == 0
    text = f'target = "{stack}"\n[[promise]]\nobjective = "p99 <= 5ms"\n'
    (tmp_path / "p.toml").write_text(text + 'load = { rate = "1000 IOPS" }\n')
    ended = plimsoll("check", "p.toml", "--store", "r.db", "--campaign", "1", "--why", code=2)
    assert "no Run was judged by p99(response_time, all) <= 5ms" in ended.out
    assert "no Run of this workload and load" not in ended.out
