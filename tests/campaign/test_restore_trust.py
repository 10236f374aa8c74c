"""Nothing that a store holds is run because it stands there: this user signed it, the campaign's
file says it, or a person confirmed it.

Every attack leaves a mark when it succeeds (a file in the folder of the test); a refusal is 73, one
line, and no mark.
"""

import json
import re
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as tried
from hypothesis import strategies as any_of

from plimsoll.base.errors import InputError, IoError
from plimsoll.campaign import loader, settings, trust
from plimsoll.campaign.trust import Act, Trust
from plimsoll.store import Store
from tests.campaign.conftest import Begin
from tests.conftest import Ending, Plimsoll
from tests.store_edits import seal

KilledCampaignMaker = Callable[..., "KilledCampaign"]

SLOWLY = tried(max_examples=40)
CAMPAIGN = """
targets = ["null:"]
[campaign]
name = "trusted"
warmup_for = "0s"
measure_for = "100ms"
interval = "100ms"
settle = false
order = "as_written"
{more}
{configuration}
"""
SETTING = """
[configuration.before]
[configuration.after.setting]
name = "knob"
read = "cat {folder}/knob"
set = "echo new > {folder}/knob"
restore = "echo $PLIMSOLL_ORIGINAL > {folder}/knob"
"""


@dataclass
class KilledCampaign:
    """A campaign whose process was killed while a setting was changed; or one without settings,
    killed as well."""

    folder: Path
    run: Plimsoll

    @property
    def store(self) -> Path:
        return self.folder / "campaign.db"

    @property
    def file(self) -> Path:
        return self.folder / "campaign.toml"

    @property
    def knob(self) -> str:
        return (self.folder / "knob").read_text().strip()

    def marks(self) -> list[str]:
        """What an attack left."""
        return sorted(path.name for path in self.folder.glob("PWNED*"))

    def sql(self, text: str, *values: Any) -> None:
        connection = sqlite3.connect(self.store, isolation_level=None)
        connection.execute(text, values)
        seal(connection)
        connection.close()

    def expect_refusal(self, *words: str | Path, **environment: str) -> Ending:
        """Runs a command that is refused: it ends with 73 and one line beside the list, and nothing
        is changed."""
        before = self.knob
        ended = self.run("campaign", *words, **environment)
        assert ended.code == 73, ended
        assert [line.startswith("plimsoll: ") for line in ended.err.splitlines()].count(True) == 1
        assert (self.knob, self.marks()) == (before, [])
        return ended


@pytest.fixture
def killed_campaign(
    begin: Begin,
    tmp_path: Path,
    plimsoll: Plimsoll,
    state_home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> KilledCampaignMaker:
    monkeypatch.setenv("XDG_STATE_HOME", str(state_home))
    (tmp_path / "knob").write_text("old\n")

    def begin_and_kill(
        *, configuration: str = SETTING, more: str = "", enter: str | None = "after"
    ) -> KilledCampaign:
        text = CAMPAIGN.replace("{configuration}", configuration).replace("{more}", more)
        begun = begin(text.replace("{folder}", str(tmp_path)))
        if enter is not None:
            row = begun.store.campaign(begun.id)
            assert row is not None
            settings.Settings(begun.store, begun.id, loader.spec_of(row).configuration, 60.0).enter(
                enter
            )
            assert (tmp_path / "knob").read_text() == "new\n"
        begun.store.close()
        found = KilledCampaign(tmp_path, plimsoll)
        # As a kill leaves it.
        found.sql("UPDATE campaign SET writer = 'a process that is gone'")
        return found

    return begin_and_kill


def attack_command(folder: Path, name: str) -> str:
    """A command of an attacker."""
    return f"touch {folder}/PWNED-{name}; echo 1"


def plant_entry(left: KilledCampaign, campaign: int = 1, **changed: Any) -> None:
    """Puts an entry into the journal, as an attacker would."""
    held = {
        "read": attack_command(left.folder, "read"),
        "restore": attack_command(left.folder, "restore"),
        "limit_s": 60.0,
    }
    left.sql(
        "INSERT INTO setting_journal (campaign_id, configuration, setting, original, commands,"
        " journalled_at_ns) VALUES (?, 'off', 'x', '1', ?, 1)",
        campaign,
        json.dumps(held | changed),
    )


# -- what this user ran ----------------------------------------------------------------------------


def test_after_a_kill_the_same_user_restores_without_a_question(
    killed_campaign: KilledCampaignMaker,
) -> None:
    killed = killed_campaign()
    ended = killed.run("campaign", "restore", killed.store)
    assert (ended.code, ended.out, ended.err, killed.knob) == (
        0,
        "restored: knob of after to 'old'\n",
        "",
        "old",
    )


def test_after_a_kill_the_same_user_resumes_without_a_question(
    killed_campaign: KilledCampaignMaker,
) -> None:
    killed = killed_campaign(more='clear_caches = "true"')
    ended = killed.run("campaign", "resume", killed.store, "--json")
    assert (ended.code, ended.document["points"]["standing"], killed.knob) == (0, 2, "old")


# -- what somebody put there -----------------------------------------------------------------------


@pytest.mark.parametrize("action", ["resume", "restore"])
def test_commands_that_were_put_into_the_journal_of_a_harmless_campaign_are_not_run(
    killed_campaign: KilledCampaignMaker, action: str
) -> None:
    harmless = killed_campaign(configuration="", enter=None)
    plant_entry(harmless)
    told = harmless.expect_refusal(action, harmless.store)
    # All of it is listed, and exactly.
    for name in ("read", "restore"):
        assert json.dumps(attack_command(harmless.folder, name)) in told.err
    assert '"x" of configuration "off"' in told.err


def test_a_campaign_that_is_run_into_a_store_is_not_led_by_what_was_put_there_for_its_number(
    killed_campaign: KilledCampaignMaker,
) -> None:
    victim = killed_campaign(configuration="", enter=None)
    plant_entry(victim, campaign=2)
    victim.expect_refusal("run", victim.file, "--store", victim.store)


def test_an_entry_that_comes_while_a_campaign_runs_is_not_run(begin: Begin, tmp_path: Path) -> None:
    (tmp_path / "knob").write_text("old\n")
    begun = begin(
        CAMPAIGN.replace("{configuration}", SETTING)
        .replace("{more}", "")
        .replace("{folder}", str(tmp_path))
    )

    def put(point: object) -> None:
        if (point.number, point.state) == (1, "running"):
            begun.store.plans.journal(
                begun.id,
                "off",
                "x",
                "1",
                {"read": "true", "restore": attack_command(tmp_path, "later"), "limit_s": 60.0},
            )

    begun.heard.on_point = put
    with pytest.raises(settings.NotTrustedError, match="did not sign"):
        begun.conduct()
    assert not list(tmp_path.glob("PWNED*"))
    assert (tmp_path / "knob").read_text() == "old\n"


JOURNAL = "UPDATE setting_journal SET "
SPEC = "UPDATE campaign SET spec = json_set(spec, "


@pytest.mark.parametrize(
    "change",
    [
        JOURNAL + "commands = json_set(commands, '$.restore', 'touch {folder}/PWNED-1; ' ||"
        " json_extract(commands, '$.restore'))",
        JOURNAL + "commands = json_set(commands, '$.read', 'touch {folder}/PWNED-2; echo old')",
        JOURNAL + "commands = json_set(commands, '$.limit_s', 1.0)",
        JOURNAL + "original = 'someone else''s'",
        JOURNAL + "configuration = 'before'",
        JOURNAL + "setting = 'another'",
        SPEC + "'$.configuration.after.setting[0].set', 'touch {folder}/PWNED-3')",
        SPEC + "'$.campaign.clear_caches', 'touch {folder}/PWNED-4')",
        SPEC + "'$.campaign.collect', json('[\"touch {folder}/PWNED-5\"]'))",
        SPEC + "'$.campaign.scrape', json('[\"http://127.0.0.1:1/metrics\"]'))",
        SPEC + "'$.campaign.i_will_lose_the_data_on', json('[\"/dev/sda\"]'))",
        SPEC + "'$.campaign.overwrite_signature', json('true'))",
        "UPDATE signature SET value = substr(value, 1, 63) || 'x'",
        "UPDATE signature SET value = ''",
        "DELETE FROM signature",
        "UPDATE identity SET value = 'another'",
    ],
)
def test_what_was_changed_after_it_was_signed_is_not_run(
    killed_campaign: KilledCampaignMaker, change: str
) -> None:
    killed = killed_campaign()
    killed.sql(change.format(folder=killed.folder))
    killed.expect_refusal("resume", killed.store)
    assert killed.knob == "new"


def test_a_signature_is_good_for_its_campaign_only(
    killed_campaign: KilledCampaignMaker, begin: Begin
) -> None:
    killed = killed_campaign()
    assert killed.run("campaign", "restore", killed.store).code == 0
    begin(killed.file.read_text()).store.close()
    killed.sql("UPDATE campaign SET writer = 'a process that is gone'")
    killed.sql("UPDATE setting_journal SET campaign_id = 2, restored_at_ns = NULL")
    killed.expect_refusal("restore", killed.store, "--campaign", "2")
    killed.sql("UPDATE campaign SET spec = (SELECT spec FROM campaign WHERE id = 1)")
    killed.sql("DELETE FROM signature WHERE kind = 'campaign' AND of_id = 2")
    killed.sql("UPDATE signature SET of_id = 2 WHERE kind = 'campaign'")
    killed.expect_refusal("resume", killed.store, "--campaign", "2")


def test_a_signature_is_good_for_its_store_only(killed_campaign: KilledCampaignMaker) -> None:
    killed = killed_campaign()
    signed = killed.store.rename(killed.folder / "signed.db")
    (killed.folder / "knob").write_text("old\n")
    # The same campaign once more, in a store of its own; then the signed rows are copied over.
    again = killed_campaign()
    for table in ("setting_journal", "signature", "campaign"):
        again.sql(f"DELETE FROM {table}")
    connection = sqlite3.connect(again.store, isolation_level=None)
    connection.execute("ATTACH ? AS signed", (str(signed),))
    for table in ("campaign", "setting_journal", "signature"):
        connection.execute(f"INSERT INTO {table} SELECT * FROM signed.{table}")
    connection.close()
    again.expect_refusal("restore", again.store)
    again.expect_refusal("resume", again.store)


def test_another_users_signature_is_none(killed_campaign: KilledCampaignMaker) -> None:
    killed = killed_campaign()
    killed.expect_refusal("resume", killed.store, XDG_STATE_HOME=str(killed.folder / "another"))


def test_a_store_without_signatures_needs_a_person_or_the_file(
    killed_campaign: KilledCampaignMaker,
) -> None:
    old = killed_campaign()
    old.sql("DELETE FROM signature")
    old.sql("DELETE FROM identity")
    assert old.run("campaign", "status", old.store).code == 0
    old.expect_refusal("resume", old.store)
    ended = old.run("campaign", "resume", old.file, "--store", old.store)
    assert (ended.code, old.knob) == (0, "old")


# -- the campaign's own file -----------------------------------------------------------------------


@pytest.fixture
def elsewhere(killed_campaign: KilledCampaignMaker, state_home: Path) -> KilledCampaign:
    """The same, for somebody who did not sign it."""
    killed = killed_campaign()
    state_home.rename(state_home.with_name("theirs"))
    return killed


@pytest.mark.parametrize("action", ["resume", "restore"])
def test_what_stands_in_the_file_that_was_named_is_done(
    elsewhere: KilledCampaign, action: str
) -> None:
    ended = elsewhere.run("campaign", action, elsewhere.file, "--store", elsewhere.store)
    assert (ended.code, elsewhere.knob) == (0, "old")


def test_what_a_file_stood_for_is_signed_from_then_on(elsewhere: KilledCampaign) -> None:
    assert elsewhere.run("campaign", "resume", elsewhere.file, "--store", elsewhere.store).code == 0
    assert elsewhere.run("campaign", "resume", elsewhere.store).code == 0


@pytest.mark.parametrize(
    "change",
    [
        JOURNAL + "commands = json_set(commands, '$.restore', 'touch {folder}/PWNED-1')",
        JOURNAL + "configuration = 'before'",
        JOURNAL + "original = '$(touch {folder}/PWNED-2)'",
        JOURNAL + "original = '; touch {folder}/PWNED-3 #'",
        SPEC + "'$.campaign.clear_caches', 'touch {folder}/PWNED-4')",
        SPEC + '\'$.configuration.before.setting\', json(\'[{{"name": "y", "set": "touch'
        ' {folder}/PWNED-5", "read": "true", "restore": "true"}}]\'))',
    ],
)
def test_what_the_file_does_not_say_is_not_done_for_it(
    elsewhere: KilledCampaign, change: str
) -> None:
    elsewhere.sql(change.format(folder=elsewhere.folder))
    told = elsewhere.expect_refusal("resume", elsewhere.file, "--store", elsewhere.store)
    assert "the campaign's file differs" in told.err


@pytest.mark.parametrize(
    "value", ["128", "mq-deadline", "[none] mq-deadline kyber", "/a/b.c", "-1", "a=b,c:d@e%", ""]
)
def test_plain_values_are_words_to_every_program(value: str) -> None:
    assert trust.PLAIN.fullmatch(value)


@pytest.mark.parametrize(
    "value",
    [
        "$(id)",
        "`id`",
        "a;b",
        "a|b",
        "a&b",
        "a>b",
        "a\nb",
        "'",
        '"',
        "\\",
        "-rf",
        "--help",
        "*",
        "~",
        "a\0",
        "\x1b",
        "é",
        "!",
    ],
)
def test_values_that_a_shell_might_take_for_more_are_not_plain(value: str) -> None:
    assert not trust.PLAIN.fullmatch(value)


def test_a_value_reaches_its_command_as_data(elsewhere: KilledCampaign, begin: Begin) -> None:
    evil = f"$(touch {elsewhere.folder}/PWNED); touch {elsewhere.folder}/PWNED2 #"
    elsewhere.sql("UPDATE setting_journal SET original = ?", evil)
    digest = digest_in(elsewhere.expect_refusal("restore", elsewhere.store))
    # Confirmed as it was shown: the text of the shell has it in a variable.
    elsewhere.sql(
        "UPDATE setting_journal SET commands = json_set(commands, '$.restore', 'printf %s"
        ' "$PLIMSOLL_ORIGINAL" > x\')'
    )
    assert elsewhere.run("campaign", "restore", elsewhere.store, "--confirm", digest).code == 73
    elsewhere.run(
        "campaign",
        "restore",
        elsewhere.store,
        "--confirm",
        digest_in(elsewhere.expect_refusal("restore", elsewhere.store)),
    )
    assert (elsewhere.folder / "x").read_text() == evil
    assert elsewhere.marks() == []


def test_a_value_is_not_pasted_into_the_text_of_a_shell(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    text = CAMPAIGN.replace("{more}", "").replace("{configuration}", SETTING)
    pasted = '["sudo", "sh", "-c", "echo {original} > knob"]'
    path.write_text(text.replace('"echo $PLIMSOLL_ORIGINAL > {folder}/knob"', pasted))
    with pytest.raises(
        InputError, match=r"pastes \{original\} into the text of a shell"
    ) as refused:
        loader.read(path)
    # The way out that the message names is TOML, and is accepted.
    named = str(refused.value).partition("Pass it as an argument: ")[2].partition(";")[0]
    path.write_text(text.replace('"echo $PLIMSOLL_ORIGINAL > {folder}/knob"', named))
    loader.read(path)
    handed = '["sh", "-c", "echo \\"$1\\" > knob", "sh", "{original}"]'
    path.write_text(text.replace('"echo $PLIMSOLL_ORIGINAL > {folder}/knob"', handed))
    loader.read(path)


# -- a person --------------------------------------------------------------------------------------


def digest_in(ended: Ending) -> str:
    found = re.search(r"--confirm ([0-9a-f]{32})$", ended.err.strip())
    assert found, ended.err
    return found[1]


@pytest.mark.parametrize("action", ["resume", "restore"])
def test_what_was_shown_and_confirmed_is_done(elsewhere: KilledCampaign, action: str) -> None:
    digest = digest_in(elsewhere.expect_refusal(action, elsewhere.store))
    ended = elsewhere.run("campaign", action, elsewhere.store, "--confirm", digest)
    assert (ended.code, elsewhere.knob) == (0, "old")


def test_a_digest_confirms_nothing_else(elsewhere: KilledCampaign) -> None:
    digest = digest_in(elsewhere.expect_refusal("resume", elsewhere.store))
    plant_entry(elsewhere)
    told = elsewhere.expect_refusal("resume", elsewhere.store, "--confirm", digest)
    assert digest_in(told) != digest
    elsewhere.sql("DELETE FROM setting_journal WHERE configuration = 'off'")
    elsewhere.sql(SPEC.format() + "'$.campaign.clear_caches', 'touch PWNED')")
    elsewhere.expect_refusal("resume", elsewhere.store, "--confirm", digest)
    elsewhere.expect_refusal("resume", elsewhere.store, "--confirm", digest[:31])
    elsewhere.expect_refusal("resume", elsewhere.store, "--confirm", "")


def test_what_acts_beside_commands_is_shown_as_well(
    killed_campaign: KilledCampaignMaker, state_home: Path
) -> None:
    killed = killed_campaign(
        configuration="",
        enter=None,
        more=(
            'scrape = ["http://127.0.0.1:1/x"]\ncollect = ["vmstat"]\nclear_caches = ["sh", "-c",'
            ' "true"]\ni_will_lose_the_data_on = ["/dev/nope"]\noverwrite_signature = true'
        ),
    )
    state_home.rename(state_home.with_name("theirs"))
    told = killed.expect_refusal("resume", killed.store).err.splitlines()
    assert [line.strip() for line in told if line.startswith("  ")] == [
        'clear caches: ["sh", "-c", "true"]',
        'collect: "vmstat"',
        'scrape: "http://127.0.0.1:1/x"',
        'lose the data on: "/dev/nope"',
        'lose the data on: "targets with a file system on them"',
    ]


@pytest.mark.long
@SLOWLY
@given(any_of.text())
def test_what_is_shown_is_plain_and_exact(text: str) -> None:
    shown = trust.exact(text)
    assert shown.isascii()
    assert shown.isprintable()
    assert json.loads(shown) == text
    assert str(Act("restore", (text, text), (text, text), text)).isprintable()


@SLOWLY
@given(
    any_of.lists(
        any_of.tuples(any_of.sampled_from(["set", "read"]), any_of.text(max_size=3)), max_size=3
    ),
    any_of.data(),
)
def test_a_digest_names_these_acts_in_this_order(
    acts: list[tuple[str, str]], data: any_of.DataObject
) -> None:
    other = data.draw(
        any_of.lists(
            any_of.tuples(any_of.sampled_from(["set", "read"]), any_of.text(max_size=3)), max_size=3
        )
    )

    class Nowhere:
        class signatures:  # noqa: N801
            @staticmethod
            def identity() -> None:
                return None

    of = [trust.digest_of(Nowhere, [Act(*act) for act in one]) for one in (acts, other)]
    assert (of[0] == of[1]) == (acts == other)


def test_flags_that_mean_nothing_are_refused(killed_campaign: KilledCampaignMaker) -> None:
    killed = killed_campaign()
    assert killed.run("campaign", "status", killed.store, "--confirm", "x").code == 64
    assert killed.run("campaign", "restore", killed.store, "--no-commands").code == 64


@pytest.mark.parametrize(
    "words", [("resume", "campaign.db"), ("run", "campaign.toml", "--store", "other.db")]
)
def test_no_commands_runs_none_whoever_signed_them(
    killed_campaign: KilledCampaignMaker, words: tuple[str, ...]
) -> None:
    killed = killed_campaign()
    told = killed.run("campaign", *words, "--no-commands")
    assert (told.code, killed.knob) == (73, "new")
    assert "--no-commands was given" in told.err


# -- no key ----------------------------------------------------------------------------------------


def test_a_campaign_without_commands_needs_no_state_folder(
    killed_campaign: KilledCampaignMaker,
) -> None:
    plain = killed_campaign(configuration="", enter=None)
    nowhere = {"XDG_STATE_HOME": "/dev/null/nowhere"}
    ended = plain.run("campaign", "run", plain.file, "--store", plain.folder / "new.db", **nowhere)
    assert (ended.code, "not signed" in ended.err) == (0, False)
    assert plain.run("campaign", "resume", plain.store, **nowhere).code == 0


def test_where_nothing_can_be_signed_a_campaign_runs_puts_back_and_says_what_a_kill_would_cost(
    killed_campaign: KilledCampaignMaker,
) -> None:
    killed = killed_campaign()
    (killed.folder / "knob").write_text("old\n")
    ended = killed.run(
        "campaign",
        "run",
        killed.file,
        "--store",
        killed.folder / "new.db",
        XDG_STATE_HOME="/dev/null/nowhere",
    )
    assert (ended.code, killed.knob) == (0, "old")
    assert "are not signed: cannot use /dev/null/nowhere/plimsoll" in ended.err
    assert f"plimsoll campaign resume {killed.file} --store {killed.folder / 'new.db'}" in ended.err


# -- a store that is gone --------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["deleted", "unreadable"])
def test_settings_are_put_back_although_the_store_is_gone(
    begin: Begin, tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "knob").write_text("old\n")
    begun = begin(
        CAMPAIGN.replace("{configuration}", SETTING)
        .replace("{more}", "")
        .replace("{folder}", str(tmp_path))
    )
    entered = settings.Settings(
        begun.store, begun.id, loader.read(tmp_path / "campaign.toml").configuration, 60.0
    )
    entered.enter("after")
    assert (tmp_path / "knob").read_text() == "new\n"
    for path in tmp_path.glob("campaign.db*"):
        path.unlink()

    def unreadable(*_: object) -> None:
        raise IoError("the store failed")

    if how == "unreadable":
        monkeypatch.setattr(begun.store.plans, "journal_entries", unreadable)
    with pytest.raises(IoError, match="deleted"):
        entered.leave()
    assert (tmp_path / "knob").read_text() == "old\n"


def test_a_signed_store_reads_as_before(killed_campaign: KilledCampaignMaker) -> None:
    killed = killed_campaign()
    with Store.open(killed.store, read_only=True) as store:
        identity = store.signatures.identity()
        assert identity is not None
        assert re.fullmatch("[0-9a-f]{32}", identity)
        assert re.fullmatch("[0-9a-f]{64}", store.signatures.of("campaign", 1) or "")
        (entry,) = store.plans.journal_entries()
        assert Trust.of_this_user().knows(store, entry)
        assert not Trust(None).knows(store, entry)
