"""`plimsoll switch`: change a fault of a served stack while it runs, or ask how it is doing."""

from pathlib import Path

from plimsoll.base.errors import PlimsollError, UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen

EXAMPLES = (
    "plimsoll switch control.sock",
    "plimsoll switch control.sock faults stall=5s",
    "plimsoll switch control.sock faults read_errors=1 write_errors=1",
    "plimsoll switch control.sock mpio down=0",
)


def switch(
    control: Path = argument("CONTROL", message("help-switch-control"), ...),
    element: str | None = argument("ELEMENT", message("help-switch-element")),
    settings: list[str] | None = argument("KEY=VALUE", message("help-switch-settings")),
    as_json: _options.Json = False,
) -> int:
    """Change settings of an element of a served stack, such as faults; without an element, print
    the stack's statistics."""
    from plimsoll.cli.serve import print_statistics
    from plimsoll.native import serving

    if element is None:
        statistics = serving.send_request(control, {"ask": "statistics"})
        if as_json:
            screen.document(statistics)
        else:
            print_statistics(statistics)
        return 0
    pairs = [setting.partition("=") for setting in settings or []]
    # All shapes first: a typing error in the last one should not leave the others switched.
    if not pairs:
        raise UsageError(*message.refusal("no-setting", element=element))
    for setting, (key, sign, _) in zip(settings or [], pairs, strict=True):
        if not sign or not key:
            raise UsageError(*message.refusal("setting-malformed", setting=setting))
    for at, (key, _, value) in enumerate(pairs):
        try:
            serving.send_request(
                control, {"ask": "switch", "element": element, "key": key, "value": value}
            )
        except PlimsollError as error:
            if not at:
                raise
            done = ", ".join(f"{key}={value}" for key, _, value in pairs[:at])
            # The same kind, so the same exit code.
            raise type(error)(str(error), message("already-switched", settings=done)) from None
        if not as_json:
            screen.lines([f"{element}: {key} = {value}"])
    if as_json:
        screen.document({"element": element, "switched": {key: value for key, _, value in pairs}})
    return 0
