"""The results of fio: JSON, terse, what it prints, logs."""
