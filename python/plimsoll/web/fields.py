"""What a browser asks for: the fields of a form that was sent, and whether it wants a page.

Forms are text only: a file is read by the page and sent as text, so no multipart is parsed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs

if TYPE_CHECKING:
    from starlette.requests import Request

MOST_FIELDS = 1_000
_KEPT = "plimsoll.fields"
"""Where a request keeps its fields: its body can be read once, and both guard and page look."""


class Fields(dict[str, str]):
    """The fields of a form by name, the last of each. One that was not sent is empty."""

    def __missing__(self, name: str) -> str:
        return ""


async def fields(request: Request) -> Fields:
    """What was sent. Empty for what is no form."""
    if _KEPT not in request.scope:
        sent: dict[str, list[str]] = {}
        kind, _, _ = request.headers.get("content-type", "").partition(";")
        if kind.strip() == "application/x-www-form-urlencoded":
            body = await request.body()
            try:
                sent = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
            except ValueError:
                sent = {}
        request.scope[_KEPT] = Fields({name: values[-1] for name, values in sent.items()})
    return Fields(request.scope[_KEPT])


def wants_page(request: Request) -> bool:
    """Whether a page is the answer; else it is plain text, for a script."""
    return "text/html" in request.headers.get("accept", "")
