"""The user's settings for all commands: `$XDG_CONFIG_HOME/plimsoll/config.toml`, else
`~/.config/plimsoll/config.toml` (XDG base directory specification). `plimsoll config` writes them,
and people may edit the file.
"""

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from plimsoll.base import posix, reading
from plimsoll.base.errors import InputError, IoError, NoTargetError
from plimsoll.base.messages import message

STORE = Path("plimsoll.db")
"""The default store, in the working directory."""
VARIABLE = "PLIMSOLL_STORE"
KEYS = ("store",)
"""The settings."""


def meaning(key: str) -> str:
    """What a setting is for."""
    return message(f"preference-{key}")


def place(environment: Mapping[str, str] | None = None) -> Path:
    """The path of the file, which need not exist. Raises IoError for a user without a home."""
    environment = os.environ if environment is None else environment
    # A relative path there is to be ignored (XDG base directory specification).
    if (given := environment.get("XDG_CONFIG_HOME", "")).startswith("/"):
        return Path(given, "plimsoll", "config.toml")
    try:
        return Path.home() / ".config" / "plimsoll" / "config.toml"
    except RuntimeError:
        raise IoError(*message.refusal("no-configuration-folder")) from None


def stored_preferences() -> dict[str, str]:
    """The settings in the file; empty when there is none. Raises InputError for an invalid one.

    A user without a home has none: nameless users of containers, whose HOME is missing or another
    user's that they may not enter.
    """
    try:
        path = place()
        path.stat()
    except (IoError, FileNotFoundError, PermissionError):
        return {}
    try:
        text = reading.text_of(path, message("configuration-file"))
    except NoTargetError:
        return {}
    try:
        found = reading.toml(text)
    except ValueError as error:
        raise InputError(*message.refusal("configuration-no-toml", path=path, why=error)) from None
    for key, value in found.items():
        if key not in KEYS:
            raise InputError(
                *message.refusal("configuration-unknown", path=path, key=key, keys=", ".join(KEYS))
            )
        if not isinstance(value, str) or not value.startswith("/"):
            raise InputError(*message.refusal("configuration-no-path", path=path, key=key))
    return found


def write_preference(key: str, value: str | None) -> None:
    """Writes a setting, or removes it for None; the others stay.

    Raises IoError when it cannot be written, and where the file would be another user's: under
    `sudo` that kept the caller's HOME.
    """
    path = place()
    wanted = {**stored_preferences(), key: value}
    text = "".join(
        f"{name} = {json.dumps(given, ensure_ascii=False)}\n"
        for name, given in wanted.items()
        if given is not None
    )
    folder = path.parent
    try:
        # The owner of the nearest existing folder decides: a folder made inside another user's
        # would be in that user's way.
        there = next(parent for parent in (folder, *folder.parents) if parent.exists())
        if there.stat().st_uid not in (posix.user(), 0):
            raise IoError(*message.refusal("configuration-of-others", folder=there))
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Whole or not at all.
        handle, beside = tempfile.mkstemp(dir=folder, prefix=".config-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(beside).replace(path)
        finally:
            Path(beside).unlink(missing_ok=True)
    except OSError as error:
        raise IoError(
            *message.refusal("configuration-not-written", path=path, why=error.strerror)
        ) from None


def configured_store() -> Path | None:
    """The store by $PLIMSOLL_STORE or the settings; None without either."""
    given = os.environ.get(VARIABLE) or stored_preferences().get("store")
    return Path(given) if given else None


def store() -> Path:
    """The store when no `--store` is given: $PLIMSOLL_STORE, else the setting, else `plimsoll.db`
    in the working directory."""
    return configured_store() or STORE


def store_origin() -> str:
    """The source of the store's path, in words."""
    if os.environ.get(VARIABLE):
        return f"${VARIABLE}"
    return str(place()) if "store" in stored_preferences() else message("store-by-default")
