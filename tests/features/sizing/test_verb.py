"""`plimsoll size`: the examples give the reports' sums, and a line that was measured is carried
through with its ends."""

import json
import shlex
from pathlib import Path

import pytest

from plimsoll.features.sizing.verb import savings
from plimsoll.store import Store
from tests import truths
from tests.conftest import Plimsoll
from tests.report import answers
from tests.schemas import keeps

ROOT = Path(__file__).resolve().parents[3]
SIZES = ROOT / "examples" / "sizes"
EXAMPLES = sorted(path.stem for path in SIZES.glob("*.toml"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_fits_what_its_head_says(plimsoll: Plimsoll, name: str) -> None:
    path = SIZES / f"{name}.toml"
    schema = json.loads((ROOT / "docs/reference/schemas/size.json").read_text())
    [alone] = truths.lines(path)
    for flags, words in [([], alone), *truths.with_flags(path)]:
        ended = plimsoll("size", path, *flags, "--json")
        keeps(ended.document, schema)
        assert f"{ended.document['guests']['recommended']} guests" == words
        assert f"\n{words} fit" in plimsoll("size", path, *flags).out


def test_flags_win_over_the_file(inside: Plimsoll) -> None:
    ended = inside(
        "size", SIZES / "s4-eight-hosts.toml", "--headroom", "20", "--down", "host", "--json"
    )
    assert ended.document["guests"]["recommended"] == 56
    assert ended.document["guests"]["wanted_fit"] is False
    assert ended.document["guests"]["short_of"] == ["load line", "host"]


def test_a_line_that_is_typed_takes_the_place_of_the_files(inside: Plimsoll) -> None:
    path = SIZES / "s1-eight-vms.toml"

    def guests(*words: str) -> tuple[int, int]:
        found = inside("size", path, *words, "--json").document["guests"]
        return found["recommended"], found["high"]

    # A fifth of headroom and one of two controllers: 0.4 of the rate, 1,250 each.
    assert guests() == (48, 48)
    assert guests("--rate-high", "160000") == (48, 51)
    assert guests("--rate", "100000") == (32, 32)
    assert guests("--rate-low", "100000", "--rate-high", "120000") == (32, 38)
    # 1,000 x 200 x 0.4 / (1,250 x (0.7 + 0.3 x 2)) = 49.2.
    assert guests("--drives", "1000", "--drive-iops", "200", "--raid", "10") == (49, 49)


def test_flags_alone_size_one_kind_of_guest(inside: Plimsoll) -> None:
    asked = "--guest-iops 50 --guest-read 30 --drives 24 --drive-iops 180 --raid 6 --headroom 0"
    ended = inside("size", *shlex.split(asked), "--json")
    # 24 x 180 / (50 x (0.3 + 0.7 x 6)) = 19.2.
    assert ended.document["guests"]["recommended"] == 19
    assert ended.document["breaks_first"] == "drives"


@pytest.mark.long
def test_a_sweep_of_rates_has_a_line_to_size_from(inside: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "sweep.toml").write_text(
        f"""
targets = ["stack:{ROOT}/examples/stacks/iops-cap.toml"]
[campaign]
name = "sweep"
virtual = true
warmup_for = "1s"
measure_for = "20s"
objective = "p99 <= 5ms"
[load]
arrivals = "constant"
rate = [1000, 2000, 2900, 3200]
"""
    )
    ran = inside("campaign", "run", "sweep.toml", "--store", "s.db")
    assert ran.code == 0, ran.err
    words = ("size", "--guest-iops", "10", "--headroom", "0", "--line", "s.db#1", "--json")
    ended = inside(*words)
    assert ended.code == 0, ended.err
    # The cap is 3,000; the highest rate that was held is 2,900.
    assert 200 <= ended.document["guests"]["recommended"] <= 290
    read = inside("find", "--from", "s.db#1", "--json").document["load_line"]
    assert ended.document["guests"]["recommended"] == int(
        min(read["plan_per_s"], read["low"]) // 10
    )


CREDITS = """
[tier.gp2]
ops_per_gb = 3
gb = "binary"
credits = 5400000
burst_ops_per_s = 3000
[device.media]
servers = 1024
service = "500us"
[volume.v]
size = "100g"
path = ["gp2", "media"]
"""


def test_a_line_on_saved_up_credits_says_what_lasts(inside: Plimsoll, tmp_path: Path) -> None:
    """A volume of 300 IOPS that was asked for 60 s, and one that was asked at what it has."""
    (tmp_path / "credits.toml").write_text(CREDITS)
    for rates, lasts in (("[250, 600]", False), ("[250, 290]", True)):
        (tmp_path / "sweep.toml").write_text(
            f"""
targets = ["stack:credits.toml"]
[campaign]
name = "sweep"
virtual = true
warmup_for = "1s"
measure_for = "60s"
objective = "p99 <= 5ms"
[load]
arrivals = "constant"
rate = {rates}
"""
        )
        assert inside("campaign", "run", "sweep.toml", "--store", f"{lasts}.db").code == 0
        line = ("--guest-iops", "10", "--line", f"{lasts}.db#1")
        found = inside("size", *line, "--json").document
        kinds = [note["kind"] for note in found["noted"]]
        assert ("on_savings" not in kinds) is lasts
        if not lasts:
            saved = found["line"]["savings"]
            assert (saved["element"], saved["held_s"]) == ("gp2", 60)
            assert saved["lasting_per_s"] == pytest.approx(300, rel=0.01)
            said = inside("size", *line).out
            assert "Sized, as long as saved-up credits last" in said
            assert "in the long run it carries 300 IOPS" in said
            # An estimated line may be planned with less than the Run behind it carried.
            with Store.open(tmp_path / f"{lasts}.db") as store:
                behind = savings(store, store.runs(1), 400.0)
            assert behind is not None
            assert behind.lasting_per_s == pytest.approx(300, rel=0.01)


def test_a_line_that_was_found_is_carried_through_with_both_ends(
    inside: Plimsoll, tmp_path: Path
) -> None:
    asked = (
        "--target",
        f"stack:{ROOT}/examples/stacks/iops-cap.toml",
        *shlex.split("--virtual --arrivals constant --objective 'p99 <= 5ms' --between 2500..3500"),
    )
    found = inside("find", *asked, "--store", "s.db", "--json")
    line = found.document["load_line"]
    (tmp_path / "found.json").write_text(found.out)
    for source in ("s.db#1", "found.json"):
        ended = inside("size", "--guest-iops", "10", "--headroom", "0", "--line", source, "--json")
        assert ended.code == 0, ended.err
        guests = ended.document["guests"]
        assert (guests["recommended"], guests["high"]) == (
            int(line["low"] // 10),
            int(line["high"] // 10),
        )
    told = inside("size", "--guest-iops", "10", "--line", "found.json", "--why").out
    assert "p99(response_time, all) <= 5ms" in told
    assert "lacks the read percentage" in told
    # Nothing confirmed its low end: that is told beside what rests on it.
    (tmp_path / "open.json").write_text(
        json.dumps(found.document | {"load_line": line | {"low_confirmed": False}})
    )
    assert (
        "no hold confirmed the line's low end"
        in inside("size", "--guest-iops", "10", "--line", "open.json", "--why").out
    )
    # Of an estimate guests are planned on the recommended rate, which allows for a line that moves;
    # without one, not at all.
    plan = 0.8 * line["low"]
    (tmp_path / "moves.json").write_text(
        json.dumps(found.document | {"load_line": line | {"plan_per_s": plan}})
    )
    ended = inside(
        "size", "--guest-iops", "10", "--headroom", "0", "--line", "moves.json", "--json"
    )
    assert ended.document["guests"]["recommended"] == int(plan // 10)
    assert any("planned on the recommended rate" in note for note in ended.document["notes"])
    leaning = [{**one, "verdict": "undecided"} for one in found.document["probes"]]
    (tmp_path / "leaning.json").write_text(
        json.dumps(found.document | {"load_line": line | {"grade": "estimated"}, "probes": leaning})
    )
    ended = inside("size", "--guest-iops", "10", "--line", "leaning.json")
    assert (ended.code, "no rate that is safe to plan with" in ended.err) == (65, True)
    (tmp_path / "unsafe.json").write_text(
        json.dumps(found.document | {"load_line": line | {"plan_per_s": None}})
    )
    ended = inside("size", "--guest-iops", "10", "--line", "unsafe.json")
    assert (ended.code, "safe to plan with" in ended.err) == (65, True)
    cached = {
        "kind": "cached",
        "rate_per_s": None,
        "words": "the page cache answered",
        "figures": {},
    }
    (tmp_path / "cached.json").write_text(json.dumps(found.document | {"events": [cached]}))
    ended = inside("size", "--guest-iops", "10", "--line", "cached.json")
    assert (ended.code, "the page cache answered" in ended.err) == (65, True)
    # A rate below the line at which the objective was missed is one that fewer guests ask for.
    region = [{"fails_at": line["low"] / 2, "passes_at": line["low"] / 1.5}]
    (tmp_path / "dip.json").write_text(json.dumps(found.document | {"non_monotone": region}))
    assert (
        "the objective was missed at"
        in inside("size", "--guest-iops", "10", "--line", "dip.json", "--why").out
    )
    # Measured with 4k reads: guests that write are another mix.
    told = inside(
        *("size", "--guest-iops", "10", "--guest-read", "70", "--line", "s.db#1", "--why")
    ).out
    assert "find the line of their mix" in told


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([], 64, "no guests were given"),
        (["--guest-iops", "50"], 64, "what the storage carries was not given"),
        (["--guest-iops", "-1", "--rate", "5"], 64, "profile.iops"),
        (
            ["--guest-iops", "50", "--drives", "3", "--drive-iops", "9", "--raid", "7"],
            64,
            "there is no RAID level '7' here",
        ),
        (
            ["--guest-iops", "50", "--drives", "3", "--drive-iops", "180", "--raid", "6"],
            64,
            "a RAID 6 needs 4 drives or more, not 3",
        ),
        (
            ["--guest-iops", "50", "--drives", "5", "--drive-iops", "180", "--raid", "10"],
            64,
            "a RAID 10 consists of pairs: it needs an even number of drives, at least 4, not 5",
        ),
        (["--guest-iops", "50", "--line", "none.db#1"], 66, "none.db"),
        (["--guest-iops", "50", "--line", "none.json"], 66, "there is no file none.json"),
        (["--guest-iops", "50", "--line", "x#y"], 64, "Write the line as STORE#N"),
        (["--guest-iops", "50", "--rate", "400", "--down", "host"], 64, "2 hosts or more"),
        (["--guest-iops", "50", "--rate-high", "5"], 64, "a high end alone is no line"),
        (["--guest-iops", "50", "--rate", "5", "--line", "x#1"], 64, "give one of them"),
        (
            ["--guest-iops", "50", "--rate", "5", "--growth", "100", "--years", "1e9"],
            64,
            "not a plausible number",
        ),
        (["--guest-iops", "inf", "--rate", "5"], 64, "must be a number"),
        (
            ["--guest-iops", "50", "--line", "words.json"],
            65,
            "load_line.low: input should be a valid number",
        ),
        (["--guest-iops", "50", "--line", "nan.json"], 65, "a number in it is not finite"),
        (["--guest-iops", "50", "--line", "list.json"], 65, "not what plimsoll find --json prints"),
        (["--guest-iops", "50", "--line", "none_found.json"], 65, "holds no load line"),
        (["--guest-iops", "50", "--line", "unplanned.json"], 65, "plan_per_s is missing"),
        (["bad.toml"], 65, "bad.toml:2: there is no key 'profile.0.iosp'. Did you mean 'iops'?"),
        (["empty.toml"], 65, "what the storage carries was not given"),
    ],
)
def test_what_cannot_be_sized_is_refused_in_a_line(
    inside: Plimsoll, tmp_path: Path, words: list[str], code: int, said: str
) -> None:
    (tmp_path / "bad.toml").write_text("[[profile]]\niosp = 5\niops = 5\n")
    (tmp_path / "empty.toml").write_text("[[profile]]\niops = 5\n")
    line = answers.line(low=4000.0, high=5000.0)
    unplanned = {key: value for key, value in line.items() if key != "plan_per_s"}
    for name, kept in {
        "words": line | {"low": "abc"},
        "nan": line | {"low": float("nan")},
        "list": [1],
        "none_found": answers.line(),
        "unplanned": unplanned,
    }.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(answers.find(line) | {"load_line": kept}))
    ended = inside("size", *words)
    assert (ended.code, len(ended.err.strip().splitlines())) == (code, 1), ended.err
    assert said in ended.err


@pytest.mark.parametrize(("guests", "code"), [("32", 0), ("33", 1)])
def test_guests_that_do_not_fit_end_with_1(inside: Plimsoll, guests: str, code: int) -> None:
    # 20,000 IOPS less a fifth carry 32 of 500.
    words = ("size", "--guest-iops", "500", "--rate", "20000", "--hosts", "3", "--json")
    ended = inside(*words, "--guests", guests)
    assert ended.code == code
    assert ended.document["guests"]["wanted_fit"] is (code == 0)
    assert any("no host limit was applied" in note for note in ended.document["notes"])


def test_what_was_not_said_of_the_guests_is(inside: Plimsoll) -> None:
    words = ("size", "--guest-iops", "500", "--rate", "20000", "--json")
    [noted] = inside(*words).document["noted"]
    assert noted == {"kind": "assumed", "figures": {"read_percent": 100, "block_bytes": 4096}}
    told = inside(*words, "--guest-read", "70").document
    assert told["noted"] == [{"kind": "assumed", "figures": {"block_bytes": 4096}}]
    # What was given is not asked for.
    assert told["notes"] == [
        "not given for the guests, so assumed: 4 KiB blocks; give their block size"
    ]
    assert inside(*words, "--guest-read", "70", "--guest-block-size", "4k").document["notes"] == []


@pytest.mark.long
def test_a_line_of_one_client_is_no_line_of_a_cluster(inside: Plimsoll) -> None:
    stack = f"stack:{ROOT}/examples/stacks/iops-cap.toml"
    asked = ("--target", stack, "--virtual", "--arrivals", "constant", "--objective", "p99 <= 5ms")
    inside("find", *asked, "--between", "2500..3500", "--store", "s.db", "--json")
    guest = ("--guest-iops", "10", "--guest-read", "100", "--guest-block-size", "4k")
    sized = ("size", *guest, "--line", "s.db#1", "--host-iops", "5000", "--json")
    notes = inside(*sized, "--guests", "8", "--hosts", "3").document["notes"]
    assert any("measured by one client and is taken for all guests" in note for note in notes)
    alone = ("size", *guest, "--line", "s.db#1", "--json")
    assert not any("one client" in note for note in inside(*alone).document["notes"])


def test_where_not_even_one_guest_fits_the_answer_says_so_and_names_the_limit_once(
    inside: Plimsoll,
) -> None:
    said = inside("size", "--guest-iops", "2500", "--rate", "1000", "--guests", "8")
    assert said.code == 1
    assert "\nNo guest fits: one alone would exceed the load line. 8 were requested.\n" in said.out


def test_one_guest_is_one_and_nobody_requested_what_was_not_asked_for(inside: Plimsoll) -> None:
    alone = ("size", "--guest-iops", "2500", "--rate", "4000", "--headroom", "0")
    said = inside(*alone).out
    assert "\n1 guest fits; one more would exceed" in said
    assert "requested" not in said
    assert "The one requested fits." in inside(*alone, "--guests", "1").out
    asked = inside("size", "--guests", "8", "--rate", "4000")
    assert asked.code == 64
    assert "what each guest needs is missing" in asked.err


def test_of_a_line_without_a_high_end_nothing_is_said_not_to_fit(
    inside: Plimsoll, tmp_path: Path
) -> None:
    """Every rate that was tried met the objective: what more guests would meet nobody knows."""
    (tmp_path / "line.json").write_text(json.dumps(answers.find(answers.line(low=32000))))
    words = ("size", "--guest-iops", "50", "--line", "line.json", "--headroom", "0")
    said = inside(*words, "--guests", "5000")
    assert said.code == 1
    assert (
        "\n640 guests fit (the line has no high end: more may fit); one more would exceed what the"
        " load line is known to carry. The 5,000 requested were not shown to fit: the end of the"
        " load line is unknown.\n" in said.out
    )
    assert "do not fit" not in said.out
    # What another limit ends does not fit, whatever the line may carry.
    host = inside(
        *words, "--guests", "5000", "--hosts", "2", "--host-iops", "500", "--down", "none"
    )
    assert "20 guests fit; one more would exceed the host's IOPS." in host.out
    assert "do not fit: load line, host's IOPS." in host.out


def test_a_store_without_a_campaign_is_named_as_one(inside: Plimsoll, tmp_path: Path) -> None:
    target = f"stack:{ROOT}/examples/stacks/iops-cap.toml"
    inside("run", "--target", target, "--virtual", "--measure-for", "1s", "--store", "s.db")
    ended = inside("size", "--guest-iops", "50", "--line", "s.db")
    assert ended.code == 64
    assert "s.db is a store" in ended.err
    assert "s.db#1 is campaign 1 of it" in ended.err
