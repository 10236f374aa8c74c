"""Readers beside writers: every page and every verb that reads, again and again, while a campaign
is killed and resumed, searches, Runs and imports write to the same store. Each answers, and nobody
is told that the store is damaged.

Which moments they meet is the machine's doing, so every claim holds at all of them.
"""

import contextlib
import http.client
import itertools
import json
import os
import random
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.hostile import stores
from tests.hostile.conftest import Attempts
from tests.hostile.page import CAMPAIGN as LINK
from tests.hostile.rig import Rig, many, seed
from tests.web.server import WebServer

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
STACK = ROOT / "examples/stacks/iops-cap.toml"
FIO = ROOT / "tests/fixtures/results/fio/grouped.json"
POINTS = f"""
[campaign]
name = "short points"
virtual = true
warmup_for = "100ms"
measure_for = "500ms"
repeats = 12
[target]
path = "stack:{STACK}"
[workload]
block_size = ["4k", "16k", "64k"]
read = [100, 70]
[load]
queue_depth = [1, 4, 16]
"""
"""216 short Points: a Run begins and ends many times while a page is made."""
KILLED_WITHIN_S = (0.5, 6.0)
ANSWERS_WITHIN_S = 300.0
FAILED = ("is damaged", "internal error", "This page failed", "Internal Server Error",
          "could not be read", "is locked", "Traceback")  # fmt: skip
"""What none of them may say."""
DECIDED, NOTHING_YET = (0, 1, 2), (64, 65)
"""Exit codes; the latter of a campaign that has just begun and has no Run: a refusal, in words."""
EACH = 5
"""Of so many loads one is a verb, which is a process of its own."""
DRAWN_EACH = 20
"""Of so many rounds over the pages one has a report that is drawn."""


@dataclass
class Beside:
    """Those who write and those who read one store."""

    rig: Rig
    store: Path
    page: WebServer
    loads: int
    dice: random.Random
    done: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)
    turn: int = 0
    wrote: Counter[str] = field(default_factory=Counter)
    read: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    slowest: dict[str, float] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    # Writers
    # -----------------------------------------------------------------------------------------

    def wrote_campaigns(self) -> None:
        """Campaigns that are killed and resumed until they end, one after the other."""
        while not self.done.is_set():
            words = ["campaign", "run", "points.toml", "--store", str(self.store)]
            while not self.done.is_set() and self._run_or_kill(words):
                words = ["campaign", "resume", "points.toml", "--store", str(self.store)]
                self.wrote["campaign killed"] += 1
            self.wrote["campaign"] += 1

    def _run_or_kill(self, words: list[str]) -> bool:
        """Runs it for a random while; whether it was killed before it ended."""
        process = self._start_writer(words)
        with contextlib.suppress(subprocess.TimeoutExpired):
            out, err = process.communicate(timeout=self.dice.uniform(*KILLED_WITHIN_S))
            self._check_ending(words, process.returncode, out + err)
            return False
        process.send_signal(signal.SIGKILL)
        process.communicate()
        return True

    def wrote_others(self) -> None:
        """A search, a Run, an import of what was not imported yet; again and again."""
        kept = ["--virtual", "--target", f"stack:{STACK}", "--store", str(self.store)]
        for number in itertools.count():
            imported = self.rig.path(f"fio-{number}.json")
            told = json.loads(FIO.read_text())
            told["timestamp"] += number
            told["jobs"][0]["jobname"] = f"import {number}"
            imported.write_text(json.dumps(told))
            for words in (
                ["find", *kept, "--objective", "p99 <= 5ms"],
                ["run", *kept, "--rate", "1000", "--measure-for", "5s", "--interval", "1s"],
                ["import", str(imported), "--store", str(self.store)],
            ):
                if self.done.is_set():
                    return
                process = self._start_writer(words)
                out, err = process.communicate()
                self.wrote[words[0]] += 1
                self._check_ending(words, process.returncode, out + err)

    def _check_ending(self, words: list[str], code: int, said: bytes) -> None:
        """Readers keep nobody from writing. One that was killed before it stood in the store cannot
        be resumed."""
        if code not in (0, 2) and b"holds no campaign called" not in said:
            self._note(f"{words} ended with {code}: {said[-600:]!r}")

    def _start_writer(self, words: list[str]) -> subprocess.Popen[bytes]:
        """Niced: writers go on until everything was read, and cost what readers wait for."""
        process = self.rig.start(*words)
        with contextlib.suppress(ProcessLookupError):
            os.setpriority(os.PRIO_PROCESS, process.pid, 10)
        return process

    # Readers
    # -----------------------------------------------------------------------------------------

    def read_pages(self) -> None:
        """Every page of the shelf and of its newest campaigns, in turns."""
        for path in self._pages():
            if not self._counts("page", self.loads - self.loads // EACH):
                return
            began = time.monotonic()
            try:
                status, said = self._load_page(path)
            except OSError as error:
                status, said = 0, repr(error)
            self._took(path, time.monotonic() - began)
            # One whose last Run went with a kill may be gone.
            if status not in (200, 404) or any(one in said for one in FAILED):
                self._note(f"{path}: {status} {said[-600:]}")

    def _pages(self) -> Iterator[str]:
        """Their addresses, for ever."""
        for round_ in itertools.count():
            yield "/"
            _, shelf = self._load_page("/")
            found = list(dict.fromkeys(LINK.findall(shelf)))
            (name, _), newest = found[0], found[: 3 + round_ % 3]
            for one, number in newest:
                yield f"/campaign/{one}/{number}"
                yield f"/campaign/{one}/{number}/events"
                yield f"/campaign/{one}/{number}/history"
                yield f"/campaign/{one}/{number}/edit"
            two = "&".join(f"c={one}.{number}" for one, number in newest[:2])
            yield from ("/trend", f"/compare?{two}", "/ways", "/start", "/policies")
            if round_ % DRAWN_EACH == 0:
                yield f"/report/{name}/{found[-1][1]}/runs.csv"

    def _load_page(self, path: str) -> tuple[int, str]:
        """Status and body; of a live page the first figures."""
        asked = http.client.HTTPConnection("127.0.0.1", self.page.port, timeout=ANSWERS_WITHIN_S)
        try:
            asked.request("GET", path, headers={"Accept": "text/html"})
            answer = asked.getresponse()
            if path.endswith("/events"):
                lines = iter(answer.readline, b"")
                told = next((line for line in lines if line.startswith(b"data:")), b"nothing")
                return answer.status, told.decode()
            return answer.status, answer.read().decode(errors="replace")
        finally:
            asked.close()

    def read_verbs(self) -> None:
        """Every verb that reads."""
        verbs = {name: stores.words(name, self.store) for name in stores.READERS}
        verbs["find --from"] = ("find", "--from", f"{self.store}#3")
        verbs["history"] = ("history", str(self.store))
        for verb in self._cycle(list(verbs)):
            if not self._counts("verb", self.loads // EACH):
                return
            began = time.monotonic()
            process = self.rig.start(*verbs[verb])
            out, err = process.communicate()
            said = (out[-2000:] + err).decode(errors="replace")
            self._took(verb, time.monotonic() - began)
            if process.returncode not in DECIDED:
                self.refused[f"{verb}: {err.decode(errors='replace')[-160:].strip()}"] += 1
            if process.returncode not in (*DECIDED, *NOTHING_YET) or any(
                one in said for one in FAILED
            ):
                self._note(f"{verb} ended with {process.returncode}: {said[-600:]}")

    def _cycle(self, verbs: list[str]) -> Iterator[str]:
        """All of them in turns, whoever asks for the next."""
        while True:
            with self.lock:
                turn = self.turn
                self.turn += 1
            yield verbs[turn % len(verbs)]

    def _counts(self, kind: str, most: int) -> bool:
        """Whether one more is to be read."""
        with self.lock:
            if self.read[kind] >= most or len(self.failures) > 20:
                return False
            self.read[kind] += 1
            return True

    def _took(self, what: str, seconds: float) -> None:
        name = LINK.sub("/campaign/…", what).partition("?")[0]
        self.slowest[name] = max(seconds, self.slowest.get(name, 0.0))

    def _note(self, failure: str) -> None:
        self.failures.append(failure)

    def together(self) -> None:
        """All of them, until everything was read."""
        writers = [
            threading.Thread(target=one) for one in (self.wrote_campaigns, self.wrote_others)
        ]
        readers = [
            threading.Thread(target=_note_failures(one, self._note))
            for one in (self.read_pages, self.read_pages, self.read_verbs, self.read_verbs)
        ]
        for thread in (*writers, *readers):
            thread.start()
        for thread in readers:
            thread.join()
        self.done.set()
        for thread in writers:
            thread.join()


def _note_failures(work: Callable[[], None], note: Callable[[str], None]) -> Callable[[], None]:
    """The work of a thread, which notes the exception that ends it as a failure."""

    def run_work() -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001  # whatever it was
            note(repr(error))

    return run_work


def test_no_page_and_no_verb_fails_beside_those_who_write(rig: Rig, attempts: Attempts) -> None:
    store = stores.make(rig.folder)
    rig.path("points.toml").write_text(POINTS)
    page = WebServer.begin("--store", str(store), folder=rig.folder)
    rig.later(page.end)
    dice = random.Random(seed())
    beside = Beside(rig, store, page, many("loads", 2000, 30), dice)
    beside.together()
    attempts.count_success(beside.read.total())
    slowest = {name: round(seconds, 1) for name, seconds in sorted(beside.slowest.items())}
    print(f"read {dict(beside.read)}, beside {dict(beside.wrote)}; slowest, s: {slowest}")
    print(f"refused: {dict(beside.refused)}")
    assert not beside.failures, beside.failures
    assert beside.wrote["campaign killed"], "nothing was killed"
