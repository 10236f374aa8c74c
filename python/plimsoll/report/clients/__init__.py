"""What each kind of client got while the load of others, or anything else, was varied."""
