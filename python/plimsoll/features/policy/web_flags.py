"""The flags of `plimsoll web` for the pages of policies."""

from dataclasses import dataclass
from pathlib import Path

from plimsoll.base.errors import UsageError
from plimsoll.cli._options import flag
from plimsoll.features.policy.messages import message

EXAMPLES = ("plimsoll web --policy policy.toml --allow-policies",)


@dataclass(frozen=True)
class PolicyPages:
    """What the server shows of policies."""

    files: tuple[Path, ...] = ()
    may_apply: bool = False


def flags(
    policy: list[Path] | None = flag("--policy FILE", message("help-policy")),
    allow_policies: bool = flag("--allow-policies", message("help-allow-policies")),
) -> PolicyPages:
    """The policy files. A file that is none is refused when the pages are made."""
    if allow_policies and not policy:
        raise UsageError(*message.refusal("allow-without-policy"))
    return PolicyPages(
        tuple(dict.fromkeys(path.absolute() for path in policy or ())), allow_policies
    )
