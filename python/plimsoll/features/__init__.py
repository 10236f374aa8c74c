"""The features of this product: a folder for each, and its name here. Without a folder and its name
the product does everything else."""

FEATURES: dict[str, tuple[str, ...]] = {
    "compare": ("limits",),
    "suites": (),
    "limits": (),
    "promises": ("compare",),
    "factors": (),
    "scaling": (),
    "timeline": (),
    "sizing": ("promises",),
    "hosts": (),
    "doctor": (),
    "policy": ("factors", "limits", "promises", "sizing", "vcenter"),
    "vcenter": (),
    "policy_simulation": ("policy", "sizing"),
    "suggest": ("policy", "promises"),
    "imports": (),
    "fio_results": ("imports",),
    "vdbench_results": ("imports",),
    "elbencho_results": ("imports",),
    "credibility": ("imports",),
    "counters": ("imports",),
    "jobs": ("hosts", "imports"),
    "kubernetes": ("policy", "promises", "suggest"),
}
"""In the order in which they are asked whose campaign it is; of each the features that it uses. One
whose others are not there is left out with them."""
