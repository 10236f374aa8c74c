"""The report of scaling."""
