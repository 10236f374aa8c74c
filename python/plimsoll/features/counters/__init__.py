"""What recorded counters say about volumes, and how much of what was bought they need."""
