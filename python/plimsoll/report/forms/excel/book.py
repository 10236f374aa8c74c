"""A workbook: sheets with text, and sheets of many rows, with excelize.

Two parts are our own. Text is always text, never a formula, whatever it begins with. And rows
are streamed through the library's internal entry instead of its Python face, which turns each
cell into a tree of objects: 22 µs a cell there, less than 1 µs here (two million cells of an
interval series are 40 s or 2 s). The public `set_sheet_row` and `StreamWriter.set_row` are that
face, and neither takes many rows, or numbers in an array. So this depends on two names of the
pinned version, `lib` and `types_go`; `tests/report/test_xlsx.py` fails when another one lacks
them."""

from __future__ import annotations

import ctypes
import itertools
import re
from collections.abc import Sequence
from typing import Any

import excelize
import numpy as np
import types_go

from plimsoll.base.printable import printable_lines

_LONGEST = 32_767
"""Letters in a cell (Excel's own limit)."""
_ROWS = 1_048_576
_NAME = 31
TEXT, SOFT, HEAD, MARKED = "16202A", "55616E", "E3E8ED", "FFE3C2"


def clean(text: str) -> str:
    """Text that a cell can hold: printable, which XML has a way to write, and not too long."""
    return printable_lines(text)[:_LONGEST]


def at(column: int, row: int, *, fixed: bool = False) -> str:
    """The name of a cell; column and row count from 1."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"${letters}${row}" if fixed else f"{letters}{row}"


def letter(column: int) -> str:
    """The name of a column; columns count from 1."""
    return at(column, 1)[:-1]


def column_of(cell: str) -> int:
    """The number of a cell's column, from 1."""
    number = 0
    for sign in cell.rstrip("0123456789"):
        number = 26 * number + ord(sign) - 64
    return number


# The kinds of value of the library's `_Interface`.
_STRING, _FLOAT = 3, 4


def _layout() -> np.dtype[Any]:
    """The memory layout of a cell, from the library's own declaration."""
    import numpy as np

    cell, names = types_go._Interface, ("Type", "String", "Float64")
    return np.dtype(
        {
            "names": names,
            "formats": ["i4", "u8", "f8"],
            "offsets": [getattr(cell, name).offset for name in names],
            "itemsize": ctypes.sizeof(cell),
        }
    )


class Book:
    """A workbook under construction."""

    def __init__(self) -> None:
        self.file = excelize.new_file()
        self._sheets: list[str] = []
        self._styles: dict[str, int] = {}

    def sheet(self, name: str, colour: str | None = None) -> str:
        """A new sheet behind the others; returns its name. Create all sheets before streaming
        rows: moving a sheet reads them back."""
        assert len(name) <= _NAME, f"a sheet's name is too long: {name}"
        assert not re.search(r"[][:*?/\\]|^'|'$", name), (
            f"Excel refuses this name of a sheet: {name}"
        )
        assert name.casefold() not in map(str.casefold, self._sheets), (
            f"two sheets are named {name}"
        )
        if self._sheets:
            self.file.new_sheet(name)
        else:
            self.file.set_sheet_name("Sheet1", name)
        self._sheets.append(name)
        self.file.set_sheet_props(
            name, excelize.SheetPropsOptions(tab_color_rgb=colour, fit_to_page=True)
        )
        self.file.set_page_layout(
            name,
            excelize.PageLayoutOptions(
                orientation="landscape", size=9, fit_to_width=1, fit_to_height=0
            ),
        )
        return name

    @property
    def names(self) -> list[str]:
        """The sheets, in order."""
        return list(self._sheets)

    def style(
        self,
        *,
        bold: bool = False,
        size: float = 11,
        colour: str = TEXT,
        fill: str = "",
        wrap: bool = False,
        right: bool = False,
        number: str = "",
        framed: bool = False,
        top: bool = False,
    ) -> int:
        """The number of a style; each style is created once."""
        key = repr((bold, size, colour, fill, wrap, right, number, framed, top))
        if key not in self._styles:
            sides = ("left", "right", "top", "bottom")
            self._styles[key] = self.file.new_style(
                excelize.Style(
                    font=excelize.Font(bold=bold, size=size, color=colour, family="Calibri"),
                    fill=(
                        excelize.Fill(type="pattern", pattern=1, color=[fill])
                        if fill
                        else excelize.Fill()
                    ),
                    alignment=excelize.Alignment(
                        wrap_text=wrap,
                        horizontal="right" if right else "",
                        vertical="top" if top or wrap else "",
                    ),
                    border=(
                        [excelize.Border(type=side, color=SOFT, style=1) for side in sides]
                        if framed
                        else None
                    ),
                    custom_num_fmt=number or None,
                )
            )
        return self._styles[key]

    def print_first_page(self, sheet: str, columns: int, rows: int) -> None:
        """Prints these columns and rows from the first cell on one page, and nothing else: a sheet
        of thousands of rows is for the screen. Clear the print area to print them all."""
        self.file.set_page_layout(sheet, excelize.PageLayoutOptions(fit_to_height=1))
        self.set_print_area(sheet, "$A$1", at(columns, rows, fixed=True))

    def upright(self, sheet: str) -> None:
        """Prints a sheet on upright pages."""
        self.file.set_page_layout(sheet, excelize.PageLayoutOptions(orientation="portrait"))

    def set_print_area(self, sheet: str, first: str, last: str) -> None:
        """Prints only these cells of a sheet."""
        self.file.set_defined_name(
            excelize.DefinedName(
                name="_xlnm.Print_Area", refers_to=f"'{sheet}'!{first}:{last}", scope=sheet
            )
        )

    def set_footer(self, text: str) -> None:
        """Prints this and the page's number at the foot of every page."""
        left = clean(text).replace("&", "&&").replace("\n", " ")[:180]
        for sheet in self._sheets:
            self.file.set_header_footer(
                sheet, excelize.HeaderFooterOptions(odd_footer=f"&L{left}&R&A, &P / &N")
            )

    def text(self, sheet: str, column: int, row: int, text: str, style: int | None = None) -> None:
        """Text in a cell, as text."""
        # Excel reads _x0041_ in a cell as a letter's number.
        content = re.sub(r"_(?=x[0-9A-Fa-f]{4}_)", "_x005F_", clean(text))
        cell = at(column, row)
        self.file.set_cell_str(sheet, cell, content)
        if style is not None:
            self.file.set_cell_style(sheet, cell, cell, style)

    def number(
        self, sheet: str, column: int, row: int, value: float, style: int | None = None
    ) -> None:
        """A number in a cell."""
        cell = at(column, row)
        self.file.set_cell_float(sheet, cell, float(value), -1, 64)
        if style is not None:
            self.file.set_cell_style(sheet, cell, cell, style)

    def widths(self, sheet: str, widths: Sequence[float]) -> None:
        """The widths of columns from the first, in letters."""
        for place, width in enumerate(widths, 1):
            self.file.set_col_width(sheet, letter(place), letter(place), width)

    def paragraph(
        self, sheet: str, row: int, text: str, style: int, *, across: int, letters: int, line: float
    ) -> None:
        """Text over several columns, in a row as high as it needs: Excel does not fit merged cells
        itself."""
        self.file.merge_cell(sheet, at(1, row), at(across, row))
        self.text(sheet, 1, row, text, style)
        lines = sum(max(1, -(-len(part) // letters)) for part in text.split("\n"))
        self.file.set_row_height(sheet, row, min(409.0, line * lines))

    def stream(self, sheet: str, width: int, panes: excelize.Panes | None = None) -> Stream:
        """A stream for rows of many cells. Set styles of columns and rows, widths and
        conditional formats before."""
        return Stream(self.file.new_stream_writer(sheet), width, panes)


class RowWriter:
    """Writes rows of many cells to a sheet with charts and slicers, which the library would lose
    on a streamed sheet."""

    def __init__(self, book: Book, sheet: str) -> None:
        self._file, self._sheet = book.file, sheet
        excelize.lib.SetSheetRow.restype = ctypes.c_char_p

    def row(self, number: int, values: Sequence[Any]) -> None:
        """One row from the first column: text, numbers; none leaves a cell empty."""
        first = 0
        for filled, part in itertools.groupby(values, lambda value: value is not None):
            cells = list(part)
            if filled:
                self._put(at(first + 1, number), cells)
            first += len(cells)

    def _put(self, cell: str, values: Sequence[Any]) -> None:
        cells = (types_go._Interface * len(values))()
        _fill(cells, values)
        refused = excelize.lib.SetSheetRow(
            self._file.file_index,
            self._sheet.encode(),
            cell.encode(),
            ctypes.c_void_p(ctypes.addressof(cells)),
            len(values),
        )
        assert not refused, refused

    def table(self, name: str, first: int, width: int, last: int, style: str) -> None:
        """Makes the rows from the header at `first` to `last` a table."""
        self._file.add_table(
            self._sheet,
            excelize.Table(range=f"A{first}:{at(width, last)}", name=name, style_name=style),
        )


def _fill(cells: Any, values: Sequence[Any]) -> None:
    for cell, value in zip(cells, values, strict=True):
        if isinstance(value, str):
            cell.Type, cell.String = _STRING, clean(value).encode()
        elif value is not None:
            # Integers are written as floats: the library's have only 32 bits.
            cell.Type, cell.Float64 = _FLOAT, value


class Stream:
    """Rows that are written once, from the top."""

    def __init__(self, writer: Any, width: int, panes: excelize.Panes | None) -> None:
        self._writer = writer
        self._width = width
        self._texts: dict[str, ctypes.c_char_p] = {}
        excelize.lib.StreamSetRow.restype = ctypes.c_char_p
        if panes is not None:
            writer.set_panes(panes)

    def row(self, number: int, values: Sequence[Any]) -> None:
        """One row from the first column: text, numbers, truth values; none leaves a cell empty."""
        assert len(values) == self._width
        cells = (types_go._Interface * self._width)()
        _fill(cells, values)
        self._put(number, ctypes.addressof(cells))

    def rows(self, first: int, columns: Sequence[np.ndarray | Sequence[str]]) -> None:
        """Many rows, by columns: numbers (not a number leaves a cell empty), or texts of which
        there are few."""
        import numpy as np

        deep = len(columns[0])
        cells = np.zeros((deep, self._width), _layout())
        for place, column in enumerate(columns):
            if isinstance(column, np.ndarray):
                cells["Type"][:, place] = np.where(np.isnan(column), 0, _FLOAT)
                cells["Float64"][:, place] = column
            else:
                cells["Type"][:, place] = _STRING
                cells["String"][:, place] = [self._text_address(text) for text in column]
        start, step = cells.ctypes.data, cells.strides[0]
        for place in range(deep):
            self._put(first + place, start + place * step)

    def _text_address(self, text: str) -> int:
        """The address of a text, which is kept alive while rows are written."""
        if text not in self._texts:
            self._texts[text] = ctypes.c_char_p(clean(text).encode())
        return ctypes.cast(self._texts[text], ctypes.c_void_p).value or 0

    def _put(self, number: int, cells: int) -> None:
        assert number <= _ROWS
        refused = excelize.lib.StreamSetRow(
            self._writer.sw_index, b"A%d" % number, ctypes.c_void_p(cells), self._width
        )
        assert not refused, refused

    def table(self, name: str, first: int, last: int, style: str) -> None:
        """Makes the rows from the header at `first` to `last` a table. Needs a row beneath the
        header."""
        self._writer.add_table(
            excelize.Table(range=f"A{first}:{at(self._width, last)}", name=name, style_name=style)
        )

    def finish(self) -> None:
        """Ends the stream."""
        self._writer.flush()
