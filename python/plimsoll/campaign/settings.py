"""Configurations: sets their settings, watches that they stay, and puts everything back.

The one rule: what a setting was is in the store's journal, on the disk, before it is changed, with
the commands that put it back. So whatever happens after, `restore` (at the end, by `resume` or by
hand) finds all that it needs in the store. An entry leaves the list of what is to be restored only
when reading gives the original value again.
"""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plimsoll.base import state
from plimsoll.base.errors import IoError, PlimsollError, RefusedError
from plimsoll.campaign import commands
from plimsoll.campaign.commands import CommandError
from plimsoll.campaign.spec import AS_FOUND
from plimsoll.campaign.trust import Trust, exact
from plimsoll.search import point_reasons
from plimsoll.store.rows import JournalRow, Reason

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from plimsoll.campaign.spec import Configuration, Setting
    from plimsoll.store import Store
    from plimsoll.store.rows import Commands


class SettingsChangedError(IoError):
    """A setting is no longer what it was when the configuration was entered: the Run around it is
    no evidence, by this reason."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(point_reasons.words(reason))
        self.reason = reason


class NotRestoredError(IoError):
    """A setting could not be put back; its entry stays in the journal."""


class NotTrustedError(RefusedError):
    """The journal holds commands that nobody stands for; they were not run."""


@dataclass
class RestoreResult:
    """What came of putting settings back."""

    done: list[JournalRow] = field(default_factory=list)
    left: list[tuple[JournalRow, str]] = field(default_factory=list)
    """Those that are not, with the reason."""
    refused: list[JournalRow] = field(default_factory=list)
    """Those that nobody stands for: their commands were not run."""
    unkept: PlimsollError | None = None
    """What prevented the store from keeping that one was put back."""


def restore(store: Store, entries: Sequence[JournalRow], trust: Trust) -> RestoreResult:
    """Puts these settings back, newest first, each whose commands somebody stands for. Whatever is
    wrong with one, the others follow."""
    came = RestoreResult()
    for entry in reversed(entries):
        try:
            if not trust.knows(store, entry):
                came.refused.append(entry)
                continue
            trouble = _restore_entry(entry, _lock(store))
            if trouble is None:
                came.done.append(entry)
                store.plans.restored(entry.id)
            else:
                came.left.append((entry, trouble))
                store.plans.note_restore_failure(entry.id, trouble)
        except PlimsollError as error:
            came.unkept = came.unkept or error
    return came


def raise_trouble(came: RestoreResult, store: Store) -> None:
    """Raises NotRestoredError with what is left, NotTrustedError for what was not run, and what the
    store raised."""
    if came.left:
        raise NotRestoredError(*unrestored_message(came.left, store))
    if came.refused:
        entry = came.refused[0]
        raise NotTrustedError(
            f"the journal of {store.path} holds commands for the setting {exact(entry.setting)}"
            f" that {state.called_me()} did not sign: they were not run",
            f"Look at them: plimsoll campaign restore {store.path}",
        )
    if came.unkept is not None:
        raise came.unkept


def _lock(store: Store) -> Path:
    """Who changes a setting for this store holds it."""
    return store.path.with_name(f"{store.path.name}-settings")


def _restore_entry(entry: JournalRow, lock: Path) -> str | None:
    """Puts one back; why that did not work, if it did not."""
    limit_s = float(entry.commands["limit_s"])
    # What is as it was needs no command, and not every command may be run twice. Under the lock:
    # one that a killed process began has ended. Where it cannot be read, mending it may help.
    with contextlib.suppress(CommandError):
        if commands.run(entry.commands["read"], limit_s=limit_s, lock=lock) == entry.original:
            return None
    try:
        commands.run(entry.commands["restore"], limit_s=limit_s, original=entry.original, lock=lock)
        now = commands.value(entry.commands["read"], limit_s=limit_s)
    except CommandError as error:
        return error.message
    if now != entry.original:
        return (
            f"`{commands.text(entry.commands['restore'])}` reported success, but the setting reads"
            f" '{now}'"
        )
    return None


class Settings:
    """The settings of a campaign under way. At most one configuration is entered at a time."""

    def __init__(
        self,
        store: Store,
        campaign_id: int,
        configurations: Mapping[str, Configuration],
        limit_s: float,
        trust: Trust | None = None,
        put_back: set[int] | None = None,
    ) -> None:
        self._store = store
        self._campaign_id = campaign_id
        self._trust = Trust.of_this_user() if trust is None else trust
        self._changed: list[JournalRow] = []
        self.restored_ids: set[int] = set() if put_back is None else put_back
        """Entries that were put back, whether the store could be told or not."""
        self._configurations = configurations
        self._limit_s = limit_s
        self._read_back: dict[str, str] = {}
        self.entered: str | None = None
        self.configuration_id = 1

    def enter(self, name: str) -> None:
        """Sets this configuration, after the one before was put back; nothing to do when it is the
        same.

        Raises CommandError when one cannot be set (what was changed is put back), NotRestoredError
        when the one before cannot be put back: then nothing may go on, or its values would be taken
        for those that were found.
        """
        if name == self.entered:
            return
        self.leave()
        read_back: dict[str, str] = {}
        try:
            for setting in self._settings(name):
                self.note(name, setting)
                commands.run(setting.set, limit_s=self._limit_s, lock=_lock(self._store))
                now = read_back[setting.name] = self._value(setting.read)
                if setting.expect is not None and now != setting.expect:
                    raise CommandError(
                        f"after `{commands.text(setting.set)}` the setting '{setting.name}' reads"
                        f" '{now}', not '{setting.expect}'"
                    )
        except CommandError:
            self.leave()
            raise
        self.entered, self._read_back = name, read_back
        if name != AS_FOUND or read_back:
            self.configuration_id = self._store.plans.configuration(name, read_back)
        else:
            self.configuration_id = 1

    def leave(self) -> None:
        """Puts everything back that this campaign changed. Raises NotRestoredError with what is
        left, NotTrustedError for commands that nobody stands for.

        A store that cannot be read any more prevents nothing: what this process changed it knows.
        """
        self.entered, self._read_back = None, {}
        unread: PlimsollError | None = None
        try:
            entries = self._store.plans.journalled(self._campaign_id)
        except PlimsollError as error:
            entries, unread = list(self._changed), error
        self._came_back(restore(self._store, entries, self._trust))
        if unread is not None:
            raise unread

    def check(self) -> None:
        """Reads every setting back. Raises SettingsChangedError when one is not as it was when
        entered."""
        for setting in self._settings(self.entered):
            was = self._read_back[setting.name]
            try:
                now = self._value(setting.read)
            except CommandError as error:
                raise SettingsChangedError(
                    Reason("setting_unreadable", {"setting": setting.name, "error": error.message})
                ) from None
            if now != was:
                raise SettingsChangedError(
                    Reason("setting_changed", {"setting": setting.name, "was": was, "now": now})
                )

    def act(
        self, configuration: str, name: str, command: str | list[str], *, changes: bool
    ) -> None:
        """Runs a command that changes what was noted, or mends it. May be called from another
        thread: the store is not asked. Raises CommandError for one that `changes` nothing."""
        entry = next(
            one
            for one in reversed(self._changed)
            if (one.configuration, one.setting) == (configuration, name)
        )
        commands.run(
            command, limit_s=self._limit_s, original=entry.original, lock=_lock(self._store)
        )
        if changes and self._value(entry.commands["read"]) == entry.original:
            raise CommandError(
                f"after `{commands.text(command)}` it reads '{entry.original}', as before: it was"
                " so already, or nothing was done"
            )

    def restore_configuration(self, configuration: str) -> None:
        """Puts back what was noted for this configuration. Raises as `leave` does."""
        mine = [
            one
            for one in self._store.plans.journalled(self._campaign_id)
            if one.configuration == configuration
        ]
        self._came_back(restore(self._store, mine, self._trust))

    def _came_back(self, came: RestoreResult) -> None:
        self.restored_ids |= {entry.id for entry in came.done}
        self._changed = [entry for entry in self._changed if entry.id not in self.restored_ids]
        raise_trouble(came, self._store)

    def note(self, configuration: str, setting: Setting) -> None:
        """Writes the current value of a setting into the journal, with the command that restores it,
        before anything changes it. Raises CommandError where it cannot be read."""
        original = self._value(setting.read)
        held: Commands = {
            "read": setting.read,
            "restore": setting.restore,
            "limit_s": self._limit_s,
        }
        sign = self._trust.signs_entry(
            self._campaign_id, configuration, setting.name, original, held
        )
        entry = self._store.plans.journal(
            self._campaign_id, configuration, setting.name, original, held, sign=sign
        )
        self._changed.append(
            JournalRow(
                entry,
                self._campaign_id,
                configuration,
                setting.name,
                original,
                held,
                time.time_ns(),
                None,
                None,
            )
        )

    def _settings(self, name: str | None) -> list:  # type: ignore[type-arg]
        configuration = self._configurations.get(name) if name is not None else None
        return configuration.setting if configuration is not None else []

    def _value(self, command: str | list[str]) -> str:
        return commands.value(command, limit_s=self._limit_s)


def unrestored_message(left: list[tuple[JournalRow, str]], store: Store) -> tuple[str, str]:
    """What was not put back, and what to do."""
    entry, trouble = left[0]
    more = f" (and {len(left) - 1} more)" if len(left) > 1 else ""
    return (
        f"the setting '{entry.setting}' was not restored to '{entry.original}'{more}: {trouble}",
        f"Fix that, then: plimsoll campaign restore {store.path}",
    )
