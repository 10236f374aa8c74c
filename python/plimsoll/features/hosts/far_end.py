"""The program that runs on a host for `plimsoll hosts up` and `down`, before Plimsoll is there: its
text goes through SSH to the host's Python, followed by a request and the wheels.

So it is one file on the standard library alone, and user input arrives as JSON, never in a command
line. It makes one folder in the user's home and one under /tmp for Ray's sockets, whose paths must
be short; a mark in the folder names the owner. Processes are identified by an environment variable
that children inherit, because `ray stop` would end other users' Ray, too.

A failed step reports its name, reason and remedy; finished steps stay for the next `up`, or for
`down`.
"""

import hashlib
import ipaddress
import json
import os
import platform
import secrets
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tarfile
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO

# A host has it, since it runs Linux. Where reports are read elsewhere, this module is imported
# only.
with suppress(ImportError):
    import fcntl

ANSWER_PREFIX = "plimsoll-far-end "
"""Prefix of the answer's line: login scripts may print others."""
FOLDER = ".plimsoll-hosts-"
"""Prefix of the folder in the user's home."""
MARK = "plimsoll-hosts.json"
OWNER_VARIABLE = "PLIMSOLL_HOSTS"
"""Environment variable that identifies our processes."""
WAIT_S = 60.0
GRACE_S = 5.0
"""Grace period between SIGTERM and SIGKILL."""
PYCACHE_VARIABLES = ("PYTHONPYCACHEPREFIX", "PYTHONDONTWRITEBYTECODE")
"""Variables that keep compiled files elsewhere: they belong into our folder, where `down` removes
them."""
STORE_BYTES = 80_000_000
"""Size of Ray's object store. Default is a third of the memory; parts of Runs are small."""


@dataclass
class Request:
    """A request to a host. Fields that a call does not need keep their defaults."""

    call: str
    id: str
    """Id of the cluster."""
    host: str
    """Name of the host."""
    origin: str = ""
    """Name of the machine that runs `up`."""
    join: str = ""
    """Address of the cluster's head."""
    folder: str | None = None
    """Our folder. None: in the user's home."""
    wheel: str = ""
    """Name of the wheel after the request."""
    bytes: int = 0
    """Size of the wheel."""
    sha256: str = ""
    """SHA-256 of the wheel."""
    wheelhouse: bool = False
    """Whether an archive of other wheels follows."""
    ray_version: str = ""
    token: str = ""
    """Token of the cluster."""
    head: bool = False
    """Whether the node is the head of the cluster."""
    port: int = 0
    """Port of the head."""
    python: str | None = None
    """Python that starts Ray. None: that of the folder."""
    address: str = ""
    """Address in the hosts file."""
    interface: str | None = None
    """Network interface with the address for other hosts."""
    restart: bool = False
    """Whether a running node is ended first."""


@dataclass
class Answer:
    """The answer of a host. Fields that do not belong to a call keep their defaults."""

    folder: str = ""
    python: str = ""
    """Version of the host's Python."""
    installed: str | None = None
    """SHA-256 of the installed wheel."""
    running: int = 0
    """Number of our processes."""
    started: bool = False
    """Whether a node was started."""
    stopped: int = 0
    """Number of ended processes."""
    removed: list[str] = field(default_factory=list)
    """Removed folders."""
    left: list[str] = field(default_factory=list)
    """Folders that are not ours."""


@dataclass
class Mark:
    """The mark in our folder."""

    id: str
    host: str
    origin: str
    temporary: list[str] = field(default_factory=list)
    """Folders for Ray's sockets."""
    installed: str | None = None
    """SHA-256 of the installed wheel."""
    joined: str | None = None
    """Address of the head that its node has joined."""


class FailedError(Exception):
    """A failed step: its name, reason and remedy."""

    def __init__(self, step: str, why: str, now: str) -> None:
        super().__init__(why)
        self.step, self.why, self.now = step, why, now


def folder_of(request: Request) -> Path:
    """Our folder."""
    given = request.folder
    return Path(given) if given else Path.home() / f"{FOLDER}{request.id}-{request.host}"


def mark_of(folder: Path) -> Mark | None:
    """The mark of a folder, or None."""
    try:
        return Mark(**json.loads((folder / MARK).read_text()))
    except FileNotFoundError:
        return None
    except (TypeError, ValueError):
        raise FailedError(
            "folder", f"{folder / MARK} is not a mark that plimsoll wrote", "Move the folder away."
        ) from None


def write_mark(folder: Path, mark: Mark) -> None:
    """Writes the mark atomically."""
    part = folder / f"{MARK}.part"
    with part.open("w") as opened:
        json.dump(asdict(mark), opened)
        opened.flush()
        os.fsync(opened.fileno())
    part.replace(folder / MARK)


def look(request: Request, _: IO[bytes]) -> Answer:
    """Reports the state of the host."""
    folder = folder_of(request)
    mark = mark_of(folder)
    return Answer(
        str(folder),
        platform.python_version(),
        None if mark is None else mark.installed,
        len(running(request)),
    )


def install(request: Request, payload: IO[bytes]) -> Answer:
    """Installs folder, wheel and environment. Existing parts are kept."""
    folder = claim_folder(request)
    with FolderLock(folder) as mark:
        wheel = folder / request.wheel
        receive_wheel(payload, wheel, request.bytes, request.sha256)
        house = folder / "wheelhouse"
        if request.wheelhouse:
            unpack_wheels(payload, house)
        offline = ["--no-index", "--find-links", str(house)] if request.wheelhouse else []
        install_packages(folder / "environment", wheel, f"ray=={request.ray_version}", offline)
        shutil.rmtree(house, ignore_errors=True)
        mark.installed = request.sha256
        write_mark(folder, mark)
    return Answer(str(folder))


def install_packages(
    environment: Path, wheel: Path, ray: str, offline: list[str], *, with_pip: bool = False
) -> None:
    """Installs the wheel and its dependencies into an environment, created if missing: with its own
    pip where the host's cannot serve it."""
    python, own_pip = environment / "bin" / "python", environment / "bin" / "pip"
    with_pip = with_pip or own_pip.exists() or not has_pip()
    # A needed but missing pip is the rest of a killed `up`.
    exists = python.exists() and (own_pip.exists() or not with_pip)
    if not exists:
        shutil.rmtree(environment, ignore_errors=True)
        run_command(
            "environment",
            [
                sys.executable, "-m", "venv", *([] if with_pip else ["--without-pip"]),
                str(environment),
            ],
            "Install Python's venv there: apt install python3-venv, say.",
        )  # fmt: skip
    pip = (
        [str(python), "-m", "pip"]
        if with_pip
        else [sys.executable, "-I", "-m", "pip", "--python", str(python)]
    )
    # Nothing is compiled ahead: a host imports some hundreds of Ray's and numpy's thousands of
    # files, and Python compiles those on first import.
    words = [*pip, "install", "--no-input", "--no-cache-dir", "--disable-pip-version-check",
             "--no-compile"]  # fmt: skip
    # Neither does pip write beside its own files, which belong to the host.
    as_found = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}

    def wheel_alone() -> None:
        run_command(
            "install",
            [*words, "--force-reinstall", "--no-deps", str(wheel)],
            "Build the wheel for that machine: its architecture, and glibc 2.28 or newer.",
            environment=as_found,
        )

    if exists:
        # Another wheel may have the same version.
        wheel_alone()
    try:
        run_command(
            "packages",
            [*words, *offline, f"{wheel}[hosts]", ray],
            "Does that host reach a package index? Without one give --wheelhouse FOLDER.",
            environment=as_found,
        )
    except FailedError:
        if exists:
            raise
        if not with_pip and not can_run([*pip, "--version"]):
            # The host's pip cannot serve the environment, for example when a distribution keeps its
            # libraries elsewhere.
            shutil.rmtree(environment, ignore_errors=True)
            install_packages(environment, wheel, ray, offline, with_pip=True)
            return
        # Find out whether the wheel itself fails.
        wheel_alone()
        raise


def has_pip() -> bool:
    """Whether this Python's pip can install into an environment without pip: since 22.3."""
    from importlib import metadata

    try:
        found = str(metadata.version("pip")).split(".")
        return (int(found[0]), int(found[1])) >= (22, 3)
    except (metadata.PackageNotFoundError, ValueError, IndexError):
        return False


def start(request: Request, _: IO[bytes]) -> Answer:
    """Starts a Ray node: the head, or one that joins it."""
    folder = claim_folder(request)
    with FolderLock(folder) as mark:
        address = address_of(request)
        if request.restart:
            end_processes(request)
        if running(request):
            if mark.joined != request.join:
                raise FailedError(
                    "ray",
                    f"Ray is up here with the head at {mark.joined}, but the hosts file says"
                    f" {request.join}",
                    "End it first: plimsoll hosts down; or name that head again.",
                )
            return Answer(str(folder))
        token = folder / "token"
        descriptor = os.open(token, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        with os.fdopen(descriptor, "w") as opened:
            os.fchmod(opened.fileno(), 0o600)
            opened.write(request.token)
        temporary = temporary_of(folder, mark)
        mark.joined = request.join
        write_mark(folder, mark)
        run_command(
            "ray",
            node_words(request, folder, address, temporary),
            f"Does that host reach {request.join}? Its log is in {folder}/ray.log.",
            environment=node_environment(request, token),
            log=folder / "ray.log",
        )
    return Answer(str(folder), started=True)


def node_environment(request: Request, token: Path) -> dict[str, str]:
    """The environment of a node of Ray."""
    elsewhere = () if request.head else PYCACHE_VARIABLES
    inherited = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith("RAY_") and key not in elsewhere
    }
    return {
        **inherited,
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN_PATH": str(token),
        "RAY_USAGE_STATS_ENABLED": "0",
        # On a busy host a node takes longer than the default of 30 s.
        "RAY_raylet_start_wait_time_s": "120",
        # No spare workers: each generator starts its own.
        "RAY_enable_worker_prestart": "0",
        "RAY_prestart_worker_first_driver": "0",
        OWNER_VARIABLE: mine(request),
    }


def node_words(request: Request, folder: Path, address: str, temporary: str) -> list[str]:
    """The command that starts a Ray node: the head, or one that joins it."""
    where = (
        ["--head", f"--port={request.port}", "--include-dashboard=false", "--no-monitor"]
        if request.head
        else [f"--address={request.join}"]
    )
    python = request.python or str(folder / "environment" / "bin" / "python")
    return [
        python, "-m", "ray.scripts.scripts", "start", *where, f"--node-ip-address={address}",
        f"--node-name={request.host}", f"--temp-dir={temporary}", "--num-cpus=1",
        f"--object-store-memory={STORE_BYTES}", "--disable-usage-stats",
        # The workers' output is in the folder's logs.
        "--include-log-monitor=false",
    ]  # fmt: skip


def down(request: Request, _: IO[bytes]) -> Answer:
    """Ends our processes and removes our folders. A folder without our mark is left."""
    folder = folder_of(request)
    left: list[str] = []
    removed: list[str] = []
    if not folder.is_symlink() and folder.is_dir() and folder.stat().st_uid == os.geteuid():
        mark = mark_of(folder)
        if mark is not None and mark.id == request.id:
            with FolderLock(folder):
                stopped = end_processes(request)
                for name in (*mark.temporary, str(folder)):
                    path = Path(name)
                    if path.is_dir() and not path.is_symlink():
                        shutil.rmtree(path)
                        removed.append(name)
            return Answer(stopped=stopped, removed=removed)
        try:
            # An empty folder is the rest of a killed `up`.
            folder.rmdir()
            removed.append(str(folder))
        except OSError:
            left.append(str(folder))
    elif folder.exists() or folder.is_symlink():
        left.append(str(folder))
    return Answer(stopped=end_processes(request), removed=removed, left=left)


CALLS = {"look": look, "install": install, "start": start, "down": down}


def claim_folder(request: Request) -> Path:
    """Creates and marks our folder."""
    folder = folder_of(request)
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        pass
    except OSError as error:
        raise FailedError(
            "folder", f"{folder} cannot be made: {error.strerror}", "Is its home writable?"
        ) from None
    if folder.is_symlink() or folder.stat().st_uid != os.geteuid():
        raise FailedError("folder", f"{folder} is a link, or somebody else's", "Move it away.")
    mark = mark_of(folder)
    if mark is None:
        if any(folder.iterdir()):
            raise FailedError(
                "folder", f"{folder} exists, but plimsoll did not make it", "Move it away."
            )
        mark = Mark(request.id, request.host, request.origin)
        write_mark(folder, mark)
    if mark.id != request.id:
        raise FailedError(
            "folder",
            f"{folder} belongs to cluster {mark.id}, brought up from {mark.origin}"
            f" with the head at {mark.joined}",
            "End it there: plimsoll hosts down. If nobody can, end its Ray, and move the"
            " folder away.",
        )
    return folder


class FolderLock:
    """The lock of a marked folder; entering returns the mark."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = (folder / MARK).open("r+")

    def __enter__(self) -> Mark:
        until = time.monotonic() + WAIT_S
        while True:
            try:
                fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                mark = mark_of(self.folder)
                assert mark is not None, "it was there before the lock"
                return mark
            except BlockingIOError:
                if time.monotonic() > until:
                    raise FailedError(
                        "folder",
                        "another plimsoll hosts is at work on this host",
                        "Wait until it has ended.",
                    ) from None
                time.sleep(0.2)

    def __exit__(self, *_: object) -> None:
        self.file.close()


def receive_wheel(payload: IO[bytes], place: Path, size: int, sha256: str) -> None:
    """Receives the wheel and checks its digest."""
    digest = hashlib.sha256()
    part = place.with_suffix(".part")
    try:
        with part.open("wb") as opened:
            left = size
            while left and (piece := payload.read(min(left, 1 << 20))):
                opened.write(piece)
                digest.update(piece)
                left -= len(piece)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise FailedError(
            "wheel", f"{place} cannot be written: {error.strerror}", "Make space there."
        ) from None
    if left or digest.hexdigest() != sha256:
        part.unlink(missing_ok=True)
        raise FailedError("wheel", "it did not arrive as it was sent", "Try again.")
    part.replace(place)


def unpack_wheels(payload: IO[bytes], house: Path) -> None:
    """Unpacks the wheelhouse: files only, no folders."""
    shutil.rmtree(house, ignore_errors=True)
    house.mkdir()
    try:
        with tarfile.open(fileobj=payload, mode="r|") as archive:
            for member in archive:
                source = archive.extractfile(member) if member.isreg() else None
                if source is not None:
                    with (house / Path(member.name).name).open("wb") as opened:
                        shutil.copyfileobj(source, opened)
    except (OSError, tarfile.TarError) as error:
        raise FailedError(
            "wheelhouse", f"it did not arrive: {error}", "Is there space on that host?"
        ) from None


def run_command(
    step: str,
    words: list[str],
    now: str,
    *,
    environment: dict[str, str] | None = None,
    log: Path | None = None,
) -> None:
    """Runs a command. Raises FailedError with its last line of output."""
    # Output goes to a file: a daemon keeps its streams, and would block a pipe.
    place = log or Path(f"/proc/self/fd/{os.memfd_create(step)}")
    with place.open("w+b") as output:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,
            check=False,
        )
        if done.returncode:
            output.seek(0)
            lines = [line for line in output.read().decode(errors="replace").splitlines() if line]
            errors = [line for line in lines if "rror" in line]
            why = (errors or lines or [f"exit code {done.returncode}"])[-1]
            raise FailedError(step, why.strip()[:400], now)


def can_run(words: list[str]) -> bool:
    """Whether a command succeeds."""
    try:
        run_command("", words, "")
    except FailedError:
        return False
    return True


def temporary_of(folder: Path, mark: Mark) -> str:
    """A folder for Ray's sockets and logs, named in the mark before it is created."""
    for name in mark.temporary:
        if Path(name).is_dir() and not Path(name).is_symlink():
            return name
    created = f"/tmp/plimsoll-{secrets.token_hex(6)}"  # noqa: S108  # a name that nobody can guess, made for its owner alone
    mark.temporary = [created]
    write_mark(folder, mark)
    Path(created).mkdir(mode=0o700)
    return created


def address_of(request: Request) -> str:
    """The address of this host for others: that of the named interface, the given one, or the one
    from which it reaches the head."""
    if request.interface:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            name = request.interface.encode()[:15]
            try:
                found = fcntl.ioctl(probe, 0x8915, struct.pack("256s", name))  # SIOCGIFADDR
            except OSError as error:
                raise FailedError(
                    "interface",
                    f"the interface {request.interface} has no IPv4 address: {error.strerror}",
                    'Name another one in the hosts file: interface = "eth1".',
                ) from None
        return socket.inet_ntoa(found[20:24])
    try:
        return str(ipaddress.ip_address(request.address))
    except ValueError:
        host, _, port = request.join.rpartition(":")
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((host, int(port)))
            return str(probe.getsockname()[0])
    except OSError as error:
        raise FailedError(
            "interface", f"there is no way to {host}: {error}", "Name an interface."
        ) from None


def mine(request: Request) -> str:
    """Value of the variable that identifies our processes."""
    return f"{request.id}/{request.host}"


def running(request: Request) -> list[int]:
    """Our processes and their children."""
    wanted = f"{OWNER_VARIABLE}={mine(request)}".encode()
    mark = mark_of(folder_of(request))
    temporary = mark.temporary if mark is not None and mark.id == request.id else []
    found = []
    for place in Path("/proc").iterdir():
        if not place.name.isdigit() or int(place.name) == os.getpid():
            continue
        try:
            marked = wanted in (place / "environ").read_bytes().split(b"\0")
            if marked or (has_ray_title(place) and writes_into(place, temporary)):
                found.append(int(place.name))
        except OSError:
            continue
    return found


def has_ray_title(process: Path) -> bool:
    """Whether Ray set its title, which overwrites the environment."""
    return (process / "cmdline").read_bytes().startswith(b"ray::")


def writes_into(process: Path, folders: list[str]) -> bool:
    """Whether a process has a file open in one of these folders, such as its log."""
    for link in (process / "fd").iterdir():
        try:
            open_file = str(link.readlink())
        except OSError:
            continue
        if any(open_file.startswith(f"{folder}/") for folder in folders):
            return True
    return False


def end_processes(request: Request) -> int:
    """Ends our processes and returns their number."""
    signalled: set[int] = set()
    until = time.monotonic() + GRACE_S
    while found := running(request):
        harsh = time.monotonic() > until
        for process in found:
            if process in signalled and not harsh:
                continue
            signalled.add(process)
            try:
                os.kill(process, signal.SIGKILL if harsh else signal.SIGTERM)
            except ProcessLookupError:
                continue
        if time.monotonic() > until + WAIT_S:
            raise FailedError("stop", f"processes {found} do not end", "Look at that host.")
        time.sleep(0.1)
    return len(signalled)


def main() -> None:
    """Answers one request from standard input."""
    given = sys.stdin.buffer
    request = Request(**json.loads(given.readline()))
    os.umask(0o077)
    try:
        answer = {"answer": asdict(CALLS[request.call](request, given))}
    except FailedError as failed:
        answer = {"failed": {"step": failed.step, "why": failed.why, "now": failed.now}}
    except OSError as error:
        answer = {"failed": {"step": request.call, "why": str(error), "now": ""}}
    sys.stdout.write(f"{ANSWER_PREFIX}{json.dumps(answer)}\n")
