"""A suite or campaign over months, from one store or several: series, changes of level, and what
changed with them."""
