"""What of a store may act on this machine? Nothing, only because it stands there.

A store holds commands: the document of a campaign (its settings, `clear_caches`, collectors) and
the journal (what puts a setting back). It also holds which data may be lost. Who can write the file
can write those. So each of these acts is done only when

- this user signed exactly it, in this store and for this campaign (`base/signing.py`): what `run`
  did here, so `resume` after a kill asks nothing; or
- it stands in the campaign's own file, which was named on the command line; or
- the person was shown all of it and repeated its digest.

What is done is what was looked at: documents and entries are read once, judged, and then used as
they are in memory. An entry that comes into the journal later is judged when its turn comes. Values
that a setting had are data: `commands.py` hands them over in the environment or as an argument;
where only the file stands for the command, a value that a shell could take for more than a word
needs the person.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plimsoll.base import signing, state
from plimsoll.base.errors import IoError, RefusedError
from plimsoll.campaign.spec import FAULTS
from plimsoll.native.session import parse_span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from plimsoll.base.signing import Key
    from plimsoll.campaign.spec import Spec
    from plimsoll.store import CampaignRow, JournalRow, Store
    from plimsoll.store.rows import Commands
    from plimsoll.store.signatures import Sign

PLAIN = re.compile(r"(?!-(?!\d+$))[\w .,:/%+=@\[\]-]*", re.ASCII)
"""Values that mean the same to every program and every shell: words, numbers, paths, `[none]
mq-deadline`; no option."""
DIGEST_DIGITS = 32
"""128 bits: whoever writes the store cannot find two contents with the same digest (2^64 tries)."""


@dataclass(frozen=True)
class Act:
    """One thing that a store would do here. `of`: the configuration and the setting that it belongs
    to."""

    does: str
    what: str | tuple[str, ...]
    of: tuple[str, ...] = ()
    original: str | None = None
    limit_s: float | None = None
    """Of an entry of the journal; the document's stands in the document."""

    def __str__(self) -> str:
        """In words, with nothing in it that a terminal would take for more than a sign."""
        whose = (
            f" of setting {exact(self.of[1])} of configuration {exact(self.of[0])}"
            if self.of
            else ""
        )
        value = "" if self.original is None else f", with the value {exact(self.original)}"
        return f"{self.does}{whose}{value}: {exact(self.what)}"


class NotConfirmedError(RefusedError):
    """A store holds acts that nobody stands for. `acts` are all that it would do."""

    def __init__(self, message: str, what_now: str, acts: Sequence[Act]) -> None:
        super().__init__(message, what_now)
        self.acts = acts


LOSES = "lose the data on"
JOINS = "load from the hosts of"


def of_spec(spec: Spec) -> list[Act]:
    """What the document of a campaign would do, beside putting load on its targets."""
    asked = spec.campaign
    acts = [
        Act(does, _hashable(command), (name, setting.name))
        for name, configuration in spec.configuration.items()
        for setting in configuration.setting
        for does, command in (
            ("set", setting.set),
            ("read", setting.read),
            ("restore", setting.restore),
        )
    ]
    acts += [
        Act(does, _hashable(command), (FAULTS, fault.name))
        for fault in spec.fault
        for does, command in (
            ("set", fault.do),
            ("read", fault.read),
            ("restore", fault.undo),
        )
    ]
    if asked.clear_caches is not None:
        acts.append(Act("clear caches", _hashable(asked.clear_caches)))
    acts += [Act("collect", command) for command in asked.collect]
    acts += [Act("scrape", url) for url in asked.scrape]
    if asked.hosts is not None:
        acts.append(Act(JOINS, asked.hosts))
    acts += [Act(LOSES, target) for target in asked.i_will_lose_the_data_on]
    if asked.overwrite_signature:
        acts.append(Act(LOSES, "targets with a file system on them"))
    return acts


def of_entry(entry: JournalRow) -> list[Act]:
    """What putting a setting back would do."""
    held, of = entry.commands, (entry.configuration, entry.setting)
    limit_s = float(held["limit_s"])
    return [
        Act("restore", _hashable(held["restore"]), of, entry.original, limit_s),
        Act("read", _hashable(held["read"]), of, None, limit_s),
    ]


def exact(text: str | Sequence[str]) -> str:
    """Text, or a list of it, as JSON: what is no plain ASCII sign stands as its code."""
    return json.dumps(text, ensure_ascii=True).replace("\x7f", "\\u007f")


@dataclass
class Trust:
    """What this user stands for. Made once for a command; `trouble` says why nothing can be signed,
    if that is so."""

    key: Key | None = None
    trouble: str = ""
    no_commands: bool = False
    """Nothing that a store holds is run, whoever signed it."""
    no_data_loss: bool = False
    """No data is given up for a store, whoever signed that."""
    _mine: set[bytes] = field(default_factory=set)
    """Entries that this process wrote, or that somebody stood for."""

    @classmethod
    def of_this_user(cls, *, no_commands: bool = False, no_data_loss: bool = False) -> Trust:
        """With this user's key, if there is one."""
        try:
            return cls(signing.read(), "", no_commands, no_data_loss)
        except IoError as error:
            return cls(None, str(error), no_commands, no_data_loss)

    # -- signing what is written -------------------------------------------------------------------

    def signs_document(self, document: object) -> Sign:
        """Signs the document of a campaign."""
        return lambda identity, campaign: self._signature("campaign", identity, campaign, document)

    def signs_entry(
        self, campaign: int, configuration: str, setting: str, original: str, commands: Commands
    ) -> Sign:
        """Signs an entry of the journal; from now on this process knows it, signed or not."""
        self._mine.add(signing.canonical(campaign, configuration, setting, original, commands))
        return lambda identity, number: self._signature(
            "setting", identity, number, configuration, setting, original, commands
        )

    def _signature(self, *content: object) -> str | None:
        if self.key is None and not self.trouble:
            try:
                self.key = signing.read_or_make()
            except IoError as error:
                self.trouble = str(error)
        return None if self.key is None else self.key.sign(*content)

    # -- what was signed ---------------------------------------------------------------------------

    def signed(self, store: Store, campaign: CampaignRow) -> bool:
        """Whether this user signed the document of this campaign, as it is here."""
        if self.key is None:
            return False
        signature = store.signatures.of("campaign", campaign.id)
        return self.key.signed(
            signature, "campaign", store.signatures.identity(), campaign.id, campaign.spec
        )

    def knows(self, store: Store, entry: JournalRow) -> bool:
        """Whether this entry may be run: this process wrote it, somebody stood for it, or this user
        signed it."""
        if self.no_commands:
            return False
        if _content(entry) in self._mine:
            return True
        if self.key is None:
            return False
        content = ("setting", store.signatures.identity(), *_content_of(entry))
        return self.key.signed(store.signatures.of("setting", entry.id), *content)

    # -- standing for what was not -----------------------------------------------------------------

    def stand_for(
        self,
        store: Store,
        campaign: tuple[CampaignRow, Spec] | None,
        entries: Sequence[JournalRow],
        *,
        file: Spec | None = None,
        confirmed: str | None = None,
        again: str,
    ) -> None:
        """Sees to it that somebody stands for all that would be done: this document, if one, and
        these entries.

        `file`: the campaign's own, as named; `confirmed`: the digest that was repeated; `again`:
        the command that does that. What was unsigned is signed after it. Raises NotConfirmedError
        when nobody does, RefusedError when commands are not to be run.
        """
        document = [] if campaign is None else of_spec(campaign[1])
        acts = document + [act for entry in entries for act in of_entry(entry)]
        if self.no_commands and any(act.does not in (LOSES, JOINS) for act in acts):
            raise RefusedError(
                f"the store {store.path} holds commands that would be run, and --no-commands was"
                " given",
                "See them without that flag.",
            )
        if self.no_data_loss and any(act.does == LOSES for act in acts):
            raise RefusedError(
                f"the campaign in the store {store.path} overwrites data on its target, and"
                " --no-data-loss was given",
                "See what it overwrites without that flag.",
            )
        unsigned = (
            campaign
            if campaign is not None and document and not self.signed(store, campaign[0])
            else None
        )
        strange = [entry for entry in entries if not self.knows(store, entry)]
        if unsigned is None and not strange:
            return
        stands = file is not None and _in_file(file, document if unsigned else [], strange)
        if not stands and (digest := digest_of(store, acts)) != confirmed:
            raise NotConfirmedError(
                *_refusal_message(store, acts, digest, confirmed, again, file, self.trouble), acts
            )
        if unsigned is not None:
            row = unsigned[0]
            store.signatures.put("campaign", row.id, row.id, self.signs_document(row.spec))
        for entry in strange:
            sign = self.signs_entry(*_content_of(entry))
            store.signatures.put("setting", entry.id, entry.campaign_id, sign)


@dataclass(frozen=True)
class Refusals:
    """What a command must not do, whoever stands for it: run a campaign's commands, give up
    data."""

    commands: bool = False
    data_loss: bool = False

    def trust(self) -> Trust:
        """What this user stands for, without what is refused."""
        return Trust.of_this_user(no_commands=self.commands, no_data_loss=self.data_loss)

    def check(self, spec: Spec, file: Path) -> None:
        """Raises RefusedError when the campaign in this file does what is to be refused."""
        acts = [act.does for act in of_spec(spec)]
        does = dict.fromkeys(does for does in acts if does not in (LOSES, JOINS))
        if self.commands and does:
            raise RefusedError(
                f"{file} contains commands ({', '.join(does)}), and --no-commands was given",
                "Leave that flag out to run them.",
            )
        if self.data_loss and LOSES in acts:
            raise RefusedError(
                f"{file} overwrites data on its target, and --no-data-loss was given",
                "Leave that flag out to let it.",
            )


NOTHING_REFUSED = Refusals()


@dataclass(frozen=True)
class Consent:
    """Who stands for what a store would do: the campaign's own file, or who repeated its digest."""

    action: str
    """The action of `plimsoll campaign` that does it."""
    file: Spec | None = None
    digest: str | None = None
    refusals: Refusals = NOTHING_REFUSED

    def trust(
        self, store: Store, campaign: tuple[CampaignRow, Spec] | None, entries: Sequence[JournalRow]
    ) -> Trust:
        """What may be run. Raises NotConfirmedError when nobody stands for it."""
        trust = self.refusals.trust()
        again = f"plimsoll campaign {self.action}"
        trust.stand_for(
            store, campaign, entries, file=self.file, confirmed=self.digest, again=again
        )
        return trust


def digest_of(store: Store, acts: Iterable[Act]) -> str:
    """Names all of these acts, in this store, and nothing else."""
    listed = [[act.does, act.what, act.of, act.original, act.limit_s] for act in acts]
    content = signing.canonical("confirmed", store.signatures.identity(), listed)
    return hashlib.sha256(content).hexdigest()[:DIGEST_DIGITS]


def _refusal_message(
    store: Store,
    acts: Sequence[Act],
    digest: str,
    confirmed: str | None,
    again: str,
    file: Spec | None,
    trouble: str,
) -> tuple[str, str]:
    """Why it was refused, and what to do."""
    lost = sum(act.does == LOSES for act in acts)
    held = [
        f"{count:,} {one if count == 1 else several}"
        for count, one, several in (
            (len(acts) - lost, "command", "commands"),
            (lost, "permission to overwrite data", "permissions to overwrite data"),
        )
        if count
    ]
    none = (
        "it was not run"
        if len(acts) == 1 and not lost
        else "none was run"
        if not lost
        else "nothing was done"
    )
    said = (
        f"{store.path} contains {' and '.join(held)} that {state.called_me()} did not sign; {none}"
    )
    if file is not None:
        said += ", and the campaign's file says otherwise"
    if confirmed is not None:
        said += f", and {exact(confirmed)} is not the digest of them"
    if trouble:
        said += f" ({trouble.rstrip('.')})"
    ways = (
        ""
        if file is not None
        else f"Name the campaign's own file ({again} FILE.toml --store {store.path}), or "
    )
    read = "read what is listed above and, if every line should run, repeat the command with"
    return said, f"{ways}{read if ways else read.capitalize()} --confirm {digest}"


def _in_file(file: Spec, document: Iterable[Act], entries: Iterable[JournalRow]) -> bool:
    """Whether the file says all of it, for the same configuration and setting, and the values are
    plain."""
    said, limit_s = set(of_spec(file)), parse_span(file.campaign.command_limit)
    for entry in entries:
        if not PLAIN.fullmatch(entry.original):
            return False
        for act in of_entry(entry):
            if act.limit_s != limit_s or Act(act.does, act.what, act.of) not in said:
                return False
    return set(document) <= said


def _content(entry: JournalRow) -> bytes:
    return signing.canonical(*_content_of(entry))


def _content_of(entry: JournalRow) -> tuple[int, str, str, str, Commands]:
    return entry.campaign_id, entry.configuration, entry.setting, entry.original, entry.commands


def _hashable(command: str | Sequence[str]) -> str | tuple[str, ...]:
    return command if isinstance(command, str) else tuple(command)
