"""`--collect`, `--scrape` and `--collect-every`: the flags."""

from typing import Annotated

from plimsoll.cli._options import shared_flag
from plimsoll.cli.messages import message

Collect = Annotated[list[str] | None, shared_flag("--collect CMD", message("help-collect"))]
Scrape = Annotated[list[str] | None, shared_flag("--scrape URL", message("help-scrape"))]
CollectEvery = Annotated[
    str | None, shared_flag("--collect-every TIME", message("help-collect-every"))
]
