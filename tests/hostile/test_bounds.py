"""Input without bounds: folders of the kernel, numbers without end, names that are no UTF-8 or of any
length, and memory that is not there. One line and a documented code, in bounded time."""

import json
import os

import pytest

from tests.hostile.conftest import Attempts
from tests.hostile.rig import Rig, whole

NULL = ("run", "--target", "null:", "--block-size", "4k", "--measure-for", "100ms")
NINES = "9" * 5_000
READ = {"total_ios": 9, "runtime": 900, "io_bytes": 36_864, "iops": 10.0}
JOB: dict[str, object] = {"jobname": "j", "read": READ}


def assert_short_refusal(ended: object, *codes: int) -> None:
    assert getattr(ended, "code") in codes, ended  # noqa: B009
    assert len(getattr(ended, "err").splitlines()) <= 3, ended  # noqa: B009


@pytest.mark.long
@pytest.mark.parametrize("folder", ["/proc", "/sys"])
def test_what_the_kernel_makes_up_is_not_imported(rig: Rig, folder: str) -> None:
    assert_short_refusal(rig.plimsoll("import", folder, "--store", "s.db", within_s=60), 65)


@pytest.mark.long
@pytest.mark.parametrize(
    "document",
    [
        {"jobs": [{"jobname": "j"}] * 200_000},
        {"jobs": [JOB | {"read": READ | {"clat_ns": {"bins": dict.fromkeys(range(50_000), 1)}}}]},
    ],
    ids=["jobs without end", "bins without end"],
)
def test_results_without_end_are_left_out(rig: Rig, document: dict[str, object]) -> None:
    rig.path("x.json").write_text(json.dumps({"fio version": "fio-3.33", **document}))
    ended = rig.plimsoll("import", "x.json", "--store", "s.db")
    assert ended.code == 65
    assert "at most" in ended.out + ended.err


NUMBERS = [
    *(
        ("fio", "--name=x", "--filename=t", "--rw=read", "--size=1m", f"--{option}={NINES}")
        for option in ("bs", "size", "iodepth", "numjobs", "rate", "offset", "runtime", "thinktime")
    ),
    ("ndisk", "-f", "t", "-R", "-b", "4K", "-M", NINES),
    ("vdbench", "-f", "t", "-e", NINES),
    ("compare", f"s.db#{NINES}", "s.db#1"),
    ("run", "--target", "null:", "--block-size", NINES),
    ("report", "--campaign", NINES),
]


@pytest.mark.parametrize("words", NUMBERS, ids=lambda words: f"{words[0]} {words[-1][:10]}")
def test_numbers_without_end_are_refused(rig: Rig, words: tuple[str, ...]) -> None:
    rig.path("t").write_text("sd=s,lun=t\nwd=w,sd=s\nrd=r,wd=w,elapsed=1\n")
    assert_short_refusal(rig.plimsoll(*words), 64, 65, 66)


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "job", "volume"),
    [(b"\xff.json", "j", b"a\xff"), (b"x.json", "n" * 5_000, b"v" * 5_000)],
    ids=["no UTF-8", "any length"],
)
def test_names_of_any_kind_are_imported_and_drawn_in_every_form(
    rig: Rig, attempts: Attempts, file: bytes, job: str, volume: bytes
) -> None:
    name = os.fsdecode(file)
    results = {"fio version": "fio-3.33", "jobs": [JOB | {"jobname": job}]}
    rig.path(name).write_text(json.dumps(results))
    asked = ("import", name, "--store", "s.db", "--as", os.fsdecode(volume))
    assert rig.plimsoll(*asked).code == 0
    for form in ("html", "md", "csv", "json", "parquet", "xlsx", "pdf"):
        ended = rig.plimsoll("report", "--store", "s.db", "--to", form, "--output", f"o.{form}")
        assert ended.code == 0, ended
        attempts.count_success()


@pytest.mark.long
@pytest.mark.parametrize("kib", [120_000, 250_000, 400_000])
def test_too_little_memory_is_never_a_verdict_nor_damage(
    rig: Rig, attempts: Attempts, kib: int
) -> None:
    assert rig.plimsoll(*NULL, "--store", "s.db").code == 0
    for form in ("xlsx", "pdf"):
        words = ("report", "--store", "s.db", "--to", form, "--output", f"o.{form}", "--force")
        ended = rig.plimsoll(*words, before=("bash", "-c", f'ulimit -v {kib}; exec "$@"', "bash"))
        assert ended.code in (0, 75), ended
        assert "damaged" not in ended.err
        attempts.count_success()


@pytest.mark.long
@pytest.mark.parametrize("kib", [200_000, 400_000])
def test_a_campaign_in_too_little_memory_ends(rig: Rig, kib: int) -> None:
    """The linear algebra of a library asked for its buffer for ever."""
    rig.path("c.toml").write_text(
        '[campaign]\nname = "c"\nwarmup_for = "0s"\nmeasure_for = "50ms"\n[target]\nname = "n"\npath = "null:"\n'
        "[load]\nqueue_depth = [1, 1024]\n"
    )
    ended = rig.plimsoll(
        *("campaign", "run", "c.toml", "--store", "s.db"),
        before=("bash", "-c", f'ulimit -v {kib}; exec "$@"', "bash"),
    )
    assert ended.code in (0, 2, 75), ended
    assert ended.code == 0 or "ulimit -v" in ended.out + ended.err


@whole
def test_a_folder_of_the_kernel_is_examined_in_time(rig: Rig) -> None:
    rig.plimsoll("doctor", "--quick", "--root", "/proc/self/root/proc", within_s=60)
