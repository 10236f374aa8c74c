"""Measuring in a Kubernetes cluster: the manifests of a Job, and a class from a load line."""
