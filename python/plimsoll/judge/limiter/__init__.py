"""Who limited a Run."""
