"""The frame of all pages: head, navigation and escaping. Pages are plain Python without a template
language; their escaping is tested.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from starlette.responses import HTMLResponse

from plimsoll.base.feature import features
from plimsoll.base.messages import language as reader_language
from plimsoll.base.printable import markup
from plimsoll.base.version import __version__
from plimsoll.web import script_texts
from plimsoll.web.guard import PAGE_FIELD
from plimsoll.web.messages import message

_FOLDER = Path(__file__).with_name("static")
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
ICON = "mark.svg"


PLACES = (("shelf", "/"), ("trend", "/trend"), ("start", "/start"))
"""The links at the top of every page, before those of features."""


@dataclass(frozen=True)
class Static:
    """A script, a style or the icon. Its address changes with the content."""

    name: str
    content: bytes
    stamp: str
    """The same for all files, so that scripts can import each other."""

    @property
    def address(self) -> str:
        """Its path on this server."""
        return f"/static/{self.stamp}/{self.name}"


@cache
def statics() -> dict[str, Static]:
    """All scripts and styles, and the icon, by name. Our style extends that of the reports."""
    from plimsoll.report.forms import mark
    from plimsoll.report.forms.style import STYLE

    found = {
        path.name: path.read_bytes() for path in sorted(_FOLDER.iterdir()) if path.suffix in KINDS
    }
    found["style.css"] = STYLE.encode() + found["style.css"]
    found[ICON] = mark.SVG.encode()
    stamp = hashlib.blake2b(b"".join(found.values()), digest_size=6).hexdigest()
    return {name: Static(name, content, stamp) for name, content in found.items()}


def page(
    title: str,
    body: str,
    *,
    scripts: Iterable[str] = (),
    here: str = "",
    status: int = 200,
    notices: Iterable[str] = (),
) -> HTMLResponse:
    """A page. `body` is HTML, everything else text. `here`: the current link at the top: a code of
    `PLACES`, or that of a feature's page."""
    places = [(code, message(f"place-{code}"), path) for code, path in PLACES]
    places += [
        (code, label(), path)
        for feature in features()
        if feature.pages
        for code, label, path in feature.pages.places
    ]
    links = "".join(
        f'<a href="{path}"{" aria-current=page" if code == here else ""}>{name}</a>'
        for code, name, path in places
    )
    icon = statics()[ICON].address
    scripts = tuple(scripts)
    script_tags = script_texts.element(scripts) + "".join(
        f'<script type="module" src="{statics()[name].address}"></script>' for name in scripts
    )
    alerts = "".join(f'<p class="notice" role="alert">{markup(text)}</p>' for text in notices)
    return HTMLResponse(
        f"""<!DOCTYPE html>
<html lang="{reader_language.get()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{markup(title)} · Plimsoll</title>
<link rel="icon" href="{icon}" type="image/svg+xml">
<link rel="stylesheet" href="{statics()["style.css"].address}">
{script_tags}
</head>
<body>
<a class="skip" href="#main">{message("to-content")}</a>
<nav class="top" aria-label="Plimsoll"><strong><img src="{icon}" alt="" width="20"
 height="20">Plimsoll</strong>{links}</nav>
<main id="main" tabindex="-1">
{alerts}{body}
<footer>Plimsoll {markup(__version__)}</footer>
</main>
</body>
</html>
""",
        status_code=status,
    )


def proof(page_token: str) -> str:
    """The hidden field with the page token, which proves that a form is ours."""
    return f'<input type="hidden" name="{PAGE_FIELD}" value="{escape(page_token)}">'


def trouble(
    title: str, why: str, status: int, *, ways: Iterable[tuple[str, str]] = ()
) -> HTMLResponse:
    """An error page. `ways`: addresses and names of links before the one to the shelf."""
    # `_top`, since it may stand in a frame.
    links = " · ".join(
        f'<a href="{escape(address)}" target="_top">{markup(name)}</a>'
        for address, name in (*ways, ("/", message("to-shelf")))
    )
    return page(title, f"<h1>{markup(title)}</h1><p>{markup(why)}</p><p>{links}</p>", status=status)
