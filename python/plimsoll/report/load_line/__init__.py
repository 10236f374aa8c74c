"""The report of load lines."""
