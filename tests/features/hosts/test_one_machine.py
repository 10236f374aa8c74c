"""Two hosts on one machine, as the documentation says: its lines as they stand there."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from plimsoll.base.errors import InputError, UsageError
from plimsoll.features.hosts import bringing, hosts_file
from plimsoll.features.hosts.ssh import Calls
from tests.conftest import COMMAND
from tests.disturbance import crowd
from tests.features.hosts import namespaces

HOW_TO = Path(__file__).resolve().parents[3] / "docs/how-to/several-hosts.md"
WITHIN_S = 600
RAYS_LIMIT = "The current node timed out during startup"
"""How `ray start` ends where its processes do not come up within its own 30 s."""
TWO = (
    '{top}\n[[host]]\nname = "one"\naddress = "{one}"\n[[host]]\nname = "two"\naddress = "{two}"\n'
)


def lines() -> str:
    """The commands of the section."""
    section = HOW_TO.read_text().partition("### Two hosts on one machine\n")[2]
    found = re.search(r"```sh\n(.*?)```", section, re.DOTALL)
    assert found
    return found[1]


@pytest.fixture
def home() -> Iterator[Path]:
    """A short path: Ray's sockets lie beneath it."""
    made = Path(tempfile.mkdtemp(prefix="pl"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.mark.long
@pytest.mark.skipif(bool(namespaces.why_not()), reason=str(namespaces.why_not()))
def test_two_hosts_on_one_machine_are_tried_as_the_how_to_says(home: Path) -> None:
    told = home / "told"
    told.touch()
    named = home / "plimsoll"
    named.write_text(f'#!/bin/sh\nexec "{COMMAND}" "$@" 2>>"{told}"\n')
    named.chmod(0o755)
    # With processes and a loopback of its own: another Ray on this machine is not disturbed. And
    # without a way out, which Ray complains of in every process.
    ended = subprocess.run(
        ["unshare", "--net", "--pid", "--fork", "--mount-proc", "sh", "-euc",
         f"ip link set lo up\n{lines()}"],
        cwd=home,
        env={
            **os.environ,
            "HOME": str(home),
            "RAY_TMPDIR": str(home),
            "XDG_RUNTIME_DIR": str(home),
            "PATH": f"{home}:{Path(COMMAND).parent}:{os.environ['PATH']}",
        },
        capture_output=True,
        text=True,
        timeout=WITHIN_S,
        check=False,
    )  # fmt: skip
    said = ended.stdout + ended.stderr
    if RAYS_LIMIT in said and (why := crowd()):
        pytest.skip(f"Ray gives up its own start: {why}")
    assert ended.returncode == 0, said + told.read_text()
    assert "2 of 2 hosts are there." in said
    assert "All of them are this machine" in said
    assert re.search(r"^  Basis +2,000 IOPS offered", said, re.MULTILINE), said
    assert re.findall(r"^ (one|two) +1 ", said, re.MULTILINE) == ["one", "two"], said
    err = told.read_text()
    assert not re.search(r"\.cc:\d+|\.py:\d+|WARNING|Warning", err), f"Ray's own words: {err}"


@pytest.mark.parametrize("address", ["127.0.0.1", "localhost"])
def test_two_hosts_at_one_loopback_are_told_how_to_be_two(tmp_path: Path, address: str) -> None:
    file = tmp_path / "hosts.toml"
    file.write_text(TWO.format(top="", one=address, two=address))
    with pytest.raises(InputError) as refused:
        hosts_file.read(file)
    assert f"two hosts have the address {address}" in str(refused.value)
    assert "give them 127.0.0.11 and 127.0.0.12" in str(refused.value)
    assert "Two hosts on one machine" in str(refused.value)


@pytest.mark.parametrize(
    ("head", "two", "why"),
    [
        ("127.0.0.1", "127.0.0.12", "Ray replaces"),
        ("127.0.0.10", "10.0.0.2", "loopback, which two does not reach"),
    ],
)
def test_a_head_that_its_hosts_do_not_reach_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, head: str, two: str, why: str
) -> None:
    file, wheel = tmp_path / "hosts.toml", tmp_path / "w.whl"
    file.write_text(TWO.format(top=f'ray = "{head}:6399"', one="127.0.0.11", two=two))
    monkeypatch.setattr(bringing, "_wheel_digest", lambda _: "")
    asked = bringing.Installation(wheel)
    with pytest.raises(UsageError, match=why):
        bringing.up(file, hosts_file.read(file), asked, lambda *_: None, Calls())
