"""diskspd's XML, written from a known truth as its versions write it, and read back."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from plimsoll.features.imports.results.run_result import Result, whole
from plimsoll.features.imports.results.source import Bad
from tests.features.imports.result_files import of_text

SECONDS = 10
CACHES = {
    # What 2.0.15 and older wrote, and what newer ones do.
    "old cached": (
        "<DisableAllCache>false</DisableAllCache><DisableOSCache>false</DisableOSCache>",
        False,
    ),
    "old -S": (
        "<DisableAllCache>false</DisableAllCache><DisableOSCache>true</DisableOSCache>",
        True,
    ),
    "old -h": (
        "<DisableAllCache>true</DisableAllCache><DisableOSCache>false</DisableOSCache>",
        True,
    ),
    "new cached": ("", False),
    "new -Sh": ("<DisableOSCache>true</DisableOSCache><WriteThrough>true</WriteThrough>", True),
    "new -Sr": ("<DisableLocalCache>true</DisableLocalCache>", True),
}


@dataclass(frozen=True)
class Target:
    """A file, what was asked of it, and what each of its threads did."""

    path: str = r"D:\a.dat"
    block: int = 8192
    writes: int = 30
    depth: int = 4
    limit: int = 0
    random: str = "<Random>8192</Random>"
    cache: str = CACHES["new -Sh"][0]
    rate: int = 1_000
    """Of each thread."""


def document(targets: Sequence[Target], threads: int, *, together: bool) -> str:
    """`together`: each thread drives all targets (-F); else each target has so many of its own."""
    asked = "".join(
        f"<Target><Path>{one.path}</Path><BlockSize>{one.block}</BlockSize>{one.cache}{one.random}"
        f"<WriteRatio>{one.writes}</WriteRatio>"
        f'<Throughput unit="IOPS">{one.limit}</Throughput>'
        f"<RequestCount>{one.depth}</RequestCount>"
        f"<ThreadsPerFile>{0 if together else threads}</ThreadsPerFile></Target>"
        for one in targets
    )
    driven = [targets] * threads if together else [[one] for one in targets for _ in range(threads)]
    rows = ""
    for number, mine in enumerate(driven):
        rows += f"<Thread><Id>{number}</Id>"
        for one in mine:
            writes = one.rate * SECONDS * one.writes // 100
            reads = one.rate * SECONDS - writes
            rows += (
                f"<Target><Path>{one.path}</Path><BytesCount>{(reads + writes) * one.block}"
                f"</BytesCount><IOCount>{reads + writes}</IOCount><ReadBytes>{reads * one.block}"
                f"</ReadBytes><ReadCount>{reads}</ReadCount><WriteBytes>{writes * one.block}"
                f"</WriteBytes><WriteCount>{writes}</WriteCount></Target>"
            )
        rows += "</Thread>"
    return (
        "<Results>\n<System><ComputerName>H</ComputerName><Tool><Version>2.1</Version></Tool>"
        "<RunTime>2024/01/24 10:00:00 UTC</RunTime></System>\n<Profile><TimeSpans><TimeSpan>"
        f"<Duration>{SECONDS}</Duration><Warmup>5</Warmup>\n<Targets>{asked}</Targets></TimeSpan>"
        f"</TimeSpans></Profile>\n<TimeSpan><TestTimeSeconds>{SECONDS}.00</TestTimeSeconds>"
        f"<ThreadCount>{len(driven)}</ThreadCount>\n{rows}</TimeSpan>\n</Results>\n"
    )


def read(tmp_path: Path, text: str) -> list[Result]:
    return of_text(tmp_path, text, "x.xml", "diskspd xml")


@pytest.mark.parametrize("cache", CACHES)
def test_the_file_cache_is_passed_by_where_the_document_says_true(
    tmp_path: Path, cache: str
) -> None:
    written, direct = CACHES[cache]
    (found,) = read(tmp_path, document([Target(cache=written)], 2, together=False))
    assert found.direct is direct


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("targets", [1, 2, 3])
@pytest.mark.parametrize("threads", [1, 4])
def test_depth_and_rate_are_those_of_all_threads_and_targets(
    tmp_path: Path, targets: int, threads: int, together: bool
) -> None:
    asked = [Target(path=f"D:\\{n}.dat", limit=1_000) for n in range(targets)]
    (found,) = read(tmp_path, document(asked, threads, together=together))
    assert found.load.most_outstanding == 4 * targets * threads
    assert found.load.offered_rate_per_s == 1_000 * targets * threads
    every = whole(found.kinds)
    assert every.rate_per_s == 1_000 * targets * threads
    assert found.kinds["read"].count == every.count * 7 // 10 if every.count else 0
    assert all(one.agrees for one in found.checks)


def test_what_targets_differ_in_is_of_none_of_them(tmp_path: Path) -> None:
    asked = [Target(), Target("D:\\b.dat", 65_536, 0, 8, 500, "<StrideSize>65536</StrideSize>", "")]
    (found,) = read(tmp_path, document(asked, 2, together=False))
    assert found.workload.block_size_bytes is None
    assert found.workload.read_percent is None
    assert found.workload.pattern is None
    assert found.direct is None
    assert found.load.queue_depth is None
    # The first target is held to nothing.
    assert found.load.offered_rate_per_s is None
    assert whole(found.kinds).bytes == 2 * SECONDS * 1_000 * (8_192 + 65_536)


def test_a_share_of_random_operations_is_neither_pattern(tmp_path: Path) -> None:
    part = "<RandomRatio>70</RandomRatio><Random>8192</Random>"
    (found,) = read(tmp_path, document([Target(random=part)], 1, together=False))
    assert found.workload.pattern is None


@pytest.mark.parametrize("between", ["", "\n\n", '<?xml version="1.0"?>\n', "PS C:\\> "])
def test_several_documents_in_one_file_are_several_runs(tmp_path: Path, between: str) -> None:
    first = document([Target()], 1, together=False)
    second = document([Target("E:\\b.dat", rate=3_000)], 1, together=False)
    text = first + between + second
    if between.startswith("PS"):
        with pytest.raises(Bad, match="no whole XML document"):
            read(tmp_path, text)
        return
    a, b = read(tmp_path, text)
    assert [one.at for one in (a, b)] == ["output 1, TimeSpan 1", "output 2, TimeSpan 1"]
    assert [one.target for one in (a, b)] == ["D:\\a.dat", "E:\\b.dat"]
    assert [whole(one.kinds).rate_per_s for one in (a, b)] == [1_000, 3_000]


def test_a_last_document_that_is_cut_is_refused(tmp_path: Path) -> None:
    text = document([Target()], 1, together=False)
    with pytest.raises(Bad, match="no whole XML document"):
        read(tmp_path, text + text[:-40])


def test_threads_that_are_missing_are_refused(tmp_path: Path) -> None:
    """The sum over the others is no result."""
    text = document([Target()], 2, together=False)
    begin = text.index("<Thread><Id>1<")
    cut = text[:begin] + text[text.index("</Thread>", begin) + len("</Thread>") :]
    with pytest.raises(Bad, match="TimeSpan 1 has 1 of 2 threads: it is cut"):
        read(tmp_path, cut)
