"""Clients of a simulated stack: independent of each other, held to their own caps, and never the
last word unjudged."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Plimsoll

MM1 = '[device.d]\nservice = { distribution = "exponential", mean = "200us" }\n'
FAST = '[device.d]\nservers = 64\nservice = "1ms"\n'


def volume(name: str, *path: str, more: str = "") -> str:
    return f'[volume.{name}]\nsize = "1g"\npath = {list(path or ("d",))}\n{more}'.replace("'", '"')


@pytest.fixture
def simulate(plimsoll: Plimsoll, tmp_path: Path) -> Callable[..., Any]:
    def run(text: str, *flags: str, code: int = 0) -> Any:
        stack = tmp_path / "it.toml"
        stack.write_text(text)
        return plimsoll("simulate", stack, "--json", *flags, code=code).document

    return run


@pytest.mark.long
def test_kinds_of_clients_are_independent_of_each_other(simulate: Callable[..., Any]) -> None:
    load = "load = { rate = 2000 }\n"
    apart = (
        MM1
        + volume("v")
        + volume("w")
        + f'[client.a]\nvolumes = ["v"]\n{load}[client.b]\nvolumes = ["w"]\n{load}'
    )
    together = MM1 + volume("v") + f'[client.a]\ncount = 2\nvolumes = ["v"]\n{load}'
    # M/M/1 at 0.8: 200 us / 0.2 = 1 ms. 240,000 operations with an integrated autocorrelation of
    # some 2 / (1 - 0.8)^2 = 50: an error of 1 ms * sqrt(50 / 240,000) = 1.5 %, four of them.
    # Arrivals that coincide give 1.5 ms.
    for text in (apart, together):
        mean = simulate(text, "--measure-for", "60s")["all"]["response_time_ns"]["mean"]
        assert mean == pytest.approx(1e6, rel=0.06)


def test_a_closed_client_never_has_more_outstanding_than_its_cap(
    simulate: Callable[..., Any],
) -> None:
    many = FAST + volume("v", more="count = 8\n")
    client = '[client.a]\nvolumes = ["v"]\nmax_outstanding = 4\nload = { queue_depth = 8 }\n'
    record = simulate(many + client, "--measure-for", "2s")
    assert (record["outstanding_max"], record["achieved_rate_per_s"]) == (
        4,
        pytest.approx(4000, rel=0.01),
    )
    # Each of several clients has the cap of its own.
    record = simulate(many + client.replace("volumes", "count = 3\nvolumes"), "--measure-for", "2s")
    assert (record["outstanding_max"], record["achieved_rate_per_s"]) == (
        12,
        pytest.approx(12000, rel=0.01),
    )


def test_caps_of_a_client_are_those_of_each(simulate: Callable[..., Any]) -> None:
    for cap, rate in (('cap_bytes = "10m"', 4 * (10 << 20) / 4096), ("cap_rate = 500", 2000)):
        text = (
            FAST
            + volume("v")
            + f'[client.a]\ncount = 4\nvolumes = ["v"]\nload = {{ queue_depth = 16, {cap} }}\n'
        )
        assert simulate(text, "--measure-for", "4s")["achieved_rate_per_s"] == pytest.approx(
            rate, rel=0.01
        )


def test_an_open_client_that_is_not_carried_is_told_beside_a_closed_one(
    simulate: Callable[..., Any],
) -> None:
    text = (
        MM1
        + volume("v")
        + volume("w")
        + '[client.a]\nvolumes = ["v"]\nload = { rate = 9000, max_outstanding = 100 }\n'
        '[client.b]\nvolumes = ["w"]\nload = { queue_depth = 8 }\n'
    )
    record = simulate(text, "--measure-for", "4s")
    assert record["outcome"] == "cannot_carry"
    assert "does not keep up with a" in record["because"]


@pytest.mark.long
def test_operations_that_end_in_no_time_end_the_run(simulate: Callable[..., Any]) -> None:
    text = '[limit.l]\nops_per_s = 100\nat_limit = "reject"\n' + FAST + volume("v", "l", "d")
    record = simulate(text, "--on-error", "count", "--measure-for", "1s", code=74)
    assert "the virtual clock does not advance" in record["because"]


def test_operations_that_are_never_answered_end_the_run_beside_a_neighbour(
    simulate: Callable[..., Any],
) -> None:
    text = (
        '[noise.n]\nops_per_s = 100\n[fault.f]\noutage = "hang"\noutage_at = "100ms"\noutage_for ='
        ' "10h"\n' + FAST + volume("v", "n", "f", "d")
    )
    record = simulate(text, "--warmup-for", "0s", "--measure-for", "1s")
    assert record["all"]["unfinished"] > 0


def test_what_holds_back_is_named_where_clients_wait(simulate: Callable[..., Any]) -> None:
    # The copy that nobody waits for is the fullest, and holds nobody back.
    quorum = (
        "[limit.pol]\nops_per_s = 2000\n[device.a]\nservers = 8\nservice ="
        ' "100us"\n[device.b]\nservers = 8\nservice = "100us"\n[device.s]\nservers = 1\nservice ='
        ' "1ms"\n[mirror.m]\nmembers = ["a", "b", "s"]\nack = "quorum"\n' + volume("v", "pol", "m")
    )
    record = simulate(quorum, "--read", "0", "--queue-depth", "16", "--measure-for", "4s")
    assert record["storage"]["bottleneck"]["element"] == "pol"
    # The client's own processor is no element's fault.
    busy = FAST + volume("v") + '[client]\ncpu_per_io = "50us"\n'
    found = simulate(busy, "--queue-depth", "64", "--measure-for", "2s")["storage"]["bottleneck"]
    assert found["element"] is None
    assert "CPUs" in found["because"]


def test_a_host_that_is_down_takes_nothing_off_the_work_of_the_others(
    simulate: Callable[..., Any],
) -> None:
    text = (
        '[host.h]\ncount = 2\n[device.d]\nservice = "1ms"\nscope = "node"\n[mirror.m]\ncopies ='
        ' 2\neach = ["d"]\n' + volume("v", "m")
    )
    record = simulate(
        text, "--down", "h1", "--read", "50", "--queue-depth", "4", "--measure-for", "4s"
    )
    (device,) = [e for e in record["storage"]["elements"] if e["name"] == "d"]
    assert device["mean_service_ns"] == 1e6
