"""What a process that measures tells the outside while it does: its pulse, and its metrics.

`base/state.py` hears from everywhere what goes on and knows the newest intervals, `pulse.py` is the
document and reads those of others, `runtime_dir.py` is the folder in memory where it lies,
`pulse_writer.py` writes it there, `metrics.py` serves the same figures to Prometheus. The store
stays the record of what was measured: a pulse is gone when its process is, and nothing is judged
from it.

Whoever measures is handed the state that it tells (`cli/_measure.py` opens one); where nobody
listens it is `SILENT`. This module loads nothing heavy: refusals stay quick.
"""

from plimsoll.live.state import State

__all__ = ["SILENT", "State"]

SILENT = State("nothing", listening=False)
"""Nobody listens to it."""
