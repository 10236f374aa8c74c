"""Every example job of fio: does it run here, or what is missing?

    python tools/fio_examples.py FOLDER            prints the page
    python tools/fio_examples.py FOLDER --write    writes docs/reference/fio-examples.md

FOLDER holds fio's own `examples/*.fio`. A job is really run, made small first: sizes, times and
rates of a second or two, devices and folders of others replaced by files of a folder of its own.
What its options mean is not changed.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs" / "reference" / "fio-examples.md"
COMMAND = Path(sys.executable).with_name("plimsoll")

SMALLER = (
    (r"^(size|filesize)\s*=\s*(?!.*%)[^;#\n,]+", r"\1=4m"),
    (r"^io_size\s*=\s*(?!.*%)[^;#\n,]+", "io_size=4m"),
    (r"^(runtime|timeout)\s*=.*", r"\1=1"),
    (r"^(startdelay|ramp_time)\s*=.*", r"\1=0"),
    (r"^(ss_dur|steadystate_duration)\s*=.*", r"\1=2s"),
    (r"^(ss_ramp|steadystate_ramp_time)\s*=.*", r"\1=0"),
    (r"^loops\s*=.*", "loops=2"),
    (r"^number_ios\s*=.*", "number_ios=16"),
    (r"^(rate)\s*=\s*\d+\s*$", "rate=4m"),
    (r"^(ratemin)\s*=.*", "ratemin=1m"),
    (r"^(offset)\s*=\s*(?!0\s*$)(?!.*%)[^;#\n,]+", r"\1=0"),
    (r"^allow_file_create\s*=.*", "allow_file_create=1"),
    (r"^(offset_increment)\s*=.*", r"\1=4m"),
    (r"^directory\s*=.*", "directory=."),
    (r"^filename\s*=\s*(/dev/(?!null|zero)[^\s:;#]+|/[^\s:;#]+)", "filename=target.dat"),
)
"""What is made smaller, or of our own, before a job is run."""


def made_small(text: str) -> str:
    """The job with its numbers made small; jobs without a size get one."""
    for pattern, small in SMALLER:
        text = re.sub(pattern, small, text, flags=re.MULTILINE)
    if not re.search(r"^(size|filesize)\s*=", text, flags=re.MULTILINE):
        head = "size=4m\n" if re.search(r"^\[global\]", text, flags=re.MULTILINE) else ""
        text = re.sub(r"^\[global\]\n", f"[global]\n{head}", text, count=1, flags=re.MULTILINE)
        if not head:
            text = f"[global]\nsize=4m\n{text}"
    return text


def verdict(path: Path) -> str:
    """`runs`, or what is missing."""
    with tempfile.TemporaryDirectory() as folder:
        job = Path(folder) / path.name
        job.write_text(made_small(path.read_text()))
        given = dict.fromkeys(re.findall(r"\$\{(\w+)\}", job.read_text()), "1")
        given |= {"FIO_RW": "randread", "FIO_BS": "4k"}
        export: subprocess.Popen[bytes] | None = None
        named: tuple[str, ...] = ()
        if "ioengine=nbd" in job.read_text():
            export, given["uri"] = serve_volume(Path(folder))
            # Nobody sees from here who else uses an export.
            named = ("--i-will-lose-the-data-on", given["uri"])
        try:
            done = subprocess.run(
                [COMMAND, "fio", path.name, "--output-format=json", *named],
                cwd=folder,
                env={**os.environ, **given},
                capture_output=True,
                text=True,
                check=False,
                timeout=120,
            )
        finally:
            if export is not None:
                export.terminate()
                export.wait()
    # A Run that the page cache answered, or that says little of the target, has run all the same.
    if done.returncode in (0, 2):
        return "runs"
    said = [line for line in done.stderr.splitlines() if line.startswith("plimsoll: ")]
    return short(said[-1] if said else done.stderr, path.name)


def serve_volume(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """A volume behind NBD, for the example that wants one."""
    socket = folder / "nbd"
    stack = ROOT / "examples" / "stacks" / "mm1.toml"
    process = subprocess.Popen(
        [COMMAND, "serve", stack, "--unix", socket],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    for _ in range(100):
        if socket.exists():
            break
        time.sleep(0.1)
    return process, f"nbd+unix:///?socket={socket}"


def short(said: str, name: str) -> str:
    """The first of what is missing, without the places."""
    text = said.removeprefix("plimsoll: ").split(" Change the job")[0]
    first = text.split(f"; {name}")[0]
    return re.sub(rf"{re.escape(name)}, line \d+: ", "", first).removesuffix(".")


HEAD = """# fio's example jobs

{runs} of fio's {all} example jobs run; the others are refused by the name of what is missing, of
which the first is shown. A job that runs was really run, as a small copy: sizes, times and rates of
a second or two, devices replaced by files. Made from the folder `examples` of fio's source:
`python tools/fio_examples.py FOLDER --write`.
"""
ENGINE = "its `ioengine` is not one of those that run here"


def page(rows: Mapping[str, str]) -> str:
    """The page: the jobs that run, and the others by what they lack."""
    groups: dict[str, list[str]] = {}
    for name, said in rows.items():
        groups.setdefault(ENGINE if said.startswith("ioengine=") else said, []).append(f"`{name}`")
    runs = groups.pop("runs", [])
    lines = [f"- {why}: {', '.join(names)}" for why, names in groups.items()]
    head = HEAD.format(runs=len(runs), all=len(rows))
    return "\n".join([head, f"Runs: {', '.join(runs)}.", "", "## Refused", "", *lines, ""])


def main() -> int:
    """Prints or writes the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    made = page({path.name: verdict(path) for path in sorted(asked.folder.glob("*.fio"))})
    if asked.write:
        TABLE.write_text(made)
    else:
        print(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
