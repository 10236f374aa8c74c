"""Foreign text made safe to look at: characters that would steer a terminal or hide in a line are
shown by their numbers.

Names come from files, stores, servers and other machines. An escape sequence in one could rewrite a
screen or its title, a mark of direction could turn a line round, a blank without width could make
two names look alike. At every edge where text leaves for people (terminal, error, Markdown, CSV,
HTML, drawing) it goes through here; what programs read as data (JSON) keeps every character, and
has those written as JSON's own escapes.

Letters that look alike are not told apart, and no character is lost.
"""

import re
from functools import cache
from typing import Any

_STEERING = (
    "\x7f-\x9f"  # DEL and C1: 0x9b is an escape sequence's begin in one byte
    "\xad\u180e\u200b\u2060-\u2064\ufeff"  # soft hyphen, no width, joiners, byte order mark
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"  # direction (UAX 9), and its forerunners
    "\u2028\u2029"  # line and paragraph, which some take for the end of a line
    # Annotations, no characters at all, tags: text that is not shown.
    "\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f"
    "\ud800-\udfff"  # half a character: what was no UTF-8 in a file's name comes as such
)
"""Beyond C0. The joiners U+200C and U+200D are left: languages are written with them."""
_UNSAFE = f"[\x00-\x1f{_STEERING}]"
_UNSAFE_IN_LINES = f"[\x00-\x09\x0b-\x1f{_STEERING}]"
_UNSAFE_IN_JSON = f"[{_STEERING}]"


def printable(text: str) -> str:
    """The text on one line, with a visible `\\x1b` or `\\u202e` for each character that is not to
    be acted upon."""
    # Nearly all text is. What `str` calls printable lacks every character above.
    return text if text.isprintable() else _expression(_UNSAFE).sub(_visible_escape, text)


def printable_lines(text: str) -> str:
    """The same for a text of several lines: line breaks stay."""
    return text if text.isprintable() else _expression(_UNSAFE_IN_LINES).sub(_visible_escape, text)


def printable_columns(text: str) -> str:
    """The same for a table in another program's form: tabs stay, too."""
    return "\t".join(printable_lines(part) for part in text.split("\t"))


def markup(text: str) -> str:
    """Text for HTML and SVG: printable, and no markup of its own."""
    # Loads a table of all entities, which commands that draw no page do without.
    from html import escape

    return escape(printable_lines(text))


def json_text(
    document: Any, *, indent: int | None = None, ascii_only: bool = False, colon: str = ": "
) -> str:
    """A JSON document that is safe to look at: µ and − stay, control characters are escaped.
    Numbers that JSON lacks (nan, inf) raise ValueError.
    """
    # Every error needs this module, and most commands that fail need no JSON.
    import json

    separators = (",", colon) if indent is not None else (",", ":")
    text = json.dumps(
        document, ensure_ascii=ascii_only, indent=indent, separators=separators, allow_nan=False
    )
    # Outside of strings JSON has none of these characters.
    return _expression(_UNSAFE_IN_JSON).sub(lambda found: json.dumps(found[0])[1:-1], text)


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    """Compiles at first use: every command loads this module, and compiling all three expressions
    would take most of that time."""
    return re.compile(pattern)


def _visible_escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    if 0xDC80 <= code <= 0xDCFF:
        # A byte that was no UTF-8 (PEP 383).
        code -= 0xDC00
    return (
        f"\\x{code:02x}"
        if code < 0x100
        else f"\\u{code:04x}"
        if code < 0x10000
        else f"\\U{code:08x}"
    )
