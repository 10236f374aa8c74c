"""Plans and starts campaigns with the command line: `plimsoll campaign plan` and `run`.

So the rules of the command hold, and its refusals are shown as they are. A campaign is a process in
a session of its own, with its file and log beside the store; neither Ctrl-C nor the end of the
server reaches it. It has normal priority; planning and drawing are niced beside a
measurement.

A campaign's file can contain commands, which run as our user, and can permit overwriting data. The
token does not make its holder an administrator of this machine, so such files are refused unless
the server was started with flags that allow them.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import child, posix, reading, state
from plimsoll.base.errors import IoError, PlimsollError, RefusedError, UsageError, one_line
from plimsoll.store import CampaignRow, Store
from plimsoll.store.ownership import check_writable
from plimsoll.web.messages import message
from plimsoll.web.niceness import niceness

if TYPE_CHECKING:
    from plimsoll.campaign.plan_document import Plan
    from plimsoll.campaign.spec import Spec
    from plimsoll.web import own_file

PLAN_WITHIN_S = 180.0
BEGINS_WITHIN_S = 180.0
"""Time until a campaign is in its store; it resolves all Points first."""
LOG_BYTES = 16_384
"""A page shows the end of a log."""
FILE_MARK = "plimsoll-web"
"""Part of the names of our files; only these are shown as logs."""


@dataclass(frozen=True)
class Permissions:
    """The permissions that the server was started with."""

    commands: bool = False
    data_loss: bool = False


@dataclass
class Starter:
    """Starts campaigns and tracks their processes."""

    allowed: Permissions
    _started: list[subprocess.Popen[bytes]] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def plan(self, text: str, home: Path) -> Plan:
        """The plan of the campaign in this text, relative to the folder `home`.

        Raises InputError for an invalid campaign, RefusedError for one that is not allowed, and
        UsageError with the message of the command.
        """
        from plimsoll.campaign.plan_document import Plan

        self.check(_parse(text))
        # In the same folder as the later file, since its paths are relative.
        with tempfile.NamedTemporaryFile(
            "w", dir=home, prefix=f".{FILE_MARK}-", suffix=".toml", encoding="utf-8"
        ) as file:
            file.write(text)
            file.flush()
            words = ["campaign", "plan", file.name, "--sha256", reading.digest(text), "--json"]
            try:
                ended = subprocess.run(
                    child.command(*words, nice=niceness()),
                    capture_output=True,
                    timeout=PLAN_WITHIN_S,
                    check=False,
                    cwd=home,
                    stdin=subprocess.DEVNULL,
                )
            except subprocess.TimeoutExpired:
                raise IoError(
                    *message.refusal("planning-too-long", seconds=f"{PLAN_WITHIN_S:.0f}")
                ) from None
            if ended.returncode != 0:
                raise UsageError(
                    last_message(ended.stderr).replace(file.name, message("the-campaign"))
                )
        return Plan.model_validate_json(ended.stdout)

    def check(self, spec: Spec) -> None:
        """Raises RefusedError for a campaign that may not be started from here."""
        campaign = spec.campaign
        commands = [
            name
            for name, is_used in (
                ("configuration", any(each.setting for each in spec.configuration.values())),
                ("fault", bool(spec.fault)),
                ("clear_caches", campaign.clear_caches is not None),
                ("collect", campaign.collect),
                ("scrape", campaign.scrape),
            )
            if is_used
        ]
        if commands and not self.allowed.commands:
            raise RefusedError(*message.refusal("commands-not-allowed", keys=", ".join(commands)))
        if (
            campaign.i_will_lose_the_data_on or campaign.overwrite_signature
        ) and not self.allowed.data_loss:
            raise RefusedError(*message.refusal("loss-not-allowed"))

    def start(self, text: str, store: Path) -> int:
        """Starts the campaign in this text into this store. Returns its number.

        Raises as `plan`, and UsageError with the message of a command that ended before the
        campaign began.
        """
        spec = _parse(text)
        self.check(spec)
        check_writable(store)
        stem = re.sub(r"[^a-z0-9]+", "-", spec.campaign.name.lower()).strip("-")[:40] or "campaign"
        file = _new(store.parent, stem, ".toml")
        # Exclusively: neither an existing file nor through a link.
        with file.open("x", encoding="utf-8") as new_file:
            new_file.write(text)
        log = file.with_suffix(".log")
        # Others may write to the folder, so the digest ensures that the command reads the checked
        # text. It gets the same refusals.
        words = [
            "campaign",
            "run",
            file.name,
            "--sha256",
            reading.digest(text),
            "--store",
            str(store),
        ]
        process = self._spawn(
            [*words, *self._without(commands=self.allowed.commands)], store.parent, log
        )
        found = _wait_for_campaign(
            process, store, lambda row: row.spec.get("file") == str(file.absolute())
        )
        if found is None:
            reason = _exit_message(log).replace(file.name, message("the-campaign"))
            for leftover in (file, log):
                leftover.unlink(missing_ok=True)
            raise UsageError(reason)
        return found

    def may_resume(self, row: CampaignRow, store: Store) -> bool:
        """Whether a campaign of this store runs commands. Raises RefusedError for one that may not
        be resumed from here.

        A store may come from anybody. Its commands run only if they are allowed here and this user
        signed them; the page never asks for confirmation.
        """
        with store.snapshot():
            return self._may_resume(row, store)

    def _may_resume(self, row: CampaignRow, store: Store) -> bool:
        from plimsoll.campaign import loader, trust

        spec = loader.spec_of(row)
        self.check(spec)
        check_writable(store.path)
        entries = store.plans.journal_entries(row.id)
        in_terminal = f"plimsoll campaign resume {store.path} --campaign {row.id}"
        if entries and not self.allowed.commands:
            raise RefusedError(*message.refusal("settings-left-changed", command=in_terminal))
        try:
            trust.Trust.of_this_user().stand_for(store, (row, spec), entries, again=in_terminal)
        except trust.NotConfirmedError:
            raise RefusedError(
                *message.refusal("not-signed", user=state.own_user_name(), command=in_terminal)
            ) from None
        return bool(entries) or any(act.does != trust.LOSES for act in trust.of_spec(spec))

    def resume(self, row: CampaignRow, store: Store) -> None:
        """Resumes a campaign. Raises as `may_resume` and `start`."""
        commands, path = self.may_resume(row, store), store.path
        log = _new(path.parent, f"resume-{row.id}", ".log")
        words = ["campaign", "resume", str(path), "--campaign", str(row.id)]
        # The command checks its store again; without commands here it may run none.
        process = self._spawn([*words, *self._without(commands=commands)], path.parent, log)
        found = _wait_for_campaign(
            process, path, lambda now: now.id == row.id and now.state == "running"
        )
        if found is None and process.returncode not in (0, 2):
            raise UsageError(_exit_message(log))

    def search(self, words: list[str], store: Path) -> int:
        """Starts `plimsoll find` with these arguments into this store. Returns the number of its
        campaign. Raises as `start`."""
        from plimsoll.web import own_file

        check_writable(store)
        log = _new(store.parent, "find", ".log")
        after = own_file.newest(store)
        process = self._spawn(["find", *words, "--store", str(store), "--json"], store.parent, log)
        found = _wait_for_campaign(
            process, store, lambda row: row.id > after and row.kind == "find"
        )
        if found is None:
            raise UsageError(_exit_message(log))
        return found

    def measure_disk(self, request: own_file.DiskRequest, store: Path) -> own_file.DiskMeasurement:
        """Measures the disk under a folder with a test file, which the command makes and removes.
        Returns at once, while the file is filled. Raises RefusedError for another user's store."""
        from plimsoll.web import own_file

        check_writable(store)
        log = _new(store.parent, "disk", ".log")
        after = own_file.newest(store)
        process = self._spawn(request.words(store), store.parent, log)
        return own_file.DiskMeasurement(process, request, store, log, after)

    def _without(self, *, commands: bool) -> list[str]:
        """Flags for what the command must refuse."""
        no_loss = [] if self.allowed.data_loss else ["--no-data-loss"]
        return no_loss if commands else ["--no-commands", *no_loss]

    def reap(self) -> None:
        """Reaps ended processes, which would stay zombies otherwise."""
        with self._lock:
            self._started = [process for process in self._started if process.poll() is None]

    def running(self) -> list[int]:
        """Running processes that were started here."""
        self.reap()
        return [process.pid for process in self._started]

    def _spawn(self, arguments: list[str], home: Path, log: Path) -> subprocess.Popen[bytes]:
        self.reap()
        with log.open("xb") as out:
            process = subprocess.Popen(
                child.command(*arguments),
                cwd=home,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
                env={**os.environ, "NO_COLOR": "1"},
            )
        with self._lock:
            self._started.append(process)
        return process


def _parse(text: str) -> Spec:
    """The campaign in this text. Its types are loaded here: the page starts without them."""
    from plimsoll.campaign.spec import Spec

    return reading.parse(text, Spec, name=message("the-campaign"))


def log_of(row: CampaignRow, store: Path) -> str:
    """The end of the log of a campaign that was started from here; empty for others.

    A store may come from anybody, so only a file with our mark beside the store is read.
    """
    file = Path(str(row.spec.get("file") or ""))
    if FILE_MARK not in file.name or file.parent != store.absolute().parent:
        return ""
    with contextlib.suppress(OSError, ValueError):
        descriptor = os.open(
            file.with_suffix(".log"), os.O_RDONLY | posix.O_NOFOLLOW | posix.O_NONBLOCK
        )
        with os.fdopen(descriptor, "rb") as log:
            log.seek(max(0, os.fstat(descriptor).st_size - LOG_BYTES))
            return log.read(LOG_BYTES).decode(errors="replace")
    return ""


def size_of(path: str, home: Path) -> str:
    """A remark on the file or device at a target's path; empty for other targets."""
    from plimsoll.base import units

    if path.startswith(("null:", "nbd://", "nbd+unix://", "nbds://", "stack:")):
        return ""
    at = home / path
    try:
        found = at.stat()
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return message("target-missing", path=at)
    except OSError as error:
        return message("target-unreadable", path=at, reason=error.strerror)
    kind = found.st_mode
    if stat.S_ISDIR(kind):
        return message("target-folder", path=at, file=at / "test.dat")
    if not (stat.S_ISREG(kind) or stat.S_ISBLK(kind)):
        # Not opened: a pipe would block, and opening some devices has effects.
        return message("target-strange", path=at)
    if stat.S_ISREG(kind):
        # Not opened: it may be a store that this process has open, and would lose its locks.
        if not os.access(at, os.R_OK):
            return message("target-unreadable", path=at, reason=os.strerror(errno.EACCES))
        return message("target-file", path=at, size=units.size(found.st_size))
    try:
        with at.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
    except OSError as error:
        return message("target-unreadable", path=at, reason=error.strerror)
    return message("target-device", path=at, size=units.size(size))


def _wait_for_campaign(
    process: subprocess.Popen[bytes], store: Path, matches: Callable[[CampaignRow], bool]
) -> int | None:
    """Waits until the campaign is in its store and returns its number; None if the process ended
    before."""
    from plimsoll.store import Store

    until = time.monotonic() + BEGINS_WITHIN_S
    while time.monotonic() < until:
        # Before reading the store, so that a campaign that ends in between is found.
        ended = process.poll() is not None
        if store.exists():
            with (
                contextlib.suppress(PlimsollError),
                Store.open(store, create=False, read_only=True) as opened,
            ):
                rows = reversed(opened.campaigns())
                found = next((row.id for row in rows if matches(row)), None)
                if found is not None:
                    return found
        if ended:
            return None
        time.sleep(0.15)
    raise IoError(*message.refusal("not-begun", seconds=f"{BEGINS_WITHIN_S:.0f}"))


def _new(folder: Path, stem: str, ending: str) -> Path:
    """A free name."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    for number in range(1000):
        again = f"-{number}" if number else ""
        path = folder / f"{stem}.{stamp}{again}.{FILE_MARK}{ending}"
        if not path.exists() and not path.with_suffix(".log").exists():
            return path
    raise IoError(*message.refusal("no-free-name", folder=folder))


def _exit_message(log: Path) -> str:
    """Why a command exited before its campaign began, from its log."""
    return last_message(log.read_bytes()) or message("exited-silently")


def last_message(output: bytes) -> str:
    """The last message of a command in its output."""
    lines = [
        one_line(line) for line in output.decode(errors="replace").splitlines() if line.strip()
    ]
    return next(
        (
            line.removeprefix("plimsoll: ")
            for line in reversed(lines)
            if line.startswith("plimsoll: ")
        ),
        lines[-1] if lines else "",
    )
