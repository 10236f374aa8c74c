"""The page of policies: what is set and what is proven stand apart, nothing is applied that was not
shown, and a write needs what every write needs."""

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from urllib.parse import unquote

import pytest

from plimsoll.features.policy.proofs import NAME, StoredProof, latest_proofs
from plimsoll.features.policy.web_desk import ChangedError, Desk
from plimsoll.native import serving
from tests.conftest import Plimsoll
from tests.features.policy.grounds import served_stack, settings
from tests.web.server import Serve, WebServer
from tests.web.test_browser import Reader, follow, reader
from tests.words import argv

pytestmark = pytest.mark.long

__all__ = ["reader"]

POLICY = """version = 1
[component.it]
limit = "3000 IOPS"
[policy.gold]
components = ["it"]
[system.sut]
kind = "stack"
control = "{control}"
[volume.one]
policy = "gold"
system = "sut"
at = {{ element = "policy" }}
[volume.two]
policy = "gold"
system = "sut"
at = {{ element = "policy" }}
"""
GONE = """[system.dead]
kind = "stack"
control = "{folder}/nothing"
[volume.lost]
policy = "gold"
system = "dead"
at = {{ element = "policy" }}
"""


class Ground:
    """A served stack with a policy file for two of its volumes."""

    def __init__(self, folder: Path, control: Path) -> None:
        self.control = control
        self.state = folder / "state"
        self.file = folder / "policy.toml"
        self.file.write_text(POLICY.format(control=control))

    def limit(self, volume: str) -> str:
        """What is set, asked past the page."""
        return settings(self.control, f"policy@{volume}")["ops_per_s"]

    def poke(self, volume: str, value: str) -> None:
        """Somebody else changes it."""
        request = {"element": f"policy@{volume}", "key": "ops_per_s", "value": value}
        serving.send_request(self.control, {"ask": "switch", **request})

    def proven(self, volume: str, verdict: str, **more: object) -> None:
        """As verify would have kept it."""
        kept = {
            "file": str(self.file),
            "volume": volume,
            "version": 1,
            "rules": "limit 3,000 IOPS",
            "verdict": verdict,
            "because": f"{verdict} because of what was measured",
            "notes": ["writes were not tested"],
            "state": {"ops_per_s": "3000"} | _REST,
            "at": "2026-02-03T04:05:06+00:00",
            "store": None,
            "campaign": None,
        }
        (self.state / "plimsoll").mkdir(parents=True, exist_ok=True, mode=0o700)
        with (self.state / "plimsoll" / NAME).open("a") as file:
            file.write(json.dumps(asdict(StoredProof(**(kept | more)))) + "\n")  # type: ignore[arg-type]


_REST = dict.fromkeys(
    argv(
        "bytes_per_s read_ops_per_s read_bytes_per_s write_ops_per_s write_bytes_per_s cost"
        " unit max_ops_per_s burst_ops max_bytes_per_s burst_bytes"
    ),
    "none",
)


@pytest.fixture
def ground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ground]:
    """A served stack; the server of the test and this process have one state folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with served_stack() as (_, control):
        yield Ground(tmp_path, control)


def test_a_policy_is_planned_applied_and_its_drift_is_seen(
    serve: Serve, reader: Reader, ground: Ground
) -> None:
    page = reader.open(serve("--policy", str(ground.file), "--allow-policies").address)
    follow(page.get_by_role("link", name="Policies"))
    row = page.get_by_role("row", name=re.compile("^one"))
    row.get_by_text("not set").wait_for()
    assert "ops_per_s: now 20,000, should be 3,000" in row.inner_text()

    page.get_by_role("button", name="Show what applying would change").click()
    page.get_by_role("heading", name="2 changes to make; nothing was changed.").wait_for()
    assert ground.limit("one") == "20000"
    page.get_by_role("button", name="Apply it").click()
    page.get_by_role("heading", name="Version 1 is applied").wait_for()
    assert (ground.limit("one"), ground.limit("two")) == ("3000", "3000")
    follow(page.get_by_role("link", name="To the policies"))
    row.get_by_text("compliant").wait_for()
    assert "2 of 2 set as in the file, 0 of those proven." in page.locator("main").inner_text()

    ground.poke("two", "77")
    page.reload()
    drifted = page.get_by_role("row", name=re.compile("^two"))
    drifted.get_by_text("drifted").wait_for()
    assert "ops_per_s: now 77, should be 3,000" in drifted.inner_text()


def test_what_is_set_and_what_is_proven_stand_apart(
    serve: Serve, reader: Reader, ground: Ground, plimsoll: Callable[..., object]
) -> None:
    plimsoll("policy", "apply", str(ground.file), XDG_STATE_HOME=str(ground.state))
    ground.file.write_text(ground.file.read_text() + GONE.format(folder=ground.file.parent))
    ground.proven("one", "broken")
    ground.proven("one", "kept")
    ground.proven("two", "kept", state={"ops_per_s": "20000"} | _REST)
    page = reader.open(serve("--policy", str(ground.file)).address)
    follow(page.get_by_role("link", name="Policies"))
    one = page.get_by_role("row", name=re.compile("^one"))
    told = "compliant.*kept.*writes were not tested.*2026-02-0"
    assert re.search(told, one.inner_text(), re.DOTALL)
    # Proven of another setting: no proof of this one.
    two = page.get_by_role("row", name=re.compile("^two")).inner_text()
    assert "compliant" in two
    assert "kept, then" in two
    assert "has changed since" in two
    lost = page.get_by_role("row", name=re.compile("^lost")).inner_text()
    assert re.search("unknown.*nothing.*never measured", lost, re.DOTALL)
    assert "2 of 3 set as in the file, 1 of those proven." in page.locator("main").inner_text()
    # What cannot be read cannot be applied, and without the flag nothing can.
    page.get_by_role("button", name="Show what applying would change").click()
    page.get_by_role("heading", name=re.compile("1 volume could not be")).wait_for()
    assert page.get_by_role("button", name="Apply it").count() == 0


def _apply_form(server: WebServer, ground: Ground, token: str) -> tuple[str, str]:
    """The address to apply at, and the digest of what was shown."""
    told = server.get("/policies").text
    found = re.search(r'formaction="(/policies/[0-9a-f]+)/plan"', told)
    assert found, told
    shown = server.post(f"{found[1]}/plan", {"page_token": token}).text
    digest = re.search(r'name="seen" value="([0-9a-f]+)"', shown)
    return f"{found[1]}/apply", digest[1] if digest else ""


def test_a_write_needs_the_token_the_flag_and_that_it_was_shown(
    serve: Serve, ground: Ground
) -> None:
    server = serve("--policy", str(ground.file), "--allow-policies")
    token = server.page_token
    at, seen = _apply_form(server, ground, token)
    assert server.post(at, {"seen": seen}).status == 403
    assert server.post(at, {"seen": seen, "page_token": token}, Origin="http://x").status == 403
    assert server.get(at).status == 405
    assert server.post(at, {"seen": "0" * 64, "page_token": token}).status == 409
    # Somebody changes it between the look and the press.
    ground.poke("one", "77")
    late = server.post(at, {"seen": seen, "page_token": token})
    assert late.status == 409
    assert "Nothing was applied" in late.text
    assert (ground.limit("one"), ground.limit("two")) == ("77", "20000")
    _, seen = _apply_form(server, ground, token)
    assert server.post(at, {"seen": seen, "page_token": token}).status == 200
    assert ground.limit("one") == "3000"
    assert server.post("/policies/0123456789ab/apply", {"page_token": token}).status == 404


def test_the_command_that_applies_is_the_one_that_compares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between a look of one process and the write of another the file may be saved."""
    asked: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        asked.append(command)
        said = b"plimsoll: what would be changed has changed since it was shown\n"
        return subprocess.CompletedProcess(command, 73, b"", said)

    monkeypatch.setattr(subprocess, "run", run)
    file = tmp_path / "policy.toml"
    desk = Desk((file,), may_apply=True)
    with pytest.raises(ChangedError):
        desk.apply(file, "ab" * 32)
    (only,) = asked
    assert {"apply", str(file), f"--seen={'ab' * 32}"} <= set(only)
    with pytest.raises(ChangedError):
        desk.apply(file, "--help")
    assert len(asked) == 1


def test_without_the_flag_the_page_only_shows(serve: Serve, ground: Ground) -> None:
    server = serve("--policy", str(ground.file))
    token = server.page_token
    at, seen = _apply_form(server, ground, token)
    assert seen == ""
    refused = server.post(at, {"seen": seen, "page_token": token})
    assert (refused.status, "--allow-policies" in refused.text) == (409, True)
    assert ground.limit("one") == "20000"


def test_what_others_apply_is_said_and_can_be_downloaded(serve: Serve, plimsoll: Plimsoll) -> None:
    file = Path(__file__).resolve().parents[3] / "examples/policies/cloud.toml"
    server = serve("--policy", str(file))
    at = re.search(r"/policies/\w+/plan", server.get("/policies").text)
    page = server.post(at[0], {"page_token": server.page_token}).text
    assert "<h1>4 volumes are for others to apply" in page
    sent = dict(
        re.findall(r'download="(\w+)\.txt" href="data:text/plain;charset=utf-8,(.*?)"', page)
    )
    assert sent.keys() == {"aws", "gcp", "azure", "ceph"}
    printed = plimsoll("policy", "plan", str(file), "--print", "aws")
    assert unquote(sent["aws"]).rstrip("\n") == printed.out.rstrip("\n")


def test_a_file_that_broke_meanwhile_is_told_and_brings_no_markup(
    serve: Serve, ground: Ground
) -> None:
    server = serve("--policy", str(ground.file))
    ground.file.write_text(POLICY.format(control=ground.control) + "[<b>x</b>]\n")
    told = server.get("/policies").text
    assert "<b>" not in told
    assert "policy.toml:" in told


def test_what_is_no_policy_file_is_told_at_the_start(
    tmp_path: Path, plimsoll: Callable[..., object]
) -> None:
    (tmp_path / "bad.toml").write_text("version = 0\n")
    for words, code in (
        (("--policy", "bad.toml"), 65),
        (("--policy", "gone.toml"), 66),
        (("--allow-policies",), 64),
    ):
        assert plimsoll("web", "--listen", "127.0.0.1:0", *words).code == code  # type: ignore[attr-defined]


def test_damaged_lines_among_the_proofs_are_passed_over(ground: Ground) -> None:
    ground.proven("one", "kept")
    with (ground.state / "plimsoll" / NAME).open("a") as file:
        file.write('{"file": "x"\n[]\n{}\n\xff\n' + json.dumps({"file": str(ground.file)}) + "\n")
    ground.proven("two", "splendid")
    ground.proven("three", "kept", figures={"allowed_per_s": [3000]})
    ground.proven("four", "kept", figures=[3000])
    ground.proven("five", "kept", noted=[None])
    assert {name: one.verdict for name, one in latest_proofs(str(ground.file)).items()} == {
        "one": "kept"
    }
