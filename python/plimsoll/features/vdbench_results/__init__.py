"""The results of vdbench and of HCIBench, which drives it or fio."""
