"""Publishes the state of a measuring process while it measures: its pulse and its metrics.

`state.py` gathers events and the newest intervals; `pulse.py` defines the pulse and reads those of
other processes; `pulse_writer.py` writes it to a folder in memory (`runtime_dir.py`); `metrics.py`
serves the same figures to Prometheus. A pulse ends with its process and nothing is judged from it;
the store is the record.

`cli/_measure.py` opens the state of a measurement; `SILENT` replaces it where nobody listens. This
module loads quickly, so that refusals stay quick.
"""

from plimsoll.live.state import State

__all__ = ["SILENT", "State"]

SILENT = State("nothing", listening=False)
"""A state that forgets everything."""
