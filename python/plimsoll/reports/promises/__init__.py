"""The report of promises."""
