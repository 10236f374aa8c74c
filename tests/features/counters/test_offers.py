"""Rules and prices of the table as their providers state them, and the smallest offer for a
need."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plimsoll.base.errors import InputError
from plimsoll.features.counters.decision import is_smaller
from plimsoll.features.counters.offers import Configuration, Need, Offer, Offers, cheapest, offers
from plimsoll.features.counters.volumes import Volume, refuse_impossible

MIB = 1 << 20
TABLE = offers()


def of_type(name: str) -> Offer:
    found = TABLE.of_type(name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("kind", "size", "iops", "throughput", "carries", "price"),
    [
        # gp3: 3,000 IOPS and 125 MiB/s come with it; 0.08 per GiB, 0.005 per IOPS, 0.04 per MiB/s.
        ("gp3", 500, None, None, (3000, 125), 40.0),
        ("gp3", 500, 12000, 500, (12000, 500), 40 + 45 + 15),
        # gp2: 3 IOPS per GiB, from 100 to 16,000.
        # At all times the base rate of 256 KiB each: docs.aws.amazon.com, general purpose volumes.
        ("gp2", 20, None, None, (100, 25), 2.0),
        ("gp2", 1000, None, None, (3000, 250), 100.0),
        ("gp2", 6000, None, None, (16000, 250), 600.0),
        # io2: 0.065 up to 32,000 IOPS, 0.0455 up to 64,000, 0.03185 above (price list).
        ("io2", 200, 10000, None, (10000, 2560), 25 + 650),
        ("io2", 200, 100000, None, (100000, 4000), 25 + 2080 + 1456 + 1146.6),
        ("pd-balanced", 500, None, None, (6000, 280), 50.0),
        ("pd-ssd", 500, None, None, (21000, 480), 85.0),
        # Prices of eastus as infracost's tests have them: 10,752 GiB, 6,000 IOPS and 500 MB/s of
        # Premium SSD v2 are 863.39 + 15.33 + 15.06, and 2,000 GiB of Ultra are billed as 2,048.
        ("premium-ssd-v2", 10752, 6000, 500, (6000, 500e6 / MIB), 863.39 + 15.33 + 15.06),
        ("ultra", 2000, 4000, 20, (4000, 20e6 / MIB), 245.19 + 198.56 + 6.99),
        ("premium-ssd", 100, None, None, (500, 100e6 / MIB), 19.71),
        ("premium-ssd", 5000, None, None, (16000, 500e6 / MIB), 946.08),
    ],
)
def test_what_a_volume_may_do_and_costs(
    kind: str,
    size: float,
    iops: float | None,
    throughput: float | None,
    carries: tuple[float, float],
    price: float,
) -> None:
    found = of_type(kind).configuration(size, iops, throughput)
    assert (found.iops, found.bytes_per_s / MIB) == pytest.approx(carries)
    assert found.price == pytest.approx(price, abs=0.02)


def test_azure_counts_in_megabytes_and_sells_premium_disks_by_size() -> None:
    found = of_type("premium-ssd").configuration(300, None, None)
    assert (found.tier, found.iops, found.bytes_per_s) == ("P20", 2300, 150e6)
    assert (found.most_iops, found.most_bytes_per_s) == (3500, 170e6)
    assert found.price == 73.22
    ultra = of_type("ultra").configuration(64, 64000, 10000)
    assert ultra.bytes_per_s == 10000e6


@pytest.mark.parametrize(("size", "most"), [(512, 3500), (513, 30_000)])
def test_bursting_on_demand_is_for_premium_disks_above_512_gib(size: float, most: float) -> None:
    """docs disks-enable-bursting: smaller ones always use credits. What it costs goes by use."""
    offer = of_type("premium-ssd")
    assert offer.configuration(size, None, None, on_demand=True).most_iops == most
    assert offer.configuration(513, None, None).most_iops == 5000
    assert offer.configuration(513, None, None, on_demand=True).price is None
    assert offer.configuration(100, None, None, on_demand=True).price == 19.71
    volumes = [Volume(id="v", type="premium-ssd", size_gib=size, bursting="on_demand")]
    with pytest.raises(InputError) if size <= 512 else contextlib.nullcontext():
        refuse_impossible(volumes, TABLE)


def test_credits_of_gp2_end_at_a_thousand_gib() -> None:
    assert of_type("gp2").configuration(100, None, None).most_iops == 3000
    assert of_type("gp2").configuration(1000, None, None).burst_iops is None
    assert of_type("gp2").configuration(200, None, None).most_bytes_per_s == 250 * MIB
    assert of_type("gp2").configuration(100, None, None).most_bytes_per_s == 128 * MIB


NEEDS = st.builds(Need, st.floats(0, 150_000), st.floats(0, 3e9))


@given(st.sampled_from(TABLE.offer), st.floats(1, 20_000), NEEDS)
@settings(max_examples=400, deadline=None)
def test_the_smallest_offer_carries_the_need_and_can_be_bought(
    offer: Offer, size: float, need: Need
) -> None:
    found = offer.smallest(size, need)
    if found is None:
        return
    assert found.size_gib >= size
    assert found.carries(Need(need.iops - 1e-6, need.bytes_per_s - 1e-3))
    if offer.iops is not None:
        assert offer.throughput is not None
        assert found.iops <= offer.iops.limit(found.size_gib) + 1e-6
        assert found.throughput <= offer.throughput.limit(found.size_gib, found.iops) + 1e-6


@given(st.sampled_from(TABLE.offer), st.floats(1, 5_000), NEEDS, NEEDS)
@settings(max_examples=300, deadline=None)
def test_a_greater_need_never_costs_less(offer: Offer, size: float, need: Need, more: Need) -> None:
    both = Need(max(need.iops, more.iops), max(need.bytes_per_s, more.bytes_per_s))
    less, greater = offer.smallest(size, need), offer.smallest(size, both)
    if greater is not None and less.price is not None and greater.price is not None:
        assert less.price <= greater.price + 1e-6


def test_throughput_may_need_operations_and_size() -> None:
    """1,000 MiB/s on gp3 needs 4,000 IOPS, and these 8 GiB."""
    found = of_type("gp3").smallest(1, Need(100, 1000 * MIB))
    assert (found.iops, found.size_gib) == (4000, 8)


def test_operations_may_need_throughput() -> None:
    """Hyperdisk Balanced takes at least 1 MiB/s for every 256 IOPS."""
    found = of_type("hyperdisk-balanced").smallest(500, Need(80_000, MIB))
    assert (found.iops, found.throughput) == (80_000, 313)


def test_hyperdisk_extreme_has_two_operations_for_each_gib_at_least() -> None:
    """cloud.google.com, hd-types/hyperdisk-extreme: 2x to 1,200x, 250 MiB/s with every 1,000."""
    offer = of_type("hyperdisk-extreme")
    found = offer.smallest(1000, Need(100, MIB))
    assert (found.iops, found.throughput, found.price) == (2000, 500, None)
    assert offer.outside(64, 76_801, None) is not None


def test_what_is_part_of_every_volume_is_there_whatever_the_file_has() -> None:
    found = of_type("gp3").configuration(100, 1000, 50)
    assert (found.iops, found.throughput, found.price) == (3000, 125, 8)


def test_without_prices_a_smaller_offer_has_less_of_nothing_more() -> None:
    one = Configuration("ultra", None, 100, 1000, 500e6, None)
    assert is_smaller(one, one._replace(iops=2000))
    assert not is_smaller(one, one._replace(iops=2000, bytes_per_s=400e6))
    assert not is_smaller(one, one)


def test_only_the_same_level_or_a_higher_one_is_proposed() -> None:
    """io2 is never replaced by gp3, which is less durable; gp2 is."""
    need = Need(1000, MIB)
    proposed = cheapest(TABLE.offer, of_type("io2"), 100, need)
    assert isinstance(proposed, Configuration)
    assert proposed.type == "io2"
    proposed = cheapest(TABLE.offer, of_type("gp2"), 100, need)
    assert proposed.type == "gp3"
    # Without prices nobody knows which type is cheaper: it stays the same.
    proposed = cheapest(TABLE.offer, of_type("hyperdisk-balanced"), 100, need)
    assert (proposed.type, proposed.price) == ("hyperdisk-balanced", None)


def test_every_offer_has_a_source_and_every_price_its_date_and_region() -> None:
    for offer in TABLE.offer:
        assert offer.sources
        assert offer.rules_as_of
        if offer.prices is not None:
            assert offer.region
            assert offer.prices_as_of


def test_a_table_with_two_rules_for_one_offer_is_refused() -> None:
    row = of_type("gp3").model_dump() | {
        "iops_by_size": {"most": 5},
        "throughput_by_size": {"most": 5},
    }
    with pytest.raises(ValueError, match="an offer has either"):
        Offers.model_validate({"offer": [row]})
    twice = of_type("gp3").model_dump()
    with pytest.raises(ValueError, match="two offers have the type gp3"):
        Offers.model_validate({"offer": [twice, twice]})
