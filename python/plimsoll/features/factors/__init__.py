"""Which of several settings matters: designed experiments."""
