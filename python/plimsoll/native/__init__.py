"""The seam to Rust and the machine beneath: sessions, targets, records, histograms, devices."""
