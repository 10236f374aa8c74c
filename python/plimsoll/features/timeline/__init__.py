"""What happened in a Run, and when."""
