"""Manifests for a cluster."""
