"""Colours of verdicts on a terminal, in every verb: green for what holds, red for what does not,
yellow for what nobody can tell.

Only the word of the verdict gets a colour, where it stands as one: at the beginning of a line or a
cell, or after a colon. The words say the same without it. Rich leaves colours out under NO_COLOR;
nothing of this is called for a pipe.
"""

import re

from rich.text import Text

STYLES = {
    "green": (
        "pass|passed|met|objective met|kept|better|valid|all (?:\\d+ |both )?promises kept|carried"
    ),
    "bold red": "fail|failed|missed|objective missed|broken|worse|not valid|cannot_carry|refused",
    "yellow": (
        "undecided|objective undecided|inconclusive|mixed|not enough data|not comparable"
        "|generator_limited|stopped|interrupted|late"
    ),
}
"""Words of verdicts and outcomes, longest first where one begins another."""
_FOUND = tuple(
    (style, re.compile(rf"(?:^\s*|: )({words})(?=$|[:;,.)]|\s\()", re.IGNORECASE))
    for style, words in STYLES.items()
)


def line(text: str) -> Text:
    """A line or a cell with its verdicts coloured."""
    drawn = Text(text)
    for style, pattern in _FOUND:
        for found in pattern.finditer(text):
            drawn.stylize(style, found.start(1), found.end(1))
    return drawn
