"""Sets the settings of configurations, checks that they stay, and restores the original values.

The rule: before a setting is changed, its original value and the command that restores it are in
the store's journal, on disk. So `restore` (at the end, by `resume` or by hand) always finds what it
needs. An entry counts as restored only after the original value has been read back.
"""

import contextlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from plimsoll.base import state
from plimsoll.base.errors import IoError, PlimsollError, RefusedError
from plimsoll.campaign import commands
from plimsoll.campaign.commands import CommandError
from plimsoll.campaign.messages import message
from plimsoll.campaign.spec import AS_FOUND, Configuration, Setting
from plimsoll.campaign.trust import Trust, exact
from plimsoll.search import point_reasons
from plimsoll.store import Store
from plimsoll.store.rows import Commands, JournalRow, Reason


class SettingsChangedError(IoError):
    """A setting changed after the configuration was set, so the Run meanwhile is no evidence."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(point_reasons.words(reason))
        self.reason = reason


class NotRestoredError(IoError):
    """A setting could not be restored; its entry stays in the journal."""


class NotTrustedError(RefusedError):
    """The journal holds commands that are not trusted; they were not run."""


@dataclass
class RestoreResult:
    """The result of restoring settings."""

    done: list[JournalRow] = field(default_factory=list)
    left: list[tuple[JournalRow, str]] = field(default_factory=list)
    """Entries that could not be restored, with the reason."""
    refused: list[JournalRow] = field(default_factory=list)
    """Entries whose commands are not trusted and were not run."""
    unkept: PlimsollError | None = None
    """The first error of the store, which may not have noted a restore."""


def restore(store: Store, entries: Sequence[JournalRow], trust: Trust) -> RestoreResult:
    """Restores the settings whose commands are trusted, newest first. An error of one does not stop
    the others."""
    result = RestoreResult()
    for entry in reversed(entries):
        try:
            if not trust.knows(store, entry):
                result.refused.append(entry)
                continue
            trouble = _restore_entry(entry, _lock(store))
            if trouble is None:
                result.done.append(entry)
                store.plans.note_restore(entry.id)
            else:
                result.left.append((entry, trouble))
                store.plans.note_restore_failure(entry.id, trouble)
        except PlimsollError as error:
            result.unkept = result.unkept or error
    return result


def raise_trouble(result: RestoreResult, store: Store) -> None:
    """Raises NotRestoredError for settings that are still changed, NotTrustedError for commands
    that were not run, and the error of the store."""
    if result.left:
        raise NotRestoredError(*unrestored_message(result.left, store))
    if result.refused:
        entry = result.refused[0]
        raise NotTrustedError(
            *message.refusal(
                "journal-unsigned",
                store=store.path,
                setting=exact(entry.setting),
                user=state.own_user_name(),
            )
        )
    if result.unkept is not None:
        raise result.unkept


def _lock(store: Store) -> Path:
    """The lock file of commands that change a setting for this store."""
    return store.path.with_name(f"{store.path.name}-settings")


def _restore_entry(entry: JournalRow, lock: Path) -> str | None:
    """Restores one setting. Returns the reason where that failed."""
    limit_s = float(entry.commands["limit_s"])
    # A setting that has its original value needs no command, and some commands must not run twice.
    # The lock waits for a command of a killed process. An unreadable setting is restored anyway.
    with contextlib.suppress(CommandError):
        if commands.run(entry.commands["read"], limit_s=limit_s, lock=lock) == entry.original:
            return None
    try:
        commands.run(entry.commands["restore"], limit_s=limit_s, original=entry.original, lock=lock)
        now = commands.value(entry.commands["read"], limit_s=limit_s)
    except CommandError as error:
        return error.message
    if now != entry.original:
        return message(
            "restore-without-effect", command=commands.text(entry.commands["restore"]), now=now
        )
    return None


class Settings:
    """The settings of a campaign under way. At most one configuration is set at a time."""

    def __init__(
        self,
        store: Store,
        campaign_id: int,
        configurations: Mapping[str, Configuration],
        limit_s: float,
        trust: Trust | None = None,
        restored_ids: set[int] | None = None,
    ) -> None:
        self._store = store
        self._campaign_id = campaign_id
        self._trust = Trust.of_this_user() if trust is None else trust
        self._changed: list[JournalRow] = []
        self.restored_ids: set[int] = set() if restored_ids is None else restored_ids
        """Ids of restored entries, also where the store could not be updated."""
        self._configurations = configurations
        self._limit_s = limit_s
        self._read_back: dict[str, str] = {}
        self.entered: str | None = None
        self.configuration_id = 1

    def enter(self, name: str) -> None:
        """Restores the previous configuration and sets this one, unless it is the same.

        Raises CommandError when a setting cannot be set (the changes are undone), NotRestoredError
        when the previous configuration cannot be restored. The campaign must end then, since its
        values would be taken for the original ones.
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
                        message(
                            "set-without-effect",
                            command=commands.text(setting.set),
                            setting=setting.name,
                            now=now,
                            expect=setting.expect,
                        )
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
        """Restores all settings that this campaign changed. Raises NotRestoredError where that
        failed, NotTrustedError for commands that are not trusted.

        If the store cannot be read, the changes of this process are restored from memory.
        """
        self.entered, self._read_back = None, {}
        unread: PlimsollError | None = None
        try:
            entries = self._store.plans.journal_entries(self._campaign_id)
        except PlimsollError as error:
            entries, unread = list(self._changed), error
        self._finish_restore(restore(self._store, entries, self._trust))
        if unread is not None:
            raise unread

    def check(self) -> None:
        """Reads every setting back. Raises SettingsChangedError when one changed since it was
        set."""
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
        """Runs a command that changes a setting in the journal, or undoes that. Does not use the
        store, so any thread may call it. Raises CommandError where a command that `changes` had no
        effect."""
        entry = next(
            entry
            for entry in reversed(self._changed)
            if (entry.configuration, entry.setting) == (configuration, name)
        )
        commands.run(
            command, limit_s=self._limit_s, original=entry.original, lock=_lock(self._store)
        )
        if changes and self._value(entry.commands["read"]) == entry.original:
            raise CommandError(
                message(
                    "set-changed-nothing", command=commands.text(command), original=entry.original
                )
            )

    def restore_configuration(self, configuration: str) -> None:
        """Restores the settings of this configuration. Raises as `leave` does."""
        mine = [
            entry
            for entry in self._store.plans.journal_entries(self._campaign_id)
            if entry.configuration == configuration
        ]
        self._finish_restore(restore(self._store, mine, self._trust))

    def _finish_restore(self, result: RestoreResult) -> None:
        self.restored_ids |= {entry.id for entry in result.done}
        self._changed = [entry for entry in self._changed if entry.id not in self.restored_ids]
        raise_trouble(result, self._store)

    def note(self, configuration: str, setting: Setting) -> None:
        """Writes the current value of a setting into the journal, with the command that restores
        it, before anything changes it. Raises CommandError where it cannot be read."""
        original = self._value(setting.read)
        undo: Commands = {
            "read": setting.read,
            "restore": setting.restore,
            "limit_s": self._limit_s,
        }
        sign = self._trust.signs_entry(
            self._campaign_id, configuration, setting.name, original, undo
        )
        entry = self._store.plans.journal(
            self._campaign_id, configuration, setting.name, original, undo, sign=sign
        )
        self._changed.append(
            JournalRow(
                entry,
                self._campaign_id,
                configuration,
                setting.name,
                original,
                undo,
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
    """The message for settings that are still changed, and the hint."""
    entry, trouble = left[0]
    figures = {"setting": entry.setting, "original": entry.original, "why": trouble}
    more = len(left) - 1
    text = (
        message("not-restored-and-more", more=more, **figures)
        if more
        else message("not-restored", **figures)
    )
    return text, message("not-restored-now", store=store.path)
