"""The link that a user names."""

from plimsoll.base.errors import UsageError
from plimsoll.features.credibility.messages import message
from plimsoll.judge.links import Link, links


def link_of_name(name: str) -> Link:
    """The link of this name. Raises UsageError for an unknown one."""
    found = links().get(name.lower())
    if found is None:
        known = ", ".join(links())
        raise UsageError(*message.refusal("no-such-link", name=name, known=known))
    return found
