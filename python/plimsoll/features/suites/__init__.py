"""Standard suites, and tests over time."""
