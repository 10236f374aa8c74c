"""What a promise file says comes to the right number, and what cannot be meant is refused where it
stands."""

import pytest

from plimsoll.base.errors import InputError
from plimsoll.base.reading import parse
from plimsoll.features.promises.rules.file import PromiseFile
from plimsoll.judge.quantity import quantity

from . import promise_sentences


def read(promise: str, head: str = "") -> PromiseFile:
    return parse(
        f'target = "stack:x.toml"\n{head}\n[[promise]]\n{promise}\n', PromiseFile, name="p.toml"
    )


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("20000 IOPS", 20000, "IOPS"),
        ("20,000 iops", 20000, "IOPS"),
        ("93.75 MiB/s", 93.75 * 2**20, "bytes/s"),
        ("110 MB/s", 110e6, "bytes/s"),
    ],
)
def test_values_with_their_units(text: str, value: float, unit: str) -> None:
    assert quantity(text)[:2] == (value, unit)


@pytest.mark.parametrize("text", ["20000", "fast", "0 IOPS", "-5 IOPS", "10 IOPS/parsec", "5 MB"])
def test_a_value_that_cannot_be_meant_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"p\.toml:5: .*value"):
        read(f'direction = "equals"\nvalue = "{text}"')


@pytest.mark.parametrize(
    ("value", "volume", "iops"),
    [
        ("10 IOPS/GB", "2000 GB", 20000),
        ("3 IOPS/GB", "2000 GB", 6000),
        ("10 IOPS per GB", "100GB", 1000),
        ("3 IOPS/GiB", "100 GiB", 300),
        ("500 IOPS/TB", "2 TB", 1000),
    ],
)
def test_iops_per_gb_times_the_volume(value: str, volume: str, iops: float) -> None:
    [claim] = read(f'direction = "equals"\nvalue = "{value}"\nvolume = "{volume}"').claims()
    assert claim.value == pytest.approx(iops, rel=1e-12)


@pytest.mark.parametrize(
    ("rounding", "expected"),
    [
        ("up", [3000, 3000, 1500, 1500, 750, 93.75]),
        ("linear", [3000, 3000, 2000, 1500, 750, 93.75]),
    ],
)
def test_a_limit_normalised_at_32k_at_each_block_size(rounding: str, expected: list[float]) -> None:
    # S0 after the update of the host: 3000 / ceil(size / 32 KiB).
    found = read(
        'direction = "equals"\nvalue = "3000 IOPS"\nnormalised_at = "32k"\nrounding ='
        f' "{rounding}"\nblock_sizes = ["4k", "32k", "48k", "64k", "128k", "1m"]'
    ).claims()
    assert [claim.value for claim in found] == expected
    assert " ".join(claim.workload["block_size"] for claim in found) == "4k 32k 48k 64k 128k 1m"


def test_a_promise_overrides_the_workload_and_load_of_the_file() -> None:
    head = '[workload]\nblock_size = "4k"\nread = 30\n[load]\nworkers = 2\nqueue_depth = 8'
    own = 'objective = "mean <= 5ms"\nworkload = { block_size = "64k" }\nload = { workers = 4 }'
    [claim] = read(own, head).claims()
    assert claim.workload == {"block_size": "64k", "read": 30}
    assert (claim.workers, claim.queue_depth) == (4, 8)


@pytest.mark.parametrize(
    ("promise", "words"),
    [
        (
            'direction = "equals"\nvalu = "3 IOPS"',
            r"p\.toml:5: there is no key 'promise\.0\.valu'\. Did you mean 'value'",
        ),
        ('value = "3 IOPS"', "direction is missing"),
        ('direction = "equals"', "needs a value"),
        ('direction = "equals"\nvalue = "10 IOPS/GB"', "needs the size of the volume"),
        ('objective = "p99"', "no bound"),
        ('objective = "p99 <= 5ms"', "needs an offered rate"),
        ('objective = "mean <= 5ms"\ntolerable = "9ms"', "write levels as"),
        ('objective = "mean"\nideal = "20ms"\ntolerable = "10ms"', "beyond tolerable"),
        ('objective = "mode <= 5ms"', "unknown statistic 'mode'"),
        (
            'objective = "mean <= 5ms"\ndirection = "equals"\nvalue = "3 IOPS"',
            "a value with an objective promises a load line",
        ),
        (
            'direction = "equals"\nvalue = "3 IOPS"\nload = { rate = "9 IOPS" }',
            "tested in a closed loop",
        ),
        ('direction = "equals"\nvalue = "3 IOPS"\nnormalised_at = "32k"', "needs one block size"),
        (
            'direction = "equals"\nvalue = "3 MiB/s"\nnormalised_at = "32k"',
            "normalised_at and objective need a value in IOPS",
        ),
        ('direction = "about"\nvalue = "3 IOPS"', "'at_least', 'at_most' or 'equals'"),
        (
            'direction = "equals"\nvalue = "3 IOPS"\nsubject = "wire"',
            "'throttle', 'media' or 'system'",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused_in_words(promise: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read(promise)


def test_lengths_too_short_for_an_interval_are_refused() -> None:
    with pytest.raises(InputError, match="2s or more"):
        read('direction = "equals"\nvalue = "3 IOPS"', '[lengths]\nmeasure_for = "1s"')


def test_what_is_promised_stands_in_figures() -> None:
    [claim] = read(
        'direction = "equals"\nvalue = "10 IOPS/GB"\nvolume = "2000 GB"\nnormalised_at = "32k"\n'
        'block_sizes = ["64k"]'
    ).claims()
    of_volume, units = claim.terms.per_volume, claim.terms.in_units
    assert (of_volume.rate_per_s, of_volume.unit, of_volume.volume) == (10, "GB", "2000 GB")
    assert (units.units_per_s, units.size, units.cost) == (20_000, "32k", 2)
    assert (claim.terms.value_per_s, claim.terms.block_size) == (10_000, "64k")


def test_an_objective_stands_with_its_levels_and_its_load() -> None:
    asked = 'objective = "mean"\nideal = "20ms"\ntolerable = "100ms"\n'
    [closed] = read(asked, "[load]\nworkers = 2\nqueue_depth = 8").claims()
    told = closed.terms
    assert (told.kind, told.direction, told.value_per_s) == ("objective", None, None)
    assert (told.objective, told.ideal, told.tolerable) == ("mean", "20ms", "100ms")
    assert (told.workers, told.queue_depth, told.offered_rate_per_s) == (2, 8, None)
    [offered] = read(f'{asked}load = {{ rate = "4000 IOPS" }}').claims()
    assert (offered.terms.queue_depth, offered.terms.offered_rate_per_s) == (None, 4_000)


def test_the_sentences_are_those_that_were_read_last() -> None:
    """Made again by `python -m tests.features.promises.promise_sentences`."""
    assert promise_sentences.KEPT.read_text(encoding="utf-8") == promise_sentences.text()
