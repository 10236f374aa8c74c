"""`plimsoll hosts up` and `down`: hosts in network namespaces, each with a real sshd, a real pip
and a real Ray; nothing of them is there before, and nothing afterwards."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from plimsoll.cli.schema import own
from plimsoll.features.hosts import far_end
from plimsoll.features.hosts import up_journal as installed
from plimsoll.features.hosts.far_end import FOLDER, MARK
from plimsoll.features.hosts.ssh import Place
from tests import wheels
from tests.features.hosts import namespaces
from tests.schemas import keeps

SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
WHY_NOT = namespaces.why_not() or (
    None if SSHD and shutil.which("ssh") else "OpenSSH's server or client is not installed"
)
pytestmark = [pytest.mark.skipif(WHY_NOT is not None, reason=WHY_NOT or ""), pytest.mark.long]
PLIMSOLL = Path(sys.executable).with_name("plimsoll")


@dataclass
class Site:
    """Two hosts with SSH and a coordinator."""

    hosts: namespaces.Hosts
    folder: Path
    wheel: Path
    house: Path

    @property
    def file(self) -> Path:
        """The file of hosts."""
        return self.folder / "hosts.toml"

    def home(self, host: namespaces.Host) -> Path:
        """The home of who logs in there."""
        return self.folder / f"home-{host.name}"

    def write(self, *of_second: str, **more: str) -> None:
        """The file of hosts, with more at its top, and lines of the second host."""
        top = {"ray": f'"{self.hosts.address}"', "ssh_port": "22", "user": '"root"', **more}
        lines = [f"{key} = {value}" for key, value in top.items()]
        for host in self.hosts.generators:
            lines += ["[[host]]", f'name = "{host.name}"', f'address = "{host.address}"']
        lines += of_second
        self.file.write_text("\n".join(lines) + "\n")

    def start_command(self, *words: str | Path) -> subprocess.Popen[str]:
        """Starts the command on the coordinator."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith("RAY_")}
        return subprocess.Popen(
            self.hosts.coordinator.within(str(PLIMSOLL), *map(str, words)),
            env={
                **kept,
                "NO_COLOR": "1",
                "COLUMNS": "200",
                "XDG_STATE_HOME": str(self.folder / "state"),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def ran(self, *words: str | Path) -> tuple[int, str, str]:
        """How it ended."""
        process = self.start_command(*words)
        out, err = process.communicate(timeout=400)
        return process.returncode, out, err

    def up(self, *more: str | Path) -> tuple[int, str, str]:
        """hosts up."""
        return self.ran(
            "hosts", "up", self.file, "--wheel", self.wheel, "--wheelhouse", self.house,
            "--ssh-config", self.folder / "ssh_config", *more,
        )  # fmt: skip

    def down(self, *more: str) -> tuple[int, str, str]:
        """hosts down."""
        return self.ran(
            "hosts", "down", self.file, "--ssh-config", self.folder / "ssh_config", *more
        )

    def temporaries(self) -> list[Path]:
        """Folders for Ray's sockets under /tmp, by the marks of all: others make theirs there too,
        at the same time."""

        marks = [
            *self.folder.glob(f"home-*/{FOLDER}*/{MARK}"),
            *self.folder.glob(f"state/plimsoll/hosts/**/{MARK}"),
        ]
        return [
            Path(one) for mark in marks for one in json.loads(mark.read_text()).get("temporary", [])
        ]

    def processes(self) -> list[str]:
        """What runs on all of them, but for sshd."""
        found = []
        for host in (self.hosts.coordinator, *self.hosts.generators):
            for process in host.processes():
                try:
                    said = Path(f"/proc/{process}/cmdline").read_bytes()
                except OSError:
                    continue
                if said and b"sshd" not in said:
                    found.append(said.replace(b"\0", b" ").decode(errors="replace"))
        return found


def keygen(place: Path) -> None:
    """A key without a passphrase."""
    subprocess.run(
        ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", place], check=True, timeout=60
    )


def serve(site: Site, host: namespaces.Host) -> None:
    """Its sshd, with the keys of the test and a home of its own."""
    site.home(host).mkdir()
    Path("/run/sshd").mkdir(exist_ok=True)
    lines = [
        f"ListenAddress {host.address}:22",
        f"HostKey {site.folder / 'host_key'}",
        f"AuthorizedKeysFile {site.folder / 'key.pub'}",
        "PermitRootLogin prohibit-password",
        "PasswordAuthentication no",
        "KbdInteractiveAuthentication no",
        "UsePAM no",
        "StrictModes no",
        "PidFile none",
        f"SetEnv HOME={site.home(host)}",
        f"SetEnv PATH={Path(sys.executable).parent}:/usr/bin:/bin",
    ]
    # The first SetEnv alone is heeded.
    lines[-2:] = [f"{lines[-2]} {lines[-1].removeprefix('SetEnv ')}"]
    config = site.folder / f"sshd-{host.name}"
    config.write_text("\n".join(lines) + "\n")
    log = (site.folder / f"sshd-{host.name}.log").open("wb")
    host.started.append(
        subprocess.Popen(
            host.within(str(SSHD), "-D", "-e", "-f", str(config)),
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    )
    log.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    with namespaces.network_hosts(2) as hosts:
        made = Site(
            hosts,
            folder,
            wheels.build_wheel(tmp_path_factory.mktemp("wheel")),
            wheels.house(folder / "house", wheels.link_packages(folder / "lent")),
        )
        for key in ("host_key", "key"):
            keygen(folder / key)
        known = (folder / "host_key.pub").read_text()
        (folder / "known").write_text(
            "".join(f"{host.address} {known}" for host in hosts.generators)
        )
        (folder / "ssh_config").write_text(
            f"IdentityFile {folder / 'key'}\nIdentitiesOnly yes\n"
            f"UserKnownHostsFile {folder / 'known'}\nGlobalKnownHostsFile /dev/null\n"
        )
        for host in hosts.generators:
            serve(made, host)
        made.write()
        yield made


def mend_second_host(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Brings hosts up with somebody's folder on the second, which is named; then without it."""

    first, second = site.hosts.generators
    foreign = site.home(second)
    # An `up` that got as far as its journal: its id is known from there.
    monkeypatch.setenv("XDG_STATE_HOME", str(site.folder / "state"))
    with installed.journal(site.file) as journal:
        journal.add(Place(second.name, second.address, "root", 22))
        folder = foreign / f"{far_end.FOLDER}{journal.id}-{second.name}"
    folder.mkdir()
    (folder / "somebodys").write_text("kept")
    code, _, err = site.up()
    assert code == 74
    assert "host2: folder failed" in err
    assert "plimsoll did not make it" in err
    assert "1 of 2 failed: host2" in err

    # Mended, it goes on: the first host is not installed again.
    assert (folder / "somebodys").read_text() == "kept"
    shutil.rmtree(folder)
    code, out, err = site.up()
    assert code == 0, err
    assert "2 of 2 hosts are there." in out
    assert "host1: installing" not in err
    assert "host2: installing" in err
    pips = [
        [*site.home(host).glob(f"{far_end.FOLDER}*/environment/bin/pip")]
        for host in (first, second)
    ]
    assert list(map(len, pips)) == [0 if far_end.has_pip() else 1, 1]


def without_the_file(site: Site) -> None:
    """Down knows what up made without the file of hosts, and waits for who cannot be reached."""
    second = site.hosts.generators[1]
    site.file.unlink()
    second.cut()
    code, out, err = site.down("--json")
    assert code == 74
    assert "host2: connect failed" in err
    document = json.loads(out)
    keeps(document, own("hosts"))
    ended = {one["name"]: one for one in document["hosts"]}
    assert {name: one["down"] for name, one in ended.items()} == {
        "head": True,
        "host1": True,
        "host2": False,
    }
    assert all(ended[name]["processes_ended"] > 0 for name in ("head", "host1"))
    second.join()
    code, out, err = site.down("--json")
    assert code == 0, err
    (left,) = json.loads(out)["hosts"]
    assert (left["name"], left["down"]) == ("host2", True)


def test_up_names_what_failed_and_goes_on_and_down_leaves_nothing_behind(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The Python of the second host has no pip: its environment gets one of its own.
    venv.create(site.folder / "bare", symlinks=True)
    site.write(f'python = "{site.folder / "bare" / "bin" / "python"}"')
    mend_second_host(site, monkeypatch)
    token = next((site.folder / "state").glob("plimsoll/hosts/*/token"))
    assert token.stat().st_mode & 0o777 == 0o600
    code, out, err = site.ran(
        "run", "--hosts", site.file, "--target", "null:", "--rate", "1000", "--measure-for", "1s",
        "--json",
    )  # fmt: skip
    assert code in (0, 2), err
    assert [host["name"] for host in json.loads(out)["hosts"]] == ["host1", "host2"]

    # What is up already is found so, and nothing of it is begun anew.
    began = {one for one in site.processes() if "raylet" in one}
    code, out, err = site.up()
    assert code == 0, err
    assert "installing" not in err
    assert {one for one in site.processes() if "raylet" in one} == began

    theirs = site.home(site.hosts.generators[0]) / "theirs.txt"
    theirs.write_text("kept")
    made = site.temporaries()
    assert len([one for one in made if one.is_dir()]) == 3
    without_the_file(site)
    assert site.processes() == []
    assert not [one for one in made if one.exists()]
    assert [list(site.home(host).iterdir()) for host in site.hosts.generators] == [[theirs], []]
    assert not list((site.folder / "state").glob("plimsoll/hosts/*"))
    theirs.unlink()
    site.write()
    code, out, _ = site.down()
    assert (code, "Nothing to do" in out) == (0, True)


def test_an_up_that_is_refused_makes_nothing_on_hosts_and_one_that_is_killed_is_undone(
    site: Site,
) -> None:
    # A key that nobody accepted is refused, and nothing is asked.
    known = site.folder / "known"
    kept = known.read_text()
    known.write_text("")
    try:
        code, _, err = site.up()
    finally:
        known.write_text(kept)
    assert code == 74
    assert "host1: connect failed: Host key verification failed" in err
    assert "accept it once: ssh root@" in err
    assert [list(site.home(host).iterdir()) for host in site.hosts.generators] == [[], []]

    process = site.start_command(
        "hosts", "up", site.file, "--wheel", site.wheel, "--wheelhouse", site.house,
        "--ssh-config", site.folder / "ssh_config",
    )  # fmt: skip
    first = site.hosts.generators[0]
    until = time.monotonic() + 120
    while not list(site.home(first).glob(f"{far_end.FOLDER}*")):
        assert time.monotonic() < until, process.communicate()
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    made = site.temporaries()
    code, _, err = site.down()
    assert code == 0, err
    assert site.processes() == []
    assert not [one for one in made if one.exists()]
    assert [list(site.home(host).iterdir()) for host in site.hosts.generators] == [[], []]
