"""Plan, apply, show and remove, as a user types them, on a served stack."""

import json
import os
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from plimsoll.base import state
from plimsoll.cli.schema import own
from plimsoll.features.policy import journal
from plimsoll.features.policy.changes import digest_of
from tests.conftest import Plimsoll
from tests.features.policy.alteration import alter_command, kill_command
from tests.features.policy.grounds import GROUNDS, STACK, Ground, served_stack, settings
from tests.schemas import keeps


@pytest.fixture(autouse=True)
def own_state(state_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has a journal of its own, also where it asks past the command line."""
    monkeypatch.setenv("XDG_STATE_HOME", str(state_home))


@pytest.fixture
def ground() -> Iterator[Ground]:
    with GROUNDS["stack"]() as made:
        yield made


@pytest.fixture
def file(ground: Ground, tmp_path: Path) -> Path:
    path = tmp_path / "policy.toml"
    path.write_text(ground.file())
    return path


def control_of(ground: Ground) -> Path:
    return Path(ground.system.split("'")[1])


def limits(ground: Ground) -> list[tuple[str, str, str]]:
    """What the two volumes have, past everything of ours."""
    found = []
    for name in ("one", "two"):
        now = settings(control_of(ground), f"policy@{name}")
        found.append((now["ops_per_s"], now["read_ops_per_s"], now["write_ops_per_s"]))
    return found


BEFORE = [("20000", "none", "none")] * 2
AFTER = [("none", "3000", "1000")] * 2


def test_plan_changes_nothing_and_leaves_no_trace(
    plimsoll: Plimsoll, ground: Ground, file: Path
) -> None:
    ended = plimsoll("policy", "plan", file)
    assert (ended.code, ended.err) == (0, "")
    assert "read_ops_per_s   none → 3,000" in ended.out
    assert ended.out.endswith(
        f"\n\n● Planned · {file.name}\n2 changes to make; nothing was changed.\n"
        f"  What to do  Set the policy: plimsoll policy apply {file}\n"
    )
    assert limits(ground) == BEFORE
    assert not state.place().exists()


def test_a_plan_that_could_read_nothing_is_no_plan_of_no_changes(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    file = tmp_path / "policy.toml"
    with GROUNDS["stack"]() as gone:
        file.write_text(gone.file())
    ended = plimsoll("policy", "plan", file)
    assert (ended.code, ended.out.count("cannot be read: ")) == (2, 2)
    assert ended.out.endswith(
        "\n\n○ Not known · policy.toml\n"
        "2 volumes could not be read, so the changes are not known. Nothing was changed.\n"
    )
    assert plimsoll("policy", "plan", file, "--json").code == 2


def test_apply_is_what_plan_said_and_again_changes_nothing(
    plimsoll: Plimsoll, ground: Ground, file: Path
) -> None:
    planned = plimsoll("policy", "plan", file, "--json").document
    wanted = [item["differences"] for item in planned["items"]]
    done = plimsoll("policy", "apply", file, "--json").document
    assert [item["differences"] for item in done["items"]] == wanted
    assert [item["step"] for item in done["items"]] == ["set", "set"]
    assert limits(ground) == AFTER
    shown = plimsoll("policy", "show", file)
    assert (shown.code, shown.out.count("compliant:")) == (0, 2)
    again = plimsoll("policy", "apply", file, "--json").document
    assert [item["step"] for item in again["items"]] == ["same", "same"]
    documents = [planned, done, plimsoll("policy", "show", file, "--json").document]
    removed = plimsoll("policy", "remove", file, "--json")
    assert (removed.code, limits(ground)) == (0, BEFORE)
    for document in (*documents, removed.document):
        keeps(document, own("policy"))
    assert "Nothing to put back" in plimsoll("policy", "remove", file).out


def test_apply_makes_only_what_was_seen(plimsoll: Plimsoll, ground: Ground, file: Path) -> None:
    """Whatever is changed after the look: what somebody set, or what the file says."""

    def plan_digest() -> str:
        planned = json.loads(plimsoll("policy", "plan", file, "--json").out)["items"]
        keys = ("name", "kind", "place", "now", "wanted", "leaves")
        return digest_of([[one[key] for key in keys] for one in planned])

    first, text = plan_digest(), file.read_text()
    file.write_text(text.replace("3000", "4000"))
    refused = plimsoll("policy", "apply", file, f"--seen={first}")
    assert (refused.code, "changed since it was shown" in refused.err) == (73, True), refused.err
    assert limits(ground) == BEFORE
    file.write_text(text)
    ground.poke("one")
    assert plimsoll("policy", "apply", file, f"--seen={first}").code == 73
    assert plimsoll("policy", "apply", file, f"--seen={plan_digest()}").code == 0
    assert limits(ground) == AFTER
    assert plimsoll("policy", "plan", file, f"--seen={first}").code == 64


def test_what_was_removed_is_not_set_and_tells_since_when(
    plimsoll: Plimsoll, ground: Ground, file: Path
) -> None:
    assert plimsoll("policy", "show", file).out.count("not set: ") == 2
    plimsoll("policy", "apply", file)
    plimsoll("policy", "remove", file)
    shown = plimsoll("policy", "show", file)
    assert (shown.code, shown.out.count("not set (removed 20")) == (1, 2)
    plimsoll("policy", "apply", file)
    assert plimsoll("policy", "show", file).out.count("compliant: ") == 2


def test_what_somebody_else_changed_is_drift_and_is_not_overwritten_unasked(
    plimsoll: Plimsoll, ground: Ground, file: Path
) -> None:
    plimsoll("policy", "apply", file)
    ground.poke("one")
    shown = plimsoll("policy", "show", file, code=1)
    assert shown.out.count("drifted:") == 1
    assert "now 77, should be " in shown.out
    assert "→" not in shown.out
    assert shown.out.count("compliant:") == 1
    ended = plimsoll("policy", "remove", file, code=73)
    assert "one has been changed by somebody else since" in ended.err
    assert limits(ground)[0][0] == "77"
    assert limits(ground)[1] == BEFORE[1]
    assert plimsoll("policy", "remove", file, "--overwrite-drift").code == 0
    assert limits(ground) == BEFORE


def test_a_new_version_is_out_of_date_until_it_is_applied_and_last_goes_back_to_the_one_before(
    plimsoll: Plimsoll, ground: Ground, file: Path
) -> None:
    plimsoll("policy", "apply", file)
    file.write_text(ground.file("limit = '50 IOPS'", version=2))
    shown = plimsoll("policy", "show", file)
    assert (shown.code, shown.out.count("out of date (version 1 is applied):")) == (1, 2)
    plimsoll("policy", "apply", file)
    assert limits(ground) == [("50", "none", "none")] * 2
    assert plimsoll("policy", "remove", "--last", file).code == 0
    assert limits(ground) == AFTER
    assert plimsoll("policy", "remove", file).code == 0
    assert limits(ground) == BEFORE


def test_last_is_the_last_apply_also_where_that_set_nothing(
    plimsoll: Plimsoll, ground: Ground, file: Path
) -> None:
    plimsoll("policy", "apply", file)
    file.write_text(ground.file(volumes=("two",), version=2))
    plimsoll("policy", "apply", file)
    now = [BEFORE[0], AFTER[1]]
    for _ in range(2):
        ended = plimsoll("policy", "remove", "--last", file)
        assert (ended.code, "the last apply set nothing" in ended.out) == (0, True)
        assert limits(ground) == now
    file.write_text(ground.file("limit = '50 IOPS'", volumes=("two",), version=3))
    plimsoll("policy", "apply", file)
    for _ in range(2):
        plimsoll("policy", "remove", "--last", file)
        assert limits(ground) == now
    assert plimsoll("policy", "remove", file).code == 0
    assert limits(ground) == BEFORE


def test_a_volume_that_leaves_the_file_gets_back_what_it_had(
    plimsoll: Plimsoll, ground: Ground, file: Path
) -> None:
    plimsoll("policy", "apply", file)
    file.write_text(ground.file(volumes=("two",), version=2))
    assert "no longer in the file" in plimsoll("policy", "plan", file).out
    assert limits(ground) == AFTER
    plimsoll("policy", "apply", file)
    assert limits(ground) == [BEFORE[0], AFTER[1]]


def test_nothing_is_applied_while_anything_cannot_be_read(
    plimsoll: Plimsoll, ground: Ground, file: Path
) -> None:
    ground.at["two"] = ground.gone
    file.write_text(ground.file())
    assert "Nothing was changed" in plimsoll("policy", "apply", file, code=74).err
    assert limits(ground) == BEFORE
    assert plimsoll("policy", "show", file).code == 1


def test_a_limit_that_the_volume_does_not_pass_is_not_set(
    plimsoll: Plimsoll, ground: Ground, file: Path
) -> None:
    file.write_text(ground.file(volumes=("free",)))
    ended = plimsoll("policy", "apply", file, code=74)
    assert "do not pass the limit 'policy'" in ended.err


def test_an_apply_that_fails_half_way_says_so_and_can_go_on_or_be_put_back(
    plimsoll: Plimsoll, ground: Ground, file: Path
) -> None:
    for way, wanted in (("apply", AFTER), ("remove", BEFORE)):
        ended = alter_command("refusing policy@two", file.parent, "policy", "apply", file)
        assert ended.returncode == 74
        assert "1 of 2 changes were made; two: the array is busy" in ended.stderr
        assert limits(ground) == [AFTER[0], BEFORE[1]]
        assert plimsoll("policy", way, file).code == 0
        assert limits(ground) == wanted
        plimsoll("policy", "remove", file)


def test_a_second_writer_is_refused(plimsoll: Plimsoll, ground: Ground, file: Path) -> None:
    with journal.locked_journal():
        for action in ("apply", "remove"):
            ended = plimsoll("policy", action, file, code=73)
            assert (
                f"another plimsoll policy is changing things (process {os.getpid()})" in ended.err
            )
        assert plimsoll("policy", "plan", file).code == 0
    assert limits(ground) == BEFORE


def test_a_volume_belongs_to_one_policy_file(
    plimsoll: Plimsoll, ground: Ground, file: Path, tmp_path: Path
) -> None:
    plimsoll("policy", "apply", file)
    other = tmp_path / "other.toml"
    other.write_text(ground.file("limit = '5 IOPS'"))
    ended = plimsoll("policy", "apply", other, code=73)
    assert f"is under the policies of {file}" in ended.err
    assert limits(ground) == AFTER


@pytest.mark.long
@pytest.mark.parametrize("way", ["remove", "apply"])
def test_a_kill_at_any_moment_of_an_apply_leaves_what_puts_things_back(
    plimsoll: Plimsoll, ground: Ground, file: Path, way: str
) -> None:
    file.write_text(ground.file(volumes=("one",)))
    step = codes = 0
    while (code := kill_command(step, file.parent, "policy", "apply", file)) != 0:
        assert code == -signal.SIGKILL
        shown = plimsoll("policy", "show", file)
        assert "drifted" not in shown.out, f"step {step}: {shown.out}"
        assert plimsoll("policy", way, file).code == 0, step
        assert limits(ground)[0] == (AFTER[0] if way == "apply" else BEFORE[0]), step
        plimsoll("policy", "remove", file)
        assert limits(ground) == BEFORE, step
        # Every step once; going on from it, every third.
        step, codes = step + (1 if way == "remove" else 3), codes + 1
    # Twelve settings, and the lines around them.
    assert codes > (12 if way == "remove" else 4)


@pytest.mark.long
def test_a_kill_at_any_moment_of_a_remove_can_be_removed_again(
    plimsoll: Plimsoll, ground: Ground, file: Path
) -> None:
    file.write_text(ground.file(volumes=("one",)))
    step = 0
    while True:
        plimsoll("policy", "apply", file)
        if (code := kill_command(step, file.parent, "policy", "remove", file)) == 0:
            break
        assert code == -signal.SIGKILL
        assert plimsoll("policy", "remove", file).code == 0, step
        assert limits(ground) == BEFORE, step
        step += 3
    assert step > 12


def test_a_line_that_was_half_written_is_cut_off_and_a_damaged_one_is_told(
    plimsoll: Plimsoll, ground: Ground, file: Path
) -> None:
    plimsoll("policy", "apply", file)
    kept = state.place() / journal.NAME
    whole = kept.read_bytes()
    kept.write_bytes(whole + b'{"step": "bef')
    assert plimsoll("policy", "show", file).code == 0
    assert plimsoll("policy", "apply", file).code == 0
    assert b"begin" in (begun := kept.read_bytes().removeprefix(whole))
    assert begun.count(b"\n") == 1
    for file_of in (kept, kept.with_name(journal.COPY)):
        file_of.write_bytes(b"{]\n" + whole)
    assert "policy.journal:1 is damaged" in plimsoll("policy", "remove", file, code=65).err
    assert limits(ground) == AFTER


def _changed_digit(whole: bytes) -> bytes:
    at = next(at for at, one in enumerate(whole) if chr(one) in "23456789")
    return whole[:at] + b"1" + whole[at + 1 :]


TORN: dict[str, Callable[[bytes], bytes]] = {
    "cut to 200 bytes": lambda whole: whole[:200],
    "cut to nothing": lambda _: b"",
    "cut at a line": lambda whole: b"".join(whole.splitlines(keepends=True)[:2]),
    "a changed digit": _changed_digit,
    "zeroes": lambda whole: bytes(len(whole)),
}


@pytest.mark.parametrize(
    ("name", "how"), [*((journal.NAME, how) for how in TORN), (journal.COPY, "zeroes")]
)
def test_a_torn_journal_forgets_no_limit(
    plimsoll: Plimsoll, ground: Ground, file: Path, name: str, how: str
) -> None:
    plimsoll("policy", "apply", file)
    kept = state.place() / name
    kept.write_bytes(TORN[how](kept.read_bytes()))
    shown = plimsoll("policy", "show", file)
    assert shown.out.count("compliant: ") == 2
    assert ("was damaged" in shown.err) == (name == journal.NAME)
    ended = plimsoll("policy", "remove", file)
    assert (ended.code, limits(ground)) == (0, BEFORE)
    assert ("completed from policy.journal.copy" in ended.err) == (name == journal.NAME)
    assert (state.place() / journal.NAME).read_bytes() == (
        state.place() / journal.COPY
    ).read_bytes()


@pytest.mark.parametrize("how", ["cut to 200 bytes", "a changed digit"])
def test_where_the_copy_is_torn_as_well_nothing_is_changed_and_it_is_said(
    plimsoll: Plimsoll, ground: Ground, file: Path, how: str
) -> None:
    plimsoll("policy", "apply", file)
    for name in (journal.NAME, journal.COPY):
        kept = state.place() / name
        kept.write_bytes(TORN[how](kept.read_bytes()))
    for verb in ("remove", "apply"):
        ended = plimsoll("policy", verb, file)
        assert (ended.code, limits(ground)) == (65, AFTER), ended
        assert len(ended.err.splitlines()) == 1
        assert "policy.journal" in ended.err


def test_two_volumes_may_share_one_limit_but_not_with_different_rules(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    shared = """
    [limit.vm]
    ops_per_s = 20000
    [device.d]
    servers = 8
    service = "100us"
    [volume.a]
    size = "1m"
    path = ["vm", "d"]
    [volume.b]
    size = "1m"
    path = ["vm", "d"]
    """
    with served_stack(shared) as (_, control):
        text = f"""
        version = 1
        [component.x]
        limit = "100 IOPS"
        [component.y]
        limit = "200 IOPS"
        [policy.x]
        components = ["x"]
        [policy.y]
        components = ["y"]
        [system.s]
        kind = "stack"
        control = "{control}"
        [volume.a]
        policy = "x"
        system = "s"
        at = {{ element = "vm" }}
        [volume.b]
        policy = "x"
        system = "s"
        at = {{ element = "vm" }}
        """
        file = tmp_path / "it.toml"
        file.write_text(text.replace('policy = "x"', 'policy = "y"', 1))
        ended = plimsoll("policy", "apply", file)
        assert (ended.code, "same place with different rules" in ended.err) == (73, True)
        file.write_text(text)
        assert plimsoll("policy", "apply", file).code == 0
        assert settings(control, "vm")["ops_per_s"] == "100"
        assert plimsoll("policy", "remove", file).code == 0
        assert settings(control, "vm")["ops_per_s"] == "20000"


def test_what_was_there_comes_back_when_who_came_first_to_a_limit_left_first(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """The second came to a limit that the first had set: that is not what was there without us."""
    with served_stack(SCHEDULED.replace('scope = "disk"\n', "")) as (_, control):
        file = tmp_path / "policy.toml"
        head = f"""
        version = 1
        component.it = {{ limit = "100 IOPS", shares = 2000 }}
        policy.it.components = ["it"]
        system.s = {{ kind = "stack", control = "{control}" }}
        """
        own = 'element = "policy", scheduler = "scheduler"'
        at = {"one": own, "two": own}

        def apply(*volumes: str) -> None:
            lines = [
                f'volume.{name} = {{ policy = "it", system = "s", at = {{ {at[name]} }} }}\n'
                for name in volumes
            ]
            file.write_text(head + "".join(lines))
            assert plimsoll("policy", "apply", file).code == 0
            assert settings(control, "policy")["ops_per_s"] == "100"

        apply("one")
        apply("one", "two")
        apply("two")
        assert settings(control, "scheduler")["shares@two"] == "2000"
        assert plimsoll("policy", "remove", file).code == 0
        assert settings(control, "policy")["ops_per_s"] == "20000"
        assert settings(control, "scheduler")["shares@two"] == "500"
        # Both leave, one after the other in one apply.
        apply("one")
        apply("one", "two")
        file.write_text(head)
        assert plimsoll("policy", "apply", file).code == 0
        assert settings(control, "policy")["ops_per_s"] == "20000"


def test_a_limit_that_volumes_share_is_under_one_policy_file(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """The second file names another volume, another path of the socket, and the same limit."""
    with served_stack(STACK.replace('scope = "disk"\n', "")) as (_, control):
        link = tmp_path / "link"
        link.symlink_to(control)
        files = []
        for volume, socket_path in (("one", control), ("two", link)):
            file = tmp_path / f"{volume}.toml"
            file.write_text(
                f"""
                version = 1
                component.it.limit = "{100 if volume == "one" else 5000} IOPS"
                policy.gold.components = ["it"]
                system.s = {{ kind = "stack", control = "{socket_path}" }}
                volume.{volume} = {{ policy = "gold", system = "s", at = {{ element = "policy" }} }}
                """
            )
            files.append(file)
        assert plimsoll("policy", "apply", files[0]).code == 0
        ended = plimsoll("policy", "apply", files[1], code=73)
        assert f"shares a limit with one, which is under the policies of {files[0]}" in (ended.err)
        assert settings(control, "policy")["ops_per_s"] == "100"
        assert plimsoll("policy", "remove", files[0]).code == 0
        assert plimsoll("policy", "apply", files[1]).code == 0


def test_names_from_the_file_do_no_harm_to_the_terminal(
    plimsoll: Plimsoll, ground: Ground, file: Path
) -> None:
    for name in ("a\\u001b[2Jb", "a\\nb", "", "  "):
        file.write_text(ground.file(volumes=()) + f'[volume."{name}"]\npolicy = "gold"\n')
        ended = plimsoll("policy", "plan", file, code=65)
        assert "\x1b" not in ended.err
        assert ended.err.count("\n") == 1
    odd = """it's "a" /../ $(id) ; ü"""
    file.write_text(
        ground.file(volumes=())
        + f"[volume.{json.dumps(odd)}]\npolicy = 'gold'\nsystem = 'sut'\n"
        + "at = { element = 'policy', volume = 'one' }\n"
    )
    assert plimsoll("policy", "apply", file).code == 0
    assert odd in plimsoll("policy", "show", file).out
    assert plimsoll("policy", "remove", file).code == 0
    assert limits(ground) == BEFORE


def test_a_system_that_is_gone_is_forgotten_only_when_asked(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    file = tmp_path / "policy.toml"
    with GROUNDS["stack"]() as ground:
        file.write_text(ground.file())
        plimsoll("policy", "apply", file)
    ended = plimsoll("policy", "remove", file, code=74)
    assert "--forget-gone" in ended.err
    ended = plimsoll("policy", "remove", file, "--forget-gone")
    assert (ended.code, ended.out.count("forgotten, not put back")) == (0, 2)
    assert ended.out.count("it had ops_per_s 20,000") == 2
    assert "Nothing to put back" in plimsoll("policy", "remove", file).out


def test_a_volume_that_is_known_to_be_gone_is_forgotten_by_its_name(
    plimsoll: Plimsoll, ground: Ground, file: Path
) -> None:
    plimsoll("policy", "apply", file)
    ended = plimsoll("policy", "remove", file, "--forget", "three", code=64)
    assert "nothing is recorded about 'three'" in ended.err
    assert "one, two" in ended.err
    control = control_of(ground)
    aside = control.with_name("aside")
    control.rename(aside)
    control.write_text("a file")
    ended = plimsoll("policy", "remove", file, "--forget", "one", code=74)
    assert "forgotten, not put back: one" in ended.out
    assert "If you know that it is gone: --forget 'two'" in ended.err
    control.unlink()
    aside.rename(control)
    # One that can be read is put back, whatever was thought of it.
    ended = plimsoll("policy", "remove", file, "--forget", "two")
    assert (ended.code, "put back: two" in ended.out) == (0, True)


def test_a_system_that_only_cannot_be_asked_is_not_forgotten(
    plimsoll: Plimsoll, ground: Ground, file: Path
) -> None:
    """Whatever keeps it from being read, what was there before is kept to be put back."""
    plimsoll("policy", "apply", file)
    control = control_of(ground)
    aside = control.with_name("aside")
    control.rename(aside)
    for stands_in in (lambda: control.write_text("a file"), lambda: control.symlink_to(control)):
        stands_in()
        ended = plimsoll("policy", "remove", file, "--forget-gone")
        assert (ended.code, "forgotten" in ended.out) == (74, False)
        control.unlink()
    # One that takes connections and answers nothing.
    with socket.socket(socket.AF_UNIX) as stopped:
        stopped.bind(str(control))
        stopped.listen()
        stuck = alter_command(
            "impatient 0.05", file.parent, "policy", "remove", file, "--forget-gone"
        )
        assert (stuck.returncode, "forgotten" in stuck.stdout) == (74, False)
    control.unlink()
    aside.rename(control)
    assert plimsoll("policy", "remove", file).code == 0
    assert limits(ground) == BEFORE


SCHEDULED = Path(__file__).with_name("applying_scheduled.toml").read_text()


def test_reservation_and_shares_go_to_the_scheduler_that_a_volume_names(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    with served_stack(SCHEDULED) as (_, control):
        file = tmp_path / "policy.toml"
        text = f"""
        version = 1
        [component.it]
        limit = "3000 IOPS"
        reservation = "250 IOPS"
        shares = 2000
        [policy.it]
        components = ["it"]
        [system.s]
        kind = "stack"
        control = "{control}"
        [volume.two]
        policy = "it"
        system = "s"
        at = {{ element = "policy", scheduler = "scheduler" }}
        """
        file.write_text(text)
        before = settings(control, "scheduler")
        assert (before["shares@one"], before["shares@two"]) == ("1000", "500")
        assert plimsoll("policy", "apply", file).code == 0
        now = settings(control, "scheduler")
        assert (now["shares@two"], now["reservation@two"]) == ("2000", "250")
        assert (now["shares@one"], now["reservation@one"]) == ("1000", "none")
        assert plimsoll("policy", "show", file).code == 0
        # Without its scheduler in the file it has there what it had, and its limit still.
        file.write_text(
            text.replace(', scheduler = "scheduler"', "")
            .replace("shares = 2000\n", "")
            .replace('reservation = "250 IOPS"\n', "")
        )
        plimsoll("policy", "apply", file, code=0)
        assert settings(control, "scheduler") == before
        assert settings(control, "policy@two")["ops_per_s"] == "3000"
        assert plimsoll("policy", "remove", file).code == 0
        assert settings(control, "scheduler") == before
        file.write_text(text.replace(', scheduler = "scheduler"', ""))
        assert "has no reservations" in plimsoll("policy", "plan", file).err
        file.write_text(text.replace('scheduler = "scheduler"', 'scheduler = "policy"'))
        assert "no shares element is called 'policy'" in plimsoll("policy", "apply", file).err
