"""A browser for tests that look at a page as its reader does: one for all tests, a fresh window for
each.

The reader is offline, and what the page does behind its back fails the test: an address that it
asks for, an error in the console. Skipped with a word where there is no Chromium or no Playwright.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.patience import PATIENCE_S

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

EXECUTABLES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first of them is the browser without what stands around a page: it opens one in a fifth of
the processor time."""


def executable() -> str | None:
    """Where the browser is; none when there is none."""
    return next((path for name in EXECUTABLES if (path := shutil.which(name))), None)


@dataclass
class Reader:
    """A window on a page, and what the page asked for or complained about."""

    page: Page
    requests: list[str] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser, without a window."""
    driver = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    path = executable()
    if path is None:
        pytest.skip(f"no browser: none of {', '.join(EXECUTABLES)} is on the PATH")
    with driver.sync_playwright() as playwright:
        # No sandbox: tests may run as root, and they only open what they wrote themselves.
        launched = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def reader(browser: Browser) -> Iterator[Callable[..., Reader]]:
    """Opens a file in a window of its own; keywords are those of a Playwright context. Troubles
    fail the test at its end."""
    opened: list[Reader] = []

    def look(path: Path, *, fragment: str = "", **options: Any) -> Reader:
        context = browser.new_context(
            offline=True, **{"viewport": {"width": 1280, "height": 800}, **options}
        )
        context.set_default_timeout(PATIENCE_S * 1000)
        seen = Reader(context.new_page())
        seen.page.on("request", lambda request: seen.requests.append(request.url))
        seen.page.on("pageerror", lambda error: seen.troubles.append(str(error)))
        seen.page.on("console", lambda said: seen.troubles.append(f"{said.type}: {said.text}"))
        seen.page.goto(path.as_uri() + fragment)
        opened.append(seen)
        return seen

    yield look
    for seen in opened:
        seen.page.context.close()
    assert [trouble for seen in opened for trouble in seen.troubles] == []
    # Pictures inside the file have addresses, too.
    foreign = [
        url for seen in opened for url in seen.requests if not url.startswith(("file:", "data:"))
    ]
    assert foreign == []
