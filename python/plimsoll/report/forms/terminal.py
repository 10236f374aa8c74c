"""Facts of a page as lines for a terminal. `cli` draws tables, since it knows the width of the
terminal, and prints."""

from plimsoll.report.describe import Facts


def lines(facts: Facts) -> list[str]:
    """A line for each: `generator CPU: …`, or the sentence alone."""
    return [
        f"{name[:1].lower()}{name[1:]}: {value}" if name else value for name, value in facts.items
    ]
