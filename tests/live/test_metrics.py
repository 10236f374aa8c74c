"""The OpenMetrics endpoint of a real campaign on a file, read by the client library's own
parser."""

import json
import re
import socket
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from plimsoll.live import metrics, metrics_server
from plimsoll.live.pulse import read
from plimsoll.live.state import State
from plimsoll.store import Store
from tests.conftest import Plimsoll
from tests.live.conftest import Started, until
from tests.patience import PATIENCE_S

Begin = Callable[..., Started]

DASHBOARD = Path(__file__).resolve().parents[2] / "docs/grafana/plimsoll.json"
SUFFIXES = re.compile(r"_(total|info|bucket|count|sum|created)$")


def scrape_families(url: str) -> dict[str, Any]:
    """The families of metrics by name, requested as Prometheus does."""
    asked = urllib.request.Request(
        url, headers={"Accept": "application/openmetrics-text; version=1.0.0"}
    )
    with urllib.request.urlopen(
        asked, timeout=PATIENCE_S
    ) as answer:  # the address is our own process
        assert answer.headers["Content-Type"].startswith("application/openmetrics-text")
        return {
            family.name: family for family in text_string_to_metric_families(answer.read().decode())
        }


def value(families: dict[str, Any], name: str, /, **labels: str) -> float:
    """The one sample of this name with these labels."""
    family = families[SUFFIXES.sub("", name)]
    (found,) = [s for s in family.samples if s.name == name and labels.items() <= s.labels.items()]
    return float(found.value)


@pytest.fixture
def metrics_campaign(begin: Begin, target: Path, tmp_path: Path) -> tuple[Started, str, Path]:
    """A campaign of two Points that serves metrics, its second Point under way: the process, the
    address, the store."""
    file, store = tmp_path / "two.toml", tmp_path / "two.db"
    file.write_text(
        f'targets = ["{target}"]\n[campaign]\nname = "two"\nwarmup_for = "0s"\nmeasure_for ='
        ' "2s"\ninterval = "200ms"\nsettle = false\norder = \'as_written\'\n[workload]\nread ='
        " 100\nblock_size = ['4k', '8k']\n[load]\nrate = 200\n"
    )
    process = begin("campaign", "run", file, "--store", store, "--metrics", ":0", "--json")
    line = process.stderr.readline()
    assert line.startswith("metrics at http://127.0.0.1:"), line
    assert "password" not in line
    until(
        lambda: [
            p
            for p in read(store)
            if p["point"] and p["point"]["number"] == 2 and len(p["intervals"]) > 13
        ],
        alive=process,
    )
    return process, line.split()[-1], store


@pytest.mark.long
def test_a_scrape_says_what_the_pulse_and_the_store_say(
    metrics_campaign: tuple[Started, str, Path],
) -> None:
    process, url, store = metrics_campaign
    before = read(store)[0]["totals"]
    families = scrape_families(url)
    after = read(store)[0]["totals"]
    assert (
        value(families, "plimsoll_campaign_info", name="two", kind="campaign", store=str(store))
        == 1
    )
    assert value(families, "plimsoll_campaign_points") == 2
    assert value(families, "plimsoll_campaign_points_done") == 1
    assert before["reads"] <= value(families, "plimsoll_operations_total", kind="read")
    assert value(families, "plimsoll_operations_total", kind="write") == after["writes"] == 0
    assert value(families, "plimsoll_offered_rate_operations_per_second") > 0
    assert value(families, "plimsoll_achieved_rate_operations_per_second") > 0
    # Every operation is in the histogram, buckets grow, and the mean is that of the intervals.
    buckets = [
        s for s in families["plimsoll_response_time_seconds"].samples if s.name.endswith("_bucket")
    ]
    counts = [s.value for s in buckets]
    assert counts == sorted(counts)
    assert counts[-1] == value(families, "plimsoll_operations_total", kind="read")
    assert counts[-1] == value(families, "plimsoll_response_time_seconds_count")
    # The sum lies between what the lower and the upper bounds of the buckets allow.
    bounds = [float(s.labels["le"]) for s in buckets]
    inside = [count - before for count, before in zip(counts, [0.0, *counts[:-1]], strict=True)]
    total_s = value(families, "plimsoll_response_time_seconds_sum")
    assert total_s >= 0.99 * sum(
        count * low for count, low in zip(inside, [0.0, *bounds[:-1]], strict=True)
    )
    assert inside[-1] == 0, "nothing takes longer than the last bound here"
    assert total_s <= 1.01 * sum(
        count * high for count, high in zip(inside[:-1], bounds[:-1], strict=True)
    )
    with Store.open(store, read_only=True) as kept:
        record = kept.record(1, intervals=False)
    assert value(families, "plimsoll_last_run_info", outcome=record["outcome"], id="1") == 1
    assert (
        value(families, "plimsoll_last_run_achieved_rate_operations_per_second")
        == record["achieved_rate_per_s"]
    )
    lag = value(families, "plimsoll_last_run_own_lag_max_seconds")
    assert lag == pytest.approx(record["own_lag_ns"]["max"] / 1e9)
    assert value(families, "plimsoll_runs_total", outcome=record["outcome"]) == 1
    check_dashboard(families)
    process.communicate(timeout=PATIENCE_S)
    with pytest.raises(OSError):  # noqa: PT011  # it is gone with the process
        scrape_families(url)


def check_dashboard(families: dict[str, Any]) -> None:
    dashboard = json.loads(DASHBOARD.read_text())
    assert [one["pluginId"] for one in dashboard["__inputs"]] == ["prometheus"]
    asked: set[str] = set()
    for panel in dashboard["panels"]:
        assert panel["datasource"]["uid"] == "${DS_PROMETHEUS}"
        for one in panel["targets"]:
            asked |= set(re.findall(r"plimsoll_[a-z_]+", one["expr"]))
    for variable in dashboard["templating"]["list"]:
        asked |= set(re.findall(r"plimsoll_[a-z_]+", variable["definition"]))
    assert len(asked) > 20
    samples = {s.name for family in families.values() for s in family.samples}
    # A family without a sample is served, too: no disk may be known of the target, say.
    missing = [
        name for name in asked if name not in samples and SUFFIXES.sub("", name) not in families
    ]
    assert missing == []
    places = [panel["gridPos"] for panel in dashboard["panels"]]
    for number, one in enumerate(places):
        for other in places[:number]:
            apart = (
                one["x"] >= other["x"] + other["w"]
                or other["x"] >= one["x"] + one["w"]
                or one["y"] >= other["y"] + other["h"]
                or other["y"] >= one["y"] + one["h"]
            )
            assert apart, (one, other)
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(places)


@pytest.mark.parametrize(
    "words",
    [
        ("run", "--target", "null:", "--store", "new.db"),
        ("campaign", "run", "two.toml", "--store", "new.db"),
    ],
)
def test_a_port_that_is_taken_is_told_before_anything_is_measured(
    plimsoll: Plimsoll, tmp_path: Path, words: tuple[str, ...]
) -> None:
    (tmp_path / "two.toml").write_text(
        'targets = ["null:"]\n[campaign]\nname = "two"\nmeasure_for = "1s"\n'
    )
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = plimsoll(*words, "--metrics", f":{port}")
    assert (ended.code, ended.out) == (74, "")
    assert f"cannot serve metrics at 127.0.0.1:{port}: Address already in use" in ended.err
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize("typed", ["nowhere", ":99999", "[::1:9464", ":"])
def test_what_is_no_address_is_refused(plimsoll: Plimsoll, typed: str) -> None:
    assert plimsoll("run", "--target", "null:", "--metrics", typed).code == 64


def test_an_address_that_others_reach_is_told_to_have_no_password(
    plimsoll: Plimsoll,
) -> None:
    words = ("--warmup-for", "0s", "--measure-for", "200ms", "--json")
    assert (
        "there is no password"
        in plimsoll("run", "--target", "null:", "--metrics", "0.0.0.0:0", *words).err
    )
    assert (
        "password"
        not in plimsoll("run", "--target", "null:", "--metrics", "localhost:0", *words).err
    )


def test_a_scraper_that_says_nothing_does_not_keep_its_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(metrics_server, "SCRAPED_WITHIN_S", 0.05)
    with metrics.serve_metrics(State("run"), ("127.0.0.1", 0)) as url:
        port = int(url.rpartition(":")[2].partition("/")[0])
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as silent:
            silent.sendall(b"GET /met")
            assert silent.recv(100) == b"", "it was hung up on"
        assert "plimsoll_campaign_info" in scraped_text(url)


def scraped_text(url: str) -> str:
    with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
        return str(answer.read().decode())
