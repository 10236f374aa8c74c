"""Fixtures that tests of features share with those of the core."""

from tests.campaign.conftest import begin, short_searches
from tests.cli.conftest import bash, inside
from tests.report.conftest import store, without_library
from tests.web.conftest import serve, two_campaign_store

__all__ = [
    "bash",
    "begin",
    "inside",
    "serve",
    "short_searches",
    "store",
    "two_campaign_store",
    "without_library",
]
