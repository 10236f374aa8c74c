"""`plimsoll config`: what holds for all commands of this user, said once."""

from __future__ import annotations

from pathlib import Path

from plimsoll.base import preferences
from plimsoll.base.errors import InputError, UsageError
from plimsoll.cli._options import argument, flag
from plimsoll.cli.terminal import screen

EXAMPLES = (
    "plimsoll config",
    "plimsoll config store ~/results/plimsoll.db",
    "plimsoll config store --unset",
)
KEYS = "; ".join(f"{key}: {preferences.meaning(key)}" for key in preferences.KEYS)


def config(
    key: str | None = argument(
        "[KEY]",
        KEYS,
        show_default=False,
    ),
    value: str | None = argument("[VALUE]", "The new value.", show_default=False),
    unset: bool = flag("--unset", "Remove the setting."),
    as_json: bool = flag("--json", "Print it as JSON."),
) -> None:
    """Set where all commands keep results; without a value, show it.

    --store overrides $PLIMSOLL_STORE, which overrides this setting; with none of them it is
    plimsoll.db in the working directory.
    """
    if key is not None and key not in preferences.KEYS:
        raise UsageError(
            f"there is no '{key}' to configure", f"Known keys: {', '.join(preferences.KEYS)}."
        )
    if key is None and unset:
        raise UsageError("--unset needs a key", f"One of: {', '.join(preferences.KEYS)}.")
    if value is not None and unset:
        raise UsageError("a value and --unset contradict each other", "Give one of them.")
    if key is not None and (value is not None or unset):
        preferences.write_preference(key, None if value is None else str(_store(value)))
    shown = {
        "store": str(preferences.store()),
        "store_from": preferences.store_origin(),
        "file": str(preferences.place()),
    }
    lines = [f"store: {shown['store']} ({shown['store_from']})"]
    screen.answer(shown, lines, as_json=as_json)


def _store(given: str) -> Path:
    """The store that was named, absolute: it is meant from whatever folder."""
    path = Path(given).expanduser().absolute()
    if path.is_dir():
        raise InputError(f"{path} is a folder", f"Name a file in it: {path / preferences.STORE}.")
    if not path.parent.is_dir():
        raise InputError(f"there is no folder {path.parent}", "Make it, or name another.")
    return path
