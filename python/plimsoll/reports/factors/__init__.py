"""The report of a factor study."""
