"""What a vCenter knows of volumes and their limits."""

from plimsoll.base.feature import Feature, SourceEntry

FEATURE = Feature(
    sources=(
        SourceEntry(
            "vcenter",
            "a vCenter: hosts, datastores and disks of VMs, every 20 s",
            "plimsoll collect vcenter:vc.example.com --only '^vm/app01/|/datastore\\.'",
            "plimsoll.features.vcenter.pull",
        ),
    )
)
