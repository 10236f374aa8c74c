"""Configurations, targets and days beside each other."""
