"""From a question to Runs that are kept. First cut: one `run`, one `find` or one `demo` is a campaign of its own.

`keeping.py` puts every Run of a session into the store before the next one starts; `finding.py` runs a search over a
session, `checking.py` tests promises. Nothing here prints, draws or decides.
session, `limiting.py` measures what limits are found from. Nothing here prints, draws or decides.
"""

from plimsoll.campaign.finding import find
from plimsoll.campaign.keeping import CampaignKeeper, begin

__all__ = ["CampaignKeeper", "begin", "find"]
