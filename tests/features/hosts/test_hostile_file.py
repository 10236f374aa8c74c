"""A file of hosts is data, often somebody else's: what it holds becomes no option of ssh, no part
of a shell's text, and names no token that lies elsewhere."""

import os
import shlex
from pathlib import Path

import pytest

from plimsoll.base.errors import InputError, NoTargetError, RefusedError, UsageError
from plimsoll.base.version import __version__
from plimsoll.features.hosts import hosts_file, opening
from plimsoll.features.hosts import up_journal as installed
from plimsoll.features.hosts.bringing import Installation, _wheel, up
from plimsoll.features.hosts.far_end import ANSWER_PREFIX
from plimsoll.features.hosts.ssh import BOOT, Calls, Failure, Place, _read_answer
from tests.conftest import Ending

ODD = (
    "-oProxyCommand=touch x",
    "a b",
    "a;id",
    "$(id)",
    "`id`",
    "a'b",
    'a\\"b',
    "a\\nb",
    "root@a",
    "a%h",
    "../a",
    "",
)


def write_hosts(folder: Path, *, top: str = "", host: str = 'name = "a"') -> Path:
    path = folder / "hosts.toml"
    path.write_text(f"{top}\n[[host]]\n{host}\n")
    return path


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("key", ["name", "address", "user", "python", "interface"])
def test_an_odd_name_is_refused_wherever_it_stands(tmp_path: Path, key: str, odd: str) -> None:
    named = "" if key == "name" else 'name = "a"\n'
    with pytest.raises(InputError):
        hosts_file.read(write_hosts(tmp_path, host=f'{named}{key} = "{odd}"'))
    if key in ("user", "python", "interface"):
        with pytest.raises(InputError):
            hosts_file.read(write_hosts(tmp_path, top=f'{key} = "{odd}"'))


@pytest.mark.parametrize("head", ["ray://10.0.0.1:10001", "-x:6379", "a:b", "10.0.0.1", "a b:1"])
def test_a_head_is_a_host_and_a_port(tmp_path: Path, head: str) -> None:
    with pytest.raises(InputError, match="HOST:PORT"):
        hosts_file.read(write_hosts(tmp_path, top=f'ray = "{head}"'))


def test_the_command_is_the_same_text_for_every_host() -> None:
    place = Place("vm1", "10.0.0.11", "root", 2222, "/usr/bin/python3.11")
    words = place.words()
    assert words[0] == "ssh"
    at = words.index("--")
    assert words[at + 1] == "10.0.0.11"
    assert shlex.split(words[at + 2]) == ["/usr/bin/python3.11", "-I", "-c", BOOT]
    # Nothing in it that a shell, of whatever kind, reads within single quotes.
    assert not set(BOOT) & set("'!\\$`\n")
    assert "BatchMode=yes" in words
    assert len(words) == at + 3


@pytest.mark.parametrize("said", ["{", "[]", '{"answer"', '{"failed": 3}', "null"])
def test_an_answer_that_is_none_is_a_failure_by_name(said: str) -> None:
    found = _read_answer(Place("a", "a"), 0, f"motd\n{ANSWER_PREFIX}{said}\n", b"")
    assert isinstance(found, Failure)


def test_a_token_lies_beside_the_file_or_in_our_own_folder(tmp_path: Path) -> None:
    beside = tmp_path / "site"
    beside.mkdir()
    secret = tmp_path / "secret"
    secret.write_text("s3cret")
    secret.chmod(0o600)
    (beside / "link").symlink_to(secret)
    for named in ("../secret", str(secret), "link"):
        path = write_hosts(beside, top=f'token_file = "{named}"')
        with pytest.raises(RefusedError, match="not beside it"):
            opening.token(path, hosts_file.read(path))
    (beside / "token").write_text("own\n")
    (beside / "token").chmod(0o600)
    path = write_hosts(beside, top='token_file = "token"')
    assert opening.token(path, hosts_file.read(path)) == "own"
    (beside / "token").chmod(0o640)
    with pytest.raises(RefusedError, match="chmod 600"):
        opening.token(path, hosts_file.read(path))


def test_without_one_there_is_the_token_of_its_own_cluster_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "other").mkdir()
    one, other = write_hosts(tmp_path), write_hosts(tmp_path / "other")
    assert opening.token(one, hosts_file.read(one)) is None
    with installed.journal(one) as journal:
        made = journal.token()
        with pytest.raises(RefusedError, match="another plimsoll hosts"), installed.journal(one):
            pass
    assert len(made) == 64
    assert journal.token_file.stat().st_mode & 0o777 == 0o600
    assert opening.token(one, hosts_file.read(one)) == made
    assert opening.token(other, hosts_file.read(other)) is None


def test_what_cannot_be_meant_is_refused_before_anything_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = write_hosts(tmp_path, top='ray = "127.0.0.1:6379"')
    wheel = tmp_path / "plimsoll_storage-0.1.0-cp311-abi3-linux_x86_64.whl"
    wheel.write_bytes(b"")
    other = tmp_path / "plimsoll_storage-9.9.9-cp311-abi3-linux_x86_64.whl"
    other.write_bytes(b"")

    def tell(_: str, words: str) -> None:
        raise AssertionError(words)

    def bring_up(read: hosts_file.HostsFile, given: Installation) -> None:
        up(path, read, given, tell, Calls())

    read = hosts_file.read(path)
    with pytest.raises(UsageError, match="loopback"):
        bring_up(read, Installation(wheel))
    with pytest.raises(UsageError, match="does not name the head"):
        bring_up(read.model_copy(update={"ray": "auto"}), Installation(wheel))
    with pytest.raises(UsageError, match=r"is Plimsoll 9\.9\.9"):
        bring_up(read, Installation(other))
    with pytest.raises(UsageError, match="not a Plimsoll wheel"):
        bring_up(read, Installation(path))
    with pytest.raises(NoTargetError, match="no folder"):
        bring_up(read, Installation(wheel, tmp_path / "nowhere"))
    assert not (tmp_path / "state").exists()


def test_of_a_folder_for_several_processors_the_wheel_of_this_one_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = {
        machine: tmp_path
        / f"plimsoll_storage-{__version__}-cp311-abi3-manylinux_2_28_{machine}.whl"
        for machine in ("x86_64", "aarch64")
    }
    for instant, wheel in enumerate(made.values()):
        wheel.write_bytes(b"")
        os.utime(wheel, (instant, instant))
    for machine, wheel in made.items():
        monkeypatch.setattr("platform.machine", lambda machine=machine: machine)
        assert _wheel(tmp_path) == wheel
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    with pytest.raises(NoTargetError, match="for riscv64"):
        _wheel(tmp_path)


@pytest.mark.long
def test_up_without_a_wheel_says_how_to_make_one(plimsoll: object, tmp_path: Path) -> None:
    write_hosts(tmp_path)
    done: Ending = plimsoll("hosts", "up", "hosts.toml")  # type: ignore[operator]
    assert (done.code, "make wheel" in done.err) == (64, True)
