"""The journal of `plimsoll hosts up`, in this user's state folder, written before anything is made,
so that after any failure the next `up` goes on and `down` finds all of it.

One folder per hosts file, named by its path, with the journal and the cluster's token (0600).

On hosts a cluster has a random id from its first `up`: two machines with the same path and user are
two clusters.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import posix, state
from plimsoll.base.errors import InputError, IoError, RefusedError
from plimsoll.base.posix import fcntl
from plimsoll.features.hosts.messages import message

if TYPE_CHECKING:
    from plimsoll.features.hosts.ssh import Place

"""Name of the head's host."""


@dataclass(frozen=True)
class HostEntry:
    """A host on which something may have been made."""

    name: str
    address: str | None
    user: str | None
    port: int | None
    python: str
    folder: str | None = None
    """None: the default of the far end."""


@dataclass
class Journal:
    """The journal of one hosts file."""

    folder: Path
    id: str
    """Id of the cluster, stored with the first host."""
    file: str
    hosts: dict[str, HostEntry] = field(default_factory=dict)

    @property
    def token_file(self) -> Path:
        """File of the cluster's token."""
        return self.folder / "token"

    def token(self) -> str:
        """The cluster's token, created if missing."""
        with contextlib.suppress(FileExistsError):
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | posix.O_CLOEXEC
            with os.fdopen(os.open(self.token_file, flags, mode=0o600), "w") as token:
                token.write(secrets.token_hex(32))
                token.flush()
                os.fsync(token.fileno())
        return self.token_file.read_text(encoding="ascii").strip()

    def add(self, place: Place, folder: str | None = None) -> None:
        """Records a host before anything is made there."""
        self.hosts[place.name] = HostEntry(
            place.name, place.address, place.user, place.port, place.python, folder
        )
        self._write()

    def remove(self, name: str) -> None:
        """Removes the record of a clean host."""
        self.hosts.pop(name, None)
        self._write()

    def forget(self) -> None:
        """Removes journal and token."""
        for path in (self.token_file, self.folder / JOURNAL):
            path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            (self.folder / "lock").unlink(missing_ok=True)
            self.folder.rmdir()
            self.folder.parent.rmdir()

    def _write(self) -> None:
        document = {
            "id": self.id,
            "file": self.file,
            "hosts": [asdict(host) for host in self.hosts.values()],
        }
        part = self.folder / f"{JOURNAL}.part"
        with part.open("w", encoding="utf-8") as opened:
            json.dump(document, opened)
            opened.flush()
            os.fsync(opened.fileno())
        part.replace(self.folder / JOURNAL)


JOURNAL = "journal.json"


def place_of(file: Path) -> Path:
    """The folder of journal and token for a hosts file, which need not exist any more."""
    called = hashlib.sha256(os.fsencode(file.resolve())).hexdigest()[:12]
    return state.place() / "hosts" / called


def token_of(file: Path) -> str | None:
    """The token of the cluster that `up` made for this file, or None."""
    try:
        return (place_of(file) / "token").read_text(encoding="ascii").strip()
    except (OSError, IoError):
        return None


@contextlib.contextmanager
def journal(file: Path) -> Iterator[Journal]:
    """The journal of a hosts file, locked."""
    with state.open_folder(make=True):
        pass
    folder = place_of(file)
    with _lock_folder(folder, file):
        opened_journal = Journal(folder, secrets.token_hex(8), str(file.resolve()))
        try:
            document = json.loads((folder / JOURNAL).read_text(encoding="utf-8"))
            opened_journal.id = str(document["id"])
            opened_journal.hosts = {host["name"]: HostEntry(**host) for host in document["hosts"]}
        except FileNotFoundError:
            pass
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(
                *message.refusal("journal-unreadable", journal=folder / JOURNAL, error=error)
            ) from None
        yield opened_journal


@contextlib.contextmanager
def _lock_folder(folder: Path, file: Path) -> Iterator[None]:
    """Locks the folder."""
    while True:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        place = folder / "lock"
        with contextlib.suppress(FileNotFoundError), place.open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise RefusedError(
                    *message.refusal("another-up", "wait-for-it", file=file)
                ) from None
            # A lock on a removed file protects nothing: retry.
            if os.fstat(lock.fileno()).st_ino == place.stat().st_ino:
                yield
                return
