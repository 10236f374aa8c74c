"""The fields of a form that was sent. Text only: a file is read by the page and sent as text, so no
multipart is parsed."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs

if TYPE_CHECKING:
    from starlette.requests import Request

MOST_FIELDS = 1_000


async def fields(request: Request) -> dict[str, list[str]]:
    """Every field by name, in the order sent. Empty for what is no form."""
    kept = request.scope.get("plimsoll.fields")
    if kept is None:
        kept = {}
        if (
            request.headers.get("content-type", "").partition(";")[0].strip()
            == "application/x-www-form-urlencoded"
        ):
            body = await request.body()
            try:
                kept = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
            except ValueError:
                kept = {}
        # The body can be read once, and both guard and page look.
        request.scope["plimsoll.fields"] = kept
    return dict(kept)
