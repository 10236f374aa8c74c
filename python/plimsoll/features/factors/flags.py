"""The flag of `plimsoll campaign plan` and `run` for factor studies."""

from plimsoll.cli._options import flag
from plimsoll.features.factors.messages import message

EXAMPLES = ("plimsoll campaign run factors.toml --time 2h",)


def flags(span: str | None = flag("--time SPAN", message("help-time"))) -> list[str]:
    """The time of the study as a key of the file."""
    return [] if span is None else [f"study.time={span}"]
