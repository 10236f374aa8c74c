"""The colours of `style.py`, light ones, as a spreadsheet writes them."""

from __future__ import annotations

import re

from plimsoll.reports.forms.style import STYLE

_LIGHT = {
    name: colour.upper()
    for name, colour in re.findall(r"--(\w+): #(\w+)", STYLE.partition("@media")[0])
}
COLOURS = tuple(_LIGHT[f"c{number}"] for number in range(6))
MARK, BOUND = _LIGHT["mark"], _LIGHT["bound"]
