"""The Japanese typeface that comes with Plimsoll: pictures and documents show Japanese names and
sentences whatever fonts a server has. What it is and how it was made: `fonts/NOTICE`.
"""

import base64
import io
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).with_name("fonts")
FAMILY = "Noto Sans CJK JP"
LATIN = "DejaVu Sans, Verdana, sans-serif"
_FIRST_WIDE = "\u2e80"
"""Letters of Chinese and Japanese begin here."""


def is_needed(text: str) -> bool:
    """Whether a text has letters that common fonts of Latin lack."""
    return not text.isascii() and max(text) >= _FIRST_WIDE


def families(text: str) -> str:
    """The fonts of a picture with this text. What draws PNG uses one font for all of a text, and
    one of its own choice for the letters that this lacks."""
    return f"{FAMILY}, {LATIN}" if is_needed(text) else LATIN


def measuring_font(fonts: str) -> str:
    """The font in which the drawing library measures text that is set in these. It has one without
    serifs within; the file of any other it opens once a letter: half the time of a picture."""
    return "sans-serif" if fonts == LATIN else fonts


def face(text: str) -> str:
    """A CSS rule that carries the typeface with the letters of a text; empty when it needs none.
    Browsers make bold letters from the regular ones where a font has no others."""
    if not is_needed(text):
        return ""
    letters = "".join(sorted({letter for letter in text if letter >= _FIRST_WIDE}))
    return f'@font-face{{font-family:"{FAMILY}";src:url(data:font/otf;base64,{_subset(letters)})}}'


@cache
def register() -> None:
    """Makes the typeface known to what draws PNG and measures text."""
    import vl_convert

    vl_convert.register_font_directory(str(FOLDER))


@cache
def _subset(letters: str) -> str:
    from fontTools import subset

    options = subset.Options(layout_features=[], hinting=False, notdef_outline=True)
    options.name_IDs = [1, 2, 13, 14]
    with subset.load_font(str(FOLDER / "NotoSansJP-Regular.otf"), options) as font:
        # A time stamp would make equal pictures differ.
        font.recalcTimestamp = False
        maker = subset.Subsetter(options)
        maker.populate(text=letters)
        maker.subset(font)
        out = io.BytesIO()
        font.save(out)
    return base64.b64encode(out.getvalue()).decode()
