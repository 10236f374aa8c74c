"""What ndisk64 printed, imported: the figures are the printed ones. They do not follow from all
operations and one time, since each process counts over its own time."""

from pathlib import Path

import pytest

from plimsoll.features.imports.results import ndisk, record
from plimsoll.features.imports.results.source import File
from tests.features.imports.result_files import source_of

HEAD = """\
Command: ./ndisk64 -f /data/f1 /data/f2 /data/f3 /data/f4 -S -r 50 -M {many} -b 4K -s 32M -t 60
\tSynchronous Disk test (regular read/write)
\tNo. of processes = {many}
\tI/O type         = Sequential
\tBlock size       = 4096
\tRead-Write       = Equal read and write
\tSync type: none  = just close the file
\tNumber of files  = 4
\tFile size        = 33554432 bytes = 32768 KB = 32 MB
\tRun time         = 60 seconds
\tSnooze %         = 0 percent
----> Running test with block Size=4096 (4KB) ....
Proc - <-----Disk IO----> | <-----Throughput------> RunTime
 Num -     TOTAL   IO/sec |    MB/sec       KB/sec  Seconds
"""
CACHED = """\
   1 -   1187720  19756.5 |     77.17     79025.95  60.12
   2 -   1169300  19488.3 |     76.13     77953.33  60.00
   3 -   1163402  19393.3 |     75.76     77573.34  59.99
   4 -   1160970  19352.9 |     75.60     77411.50  59.99
TOTALS   4681392  77991.0 |    304.65    311964.12
- Seqential procs=  4 read= 50% bs=  4KB
"""
"""Through the page cache: 4,681,392 operations in the 60.12 s of the slowest are 77,867 IOPS."""
ALONE = """\
   1 -    322752   5379.2 |     21.01     21516.80  60.00
"""
OLDER = CACHED.replace("    311964.12\n", "\n")
"""Some versions print no KB/sec in the totals."""


@pytest.mark.parametrize(
    ("rows", "many", "rate", "kib"),
    [
        (CACHED, 4, 77_991.0, 311_964.12),
        (OLDER, 4, 77_991.0, 311_964.12),
        (ALONE, 1, 5379.2, 21516.8),
    ],
)
def test_what_is_shown_is_what_was_printed(
    tmp_path: Path, rows: str, many: int, rate: float, kib: float
) -> None:
    path = tmp_path / "printed.txt"
    path.write_text(HEAD.format(many=many) + rows)
    [found] = ndisk.read(File(path, path.name))
    made = record.make(found, source_of("ndisk64", "ndisk64 text", path.name)).record
    assert made["achieved_rate_per_s"] == rate
    assert made["bytes_per_s"] == pytest.approx(kib * 1024, rel=1e-9)
    assert made["all"]["count"] == (4_681_392 if many > 1 else 322_752)
    assert all(check["agrees"] for check in made["imported"]["checks"])
    assert made["spec"]["target"]["name"] == "/data/f1:/data/f2:/data/f3:/data/f4"
