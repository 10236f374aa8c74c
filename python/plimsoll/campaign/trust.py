"""Decides which commands of a store may run on this machine.

A store holds commands, in the document of a campaign (settings, `clear_caches`, collectors) and in
the journal (restores of settings), and it says which data may be lost. Anyone who can write the
file can write those. An act is therefore allowed only when

- this user signed exactly this act, for this store and campaign (`base/signing.py`), as `run` does,
  so that `resume` after a kill needs no confirmation; or
- the campaign's own file, named on the command line, contains it; or
- the user saw all acts and repeated their digest.

Documents and entries are read once, checked, and then used from memory, so that nobody can replace
them after the check. Later entries of the journal are checked when they are restored. Original
values of settings are data: `commands.py` passes them in the environment or as an argument. Where
the file vouches for a command, a value that a shell could interpret still needs the user.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import signing, state
from plimsoll.base.errors import IoError, RefusedError
from plimsoll.base.signing import Key
from plimsoll.campaign.messages import message
from plimsoll.campaign.spec import FAULTS, Spec
from plimsoll.native.session import parse_span

if TYPE_CHECKING:
    from plimsoll.store import CampaignRow, JournalRow, Store
    from plimsoll.store.rows import Commands
    from plimsoll.store.signatures import Sign

PLAIN = re.compile(r"(?!-(?!\d+$))[\w .,:/%+=@\[\]-]*", re.ASCII)
"""Values that no program or shell interprets: words, numbers, paths, `[none] mq-deadline`; no
options."""
DIGEST_DIGITS = 32
"""128 bits: two contents with the same digest take 2^64 tries to find."""


@dataclass(frozen=True)
class Act:
    """An action that a store would cause on this machine. `of`: its configuration and setting."""

    does: str
    what: str | tuple[str, ...]
    of: tuple[str, ...] = ()
    original: str | None = None
    limit_s: float | None = None
    """Time limit of a journal entry's command; that of other commands is in the document."""

    def __str__(self) -> str:
        """In words, without control characters for a terminal."""
        figures = {"does": self.does, "what": exact(self.what)}
        if not self.of:
            return message("act", **figures)
        configuration, setting = map(exact, self.of)
        figures |= {"configuration": configuration, "setting": setting}
        if self.original is None:
            return message("act-of-setting", **figures)
        return message("act-of-setting-with-value", value=exact(self.original), **figures)


class NotConfirmedError(RefusedError):
    """A store holds acts that are not trusted. `acts` are all of its acts."""

    def __init__(self, message: str, what_now: str, acts: Sequence[Act]) -> None:
        super().__init__(message, what_now)
        self.acts = acts


LOSES = "lose the data on"
JOINS = "load from the hosts of"


def of_spec(spec: Spec) -> list[Act]:
    """The acts of a campaign's document, besides the load on its targets."""
    campaign = spec.campaign
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
    if campaign.clear_caches is not None:
        acts.append(Act("clear caches", _hashable(campaign.clear_caches)))
    acts += [Act("collect", command) for command in campaign.collect]
    acts += [Act("scrape", url) for url in campaign.scrape]
    if campaign.hosts is not None:
        acts.append(Act(JOINS, campaign.hosts))
    acts += [Act(LOSES, target) for target in campaign.i_will_lose_the_data_on]
    if campaign.overwrite_signature:
        acts.append(Act(LOSES, "targets with a file system on them"))
    return acts


def of_entry(entry: JournalRow) -> list[Act]:
    """The acts of restoring a setting."""
    commands, setting = entry.commands, (entry.configuration, entry.setting)
    limit_s = float(commands["limit_s"])
    return [
        Act("restore", _hashable(commands["restore"]), setting, entry.original, limit_s),
        Act("read", _hashable(commands["read"]), setting, None, limit_s),
    ]


def exact(text: str | Sequence[str]) -> str:
    """Text, or a list of texts, as JSON with escapes for all but printable ASCII."""
    return json.dumps(text, ensure_ascii=True).replace("\x7f", "\\u007f")


@dataclass
class Trust:
    """The acts that this user trusts. Made once for a command. `trouble`: why nothing can be
    signed, if so."""

    key: Key | None = None
    trouble: str = ""
    no_commands: bool = False
    """No command of a store runs, not even a signed one."""
    no_data_loss: bool = False
    """No data is overwritten for a store, even where that is signed."""
    _trusted: set[bytes] = field(default_factory=set)
    """Entries that this process wrote or that were confirmed to it."""

    @classmethod
    def of_this_user(cls, *, no_commands: bool = False, no_data_loss: bool = False) -> Trust:
        """With this user's key, if there is one."""
        try:
            return cls(signing.read(), "", no_commands, no_data_loss)
        except IoError as error:
            return cls(None, str(error), no_commands, no_data_loss)

    # -- signing -----------------------------------------------------------------------------------

    def signs_document(self, document: object) -> Sign:
        """Signs the document of a campaign."""
        return lambda identity, campaign: self._signature("campaign", identity, campaign, document)

    def signs_entry(
        self, campaign: int, configuration: str, setting: str, original: str, commands: Commands
    ) -> Sign:
        """Signs an entry of the journal, and trusts it in this process from now on."""
        self._trusted.add(signing.canonical(campaign, configuration, setting, original, commands))
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

    # -- checking ----------------------------------------------------------------------------------

    def is_signed(self, store: Store, campaign: CampaignRow) -> bool:
        """Whether this user signed this document of the campaign."""
        if self.key is None:
            return False
        signature = store.signatures.of("campaign", campaign.id)
        return self.key.is_signature(
            signature, "campaign", store.signatures.identity(), campaign.id, campaign.spec
        )

    def knows(self, store: Store, entry: JournalRow) -> bool:
        """Whether an entry may run: this process wrote it, it was confirmed, or this user signed
        it."""
        if self.no_commands:
            return False
        if _content(entry) in self._trusted:
            return True
        if self.key is None:
            return False
        content = ("setting", store.signatures.identity(), *_content_of(entry))
        return self.key.is_signature(store.signatures.of("setting", entry.id), *content)

    # -- vouching for unsigned acts ----------------------------------------------------------------

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
        """Checks that the acts of this document, if any, and of these entries are trusted, and
        signs the unsigned ones.

        `file`: the campaign's own file, as named by the user; `confirmed`: the digest that the user
        repeated; `again`: the command for that. Raises NotConfirmedError for acts that are not
        trusted, RefusedError for acts that a flag forbids.
        """
        document = [] if campaign is None else of_spec(campaign[1])
        acts = document + [act for entry in entries for act in of_entry(entry)]
        if self.no_commands and any(act.does not in (LOSES, JOINS) for act in acts):
            raise RefusedError(*message.refusal("commands-refused", store=store.path))
        if self.no_data_loss and any(act.does == LOSES for act in acts):
            raise RefusedError(*message.refusal("data-loss-refused", store=store.path))
        unsigned = (
            campaign
            if campaign is not None and document and not self.is_signed(store, campaign[0])
            else None
        )
        unknown = [entry for entry in entries if not self.knows(store, entry)]
        if unsigned is None and not unknown:
            return
        vouched = file is not None and _in_file(file, document if unsigned else [], unknown)
        if not vouched and (digest := digest_of(store, acts)) != confirmed:
            raise NotConfirmedError(
                *_refusal_message(store, acts, digest, confirmed, again, file, self.trouble), acts
            )
        if unsigned is not None:
            row = unsigned[0]
            store.signatures.put("campaign", row.id, row.id, self.signs_document(row.spec))
        for entry in unknown:
            sign = self.signs_entry(*_content_of(entry))
            store.signatures.put("setting", entry.id, entry.campaign_id, sign)


@dataclass(frozen=True)
class Refusals:
    """Acts that flags forbid, trusted or not: running a campaign's commands, overwriting data."""

    commands: bool = False
    data_loss: bool = False

    def trust(self) -> Trust:
        """The trust of this user, with these refusals."""
        return Trust.of_this_user(no_commands=self.commands, no_data_loss=self.data_loss)

    def check(self, spec: Spec, file: Path) -> None:
        """Raises RefusedError when the campaign in this file contains a refused act."""
        acts = [act.does for act in of_spec(spec)]
        does = dict.fromkeys(does for does in acts if does not in (LOSES, JOINS))
        if self.commands and does:
            raise RefusedError(
                *message.refusal("file-commands-refused", file=file, commands=", ".join(does))
            )
        if self.data_loss and LOSES in acts:
            raise RefusedError(*message.refusal("file-data-loss-refused", file=file))


NOTHING_REFUSED = Refusals()


@dataclass(frozen=True)
class Consent:
    """The user's consent to the acts of a store: the campaign's own file, or the repeated
    digest."""

    action: str
    """The action of `plimsoll campaign` that takes it."""
    file: Spec | None = None
    digest: str | None = None
    refusals: Refusals = NOTHING_REFUSED

    def trust(
        self, store: Store, campaign: tuple[CampaignRow, Spec] | None, entries: Sequence[JournalRow]
    ) -> Trust:
        """The trust that follows. Raises NotConfirmedError for acts that are not covered."""
        trust = self.refusals.trust()
        again = f"plimsoll campaign {self.action}"
        trust.stand_for(
            store, campaign, entries, file=self.file, confirmed=self.digest, again=again
        )
        return trust


def digest_of(store: Store, acts: Iterable[Act]) -> str:
    """Identifies exactly these acts in this store."""
    listing = [[act.does, act.what, act.of, act.original, act.limit_s] for act in acts]
    content = signing.canonical("confirmed", store.signatures.identity(), listing)
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
    """Message and hint of a refusal."""
    lost = sum(act.does == LOSES for act in acts)
    commands = len(acts) - lost
    kind = "commands" if not lost else "both" if commands else "permissions"
    text = message(
        f"unsigned-{kind}",
        store=store.path,
        user=state.own_user_name(),
        commands=commands,
        permissions=lost,
        command_count=f"{commands:,}",
        permission_count=f"{lost:,}",
    )
    if file is not None:
        text = message("unsigned-file-differs", text=text)
    if confirmed is not None:
        text = message("unsigned-other-digest", text=text, digest=exact(confirmed))
    if trouble:
        text = message("unsigned-trouble", text=text, why=trouble.rstrip("."))
    if file is not None:
        return text, message("unsigned-now", digest=digest)
    return text, message("unsigned-now-file", again=again, store=store.path, digest=digest)


def _in_file(file: Spec, document: Iterable[Act], entries: Iterable[JournalRow]) -> bool:
    """Whether the file contains all acts, for the same configuration and setting, and the original
    values are plain."""
    in_file, limit_s = set(of_spec(file)), parse_span(file.campaign.command_limit)
    for entry in entries:
        if not PLAIN.fullmatch(entry.original):
            return False
        for act in of_entry(entry):
            if act.limit_s != limit_s or Act(act.does, act.what, act.of) not in in_file:
                return False
    return set(document) <= in_file


def _content(entry: JournalRow) -> bytes:
    return signing.canonical(*_content_of(entry))


def _content_of(entry: JournalRow) -> tuple[int, str, str, str, Commands]:
    return entry.campaign_id, entry.configuration, entry.setting, entry.original, entry.commands


def _hashable(command: str | Sequence[str]) -> str | tuple[str, ...]:
    return command if isinstance(command, str) else tuple(command)
