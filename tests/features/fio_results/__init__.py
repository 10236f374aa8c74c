"""The results of fio."""
