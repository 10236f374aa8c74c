"""The report of client kinds while the load of others, or another setting, varies."""
