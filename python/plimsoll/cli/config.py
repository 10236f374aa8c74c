"""`plimsoll config`: what holds for all commands of this user, said once."""

from pathlib import Path

from plimsoll.base import preferences
from plimsoll.base.errors import InputError, UsageError
from plimsoll.cli._options import argument, flag
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen

EXAMPLES = (
    "plimsoll config",
    "plimsoll config store ~/results/plimsoll.db",
    "plimsoll config store --unset",
)
KEYS = "; ".join(f"{key}: {preferences.meaning(key)}" for key in preferences.KEYS)


def config(
    key: str | None = argument("[KEY]", KEYS, show_default=False),
    value: str | None = argument("[VALUE]", message("help-config-value"), show_default=False),
    unset: bool = flag("--unset", message("help-config-unset")),
    as_json: bool = flag("--json", message("help-config-as-json")),
) -> None:
    """Set where all commands keep results; without a value, show it.

    --store overrides $PLIMSOLL_STORE, which overrides this setting; with none of them it is
    plimsoll.db in the working directory.
    """
    if key is not None and key not in preferences.KEYS:
        raise UsageError(
            *message.refusal("unknown-setting", key=key, keys=", ".join(preferences.KEYS))
        )
    if key is None and unset:
        raise UsageError(*message.refusal("unset-without-key", KEYS=", ".join(preferences.KEYS)))
    if value is not None and unset:
        raise UsageError(*message.refusal("value-and-unset"))
    if key is not None and (value is not None or unset):
        preferences.write_preference(key, None if value is None else str(_store(value)))
    shown = {
        "store": str(preferences.store()),
        "store_from": preferences.store_origin(),
        "file": str(preferences.place()),
    }
    line = message("config-store", store=shown["store"], origin=shown["store_from"])
    screen.answer(shown, [line], as_json=as_json)


def _store(given: str) -> Path:
    """The store that was named, absolute: it is meant from whatever folder."""
    path = Path(given).expanduser().absolute()
    if path.is_dir():
        raise InputError(
            *message.refusal("store-is-folder", folder=path, file=path / preferences.STORE)
        )
    if not path.parent.is_dir():
        raise InputError(*message.refusal("store-without-folder", folder=path.parent))
    return path
