## Lists

form-fio = the Runs as fio's json+, with the distributions in bins
