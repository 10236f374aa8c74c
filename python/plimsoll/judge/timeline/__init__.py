"""The time line of a Run: what happened in it, and when. Intervals in, episodes out.

`series.py` turns intervals into arrays, `signals.py` scales rate, response time and errors,
`changes.py` finds level changes, `periodic.py` patterns, `stretches.py` groups changes that began
together, `figures.py` measures their depth and length, `episodes.py` classifies them,
`on_the_way.py` does so while the Run goes on, `periods.py` summarises hours or days, `notes.py` has
remarks. `document.py` adds marks, `text.py` makes sentences.

Detection reads intervals only, never a stack's account of its own faults: that is the truth for
tests. It works on the intervals of a killed Run, too, and names no causes.
"""

from plimsoll.judge.timeline.document import About, document
from plimsoll.judge.timeline.episodes import KINDS, Episode, episodes, may_have_outages
from plimsoll.judge.timeline.figures import Level
from plimsoll.judge.timeline.marks import Mark
from plimsoll.judge.timeline.notes import Note
from plimsoll.judge.timeline.series import Series

__all__ = [
    "KINDS",
    "About",
    "Episode",
    "Level",
    "Mark",
    "Note",
    "Series",
    "document",
    "episodes",
    "may_have_outages",
]
