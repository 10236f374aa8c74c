"""Several hosts that drive one load."""
