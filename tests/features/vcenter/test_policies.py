"""Storage policies of a vCenter, on a simulated one: made in order, read back with what vCenter
finds, put back, and nothing done that was not asked; report S0 from tag to proof; who logs in."""

import dataclasses
import http.client
import http.server
import json
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from plimsoll.base.errors import InputError, NoTargetError, PlimsollError
from plimsoll.features.vcenter import account, inventory, storage_policies, tags
from plimsoll.features.vcenter.inventory import display_name
from plimsoll.features.vcenter.session import KEPT_S, _close, session
from plimsoll.native import serving
from tests import vcenter_simulator
from tests.conftest import Ending, Plimsoll
from tests.features.policy.alteration import alter_command
from tests.features.policy.grounds import served_stack
from tests.on_time import on_time
from tests.vcenter_simulator import DATASTORES, DISK, LABEL, VM, VMS, Vcenter

S0 = Path(__file__).resolve().parents[3] / "examples/policies/s0"
CATEGORY = "Storage Disk Type"


@pytest.fixture
def vcenter(tmp_path: Path) -> Iterator[Vcenter]:
    with vcenter_simulator.running(tmp_path) as running:
        yield running
    # Another server may be given its port.
    _close()


@pytest.fixture(scope="module")
def module_vcenter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vcenter]:
    with vcenter_simulator.running(tmp_path_factory.mktemp("kept")) as running:
        yield running


@pytest.fixture
def shared_vcenter(module_vcenter: Vcenter) -> Iterator[Vcenter]:
    """One vCenter for all tests that put back what they change; nobody is logged in."""
    module_vcenter.account()
    yield module_vcenter
    _close()


@pytest.fixture
def file(shared_vcenter: Vcenter, tmp_path: Path) -> Path:
    """The example, for this vCenter."""
    return write_policy(shared_vcenter, tmp_path)


def write_policy(vcenter: Vcenter, folder: Path, **swapped: str) -> Path:
    text = (S0 / "vcenter.toml").read_text().replace("vc.example.com", vcenter.server)
    for old, new in swapped.items():
        assert old in text
        text = text.replace(old, new)
    file = folder / "policy.toml"
    file.write_text(text)
    return file


def states(said: Ending) -> dict[str, str]:
    return {one["name"]: one["configured"] for one in said.document["items"]}


def profiles(vcenter: Vcenter) -> dict[str, dict[str, str]]:
    with session(vcenter.server) as opened:
        return {one.name: one.rules for one in storage_policies.every(opened)}


NAMES = [
    f"tag category {CATEGORY}",
    f"tag NVMe of {CATEGORY}",
    f"tag NVMe on {DATASTORES[0]}",
    "component normal-iops-limit",
    "storage policy normal-on-nvme",
    "vmdk",
]


@pytest.mark.long
def test_everything_is_made_in_order_read_back_and_put_back(
    plimsoll: Plimsoll, shared_vcenter: Vcenter, file: Path
) -> None:
    before = profiles(shared_vcenter)
    assert "6 changes to make; nothing was changed." in plimsoll("policy", "plan", file).out
    assert profiles(shared_vcenter) == before
    applied = plimsoll("policy", "apply", file, "--json")
    assert [one["name"] for one in applied.document["items"]] == NAMES
    made = profiles(shared_vcenter)
    assert made["normal-iops-limit"] == {"limit": "3000", "reservation": "1", "shares": "1000"}
    assert made["normal-on-nvme"] == {"component": "normal-iops-limit", f"tag {CATEGORY}": "NVMe"}
    said = plimsoll("policy", "show", file, "--json", code=0)
    assert set(states(said).values()) == {"compliant"}
    assert said.document["items"][-1]["now"]["compliance"] == "compliant"
    # Again: the same, and nothing is written.
    again = plimsoll("policy", "apply", file, "--json").document
    assert {one["step"] for one in again["items"]} == {"same"}
    assert plimsoll("policy", "remove", file).code == 0
    assert profiles(shared_vcenter) == before
    with session(shared_vcenter.server) as opened:
        assert tags.category(opened, CATEGORY) is None


@pytest.mark.long
def test_a_policy_edited_in_vcenter_leaves_its_disk_out_of_date_until_it_is_applied_again(
    plimsoll: Plimsoll, shared_vcenter: Vcenter, file: Path
) -> None:
    assert plimsoll("policy", "apply", file).code == 0
    with session(shared_vcenter.server) as opened:
        storage_policies.make(
            opened, "normal-iops-limit", storage_policies.COMPONENT, {"limit": "9000"}
        )
    said = plimsoll("policy", "show", file, "--json", code=1)
    found = states(said)
    assert found["component normal-iops-limit"] == "drifted"
    assert found["vmdk"] == "out_of_date"
    now = said.document["items"][-1]["now"]
    assert (now["compliance"], now["effective_limit"]) == ("outOfDate", "9000")
    assert plimsoll("policy", "apply", file).code == 0
    assert plimsoll("policy", "show", file).code == 0
    assert plimsoll("policy", "remove", file).code == 0


@pytest.mark.long
def test_a_disk_on_a_datastore_without_the_tag_is_not_compliant_and_that_is_an_error(
    plimsoll: Plimsoll, shared_vcenter: Vcenter, tmp_path: Path
) -> None:
    swapped = {'tags = { "Storage Disk Type" = ["NVMe"] }\ncapacity = "2t"': 'capacity = "2t"'}
    file = write_policy(shared_vcenter, tmp_path, **swapped)
    said = plimsoll("policy", "apply", file, code=74)
    assert "compliance reads nonCompliant, not compliant" in said.err
    assert "4 of 5 changes were made" in said.err
    assert plimsoll("policy", "remove", file).code == 0
    assert "normal-on-nvme" not in profiles(shared_vcenter)


@pytest.mark.long
def test_an_apply_that_fails_half_way_says_so_and_goes_on_or_back(
    plimsoll: Plimsoll, shared_vcenter: Vcenter, tmp_path: Path
) -> None:
    # The simulator reconfigures no VM with such a name.
    shared_vcenter.rename(VM, f"{VM}-locked")
    file = write_policy(
        shared_vcenter, tmp_path, **{f'at = {{ vm = "{VM}"': f'at = {{ vm = "{VM}-locked"'}
    )
    said = plimsoll("policy", "apply", file, "--json", code=74)
    assert "5 of 6 changes were made; vmdk" in said.err
    assert said.document["items"][-1]["step"] == "failed"
    # It was renamed since: it is the same VM.
    shared_vcenter.rename(f"{VM}-locked", VM)
    file = write_policy(shared_vcenter, tmp_path)
    assert plimsoll("policy", "apply", file).code == 0
    shared_vcenter.rename(VM, "another name")
    assert plimsoll("policy", "remove", file).code == 0
    shared_vcenter.rename("another name", VM)
    assert "normal-on-nvme" not in profiles(shared_vcenter)


@pytest.mark.long
def test_a_tag_that_was_there_stays_and_one_that_others_use_is_not_deleted(
    plimsoll: Plimsoll, vcenter: Vcenter, tmp_path: Path
) -> None:
    file = write_policy(vcenter, tmp_path)
    with session(vcenter.server) as opened:
        tags.make_category(opened, CATEGORY)
    assert plimsoll("policy", "apply", file).code == 0
    with session(vcenter.server) as opened:
        other = tags.Carrier("Datastore", datastore(vcenter, DATASTORES[1]))
        tags.attach(opened, other, CATEGORY, "NVMe", on=True)
    said = plimsoll("policy", "remove", file, code=74)
    assert "the tag 'NVMe' is on 1 object that" in said.err
    with session(vcenter.server) as opened:
        tags.attach(opened, other, CATEGORY, "NVMe", on=False)
    assert plimsoll("policy", "remove", file).code == 0
    with session(vcenter.server) as opened:
        assert tags.category(opened, CATEGORY)
        assert tags.tag(opened, CATEGORY, "NVMe") is None


@pytest.mark.long
def test_a_policy_with_rules_that_could_not_be_put_back_is_left_as_it_is(
    plimsoll: Plimsoll, shared_vcenter: Vcenter, tmp_path: Path
) -> None:
    there = "vSAN Default Storage Policy"
    before = profiles(shared_vcenter)
    file = write_policy(shared_vcenter, tmp_path, **{"normal-on-nvme]": f'"{there}"]'})
    file.write_text(file.read_text().replace('"normal-on-nvme"', f'"{there}"'))
    said = plimsoll("policy", "apply", file, code=74)
    assert "has a rule that could not be put back: VSAN/" in said.err
    assert plimsoll("policy", "remove", file).code == 0
    assert profiles(shared_vcenter) == before


@pytest.mark.long
def test_one_of_several_tags_is_enough(
    plimsoll: Plimsoll, shared_vcenter: Vcenter, tmp_path: Path
) -> None:
    tags_of = 'place.tags = { "Storage Disk Type" = ["NVMe"'
    more = {'"SSD"': '"SSD or so"', f"{tags_of}]": f'{tags_of}, "SSD or so"]'}
    file = write_policy(shared_vcenter, tmp_path, **more)
    assert plimsoll("policy", "apply", file).code == 0
    assert profiles(shared_vcenter)["normal-on-nvme"][f"tag {CATEGORY}"] == '["NVMe", "SSD or so"]'
    assert plimsoll("policy", "show", file).code == 0
    assert plimsoll("policy", "remove", file).code == 0


def datastore(vcenter: Vcenter, name: str) -> str:
    with vcenter.client() as service:
        every = service.content.rootFolder.childEntity[0].datastore
        return next(str(one._moId) for one in every if one.name == name)


@pytest.mark.long
def test_two_files_share_tags_and_nothing_else_and_a_tag_stays_until_the_last_is_removed(
    plimsoll: Plimsoll, shared_vcenter: Vcenter, tmp_path: Path
) -> None:
    before = profiles(shared_vcenter)
    file = write_policy(shared_vcenter, tmp_path)
    assert plimsoll("policy", "apply", file).code == 0
    (tmp_path / "same").mkdir()
    same = write_policy(shared_vcenter, tmp_path / "same", **{"[volume.vmdk]": "[volume.mine]"})
    said = plimsoll("policy", "apply", same, code=73)
    assert "is under the policies of" in said.err
    (tmp_path / "other").mkdir()
    swapped = {"normal-iops-limit": "other-limit", "normal-on-nvme": "other", VM: VMS[1]}
    other = write_policy(shared_vcenter, tmp_path / "other", **swapped)
    assert plimsoll("policy", "apply", other).code == 0
    said = plimsoll("policy", "remove", file, code=0)
    assert f"kept, needed by {other}: tag NVMe on {DATASTORES[0]}" in said.out
    assert plimsoll("policy", "show", other).code == 0
    assert plimsoll("policy", "remove", other).code == 0
    assert profiles(shared_vcenter) == before
    with session(shared_vcenter.server) as opened:
        assert tags.category(opened, CATEGORY) is None


@pytest.mark.long
def test_a_tag_that_somebody_elses_storage_policy_names_stays(
    plimsoll: Plimsoll, shared_vcenter: Vcenter, file: Path
) -> None:
    assert plimsoll("policy", "apply", file).code == 0
    rules = {f"tag {CATEGORY}": "NVMe"}

    def give(name: str | None) -> None:
        with session(shared_vcenter.server) as opened:
            machine = inventory.find_object(opened, "VirtualMachine", "VM", VMS[1]).reference
            device = inventory.disk(machine, DISK)
            storage_policies.assign(opened, machine, device, name)

    with session(shared_vcenter.server) as opened:
        storage_policies.make(opened, "theirs", storage_policies.POLICY, rules)
    give("theirs")
    said = plimsoll("policy", "remove", file, code=74)
    assert "1 disk or VM on that datastore needs the tag 'NVMe'" in said.err
    with session(shared_vcenter.server) as opened:
        carrier = tags.Carrier("Datastore", datastore(shared_vcenter, DATASTORES[0]))
        assert tags.carries(opened, carrier, CATEGORY, "NVMe")
    # Without a disk the policy still names it.
    give(None)
    said = plimsoll("policy", "remove", file, code=74)
    assert "the tag 'NVMe' is in rules of storage policies: 'theirs'" in said.err
    with session(shared_vcenter.server) as opened:
        storage_policies.delete(opened, "theirs", storage_policies.POLICY)
    assert plimsoll("policy", "remove", file).code == 0


@pytest.mark.long
def test_a_volume_that_changes_its_policy_keeps_the_old_one_until_it_has_the_new(
    plimsoll: Plimsoll, shared_vcenter: Vcenter, tmp_path: Path
) -> None:
    assert plimsoll("policy", "apply", write_policy(shared_vcenter, tmp_path)).code == 0
    file = write_policy(
        shared_vcenter, tmp_path, **{"normal-on-nvme": "faster", "3000 IOPS": "6000 IOPS"}
    )
    said = plimsoll("policy", "apply", file, "--json", code=0)
    assert "normal-on-nvme" not in profiles(shared_vcenter)
    (volume,) = [one for one in said.document["items"] if one["name"] == "vmdk"]
    assert volume["wanted"]["policy"] == "faster"
    assert plimsoll("policy", "show", file).code == 0
    assert plimsoll("policy", "remove", file).code == 0


@pytest.mark.long
def test_the_home_of_a_vm_has_a_policy_and_no_limit(
    plimsoll: Plimsoll, shared_vcenter: Vcenter, tmp_path: Path
) -> None:
    file = write_policy(shared_vcenter, tmp_path, **{f'disk = "{LABEL}"': 'disk = "home"'})
    assert plimsoll("policy", "apply", file).code == 0
    now = plimsoll("policy", "show", file, "--json").document["items"][-1]["now"]
    assert now == {"policy": "normal-on-nvme", "compliance": "compliant"}
    assert plimsoll("policy", "remove", file).code == 0


@pytest.mark.long
def test_a_limit_of_the_disk_itself_is_told_beside_the_policys(
    plimsoll: Plimsoll, vcenter: Vcenter, tmp_path: Path
) -> None:
    vcenter.set_limit(VM, 700)
    said = plimsoll("policy", "plan", write_policy(vcenter, tmp_path))
    assert "note: also limited by the disk itself (limit 700)" in said.out


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ('limit = { read = "3000 IOPS" }', "limits reads and writes together"),
        ('limit = ["3000 IOPS", "200 MiB/s"]', "limits IOPS, but policy 'normal-on-nvme' bytes/s"),
    ],
)
def test_what_vcenter_cannot_limit_is_refused(
    plimsoll: Plimsoll, shared_vcenter: Vcenter, tmp_path: Path, rules: str, why: str
) -> None:
    file = write_policy(shared_vcenter, tmp_path, **{'limit = "3000 IOPS"': rules})
    assert why in plimsoll("policy", "apply", file, code=74).err


HOSTILE = [
    "..%2f..%2fetc",
    "it's \"quoted\" a/b 100% <b>&amp;</b> '); DROP TABLE-- ünï ☃ ?~action=delete#x",
]


@pytest.mark.long
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_a_name(
    plimsoll: Plimsoll, shared_vcenter: Vcenter, tmp_path: Path, name: str
) -> None:
    # vCenter keeps three signs of a VM's name escaped, as its own client does.
    escaped = name.replace("%", "%25").replace("/", "%2f").replace("\\", "%5c")
    assert display_name(escaped) == name
    shared_vcenter.rename(VM, escaped)
    quoted = json.dumps(name, ensure_ascii=False)
    text = (S0 / "vcenter.toml").read_text().replace("vc.example.com", shared_vcenter.server)
    text = text.replace('"Storage Disk Type"', quoted).replace('"NVMe"', quoted)
    text = text.replace("normal-on-nvme]", f"{quoted}]").replace('"normal-on-nvme"', quoted)
    component = json.dumps(f"{name} limit", ensure_ascii=False)
    text = text.replace("normal-iops-limit]", f"{component}]")
    text = text.replace('["normal-iops-limit"]', f"[{component}]")
    text = text.replace(f'vm = "{VM}", disk', f"vm = {quoted}, disk")
    file = tmp_path / "policy.toml"
    file.write_text(text)
    before = profiles(shared_vcenter)
    plimsoll("policy", "apply", file, code=0)
    assert profiles(shared_vcenter).keys() - before.keys() == {name, f"{name} limit"}
    assert plimsoll("policy", "show", file).code == 0
    assert plimsoll("policy", "remove", file).code == 0
    assert profiles(shared_vcenter) == before
    shared_vcenter.rename(escaped, VM)


@pytest.mark.long
def test_the_policy_of_s0_from_tag_to_proof_without_a_vcenter(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    with served_stack((S0 / "stack.toml").read_text()) as (nbd, control):
        flags = ["-control", str(control), "-disk", f"{VM}/{DISK}=policy"]
        with vcenter_simulator.running(tmp_path, *flags) as vcenter:
            target = f"nbd+unix:///vmdk?socket={nbd}"
            file = write_policy(vcenter, tmp_path, **{"/dev/sdb": target})
            quick = ["--target", target, "--json", "--no-store", "--queue-depth", "32"]
            brief = ("--warmup-for", "0s", "--measure-for", "100ms")
            free = on_time(plimsoll, "run", *quick, *brief).document
            assert plimsoll("policy", "apply", file).code == 0
            reads = ["--warmup-for", "500ms", "--measure-for", "2s", "--no-store", "--reads-only"]
            (volume,) = plimsoll("policy", "verify", file, *reads, "--json").document["volumes"]
            assert volume["configured"] == "compliant"
            assert volume["verdict"] != "broken", volume["because"]
            for point in volume["points"]:
                assert point["measured_per_s"] < 1.2 * point["allowed_per_s"]
            short = ["--warmup-for", "200ms", "--measure-for", "400ms"]
            # The table of the report: flat up to 64k, less at 128k, where the controller is less.
            grid = {
                size: plimsoll("run", *quick, *short, "--block-size", size)
                for size in ("4k", "64k", "128k")
            }
            rates = {size: one.document["achieved_rate_per_s"] for size, one in grid.items()}
            # The controller lets 250 MiB/s through: 2,000 IOPS at 128k.
            assert rates["4k"] < 3000 * 1.2
            assert rates["64k"] < 3000 * 1.2
            assert rates["128k"] < 2000 * 1.2
            assert plimsoll("policy", "remove", file).code == 0
            assert free["achieved_rate_per_s"] > 0
            (element,) = [
                one
                for one in json.loads(settings(control))["elements"]
                if one["name"].startswith("policy")
            ]
            assert element["settings"].get("ops_per_s", "none") == "none"


def settings(control: Path) -> str:
    """What the stack is set to, past everything else."""
    return json.dumps(serving.send_request(control, {"ask": "settings"}))


def session_error(vcenter: Vcenter) -> str:
    with pytest.raises(PlimsollError) as raised, session(vcenter.server):
        raise AssertionError("it was let in")
    return str(raised.value)


@pytest.mark.long
def test_a_certificate_is_checked_unless_told_otherwise_and_that_is_said(
    plimsoll: Plimsoll, shared_vcenter: Vcenter, file: Path
) -> None:
    shared_vcenter.account(ca=None)
    said = plimsoll("policy", "plan", file, code=2)
    assert "the certificate of" in said.out
    assert "is not trusted" in said.out
    shared_vcenter.account(ca=None, insecure=True)
    note = f"the certificate of {shared_vcenter.server} is not checked (insecure in vcenter.toml)"
    for action in ("plan", "apply", "show", "remove"):
        said = plimsoll("policy", action, file, code=0)
        assert note in said.out + said.err, action
    said = plimsoll("policy", "plan", file, "--json", code=0)
    assert note in said.err
    assert note in plimsoll("policy", "place", file, "vmdk").err


def test_a_wrong_password_is_an_error_without_it(shared_vcenter: Vcenter) -> None:
    shared_vcenter.account(password="not-the-password")
    why = session_error(shared_vcenter)
    assert "does not know this user, or the password is wrong" in why
    assert "not-the-password" not in why


def test_a_file_that_others_may_read_is_refused(shared_vcenter: Vcenter) -> None:
    shared_vcenter.account().chmod(0o640)
    assert "holds passwords, but others may read it" in session_error(shared_vcenter)


def test_a_damaged_file_is_named_and_not_shown(shared_vcenter: Vcenter) -> None:
    file = shared_vcenter.account()
    file.write_text(f'["{shared_vcenter.server}"]\npassword = "{shared_vcenter.password}\n')
    why = session_error(shared_vcenter)
    assert "vcenter.toml is not TOML" in why
    assert shared_vcenter.password not in why


def test_the_environment_is_for_the_server_that_it_names() -> None:
    said = {
        "XDG_CONFIG_HOME": "/nowhere",
        "PLIMSOLL_VCENTER": "VC.example.com:443",
        "PLIMSOLL_VCENTER_USER": "me",
        "PLIMSOLL_VCENTER_PASSWORD": "secret",
    }
    found = account.load_account("vc.example.com", said)
    assert (found.user, found.password) == ("me", "secret")
    assert "secret" not in repr(found)
    with pytest.raises(NoTargetError, match=r"there are no credentials for other\.example\.com"):
        account.load_account("other.example.com", said)
    with pytest.raises(NoTargetError, match="the user or password is missing"):
        account.load_account("vc.example.com", said | {"PLIMSOLL_VCENTER_PASSWORD": ""})


def test_a_password_may_be_in_a_keyring(
    shared_vcenter: Vcenter, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared_vcenter.account(password=None, keyring=True)
    kept = {("plimsoll vCenter", f"tester@{shared_vcenter.server}"): shared_vcenter.password}
    keyring = types.ModuleType("keyring")
    keyring.get_password = lambda service, user: kept.get((service, user))
    monkeypatch.setitem(sys.modules, "keyring", keyring)
    assert account.load_account(shared_vcenter.server).password == shared_vcenter.password
    kept.clear()
    with pytest.raises(NoTargetError, match="the keyring has no password for tester at"):
        account.load_account(shared_vcenter.server)
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(InputError, match="the package keyring is not installed"):
        account.load_account(shared_vcenter.server)


def test_a_session_that_was_ended_meanwhile_is_opened_again(shared_vcenter: Vcenter) -> None:
    with session(shared_vcenter.server) as first:
        first.content.sessionManager.Logout()
    # Whoever finds that out is told; who comes next, or later, has a new one.
    with pytest.raises(PlimsollError), session(shared_vcenter.server) as same:
        inventory.every(same, "Datastore")
    with session(shared_vcenter.server) as second:
        assert second is not first
        assert inventory.every(second, "Datastore")
        second.content.sessionManager.Logout()
    second.answered_at -= KEPT_S
    with session(shared_vcenter.server) as third:
        assert inventory.every(third, "Datastore")


def certificate(folder: Path) -> Path:
    """A certificate with its key, which nobody trusts."""
    if shutil.which("openssl") is None:
        pytest.skip("needs openssl")
    made = folder / "other.pem"
    words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=it"
    subprocess.run([*words.split(), "-keyout", made, "-out", folder / "c"], check=True)
    made.write_bytes(made.read_bytes() + (folder / "c").read_bytes())
    return made


@pytest.mark.parametrize("body", [b"<html>no</html>", b"\0\xff<<<", b""])
def test_a_server_that_is_no_vcenter_is_told_from_one(
    shared_vcenter: Vcenter, tmp_path: Path, body: bytes
) -> None:
    class Other(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, *_: object) -> None:
            pass

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Other) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        other = dataclasses.replace(shared_vcenter, server=f"127.0.0.1:{server.server_port}")
        other.account(ca=None, insecure=True)
        assert "does not answer as a vCenter does" in session_error(other)
        server.shutdown()


def test_a_server_that_never_answers_is_not_waited_for_for_ever(
    shared_vcenter: Vcenter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plimsoll.features.vcenter.session.PATIENCE_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        other = dataclasses.replace(shared_vcenter, server=f"127.0.0.1:{silent.getsockname()[1]}")
        other.account()
        assert "cannot reach" in session_error(other)


@pytest.mark.parametrize(
    "server", ["", "vc.example.com/sdk", "https://vc", "user@vc", "vc:0", "vc:99999", "-vc", "vc\n"]
)
def test_what_is_no_server_is_refused(server: str) -> None:
    with pytest.raises(InputError, match="is not the name of a vCenter server"):
        account.canonical(server)


@pytest.mark.long
def test_the_password_is_nowhere_it_need_not_be(
    plimsoll: Plimsoll, vcenter: Vcenter, tmp_path: Path, state_home: Path
) -> None:
    file = write_policy(vcenter, tmp_path)
    said = [plimsoll("policy", one, file) for one in ("plan", "apply", "show", "remove")]
    kept = state_home / "plimsoll/policy.journal"
    everything = [text for one in said for text in (one.out, one.err)]
    everything += [kept.read_text(), (tmp_path / "vcsim.log").read_text()]
    assert not any(vcenter.password in text for text in everything)


@pytest.mark.long
def test_without_pyvmomi_the_extra_is_named(shared_vcenter: Vcenter, tmp_path: Path) -> None:
    file = write_policy(shared_vcenter, tmp_path)
    ended = alter_command("without-pyvmomi", tmp_path, "policy", "plan", file)
    assert "pip install 'plimsoll-storage[vcenter]'" in ended.stdout
