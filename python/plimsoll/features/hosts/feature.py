"""Several hosts that drive one load."""

from plimsoll.base.feature import Document, Feature, Verb
from plimsoll.features.hosts.messages import message

FEATURE = Feature(
    verbs=(Verb("hosts", "Before it runs", 50, "plimsoll.features.hosts.verb", message),),
    documents={
        "hosts": Document(
            "hosts that drive a load together",
            {
                "file": (
                    "plimsoll.features.hosts.hosts_file:HostsFile",
                    "read by `--hosts` and `hosts`",
                ),
                "status": ("plimsoll.features.hosts.documents:HostsStatus", "`hosts status`"),
                "doctor": ("plimsoll.features.hosts.documents:HostsDoctor", "`hosts doctor`"),
                "down": ("plimsoll.features.hosts.documents:HostsDown", "`hosts down`"),
            },
        ),
    },
    hosts="plimsoll.features.hosts.over_hosts",
)
