"""What more workers, hosts or outstanding I/O give, and the queue depth that is enough."""
