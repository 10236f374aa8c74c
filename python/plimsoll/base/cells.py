"""The width of text in cells, and lines of so many: a letter of Chinese, Japanese or Korean is two
cells wide (Unicode Standard Annex 11), and a line may end behind any of them.
"""

import re
import unicodedata

_NOT_FIRST = frozenset(
    "、。，．・：；？！）］｝」』】〕〉》ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ%％"
)
"""No line begins with one of these (JIS X 4051)."""
_NOT_LAST = frozenset("（［｛「『【〔〈《")
"""No line ends with one of these."""
_NARROW = re.compile("[\x00-\u10ff]*")
"""Text without wide letters: those begin at U+1100."""


def width(text: str) -> int:
    """The number of cells."""
    if _NARROW.fullmatch(text):
        return len(text)
    return sum(map(_width, text))


def pad(text: str, cells: int) -> str:
    """The text with blanks behind it up to this width."""
    return text + " " * max(0, cells - width(text))


def align_right(text: str, cells: int) -> str:
    """The text with blanks before it up to this width."""
    return " " * max(0, cells - width(text)) + text


def shorten(text: str, cells: int) -> str:
    """As many whole words as fit, with an ellipsis where some do not."""
    text = " ".join(text.split())
    if width(text) <= cells:
        return text
    kept = ""
    for word in words(text):
        if width(kept) + width(word.rstrip(" ")) + 2 > cells:
            break
        kept += word
    return f"{kept.rstrip(' ')} …" if kept else "…"


def crop(text: str, cells: int) -> str:
    """The text up to this width."""
    if _NARROW.fullmatch(text):
        return text[:cells]
    kept, used = [], 0
    for letter in text:
        used += _width(letter)
        if used > cells:
            break
        kept.append(letter)
    return "".join(kept)


def words(text: str) -> list[str]:
    """The parts of a text that no line break may part; a blank belongs to the part before it."""
    if _NARROW.fullmatch(text):
        return re.findall("[^ ]+ *|^ +", text)
    parts: list[str] = []
    for letter in text:
        if parts and _holds(parts[-1], letter):
            parts[-1] += letter
        else:
            parts.append(letter)
    return parts


def wrap(text: str, cells: float, *, first: str = "", then: str = "") -> list[str]:
    """The text in lines of up to so many cells; a longer word has a line of its own. `first` and
    `then` begin the first line and the others."""
    lines = [first]
    empty = True
    for word in words(text.strip(" ")):
        if not empty and width(lines[-1]) + width(word.rstrip(" ")) > cells:
            lines[-1] = lines[-1].rstrip(" ")
            lines.append(then)
        lines[-1] += word
        empty = False
    lines[-1] = lines[-1].rstrip(" ")
    return lines


def _width(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _holds(part: str, letter: str) -> bool:
    """Whether no line may end between a part and this letter."""
    last = part[-1]
    if letter == " " or letter in _NOT_FIRST or last in _NOT_LAST:
        return True
    return last != " " and _width(last) == 1 and _width(letter) == 1
