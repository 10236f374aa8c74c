"""Files of other programs: results, recordings and jobs, changed as bytes and, of JSON, as trees,
read by the verb they are for."""

import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.features.imports.test_contract import FILES
from tests.features.jobs.test_hcibench import CONF
from tests.features.jobs.test_iometer import ICF
from tests.hostile.fuzzing import child, mutate

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
RESULTS = FIXTURES / "results"
ALSO = ("hcibench", "vdbench", "fio", "others")
"""Folders of more than the contract's one file per format: logs, parameters, statuses."""
RECORDED = (
    (
        "Linux 6.18.44 (vm) \t11/25/2026 \t_x86_64_\t(2 CPU)\n\n11/25/2026 04:10:24 PM\n"
        "avg-cpu:  %user   %idle\n           1.00   99.00\n\n"
        "Device            r/s     rkB/s  %util\nvda             12.50     50.00   3.10\n\n"
        "11/25/2026 04:10:25 PM\n"
        "Device            r/s     rkB/s  %util\nvda             13.50     50.00   3.10\n"
    ),
    (
        "Linux 6.18.44 (vm) \t25/11/26 \t_x86_64_\t(2 CPU)\n\n"
        "23:59:58          DEV       tps     rkB/s   %util\n"
        "23:59:59          sda     10.00     40.00    5.00\n"
        "00:00:00          sda     11.00     44.00    5.50\n"
    ),
    (
        "# hostname;interval;timestamp;DEV;tps;rkB/s;%util\n"
        "vm;1;2026-11-25 15:10:24 UTC;sda;10.00;40.00;5.00\n"
    ),
    r'"(PDH-CSV 4.0) (EST)(300)","\\esx01\Memory\Free MBytes"' + '\n"11/25/2026 10:10:24","4096"\n',
)
JOBS: dict[str, tuple[str, ...]] = {
    "fio": (
        (
            "[global]\nioengine=libaio\ndirect=1\nbssplit=4k/60:64k/40\niodepth=8\nsize=1m\n"
            "runtime=50ms\ntime_based\n[a]\nrw=randrw\nrwmixread=70\nrate_iops=100,50\nfilename=a\n"
            "[b]\nstonewall\nrw=read\nnumjobs=2\nfilename=b\nrandom_distribution=zipf:1.1\n"
        ),
    ),
    "vdbench": (
        (
            "sd=default,openflags=o_direct\nsd=sd1,lun=a,size=1m,threads=8\nsd=sd2,lun=b,size=1m\n"
            "wd=wd1,sd=(sd1,sd2),xfersize=(4k,80,16k,20),rdpct=70\n"
            "wd=wd2,sd=sd*,xfersize=(4k,64k,4k),seekpct=100\n"
            "rd=run1,wd=wd1,iorate=(100,200),elapsed=3,interval=1,forthreads=(1-8,d)\n"
            "rd=run2,wd=wd1,iorate=curve,curve=(50,80),elapsed=2,warmup=1\n"
        ),
    ),
    "diskspd": (
        (
            "<Profile><TimeSpans><TimeSpan><Duration>1</Duration><Warmup>0</Warmup><Targets><Target>\n"
            "<Path>a</Path><BlockSize>8192</BlockSize><Random>8192</Random><WriteRatio>30</WriteRatio>\n"
            "<RequestCount>8</RequestCount><ThreadsPerFile>2</ThreadsPerFile>\n"
            '<Throughput unit="IOPS">100</Throughput><FileSize>1048576</FileSize>\n'
            "</Target></Targets></TimeSpan></TimeSpans></Profile>\n"
        ),
    ),
    "hcibench": (f"{CONF}self_defined_param_file_path: it.parm\n",),
    "iometer": (ICF,),
}
PARM = (
    "sd=sd1,lun=a,openflags=o_direct,hitarea=0,range=(0,100),threads=4\n"
    "wd=wd1,sd=sd1,xfersize=4k,rdpct=70,seekpct=100\n"
    "rd=run1,wd=wd1,iorate=900,elapsed=3600,warmup=1800,interval=5\n"
)
OUT = ("--campaign", "out.toml")
VERBS: dict[str, tuple[str, ...]] = {
    "fio": ("fio", "it", "--output-format=json", "--i-will-lose-the-data-on", "a"),
    "vdbench": ("vdbench", "-f", "it", *OUT),
    "diskspd": ("diskspd", "-Xit", *OUT),
    "hcibench": ("hcibench", "it", "it.parm", "--target", "a", *OUT),
    "iometer": ("iometer", "it", "--target", "a", *OUT),
    "import": ("import", "it", "--store", "it.db"),
}
MEASURES = ("fio",)
"""Verbs whose work a file may make long: they are interrupted, and must then end."""


def _seeds() -> tuple[tuple[str, bytes], ...]:
    found = [RESULTS / one for one in FILES.values()]
    for folder in ALSO:
        found += sorted(one for one in (RESULTS / folder).rglob("*") if one.is_file())
    texts = [text.encode() for text in RECORDED]
    results = [("import", data) for data in [*texts, *(one.read_bytes() for one in found)]]
    return *results, *((verb, text.encode()) for verb, many in JOBS.items() for text in many * 8)


SEEDS = _seeds()


def case(seed: int, number: int) -> tuple[str, bytes]:
    """The verb, and the file."""
    draw = random.Random(f"foreign {seed} {number}")
    verb, data = draw.choice(SEEDS)
    if data[:1] in (b"{", b"[") and draw.random() < 0.6:
        try:
            tree = json.loads(data)
        except ValueError:
            # Several documents in a file.
            tree = None
        if tree is not None:
            data = json.dumps(mutate.of_tree(draw, tree)).encode("utf-8", "surrogatepass")
    if draw.random() < 0.7:
        data = mutate.of_bytes(draw, data)
    if verb != "import" and draw.random() < 0.5:
        data = _words(draw, data)
    return verb, data


def _words(draw: random.Random, data: bytes) -> bytes:
    """Of a job: some value replaced by one that it does not expect."""
    lines = data.decode("utf-8", "replace").splitlines()
    places = [at for at, line in enumerate(lines) if "=" in line or ":" in line or "," in line]
    for at in draw.sample(places, min(len(places), draw.choice((1, 1, 2)))):
        sign = draw.choice([one for one in "=:,(" if one in lines[at]])
        before, _, after = lines[at].partition(sign)
        rest = draw.choice(("", after[1:], f",{after}", f"){after}"))
        lines[at] = f"{before}{sign}{draw.choice(mutate.ODD)}{rest}"
    return ("\n".join(lines) + "\n").encode("utf-8", "surrogatepass")


def try_cases(seed: int, numbers: Iterator[int]) -> Iterator[tuple[int, str]]:
    """Each case's number, and what is wrong with it (empty: nothing)."""
    child.prepare()
    for number in numbers:
        verb, data = case(seed, number)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "a").write_bytes(bytes(1 << 20))
            (folder / "it.parm").write_text(PARM)
            (folder / "it").write_bytes(data)
            after = 4 if verb in MEASURES else None
            ended = child.command(list(VERBS[verb]), folder, interrupt_after_s=after)
        if ended.wrong:
            child.save(f"foreign-{verb}", seed, number, data, f"{ended.wrong}\n{ended.said}")
        yield number, f"{verb}: {ended.wrong}: {ended.said[-300:]}" if ended.wrong else ""
