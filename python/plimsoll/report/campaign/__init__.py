"""The report of any campaign: all its Runs."""
