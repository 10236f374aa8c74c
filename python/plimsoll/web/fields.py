"""The fields of a submitted form, and whether the client wants a page.

Forms are text only: the page reads a file and sends its text, so no multipart is parsed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs

if TYPE_CHECKING:
    from starlette.requests import Request

MOST_FIELDS = 1_000
_SCOPE_KEY = "plimsoll.fields"
"""Caches the fields in the request, since its body can be read once, and guard and page need it."""


class Fields(dict[str, str]):
    """The fields of a form by name, the last of each; a missing one is empty."""

    def __missing__(self, name: str) -> str:
        return ""


async def fields(request: Request) -> Fields:
    """The fields of a request; none unless it is a form."""
    if _SCOPE_KEY not in request.scope:
        sent: dict[str, list[str]] = {}
        kind, _, _ = request.headers.get("content-type", "").partition(";")
        if kind.strip() == "application/x-www-form-urlencoded":
            body = await request.body()
            try:
                sent = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
            except ValueError:
                sent = {}
        request.scope[_SCOPE_KEY] = Fields({name: values[-1] for name, values in sent.items()})
    return Fields(request.scope[_SCOPE_KEY])


def wants_page(request: Request) -> bool:
    """Whether the client wants a page, or plain text for a script."""
    return "text/html" in request.headers.get("accept", "")
