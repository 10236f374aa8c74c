"""The file, its rules and contradictions; what is asked; what answers mean; where volumes fit."""

import math
from pathlib import Path
from typing import Any, get_args

import pytest

from plimsoll.base import reading
from plimsoll.base.errors import InputError
from plimsoll.features.limits.rules.finding import Holder, VolumeLimit
from plimsoll.features.policy import questions as asked
from plimsoll.features.policy import words
from plimsoll.features.policy.backends import BACKENDS
from plimsoll.features.policy.file import PolicyFile
from plimsoll.features.policy.placement import places
from plimsoll.features.policy.resolving import policy_of, resolve
from plimsoll.features.policy.rules import Difference, Rates, Rules
from plimsoll.features.policy.verdicts import Answer, Neighbour, judge
from plimsoll.features.promises.rules.document import ClaimVerdict, Figure, FlatnessFinding
from plimsoll.judge.limiter.document import Who

from . import policy_sentences


def parse_policy(text: str) -> PolicyFile:
    return reading.parse(f"version = 1\n{text}", PolicyFile, name="it")


def component(rules: str) -> Rules:
    return parse_policy(f"[component.c]\n{rules}").component["c"].rules()


# -- the file --------------------------------------------------------------------------------------


def test_rates_at_a_block_size_are_those_of_the_accounting() -> None:
    # Report S0 and what became of it: size-blind, 32 KiB rounded up (ESXi), in proportion (QEMU).
    plain = component("limit = '3000 IOPS'")
    assert [plain.rate_at(size << 10, 100) for size in (4, 64, 1024)] == [3000] * 3
    up = component("limit = '3000 IOPS'\nnormalised_at = '32k'")
    rates = [up.rate_at(size << 10, 100) for size in (4, 32, 40, 64, 128, 1024)]
    assert rates == [3000, 3000, 1500, 1500, 750, 93.75]
    exact = component("limit = '3000 IOPS'\nnormalised_at = '32k'\nrounding = 'exact'")
    assert exact.rate_at(40 << 10, 100) == 2400
    both = component("limit = ['3000 IOPS', '187.5 MiB/s']")
    assert [both.rate_at(size << 10, 50) for size in (64, 128)] == [3000, 1500]
    apart = component("limit = { read = '3000 IOPS', write = '1000 IOPS' }")
    assert [apart.rate_at(4096, read) for read in (100, 75, 50, 0)] == [3000, 4000, 2000, 1000]
    only_reads = component("limit = { read = '3000 IOPS' }")
    assert only_reads.rate_at(4096, 0) == math.inf


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("limit = 3000", "3000 has no unit: write '3000 IOPS'"),
        ("limit = '3000'", "cannot read '3000'"),
        ("limit = '0 IOPS'", "above zero"),
        ("limit = '10 IOPS/GB'", "not one per GB"),
        ("limit = ['1 IOPS', '2 IOPS']", "two rates in IOPS"),
        ("limit = { }", "needs read, write or both"),
        ("normalised_at = '32k'", "without a limit in IOPS"),
        ("limit = '1 MiB/s'\nnormalised_at = '32k'", "without a limit in IOPS"),
        ("limit = '1 IOPS'\nrounding = 'up'", "without normalised_at"),
        ("limit = '9 IOPS'\nburst = '9 IOPS for 1s'", "not above the limit of 9 IOPS"),
        ("limit = '9 IOPS'\nburst = '99 IOPS'", "write it as '6000 IOPS for 10s'"),
        ("limit = '9 IOPS'\nburst = '9 MiB/s for 1s'", "needs a limit in bytes/s"),
        ("shares = 0", "shares"),
        ("reservations = '1 IOPS'", "Did you mean 'reservation'?"),
    ],
)
def test_what_a_component_cannot_mean_is_refused_with_its_line(text: str, says: str) -> None:
    with pytest.raises(InputError) as raised:
        component(text)
    assert says in str(raised.value)
    assert str(raised.value).startswith("it:")


def test_names_that_are_not_there_are_answered_with_the_known_ones() -> None:
    for text, says in [
        ("[policy.p]\ncomponents = ['x']", "names the component 'x', which does not exist"),
        ("[volume.v]\npolicy = 'x'", "names the policy 'x'"),
        ("[datastore.d]\nsystem = 'x'", "names the system 'x'"),
        ("[tags]\nA = ['b']\n[datastore.d]\ntags = { A = ['c'] }", "known: b"),
        ("[tags]\nA = ['b']\n[datastore.d]\ntags = { B = ['c'] }", "known: A"),
        ("[system.s]\nkind = 'vcloud'", "kind"),
        ("[system.s]\nkind = 'qemu'\nqmp = 'q'\n[volume.v]\nsystem = 's'", "at.group is missing"),
    ]:
        with pytest.raises(InputError, match="it") as raised:
            parse_policy(text)
        assert says in str(raised.value)


COMPONENTS = """
[component.low]
limit = '100 IOPS'
[component.high]
limit = '200 IOPS'
[component.bytes]
limit = '1 MiB/s'
[component.reads]
limit = { read = '50 IOPS' }
[component.reserved]
reservation = '150 IOPS'
"""


@pytest.mark.parametrize(
    ("components", "kind"),
    [
        (["low", "high"], "conflict"),
        (["low", "reads"], "conflict"),
        (["low", "reserved"], "reservation_above_limit"),
        (["high", "reserved"], None),
        (["low", "bytes"], None),
    ],
)
def test_components_of_a_policy_are_put_together_or_contradict(
    components: list[str], kind: str | None
) -> None:
    found = resolve(parse_policy(f"{COMPONENTS}[policy.p]\ncomponents = {components}")).wrong
    assert [one.kind for one in found] == ([] if kind is None else [kind])
    assert all(words.finding(one) for one in found)


POOL = Path(__file__).with_name("rules_pool.toml").read_text()


def test_a_volume_fits_where_tags_capabilities_space_and_the_load_line_let_it() -> None:
    file = parse_policy(POOL)
    resolved = resolve(file)
    of = {name: policy_of(file, one) for name, one in file.volume.items()}
    # Inherited from the datastore.
    assert of == {"a": "p", "b": "p", "new": "p"}
    found = {
        one.datastore: [miss.kind for miss in one.misses]
        for one in places(file, "new", "p", resolved.rules, of)
    }
    assert found == {
        "roomy": [],
        "full": ["rate"],
        "small": ["space"],
        "unproven": ["line_unknown"],
        "raid5": ["tag", "capability", "capacity_unknown", "line_unknown"],
    }
    assert next(iter(found)) == "roomy"


def test_reservations_beyond_the_proven_load_line_are_refused_with_both_figures() -> None:
    more = "[volume.c]\ndatastore = 'full'\nsize = '1g'\n"
    assert resolve(parse_policy(POOL)).wrong == []
    (found,) = resolve(parse_policy(POOL + more)).wrong
    assert "reserve 1,200 IOPS, but its proven load line is only 1,000 IOPS" in words.finding(found)


# -- what is asked ---------------------------------------------------------------------------------


def points(rules: str, *, reads_only: bool = False) -> list[tuple[str, int, float, float]]:
    return [
        (one.kind, one.block_bytes >> 10, one.read_percent, round(one.allowed_per_s, 2))
        for one in asked.questions(component(rules), reads_only=reads_only)
    ]


def test_the_points_are_those_at_which_laws_part() -> None:
    # 40k: once; 2 and 1.25 of 32k; 3 of 16k; 5 of 8k.
    assert points("limit = '3000 IOPS'") == [
        ("small", 4, 100, 3000),
        ("size", 40, 100, 3000),
        ("mix", 4, 50, 3000),
    ]
    assert points("limit = '3000 IOPS'\nnormalised_at = '32k'")[1] == ("size", 40, 100, 1500)
    assert points("limit = '3000 IOPS'", reads_only=True) == points("limit = '3000 IOPS'")[:2]
    # Where both a rate of reads and one of writes are full: 3,000 and 1,000 of 4,000.
    assert points("limit = { read = '3000 IOPS', write = '1000 IOPS' }")[-1] == ("mix", 4, 75, 4000)
    assert points("limit = '93.75 MiB/s'")[:2] == [
        ("small", 64, 100, 1500),
        ("size", 256, 100, 375),
    ]
    assert points("shares = 3") == []


def test_every_way_to_count_parts_from_the_policys_own_at_some_candidate() -> None:
    for own in asked.KNOWN_ACCOUNTINGS:
        rules = Rules(shared=Rates(3000), unit_bytes=own.unit_bytes, rounding=own.rounding)
        size = asked.parting_size(rules)
        assert size is not None
        units = [one.units(size) for one in asked.KNOWN_ACCOUNTINGS if one != own]
        assert all(abs(math.log(one / own.units(size))) > math.log(1.1) for one in units)


# -- what answers mean -----------------------------------------------------------------------------


def answer(question: asked.Question, measured: float, verdict: str, flat: str | None) -> Answer:
    figure = Figure(value=measured, low=measured, high=measured, confidence=0.95, unit="IOPS")
    flatness = (
        None
        if flat is None
        else FlatnessFinding.model_validate(
            {
                "verdict": flat,
                "outstanding_factor": 2.0,
                "rate_factor": 1.0,
                "latency_factor": 2.0,
                "because": "",
                "reason": {"kind": "within_errors", "figures": {}},
            }
        )
    )
    fields: dict[str, Any] = {
        "promise": "p",
        "promised": "",
        "direction": "equals",
        "value": 1.0,
        "unit": "IOPS",
        "margin": 0.01,
        "subject": "throttle",
        "verdict": verdict,
        "level": None,
        "because": "as measured",
        "reason": {"kind": "as_measured", "figures": {}},
        "terms": {
            "kind": "rate",
            "direction": "equals",
            "value_per_s": 1.0,
            "workers": 1,
            "queue_depth": 1,
        },
        "would_decide": None,
        "measured": figure,
        "runs": [],
        "flatness": flatness,
        "working_set_bytes": None,
        "volume_bytes": None,
        "notes": [],
    }
    return Answer(question, ClaimVerdict.model_validate(fields))


def flat_answers(rules: Rules) -> list[Answer]:
    return [
        answer(one, one.allowed_per_s, "kept", "flat")
        for one in asked.questions(rules, reads_only=False)
    ]


@pytest.mark.parametrize(
    ("per", "factor", "verdict", "kind"),
    [
        ("volume", 2.0, "kept", "kept"),
        ("volume", 1.0, "broken", "shared_by_vm"),
        ("vm", 1.0, "kept", "kept"),
        ("vm", 2.0, "broken", "per_disk"),
        ("vm", 1.5, "inconclusive", "neighbour_open"),
    ],
)
def test_a_limit_per_vm_and_one_per_disk_part_when_both_disks_are_driven(
    per: str, factor: float, verdict: str, kind: str
) -> None:
    rules = component(f"limit = '3000 IOPS'\nper = '{per}'")
    found = judge(rules, flat_answers(rules), None, Neighbour("two", 3000 * factor, 3000))
    assert (found.verdict, found.kind) == (verdict, kind)
    assert words.verdict_sentence(found.kind, found.figures)


def test_volumes_that_are_given_one_limit_cannot_each_have_it() -> None:
    each = component("limit = '3000 IOPS'")
    neighbour = Neighbour("two", 3000.0, 3000.0, one_limit=True, own_per_s=1500.0)
    found = judge(each, flat_answers(each), None, neighbour)
    assert (found.verdict, found.kind) == ("broken", "one_limit")
    assert "3,000 IOPS (1,500 and 1,500)" in words.verdict_sentence(found.kind, found.figures)
    vm = component("limit = '3000 IOPS'\nper = 'vm'")
    found = judge(vm, flat_answers(vm), None, neighbour)
    assert found.verdict == "kept"
    assert "(1,500 and 1,500)" in words.proof_note("together", found.figures)


@pytest.mark.parametrize(
    ("who", "verdict", "kind"),
    [
        ("policy_cap", "broken", "lower_cap"),
        ("unknown", "inconclusive", "lower_open"),
        ("cache", "inconclusive", "lower_open"),
        ("target", "inconclusive", "target_full"),
        (None, "inconclusive", "lower_open"),
    ],
)
def test_another_limit_is_told_only_where_it_is_known_to_be_one(
    who: Who | None, verdict: str, kind: str
) -> None:
    rules = component("limit = '3000 IOPS'")
    answers = flat_answers(rules)
    answers[0] = answer(answers[0].question, 2200, "broken", "flat")
    found = judge(rules, answers, None if who is None else held_by(who))
    assert (found.verdict, found.kind) == (verdict, kind)
    assert words.verdict_sentence(found.kind, found.figures)


@pytest.mark.parametrize(
    ("rate", "proof", "who", "where_set"),
    [
        (50_000, None, None, "not_enforced"),
        (50_000, "flat", None, "higher_cap"),
        (1500, "flat", "policy_cap", "twice"),
    ],
)
def test_a_setting_that_is_not_the_policys_is_no_fault_of_the_limit(
    rate: float, proof: str | None, who: Who | None, where_set: str
) -> None:
    rules = component("limit = '3000 IOPS'")
    answers = [answer(one.question, rate, "broken", proof) for one in flat_answers(rules)]
    holder = None if who is None else held_by(who)
    assert judge(rules, answers, holder).kind == where_set
    found = judge(rules, answers, holder, is_set=False)
    assert (found.verdict, found.kind) == ("broken", "other_setting")
    told = words.verdict_sentence(found.kind, found.figures)
    assert told.startswith("the setting is not the policy's: ")


def held_by(who: Who) -> VolumeLimit:
    return VolumeLimit(
        *("v", None, "found", None, (), (), (), (), None),
        noise=0.0,
        horizon_s=1.0,
        holder=Holder(who, 0.9, (), None),
    )


def test_a_run_beside_a_neighbour_that_failed_proves_nothing() -> None:
    rules = component("limit = '3000 IOPS'")
    found = judge(rules, flat_answers(rules), None, Neighbour("two", None, 3000))
    assert found.verdict == "inconclusive"
    assert words.verdict_sentence(found.kind, found.figures).endswith(
        "the Run together with 'two' failed"
    )


@pytest.mark.parametrize(("who", "says"), [("policy_cap", False), ("target", True)])
def test_a_cap_that_may_be_the_storages_own_is_not_told_as_the_policys(
    who: Who, says: bool
) -> None:
    rules = component("limit = '3000 IOPS'")
    found = judge(rules, flat_answers(rules), held_by(who))
    assert (found.verdict, found.kind) == ("kept", "kept")
    told = words.verdict_sentence(found.kind, found.figures)
    assert ("a cap, not shown to be the policy's" in told) == says
    assert ("the cap is proven" in told) != says


def test_everything_that_is_said_of_policies_is_what_was_read_last() -> None:
    """Made again by `python -m tests.features.policy.policy_sentences`."""
    assert policy_sentences.KEPT.read_text(encoding="utf-8") == policy_sentences.text()


def test_a_point_that_is_open_leaves_the_whole_open_and_a_broken_one_breaks_it() -> None:
    rules = component("limit = '3000 IOPS'")
    answers = flat_answers(rules)
    answers[1] = answer(answers[1].question, 2990, "inconclusive", None)
    assert judge(rules, answers, None).kind == "open"
    answers[2] = answer(answers[2].question, 6000, "broken", "flat")
    assert judge(rules, answers, None).kind == "apart"
    assert judge(rules, [], None).verdict == "inconclusive"


def test_every_code_has_its_words() -> None:
    for difference in get_args(Difference):
        assert difference in words.DIFFERENCES
        assert f"cannot_{difference}" in words.FINDINGS
    assert all(backend.summary for backend in BACKENDS.values())
