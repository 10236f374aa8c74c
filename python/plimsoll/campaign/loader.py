"""Reads campaigns: from the file (TOML) that a user wrote, or back from a store.

A file is read with what the command line adds to it, and its paths become absolute, so that a
campaign can be resumed from any folder. The store alone is enough to resume: it has document, plan
and journal. `trust.py` decides which of its commands may run.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plimsoll.base import logo, reading
from plimsoll.base.errors import InputError, UsageError
from plimsoll.campaign import designs as designed
from plimsoll.campaign.messages import message
from plimsoll.campaign.spec import Spec
from plimsoll.campaign.trust import NOTHING_REFUSED, Refusals
from plimsoll.native import stack_parameters, together
from plimsoll.store import CampaignRow, Store
from plimsoll.store.rows import DISKS

if TYPE_CHECKING:
    from plimsoll.campaign.confirmation import Identities

IDENTITIES = "identities"
"""Key in the stored document: identities of the confirmed targets."""
MOST_LISTED = 10
"""Campaigns of other verbs that an error names: the newest."""
KIND = "campaign"
"""Kind of a campaign from a file, as opposed to a single `run`, `find` or `demo`."""
MAGIC = b"SQLite format 3\0"
"""The first bytes of a store, as of every database of SQLite."""
SHELLS = ("sh", "ash", "bash", "busybox", "dash", "fish", "ksh", "zsh")


def read_with_checks(
    path: Path,
    overrides: Sequence[str],
    confirmations: Sequence[str],
    *,
    hosts: Path | None,
    sha256: str | None,
    refusals: Refusals = NOTHING_REFUSED,
) -> Spec:
    """The campaign in this file (`read`), checked as far as that needs no target. Raises UsageError
    for a store in its place and for invalid hosts, RefusedError for acts that flags forbid."""
    if is_database(path):
        raise UsageError(*message.refusal("given-a-store", path=path))
    spec = read(path, overrides, confirmations, hosts=hosts, sha256=sha256)
    refusals.check(spec, path)
    if spec.hosts_file is not None or any(source.on is not None for source in spec.sources):
        together.feature().check(spec, spec.hosts_file)
    if spec.design is not None:
        spec.design.check_files(spec)
    return spec


def read(
    path: Path,
    overrides: Sequence[str] = (),
    confirmations: Sequence[str] = (),
    *,
    sha256: str | None = None,
    hosts: Path | None = None,
    also: Callable[[reading.TomlTable], None] | None = None,
) -> Spec:
    """The campaign in this file. `overrides` (KEY=VALUE) and `hosts` (a hosts file) replace its own
    values, `confirmations` are added to them, `also` edits the document; `sha256`: see
    `reading.read`.

    Paths become absolute, relative to the file's folder, so that a campaign can be resumed from any
    folder.
    """

    def amend(raw: reading.TomlTable) -> None:
        override(raw, overrides)
        if hosts is not None:
            raw.setdefault("campaign", {})["hosts"] = str(hosts.absolute())
        if also is not None:
            also(raw)

    spec = reading.read(path, Spec, amend=amend, sha256=sha256, what=message("campaign-file"))
    _refuse_shell_paste(spec, path)
    folder = path.absolute().parent
    resolved = _absolute(spec, folder, confirmations)
    return resolved if spec.design is None else spec.design.read(resolved, path)


def _absolute(spec: Spec, folder: Path, confirmations: Sequence[str]) -> Spec:
    """The campaign with absolute paths. Those of the file are relative to its folder, those of the
    command line to the current one."""
    targets = [
        target.model_copy(
            update={"name": target.display_name, "path": _absolute_paths(folder, target.path)}
        )
        for target in spec.all_targets
    ]
    campaign = spec.campaign
    lost = [
        *(absolute(folder, path) for path in campaign.i_will_lose_the_data_on),
        *(absolute(Path.cwd(), path) for path in confirmations),
    ]
    hosts = None if campaign.hosts is None else os.path.normpath(folder / campaign.hosts)
    resolved = campaign.model_copy(update={"i_will_lose_the_data_on": lost, "hosts": hosts})
    update = {"target": targets, "targets": [], "campaign": resolved}
    if (given := spec.report.logo) is not None and not logo.is_url(given):
        # Kept in the store, so that a report needs nothing else.
        embedded = logo.read(Path(os.path.normpath(folder / given))).url
        update["report"] = spec.report.model_copy(update={"logo": embedded})
    return spec.model_copy(update=update)


def _refuse_shell_paste(spec: Spec, path: Path) -> None:
    """Raises InputError for `{original}` inside the text of a shell, which would run the value as
    code."""
    for configuration in spec.configuration.values():
        for setting in configuration.setting:
            words = setting.restore if isinstance(setting.restore, list) else []
            for at, word in enumerate(words):
                is_script = (
                    "{original}" in word
                    and at > 0
                    and words[at - 1].startswith("-")
                    and words[at - 1].endswith("c")
                )
                if is_script and any(Path(earlier).name in SHELLS for earlier in words[:at]):
                    raise InputError(
                        *message.refusal("setting-pasted", path=path, setting=setting.name)
                    )


def _absolute_paths(folder: Path, path: str | list[str]) -> str | list[str]:
    return (
        [absolute(folder, each) for each in path]
        if isinstance(path, list)
        else absolute(folder, path)
    )


def absolute(folder: Path, path: str) -> str:
    """A path made absolute; names of exports and `null:` stay."""
    if path.startswith("stack:"):
        return f"stack:{os.path.normpath(folder / path.removeprefix('stack:'))}"
    if path.startswith(("null:", "nbd://", "nbd+unix://", "nbds://")):
        return path
    return os.path.normpath(folder / path)


def override(raw: reading.TomlTable, overrides: Sequence[str]) -> None:
    """Applies `--set KEY=VALUE` to a document. Raises UsageError."""
    for text in overrides:
        key, equals, typed = text.partition("=")
        parts = [part.strip() for part in key.split(".")]
        if parts[0] in stack_parameters.KINDS:
            parts = ["stack", *parts]
        if not equals or not all(parts):
            raise UsageError(*message.refusal("set-unreadable", text=text))
        value = _override_value(parts, typed)
        at: Any = raw
        for part in parts[:-1]:
            if isinstance(at, list):
                at = at[int(part)] if part.isdecimal() and int(part) < len(at) else None
            else:
                at = at.setdefault(part, {})
            if not isinstance(at, dict | list):
                raise UsageError(*message.refusal("set-no-table", text=text, table=part))
        if isinstance(at, list):
            raise UsageError(
                *message.refusal("set-several-tables", text=text, table=parts[-2], key=parts[-1])
            )
        at[parts[-1]] = value


def _override_value(parts: Sequence[str], typed: str) -> Any:
    """The value of a `--set`. Several values of a stack parameter need no brackets."""
    if parts[0] == "stack":
        values = stack_parameters.values(typed)
        # A single value that is itself a list stays within a list.
        is_list = isinstance(values[0], list) and values[0]
        return values if len(values) > 1 or is_list else values[0]
    try:
        return reading.toml(f"v = {typed}")["v"]
    except (ValueError, KeyError):
        return typed


def is_database(file: Path) -> bool:
    """Whether this is a store, or another database, and not a campaign's file. An unreadable file
    is reported by its reader."""
    try:
        # Opening a pipe that has no writer would block.
        if not file.is_file():
            return False
        with file.open("rb") as opened:
            return opened.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def spec_of(campaign: CampaignRow) -> Spec:
    """The document of a campaign, as its file had it."""
    designs = [design.KEY for design in designed.modules()]
    return Spec.model_validate(
        {
            key: value
            for key, value in campaign.spec.items()
            if key not in ("file", IDENTITIES, DISKS, together.KEPT, *designs)
        }
    )


def identities_of(campaign: CampaignRow) -> Identities:
    """The identities of the confirmed targets (`confirmation.py`)."""
    return dict(campaign.spec.get(IDENTITIES, {}))


def find_campaign(store: Store, number: int | None, name: str | None = None) -> CampaignRow:
    """The campaign of this number; without a number the newest, of this name if one is given.

    Raises UsageError when there is none such, InputError when there is none at all; the error lists
    the campaigns of the store.
    """
    every = store.campaigns()
    known = [row for row in every if row.kind == KIND]
    matching = [
        row
        for row in known
        if (number is None or row.id == number) and (name is None or row.name == name)
    ]
    if matching:
        return matching[-1]
    kind = InputError if number is None and name is None else UsageError
    wanted = f"{'' if number is None else '-numbered'}{'' if name is None else '-named'}"
    raise kind(
        message(f"no-campaign{wanted}", store=store.path, campaign=number, name=name),
        _holdings(known, [row for row in every if row.kind != KIND]),
    )


def _holdings(known: Sequence[CampaignRow], others: Sequence[CampaignRow]) -> str:
    """What a store holds in place of the campaign that was looked for. Those of other verbs have no
    file to go on with."""
    if known:
        return message(
            "store-holds", campaigns=", ".join(f"{row.id} ({row.name})" for row in known)
        )
    if not others:
        return message("store-holds-none")
    listing = ", ".join(f"{row.id} ({row.kind})" for row in others[-MOST_LISTED:])
    return message("store-holds-others", campaigns=listing)
