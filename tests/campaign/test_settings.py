"""Settings: journalled before they are changed, watched around every Run, and put back whatever
happens."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from plimsoll.base.errors import RefusedError
from plimsoll.campaign import commands, settings
from plimsoll.campaign.trust import Trust
from plimsoll.search import point_reasons
from tests.campaign.conftest import Begin, CampaignInStore

CAMPAIGN = Path(__file__).with_name("settings_campaign.toml").read_text()
SET = "echo new > {folder}/knob"
RESTORE = "echo $0 > {folder}/knob"


@pytest.fixture
def knob(tmp_path: Path) -> Path:
    path = tmp_path / "knob"
    path.write_text("old\n")
    return path


@pytest.fixture
def campaign(begin: Begin, tmp_path: Path, knob: Path) -> Begin:
    def begin_campaign(
        *,
        set: str = SET,  # noqa: A002
        restore: str = RESTORE,
        expect: str = 'expect = "new"',
        more: str = "",
    ) -> CampaignInStore:
        fill = {"folder": tmp_path}
        text = CAMPAIGN.replace('"{restore}"', '"{restore}", "{{original}}"')
        return begin(
            text, set=set.format(**fill), restore=restore.format(**fill), expect=expect, more=more
        )

    return begin_campaign


def disturb(begun: CampaignInStore, knob: Path, *, times: int) -> None:
    """Somebody else changes the setting right after a Run has begun under it, so often."""
    begin_run = begun.store.begin_run

    def and_change(*arguments: object, **more: object) -> int:
        nonlocal times
        made = begin_run(*arguments, **more)
        if knob.read_text() == "new\n" and times > 0:
            times -= 1
            knob.write_text("somebody else's\n")
        return made

    begun.store.begin_run = and_change


@pytest.mark.parametrize("value", [b"a\0b", b"caf\xe9"])
def test_a_setting_that_could_not_be_put_back_as_it_was_is_not_changed(
    campaign: Begin, knob: Path, value: bytes
) -> None:
    knob.write_bytes(value)
    begun = campaign(expect="").conduct()
    assert [point.state for point in begun.points] == ["finished", "finished", "failed", "failed"]
    assert "bytes that are not text" in (point_reasons.words(begun.points[2].reason) or "")
    assert knob.read_bytes() == value


def test_a_configuration_is_set_read_back_and_put_back(campaign: Begin, knob: Path) -> None:
    begun = campaign()
    values = []
    begun.heard.on_point = lambda point: values.append(
        (point.configuration, point.state, knob.read_text().strip())
    )
    begun.conduct()
    assert [value for _, state, value in values if state == "finished"] == [
        "old",
        "old",
        "new",
        "new",
    ]
    assert knob.read_text() == "old\n"
    (entry,) = begun.store.plans.journal_entries(unrestored=False)
    assert (entry.original, entry.restored_at_ns is not None) == ("old", True)
    assert ("after", {"knob": "new"}) in begun.store.plans.configurations().values()


@pytest.mark.long
def test_the_original_is_in_the_journal_before_the_setting_changes(
    campaign: Begin, tmp_path: Path
) -> None:
    # The command that sets it looks into the store, through its own connection, for what is durable
    # by then.
    program = (
        "import sqlite3; print(sqlite3.connect('{folder}/campaign.db').execute('SELECT original"
        " FROM setting_journal').fetchall())"
    )
    (tmp_path / "look.py").write_text(program.format(folder=tmp_path))
    campaign(set="python3 {folder}/look.py > {folder}/seen; " + SET).conduct()
    assert (tmp_path / "seen").read_text().strip() == "[('old',)]"


def test_a_setting_that_cannot_be_set_fails_its_points_with_its_words_and_no_others(
    campaign: Begin, knob: Path
) -> None:
    begun = campaign(set="echo half > {folder}/knob; echo no such policy >&2; exit 3").conduct()
    states = [(point.configuration, point.state) for point in begun.points]
    assert states == [("before", "finished")] * 2 + [("after", "failed")] * 2
    assert "ended with code 3 and printed: no such policy" in (
        point_reasons.words(begun.points[-1].reason) or ""
    )
    assert knob.read_text() == "old\n"


def test_a_setting_that_reads_back_otherwise_than_expected_fails_its_points(
    campaign: Begin, knob: Path
) -> None:
    begun = campaign(expect='expect = "newer"').conduct()
    assert "the setting 'knob' reads 'new', not 'newer'" in (
        point_reasons.words(begun.points[-1].reason) or ""
    )
    assert knob.read_text() == "old\n"


def test_a_setting_that_changes_under_a_run_invalidates_it_and_the_point_is_asked_again(
    campaign: Begin, knob: Path
) -> None:
    begun = campaign()
    disturb(begun, knob, times=1)
    begun.conduct()
    point = begun.points[2]
    assert (point.state, point.stands, point.attempt, point.invalidated) == ("finished", True, 2, 1)
    runs = begun.store.plans.runs(point.id)
    assert [(run.attempt, run.valid) for run in runs] == [(1, False), (2, True)]
    assert runs[0].why == "the setting 'knob' changed from 'new' to 'somebody else's'"
    answers = begun.store.plans.answer(point, runs, begun.store.runs(begun.id))
    assert [run.id for run in answers] == [runs[1].run_id]
    # The same addresses again would meet a warm cache.
    assert begun.store.run(runs[0].run_id).seed != begun.store.run(runs[1].run_id).seed
    assert any("is measured again" in words for words in begun.heard.events)
    assert knob.read_text() == "old\n"


@pytest.mark.long
def test_a_point_is_asked_again_a_bounded_number_of_times(campaign: Begin, knob: Path) -> None:
    begun = campaign(more="ask_again = 2")
    disturb(begun, knob, times=3)
    begun.conduct()
    point = begun.points[2]
    assert (point.state, point.attempt, point.invalidated) == ("failed", 3, 2)
    assert "changed from 'new'" in (point_reasons.words(point.reason) or "")
    assert "3 times" in (point_reasons.words(point.reason) or "")


def test_what_could_not_be_put_back_stays_in_the_journal_until_it_is(
    campaign: Begin, knob: Path
) -> None:
    begun = campaign(restore="test -e {folder}/mended && echo $0 > {folder}/knob")
    with pytest.raises(
        settings.NotRestoredError,
        match=r"'knob' was not restored to 'old'.*plimsoll campaign restore",
    ):
        begun.conduct()
    assert knob.read_text() == "new\n"
    (entry,) = begun.store.plans.journal_entries()
    assert "ended with code 1" in (entry.trouble or "")
    trust = Trust.of_this_user()
    assert settings.restore(begun.store, [entry], trust).done == []
    # A new campaign would take 'new' for what was found.
    with pytest.raises(RefusedError, match="has not restored the setting 'knob'"):
        campaign()
    knob.with_name("mended").touch()
    came = settings.restore(begun.store, [entry], trust)
    assert ([one.setting for one in came.done], came.left, came.refused) == (["knob"], [], [])
    assert knob.read_text() == "old\n"


def test_a_restore_that_says_all_is_well_and_is_not_is_not_believed(campaign: Begin) -> None:
    begun = campaign(restore="true")
    with pytest.raises(
        settings.NotRestoredError, match="reported success, but the setting reads 'new'"
    ):
        begun.conduct()


@pytest.mark.long
def test_resuming_puts_back_first_and_sets_anew(campaign: Begin, knob: Path) -> None:
    begun = campaign()

    def die(point: object) -> None:
        if point.state == "finished" and point.configuration == "after":
            raise MemoryError("as good as a kill, but for what is put back")

    begun.heard.on_point = die
    with pytest.raises(MemoryError):
        begun.conduct()
    assert knob.read_text() == "old\n"
    finished = [point.id for point in begun.points if point.state == "finished"]
    assert len(finished) == 3
    begun.heard.on_point = None
    begun.resume()
    assert [point.attempt for point in begun.points] == [1, 1, 1, 1]
    assert knob.read_text() == "old\n"


@pytest.mark.long
def test_a_slow_change_of_a_killed_process_is_waited_for_before_it_is_put_back(
    tmp_path: Path, knob: Path
) -> None:
    # The change says that it has begun, and goes on when the test lets it: nothing here is a matter
    # of speed.
    go, begun, lock = tmp_path / "go", tmp_path / "begun", tmp_path / "lock"
    os.mkfifo(go)
    change = f"touch {begun}; exec 3< {go}; echo new > {knob}"
    program = (
        "from pathlib import Path; from plimsoll.campaign import commands;"
        f" commands.run({change!r}, limit_s=60, lock=Path({str(lock)!r}))"
    )
    with subprocess.Popen([sys.executable, "-c", program]) as process:
        while not begun.exists():
            assert process.poll() is None
        process.kill()
    with pytest.raises(
        commands.CommandError, match="a command started by an earlier process was still running"
    ):
        commands.run(f"echo old > {knob}", limit_s=0.0, lock=lock)
    with go.open("w"):
        commands.run(f"echo old > {knob}", limit_s=60.0, lock=lock)
    assert knob.read_text() == "old\n"


def test_a_command_that_does_not_end_is_killed_with_its_children() -> None:
    with pytest.raises(commands.CommandError, match=r"did not end within 0\.1 s and was killed"):
        commands.run("sleep 60 & sleep 60", limit_s=0.1)


def test_a_list_is_run_as_it_is_and_a_text_by_the_shell() -> None:
    assert (
        commands.run(["printf", "%s|", "$HOME", "{original}", "a b"], limit_s=60, original="was $x")
        == "$HOME|was $x|a b|"
    )
    assert commands.run('printf %s "$PLIMSOLL_ORIGINAL"', limit_s=60, original="was $x") == "was $x"
    with pytest.raises(commands.CommandError, match="cannot run `no-such-program now`"):
        commands.run(["no-such-program", "now"], limit_s=60)
