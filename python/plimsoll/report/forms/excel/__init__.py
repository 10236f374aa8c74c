"""Parts of an Excel workbook, used only by `xlsx.py`.

`book.py` extends the library, `package.py` corrects the finished file, `columns.py` formats
figures, and each other file makes sheets."""
