"""An imported Run with any subset of its figures missing goes through every verb and form: nothing
ends in an internal error, and what is unknown is never told as None, nan, or a dash with a unit."""

import json
import random
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plimsoll.cli import main
from plimsoll.features.imports.results import record
from plimsoll.features.imports.results.run_result import (
    Each,
    Latency,
    Load,
    Operations,
    Part,
    Result,
    Workload,
    whole,
)
from plimsoll.store import Store
from plimsoll.store.imports import KIND, RunImport, rows_of

Change = Callable[[Result], Result]

pytestmark = pytest.mark.long

SECONDS = 60
BAD = re.compile(
    r"\bNone\b(?!\s+(of|is|was|are|were|has|to|with)\b)|\b(nan|NaN)\b|–/s|internal error|Traceback"
    r"|– ?(IOPS|[KMG]iB|ms|µs|ns|bytes|workers?|in flight|outstanding|operations|on average)\b"
    r"|(mean|n =|depth|for|of) –"
)


def latency(ms: float, count: int) -> Latency:
    counts = {int(ms * 5e5): count // 2, int(ms * 15e5): count - count // 2}
    percentiles = {50.0: ms * 9e5, 95.0: ms * 2e6, 99.0: ms * 3e6}
    return Latency(count, ms * 1e6, ms * 5e5, 1000.0, ms * 1e7, percentiles, counts, 0.016)


def operations(rate: float, ms: float) -> Operations:
    count = int(rate * SECONDS)
    spans = latency(ms, count)
    submission, both = latency(0.01, count), latency(ms + 0.01, count)
    size = count * 4096
    return Operations(count, size, 0, rate, rate * 4096, spans, submission, both)


def full_result(number: int, offered: float | None) -> Result:
    """The result of a Run that lacks no figure."""
    rate = 1000.0 + 100 * number
    kinds = {
        "read": operations(0.7 * rate, 2 + number),
        "write": operations(0.3 * rate, 3 + number),
        "flush": Operations(1800, None, 0, 30.0, None, latency(1.0, 1800)),
    }
    part = {
        kind: Operations(
            int(share * rate),
            int(share * rate) * 4096,
            0,
            share * rate,
            share * rate * 4096,
            replace(latency(2 + number, int(share * rate)), counts=None),
        )
        for kind, share in (("read", 0.7), ("write", 0.3))
    }
    return Result(
        name=f"job{number}",
        at=f"jobs[{number}]",
        line=number + 1,
        kinds=kinds,
        seconds=float(SECONDS),
        asked_s=float(SECONDS),
        starts="submission",
        workload=Workload(4096, (), (), 70.0, 0.0, "random", 1 << 30, 100, True),
        load=Load(4, 8 if offered else 2**number, offered, "poisson" if offered else None),
        target="/dev/sdx",
        target_kind="block",
        engine="libaio",
        direct=True,
        warmup_s=5.0,
        started_at_ns=1_600_000_000_000_000_000 + number * 10**11,
        host="h1",
        cpu_share=(0.1, 0.2),
        program_version="3.33",
        machine_cpu=(0.3, 0.1),
        parts=tuple(Part(float(second), 1.0, part) for second in range(SECONDS)),
        each=(Each("vm1", kinds), Each("vm2", kinds)),
        unknown={"response_time_ns": "starts_at_submission"},
    )


def without(**untold: Any) -> Change:
    return lambda run: replace(run, **untold)


def of_workload(**untold: Any) -> Change:
    return lambda run: replace(run, workload=replace(run.workload, **untold))


def of_load(**untold: Any) -> Change:
    return lambda run: replace(run, load=replace(run.load, **untold))


def of_operations(change: Callable[[Operations], Operations]) -> Change:
    return lambda run: replace(
        run,
        kinds={kind: change(one) for kind, one in run.kinds.items()},
        each=tuple(
            replace(each, kinds={kind: change(one) for kind, one in each.kinds.items()})
            for each in run.each
        ),
    )


def of_latency(**untold: Any) -> Change:
    def change(one: Operations) -> Operations:
        spans = one.completion
        return one if spans is None else replace(one, completion=replace(spans, **untold))

    return of_operations(change)


def of_parts(**untold: Any) -> Change:
    return lambda run: replace(
        run,
        parts=tuple(
            replace(part, kinds={kind: replace(one, **untold) for kind, one in part.kinds.items()})
            for part in run.parts
        ),
    )


def together(run: Result) -> Result:
    parts = tuple(replace(part, kinds={"all": whole(part.kinds)}) for part in run.parts)
    return replace(run, kinds={"all": whole(run.kinds)}, parts=parts)


def without_syncs(run: Result) -> Result:
    return replace(run, kinds={kind: one for kind, one in run.kinds.items() if kind != "flush"})


UNTOLD: dict[str, Change] = {
    "length": without(seconds=None, asked_s=None),
    "length asked": without(asked_s=None),
    "warm-up": without(warmup_s=None),
    "target": without(target=None, target_kind=None),
    "engine": without(engine=None),
    "direct": without(direct=None),
    "date": without(started_at_ns=None),
    "host": without(host=None),
    "cpu": without(cpu_share=None),
    "machine": without(machine_cpu=None),
    "intervals": without(parts=()),
    "each": without(each=()),
    "version": without(program_version=None),
    "workers": of_load(workers=None),
    "depth": of_load(queue_depth=None),
    "arrivals": of_load(arrivals=None),
    "block": of_workload(block_size_bytes=None),
    "mix": of_workload(read_percent=None),
    "pattern": of_workload(pattern=None),
    "working set": of_workload(working_set_bytes=None),
    "trims": of_workload(trim_percent=None),
    "kinds": together,
    "syncs": without_syncs,
    "count": of_operations(lambda one: replace(one, count=None)),
    "bytes": of_operations(lambda one: replace(one, bytes=None, bytes_per_s=None)),
    "errors": of_operations(lambda one: replace(one, errors=None)),
    "latency": of_operations(lambda one: replace(one, completion=None)),
    "submission": of_operations(lambda one: replace(one, submission=None)),
    "whole": of_operations(lambda one: replace(one, whole=None)),
    "distribution": of_latency(counts=None, width=None),
    "percentiles": of_latency(percentiles={}),
    "mean": of_latency(mean=None),
    "deviation": of_latency(stddev=None),
    "extremes": of_latency(min=None, max=None),
    "count of latencies": of_latency(count=None),
    "latency of intervals": of_parts(completion=None),
    "bytes of intervals": of_parts(bytes=None, bytes_per_s=None),
}
LATE = ("kinds",)
"""Told last: what is put together has lost what was left out before."""


def store_runs(path: Path, runs: Sequence[tuple[str, Sequence[str], float | None, int]]) -> None:
    """Stores Runs as an import does: configuration, what is left out, rate offered, number."""
    with Store.open(path) as store:
        spec = {"paths": ["files"], "configuration": {"as found": {}}}
        campaign = store.begin_campaign(KIND, None, "grid", 0, json.dumps(spec), version="0")
        kept = []
        for at, (configuration, names, offered, number) in enumerate(runs):
            result = full_result(number, offered)
            for name in sorted(names, key=lambda name: name in LATE):
                result = UNTOLD[name](result)
            made = record.make(
                result,
                {
                    "program": "fio",
                    "version": None,
                    "format": "fio json",
                    "file": f"{at}.json",
                    "sha256": f"{at:064x}",
                },
            )
            made.record["imported"]["folder"] = configuration
            asked = record.point_settings(result)
            run = RunImport(configuration, *asked, made.record, made.histograms, made.intervals)
            kept.append(rows_of(run))
        store.imports.add(campaign, kept)
        counted = {"runs": len(kept), "programs": {"fio": len(kept)}}
        store.finish_campaign(campaign, counted)


def verbs(store: Path, out: Path) -> Iterator[list[str]]:
    db, of = str(store), ["--store", str(store)]
    yield ["timeline", *of]
    for objective in ("mean <= 6ms", "p99 <= 6ms", "p99(sync) <= 5ms"):
        yield ["check", "--objective", objective, *of, "--campaign", "1"]
        yield ["find", "--from", db, "--objective", objective]
    rate = ["--objective", "mean <= 5ms", "--rate", "1000"]
    yield ["check", *rate, *of, "--campaign", "1", "--json"]
    yield ["check", str(out / "least.toml"), *of, "--campaign", "1"]
    yield ["compare", f"{db}#1:a", f"{db}#1:b"]
    yield ["compare", f"{db}#1:a", f"{db}#1:b", "--json"]
    yield ["curve", *of]
    yield ["curve", *of, "--over", "queue_depth"]
    yield ["limits", *of]
    yield ["history", db]
    yield ["report", "--list", *of]
    for report in ("summary", "runs", "grid", "scaling", "load-line", "compare", "point", "time"):
        for form in ("md", "html") if report in ("summary", "point") else ("md",):
            yield ["report", report, *of, "--to", form, "--output", str(out / f"o.{form}")]
    for form in ("csv", "json", "parquet", "xlsx", "openmetrics", "fio", "hlog"):
        yield ["report", *of, "--to", form, "--output", str(out / f"o.{form}")]
    yield ["report", "--like", "fio", *of, "--output", str(out / "like.csv")]


def take_file_texts(folder: Path) -> Iterator[str]:
    """What people read of the files that a verb wrote."""
    for path in folder.glob("*"):
        match path.suffix:
            case ".md" | ".csv":
                yield path.read_text()
            case ".html":
                yield re.sub(r"<(script|style).*?</\1>", "", path.read_text(), flags=re.DOTALL)
            case ".xlsx":
                with zipfile.ZipFile(path) as book:
                    yield from (
                        book.read(name).decode()
                        for name in book.namelist()
                        if name.endswith("sharedStrings.xml")
                    )
            case _:
                continue
        path.unlink()


CASES = [
    *(("nothing", [], offered) for offered in (False, True)),
    *(("everything", list(UNTOLD), offered) for offered in (False, True)),
    *(("latency", ["latency"], offered) for offered in (False, True)),
    ("length", ["length"], False),
    ("bytes", ["bytes"], True),
    ("draw 0", None, True),
    ("draw 1", None, False),
]
"""What is left out (None: whatever is drawn), and whether a rate was offered: both where verbs
read the one or the other, and each with half of the rest."""


@pytest.mark.parametrize(
    ("case", "names", "offered"),
    CASES,
    ids=[f"{case}-{'offered' if offered else 'closed'}" for case, _, offered in CASES],
)
def test_no_verb_falls_over_what_a_file_leaves_out(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    case: str,
    names: list[str] | None,
    *,
    offered: bool,
) -> None:
    draw = random.Random(case)
    out = tmp_path / "out"
    out.mkdir()
    promise = 'target = "x"\n[[promise]]\ndirection = "at_least"\nvalue = "1000 IOPS"\n'
    runs = []
    for configuration in ("a", "b"):
        left = names
        if left is None:
            left = draw.sample(list(UNTOLD), draw.randint(1, len(UNTOLD)))
        rates = [(1000.0 + 100 * number if offered else None, number) for number in range(4)]
        runs += [(configuration, left, rate, number) for rate, number in rates]
    store_runs(tmp_path / "i.db", runs)
    for words in verbs(tmp_path / "i.db", out):
        (out / "least.toml").write_text(promise)
        code = main(words)
        said = capsys.readouterr()
        (out / "least.toml").unlink()
        assert code in (0, 1, 2, 64, 65), f"{words}: {said.err}"
        for text in (said.out, said.err, *take_file_texts(out)):
            found = BAD.search(text)
            assert found is None, f"{words}: {text[max(0, found.start() - 80) : found.end() + 40]}"
