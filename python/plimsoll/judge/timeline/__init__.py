"""The time line of a Run: what happened in it, and when. Intervals in, episodes out.

`series.py` turns intervals into arrays, `signals.py` puts rate, response time and errors on the
scales on which they are judged, `changes.py` finds where a level changes, `periodic.py` what
repeats, `stretches.py` what began together, `figures.py` how deep and how long; `episodes.py` says
what it was, `on_the_way.py` while the Run goes on, `periods.py` what each hour or day came to,
`notes.py` what to know beside it. `document.py` sets marks beside it, `text.py` puts it into
sentences.

Detection reads intervals only. What a stack tells of its own faults is never looked at: it is the
truth to be held against. Works on whatever intervals there are: of a Run that was killed, too. Not
told: causes.
"""

from plimsoll.judge.timeline.document import About, document
from plimsoll.judge.timeline.episodes import KINDS, Episode, episodes
from plimsoll.judge.timeline.figures import Level
from plimsoll.judge.timeline.marks import Mark
from plimsoll.judge.timeline.notes import Note
from plimsoll.judge.timeline.series import Series

__all__ = ["KINDS", "About", "Episode", "Level", "Mark", "Note", "Series", "document", "episodes"]
