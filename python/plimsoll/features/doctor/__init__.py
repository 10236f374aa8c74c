"""The preflight of a machine and its targets."""
