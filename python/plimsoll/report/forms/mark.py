"""The mark of Plimsoll: the load line of a ship, a circle with a line through it. It is the icon of
reports and pages.

Attributes give its colour, since the policy of our pages allows no style inside it. The blue is
visible on light and dark tabs.
"""

from functools import cache

from plimsoll.base.logo import Logo

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke="#1f7fd1"'
    ' stroke-width="4"><circle cx="16" cy="16" r="10"/><path d="M1 16h30"/></svg>\n'
)


@cache
def url() -> str:
    """The mark as a `data:` URL."""
    return Logo("svg", SVG.encode()).url
