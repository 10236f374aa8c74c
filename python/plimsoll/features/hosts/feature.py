"""Several hosts that drive one load."""

from __future__ import annotations

from plimsoll.feature import Document, Feature, Verb

FEATURE = Feature(
    verbs=(Verb("hosts", "Before it runs", 50, "plimsoll.cli.hosts"),),
    documents={
        "hosts": Document(
            "hosts that drive a load together",
            {
                "file": ("plimsoll.cluster.hosts_file:HostsFile", "read by `--hosts` and `hosts`"),
                "status": ("plimsoll.cluster.documents:HostsStatus", "`hosts status`"),
                "doctor": ("plimsoll.cluster.documents:HostsDoctor", "`hosts doctor`"),
                "down": ("plimsoll.cluster.documents:HostsDown", "`hosts down`"),
            },
        ),
    },
    hosts="plimsoll.campaign.over_hosts",
)
