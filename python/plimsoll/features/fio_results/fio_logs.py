"""fio's logs (`write_lat_log`, `write_iops_log`, `write_bw_log`, `write_hist_log`). The logs of
jobs that ran together are one Run with its intervals. If a JSON result in the same folder names
their prefix, they supply its intervals, and its distribution if it has none, as long as rates and
latencies agree.

`fio_log_rows` reads a file, `fio_time_line` sums up the jobs, `fio_log_figures` computes the
figures of a Run. `fio_log_links` finds candidate logs for a result, `fio_log_matches` checks
them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from plimsoll.features.fio_results import fio_json, fio_log_links, fio_log_matches, fio_log_rows
from plimsoll.features.fio_results import fio_log_figures as figures
from plimsoll.features.fio_results import fio_time_line as lines
from plimsoll.features.fio_results.fio_log_figures import LogReader, LogSet
from plimsoll.features.fio_results.fio_log_rows import Track
from plimsoll.features.fio_results.fio_time_line import LogFacts, TimeLine
from plimsoll.features.fio_results.messages import message
from plimsoll.features.imports.results.run_result import (
    Load,
    Result,
    UnrecordedTime,
    Workload,
    read_share,
)
from plimsoll.features.imports.results.source import File, Sentence

claims = fio_log_links.claims


def read(files: Mapping[str, File]) -> Iterator[Result]:
    """The Runs of these files: of a result with its logs, or of logs alone."""
    logs = {name: log for name in files if (log := fio_log_rows.log_name(name)) is not None}
    result_file = next((file for name, file in files.items() if name not in logs), None)
    reader = LogReader({name: files[name] for name in logs}, logs)
    if result_file is None:
        yield from _alone(reader)
        return
    if fio_log_rows.PACKED.match(result_file.path.name):
        unpacked = result_file.path.name.removesuffix(".fz")
        raise result_file.bad(
            partial(message, "fio-log-packed", packed=result_file.path.name, unpacked=unpacked)
        )
    jobs = fio_log_links.jobs(result_file)
    runs = list(fio_json.read(result_file))
    last = max(map(fio_log_links.output, runs), default=0)
    index = fio_log_links.LogIndex(jobs, logs)
    for result in runs:
        run_jobs = fio_log_links.of_result(result, jobs)
        # With several outputs in one file, the last run wrote the logs.
        own = reader if fio_log_links.output(result) == last else LogReader({}, {})
        yield fio_log_matches.add_logs(result, run_jobs, index, own)


def _alone(reader: LogReader) -> Iterator[Result]:
    found = reader.read([*reader.names])
    _in_order(reader)
    first, name = next(iter(reader.names.items()))
    counting = found.counting()
    if counting is None:
        rates = (name for name, log in reader.names.items() if log.value == "iops")
        raise reader.files[next(rates, first)].bad(_why_no_rate(found))
    versions = found.versions()
    for tracks in _at_once(counting[0]):
        jobs = {track.job for track in tracks}
        value = "clat" if found.histograms or "lat" not in found.tracks else "lat"
        spans = [track for track in found.tracks.get(value, []) if track.job in jobs]
        logs = lines.Logs(
            tracks,
            latency=spans,
            latency_unit=1e3 if versions == {2} else 1.0,
            bandwidth=[track for track in found.tracks.get("bw", []) if track.job in jobs],
        )
        facts = LogFacts(inline=False if versions == {3} else None)
        line = lines.build(logs, facts)
        yield _result(name.prefix, line, logs, value, found, versions)


def _in_order(reader: LogReader) -> None:
    """Raises Bad for a log of one job whose times go back. fio writes such a log anew in each run,
    so these are no jobs that ran at the same time, and do not add up."""
    name = reader.first_unordered_log(reader.names)
    if name is not None:
        raise reader.files[name].bad(
            partial(message, "fio-log-goes-back", job=reader.names[name].job)
        )


def _why_no_rate(found: LogSet) -> Sentence:
    rates = found.tracks.get("iops", [])
    if not any(found.tracks.values()) and not found.histograms:
        return partial(message, "nothing-in-it")
    if rates and figures.no_rates(rates, None):
        return partial(message, "fio-log-of-ones")
    missing = sorted({track.writer for track in found.every} - {track.writer for track in rates})
    if rates and missing:
        return partial(message, "fio-rate-log-missing", jobs=", ".join(missing))
    return partial(message, "fio-logs-without-rate")


def _at_once(tracks: Sequence[Track]) -> Iterator[list[Track]]:
    """Groups jobs that ran at the same time. Only stamps of the time of day show this."""
    if min(track.first_ms for track in tracks) < fio_log_rows.UNIX_MS:
        yield list(tracks)
        return
    together: list[Track] = []
    for track in sorted(tracks, key=lambda track: track.first_ms):
        if together and track.first_ms >= min(other.last_ms for other in together):
            yield together
            together = []
        together.append(track)
    yield together


def _result(
    prefix: str,
    line: TimeLine,
    logs: lines.Logs,
    value: str,
    found: LogSet,
    versions: frozenset[int],
) -> Result:
    codes = figures.remarks_of(line)
    whole = line.exact and not line.apart
    left_out = line.gaps("went_on", "idle")
    # Time in which fio stood still is time of the Run, as fio itself counts it.
    line = line.without("went_on")
    seconds = line.seconds if whole else line.recorded_s
    line = line.without("idle")
    bins = figures.distribution(found.histograms)
    kinds = {
        kind: figures.operations(kind, line, logs, seconds, bins.get(kind), whole=whole)
        for kind in line.operations
    }
    remarks = ["logs_alone", *codes]
    has_latency = any(ops.completion is not None for ops in kinds.values())
    if has_latency and versions == {2, 3}:
        remarks.append("nanoseconds_assumed")
    if line.jobs > len({track.writer for track in logs.counting}):
        remarks.append("jobs_in_one_log")
    if any(track.lost for track in logs.counting):
        remarks.append("rows_lost")
    return Result(
        name=prefix,
        at=_which(logs.counting),
        line=None,
        kinds=kinds,
        seconds=seconds,
        starts=None if not has_latency else "submission" if value == "lat" else "after_submission",
        workload=Workload(read_percent=read_share(kinds)),
        load=Load(),
        started_at_ns=None if line.unix_ms is None else round(line.unix_ms * 1e6),
        parts=(
            figures.parts_with_distributions(line, line.parts(), found.histograms)
            if value == "clat"
            else line.parts()
        ),
        derived={} if whole else {f"{kind}.count": "operations_by_rate" for kind in kinds},
        unrecorded=UnrecordedTime(left_out),
        of_parts=True,
        remarks=tuple(remarks),
    )


def _which(tracks: Sequence[Track]) -> str:
    """Which jobs it is of: `logs of jobs 1, 2, 3`."""
    writers = sorted({track.writer for track in tracks}, key=lambda writer: (len(writer), writer))
    if writers == [""]:
        return "its logs" if len(tracks) == 1 else f"logs of {len(tracks)} jobs"
    shown = writers if len(writers) <= 8 else [*writers[:3], "…", writers[-1]]
    return f"logs of job{'s' * (len(writers) > 1)} {', '.join(shown)}"
