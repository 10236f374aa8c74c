"""Measuring in a Kubernetes cluster: the manifests of a Job, and a class from a load line."""

from plimsoll.base.feature import Feature, Verb
from plimsoll.features.kubernetes.messages import message

FEATURE = Feature(
    verbs=(Verb("kubernetes", "Before it runs", 60, "plimsoll.features.kubernetes.verb", message),),
)
