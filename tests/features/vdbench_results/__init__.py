"""The results of vdbench and HCIBench."""
