"""What a vCenter knows of volumes and their limits."""
