"""What an Excel workbook is made of. `xlsx.py` puts it together; nothing else uses this.

`book.py` is the library with what its Python face lacks, `package.py` mends the finished file,
`columns.py` says how a figure is shown, and each of the other files makes sheets.
"""
