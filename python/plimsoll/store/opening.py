"""Opens a store, after checking that it is one, intact, and of a readable version.

Opening a SQLite file may change it: it may roll back a journal, create `-wal` and `-shm`, and write
a checkpoint on closing. So the header is read first, in immutable mode, and the pages are checked
read-only. Only SQLite reads the header of a store: closing any descriptor of a file drops all POSIX
locks that the process has on it (fcntl(2)), and without them another process could remove the log
of an open store (https://www.sqlite.org/howtocorrupt.html, section 2.2).

The owner decides how a store is opened (`ownership.py`), and every connection is guarded against
the content of the file (`connection.py`).
"""

import os
import re
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from plimsoll.base import posix
from plimsoll.base.errors import InputError, IoError, NoSpaceError, NoTargetError, PlimsollError
from plimsoll.store import checksums, upgrade
from plimsoll.store import connection as store_connection
from plimsoll.store.connection import BUSY_TIMEOUT_S
from plimsoll.store.messages import message
from plimsoll.store.ownership import Whose, is_beside, refuse_to_write, whose
from plimsoll.store.presence import FileId, identity
from plimsoll.store.schema import APPLICATION_ID, VERSION, statements

# https://www.sqlite.org/fileformat.html, section 1.3: the header is 100 bytes, both numbers
# big-endian.
_MAGIC = b"SQLite format 3\0"
_HEADER_BYTES = 100
_USER_VERSION_AT = 60
_APPLICATION_ID_AT = 68
# With less free space, an I/O error of SQLite means "full": for the shared-memory file it reports
# both alike.
_FULL_BELOW_BYTES = 256 * 1024
# Room for the next transaction, which may hold the record and the distributions of a Run.
_NEAR_BYTES = 4 << 20
_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL)


# SQLite's check of pages reports this for a page that it could not load.
_PAGE_NOT_LOADED = re.compile(r"failed to get page|unable to get the page")


class CheckedConnection(NamedTuple):
    """A connection to a store that passed every check, with the identity of the file."""

    connection: sqlite3.Connection
    file: FileId


def connect(path: Path, *, create: bool, read_only: bool) -> CheckedConnection:
    """A connection to a store that passed every check. Errors: see `Store.open`."""
    with _system_errors(path):
        if not path.exists():
            if path.is_symlink():
                raise NoTargetError(
                    *message.refusal("link-to-nothing", path=path, target=path.readlink())
                )
            if not create or read_only:
                raise NoTargetError(message("no-store", path=path))
            _create(path)
        older = _check_header(path) != VERSION
        found = _check_owner(path, read_only=read_only and not older)
    if older:
        with _system_errors(path), sqlite_errors(path):
            upgrade.bring_to_today(path)
        return connect(path, create=False, read_only=read_only)
    with sqlite_errors(path):
        _check_pages(path, found)
        connection = _reader(path, found) if read_only else _writer(path, found)
    try:
        # Checked again, since the file may have been replaced meanwhile. The identity is taken
        # after opening: on overlay file systems, opening to write may change the inode.
        with _system_errors(path):
            _check_owner(path, read_only=read_only)
            file = identity(path)
        if file is None:
            raise IoError(message("store-vanished", path=path))
    except BaseException:
        connection.close()
        raise
    return CheckedConnection(connection, file)


def _check_owner(path: Path, *, read_only: bool) -> Whose:
    """The owner. Raises RefusedError for a store that may not be written, or not even read."""
    found = whose(path)
    if not read_only:
        refuse_to_write(path, found)
    return found


def _writer(path: Path, found: Whose) -> sqlite3.Connection:
    connection = store_connection.connect(found.real, "write", named=path)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA journal_mode = WAL")
    except BaseException:
        connection.close()
        raise
    return connection


def _reader(path: Path, found: Whose) -> sqlite3.Connection:
    """A read-only connection. On read-only media the shared-memory file cannot be created; it is
    not needed without a log."""
    if found.foreign:
        return store_connection.connect(found.real, _without_a_trace(found), named=path)
    try:
        return store_connection.connect(found.real, "read", named=path)
    except sqlite3.OperationalError as error:
        # Locked for long by a writer, so it cannot be read without a lock.
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _LOCKED:
            raise
        return store_connection.connect(found.real, "immutable", named=path)


def _without_a_trace(found: Whose) -> store_connection.Mode:
    """How to read another user's store without writing its log or the log's index."""
    log, index = (Path(f"{found.real}{side}") for side in ("-wal", "-shm"))
    size = _bytes_of(log)
    if size is not None and index.exists():
        return "foreign"
    if size:
        raise IoError(
            message(
                "log-without-index",
                log=log,
                index=index.name,
                store=found.real.name,
                log_name=log.name,
            )
        )
    return "immutable"


def _bytes_of(log: Path) -> int | None:
    """Size of a log; None without one. A single call, since closing a store removes its log."""
    try:
        return log.stat().st_size
    except FileNotFoundError:
        return None


def _create(path: Path) -> None:
    """Creates a complete, empty store beside `path` and links it there, so that nobody sees a
    partial one."""
    if not path.parent.is_dir():
        raise IoError(message("folder-missing", path=path, folder=path.parent))
    if not os.access(path.parent, os.W_OK):
        raise IoError(message("folder-not-writable", path=path))
    # A name that nobody can guess, since others may write to the folder too.
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}.new")
    os.close(
        os.open(
            draft, os.O_RDWR | os.O_CREAT | os.O_EXCL | posix.O_NOFOLLOW | posix.O_CLOEXEC, 0o644
        )
    )
    try:
        connection = sqlite3.connect(draft, isolation_level=None)
        try:
            with sqlite_errors(path):
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute("BEGIN")
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {VERSION}")
                for statement in statements():
                    connection.execute(statement)
                checksums.seal(connection.execute, "configuration", "1")
                connection.execute("COMMIT")
                # After the commit, so that the header's numbers are in the file and not in the log.
                connection.execute("PRAGMA journal_mode = WAL")
        finally:
            connection.close()
        # If another process created it meanwhile, that one is the store.
        with suppress(FileExistsError):
            os.link(draft, path)
        posix.sync_folder(path.parent)
    finally:
        for leftover in (
            draft,
            Path(f"{draft}-wal"),
            Path(f"{draft}-shm"),
            Path(f"{draft}-journal"),
        ):
            leftover.unlink(missing_ok=True)


def is_store(path: Path) -> bool:
    """Whether this is a store of any version, by its header. Does not disturb processes that have
    it open. Raises OSError."""
    return path.is_file() and not is_beside(path) and _version(path) is not None


def _version(path: Path) -> int | None:
    """Version of a store; None for any other file."""
    try:
        return _version_by_sqlite(path, "immutable")
    except sqlite3.DatabaseError:
        # A writer may be moving its log into the file. We may not open it ourselves then, since
        # closing a descriptor would drop our locks.
        if _bytes_of(Path(f"{path.resolve()}-wal")) is not None:
            with suppress(sqlite3.Error):
                return _version_by_sqlite(path, "foreign")
        # No process has it open, so its header can be read directly.
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
        ours = header.startswith(_MAGIC) and header[_APPLICATION_ID_AT:][
            :4
        ] == APPLICATION_ID.to_bytes(4)
        return (
            int.from_bytes(header[_USER_VERSION_AT:][:4])
            if ours and len(header) == _HEADER_BYTES
            else None
        )


def _version_by_sqlite(path: Path, mode: store_connection.Mode) -> int | None:
    with closing(store_connection.connect(path.resolve(), mode, named=None)) as connection:
        if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            return None
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _check_header(path: Path) -> int:
    """The version of a store. Raises InputError for other files and for unreadable versions."""
    if not path.is_file():
        raise InputError(message("not-a-store-no-file", path=path))
    if is_beside(path):
        raise InputError(message("not-a-store-side-file", path=path))
    version = _version(path)
    if version is None:
        _refuse_foreign(path)
        # SQLite cannot read it, but it has our header; the check of its pages reports the damage.
        return VERSION
    if not upgrade.is_readable(version):
        raise _other_version(path, version)
    return version


def _other_version(path: Path, version: int) -> InputError:
    return InputError(message("other-version", path=path, version=version, ours=VERSION))


def _refuse_foreign(path: Path) -> None:
    """Raises InputError that says what the file is instead of a store."""
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
    if not header:
        raise InputError(message("not-a-store-empty", path=path))
    if len(header) < _HEADER_BYTES or not header.startswith(_MAGIC):
        raise InputError(message("not-a-store-no-sqlite", path=path))
    if int.from_bytes(header[_APPLICATION_ID_AT : _APPLICATION_ID_AT + 4]) != APPLICATION_ID:
        raise InputError(message("not-a-store-of-others", path=path))
    version = int.from_bytes(header[_USER_VERSION_AT : _USER_VERSION_AT + 4])
    if not upgrade.is_readable(version):
        raise _other_version(path, version)


def _check_pages(path: Path, found: Whose) -> None:
    """Raises InputError for a damaged file. Reads every page and looks up every row in its indexes,
    since queries would miss an unindexed row and no checksum would notice. About two seconds per
    GB."""
    log = Path(f"{found.real}-wal")
    # Without a log nobody is writing, and no side file is needed.
    mode: store_connection.Mode = (
        _without_a_trace(found) if found.foreign else "read" if _bytes_of(log) else "immutable"
    )
    before = _changes(found.real)
    finding = _damage(path, found, mode)
    while finding is not None and mode == "immutable":
        # Without a lock, a finding only counts if the file did not change meanwhile.
        if _bytes_of(log) is not None:
            mode = _without_a_trace(found) if found.foreign else "read"
        elif (now := _changes(found.real)) != before:
            before = now
        else:
            break
        finding = _damage(path, found, mode)
    if finding is not None:
        raise InputError(message("pages-damaged", path=path, finding=finding))


def _changes(path: Path) -> tuple[int, int]:
    """Time and size of a file: any write changes them."""
    found = path.stat()
    return found.st_mtime_ns, found.st_size


def _damage(path: Path, found: Whose, mode: store_connection.Mode) -> str | None:
    try:
        # Connecting checks the declarations first, which the check of pages depends on.
        with closing(store_connection.connect(found.real, mode, named=path)) as connection:
            finding = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
            if _PAGE_NOT_LOADED.search(finding) and _is_readable(found.real):
                # The file is readable, so memory was missing.
                raise MemoryError(finding)
            return None if finding == "ok" else " ".join(finding.split())
    except sqlite3.OperationalError as error:
        store_connection.raise_interrupt(error)
        raise translate_error(error, path) from error
    except sqlite3.DatabaseError as error:
        store_connection.raise_interrupt(error)
        return str(error)


def _is_readable(path: Path) -> bool:
    """Whether all pages that the header counts can be read."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
            size = int.from_bytes(header[16:18])
            pages = int.from_bytes(header[28:32])
            while file.read(1 << 20):
                pass
            return file.tell() >= pages * (65_536 if size == 1 else size)
    except OSError:
        return False


def translate_error(error: sqlite3.Error, path: Path) -> PlimsollError:
    """An error of SQLite as an error for the user."""
    # The low byte is the primary code (https://www.sqlite.org/rescode.html).
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_FULL or (
        code == sqlite3.SQLITE_IOERR and _free_bytes(path) < _FULL_BELOW_BYTES
    ):
        return NoSpaceError(message("no-space", path=path))
    if code == sqlite3.SQLITE_IOERR and (most := _file_size_limit(path)) is not None:
        return NoSpaceError(message("size-limit", path=path, most=f"{most:,}"))
    if code in _LOCKED:
        return IoError(message("store-locked", path=path, limit=f"{BUSY_TIMEOUT_S:.0f}"))
    if code == sqlite3.SQLITE_AUTH:
        return InputError(message("foreign-trigger", path=path))
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return InputError(message("file-damaged", path=path, why=error))
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return IoError(message("not-writable", path=path, why=error))
    return IoError(message("store-failed", path=path, why=error))


def _file_size_limit(path: Path) -> int | None:
    """The limit on the size of files (`ulimit -f`), if the store or its log is near it."""
    most = posix.limit("RLIMIT_FSIZE")
    largest = max(
        _bytes_of(Path(f"{path}{side}")) or 0 for side in ("", "-wal", "-shm", "-journal")
    )
    return most if most is not None and largest + _NEAR_BYTES >= most else None


def _free_bytes(path: Path) -> int:
    try:
        return shutil.disk_usage(path.parent).free
    except OSError:
        return _FULL_BELOW_BYTES


@contextmanager
def sqlite_errors(path: Path) -> Iterator[None]:
    """Turns operational errors of SQLite into ours. Misuse of its interface remains a defect."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except (sqlite3.OperationalError, sqlite3.DatabaseError) as error:
        store_connection.raise_interrupt(error)
        if getattr(error, "sqlite_errorcode", None) in (
            None,
            sqlite3.SQLITE_ERROR,
            sqlite3.SQLITE_MISUSE,
        ):
            raise
        raise translate_error(error, path) from error


@contextmanager
def _system_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except PermissionError as error:
        raise IoError(message("open-denied", path=path)) from error
    except OSError as error:
        if error.errno == 28:
            raise NoSpaceError(message("no-space", path=path)) from error
        raise IoError(message("not-opened", path=path, why=error.strerror)) from error
