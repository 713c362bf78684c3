"""Write workbooks like those of spreadsheets, with the minimum that .xlsx and .ods need."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

Cell = str | int | float | bool | None
Rows = Sequence[Sequence[Cell]]

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OASIS = "urn:oasis:names:tc:opendocument:xmlns"


def write_xlsx(
    path: Path, *sheets: Rows, hidden: Sequence[int] = (), names: Sequence[str] = (),
    merged: Sequence[str] = (),
) -> Path:  # fmt: skip
    """Write sheets, named S1, S2, ... unless they have names, as .xlsx.

    `hidden` has the numbers of hidden sheets, and `merged` the merged ranges of each sheet.
    """
    names = names or [f"S{n}" for n in range(1, len(sheets) + 1)]
    numbers = range(1, len(sheets) + 1)
    state = {number: "hidden" if number in hidden else "visible" for number in numbers}
    listed = "".join(
        f'<sheet name="{escape(names[n - 1])}" sheetId="{n}" state="{state[n]}" r:id="r{n}"/>'
        for n in numbers
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"/>',
        "_rels/.rels": _relations({"r1": ("officeDocument", "xl/workbook.xml")}),
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{listed}'
                           "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": _relations(
            {f"r{n}": ("worksheet", f"worksheets/sheet{n}.xml") for n in numbers}
        ),
        **{f"xl/worksheets/sheet{n}.xml": _xlsx_sheet(sheet, merged)
           for n, sheet in zip(numbers, sheets, strict=True)},
    }  # fmt: skip
    return _zipped(path, parts)


def _relations(targets: dict[str, tuple[str, str]]) -> str:
    relations = "".join(
        f'<Relationship Id="{name}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for name, (kind, target) in targets.items()
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{relations}</Relationships>'


def _xlsx_sheet(rows: Rows, merged: Sequence[str] = ()) -> str:
    lines = []
    for number, row in enumerate(rows, 1):
        cells = "".join(
            _xlsx_cell(f"{chr(ord('A') + column)}{number}", value)
            for column, value in enumerate(row)
            if value is not None
        )
        lines.append(f'<row r="{number}">{cells}</row>')
    cells = "".join(f'<mergeCell ref="{cells}"/>' for cells in merged)
    after = f"<mergeCells>{cells}</mergeCells>" if merged else ""
    data = f"<sheetData>{''.join(lines)}</sheetData>"
    return f'<worksheet xmlns="{_MAIN}">{data}{after}</worksheet>'


def _xlsx_cell(place: str, value: Cell) -> str:
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    if isinstance(value, bool):
        return f'<c r="{place}" t="b"><v>{int(value)}</v></c>'
    return f'<c r="{place}"><v>{value}</v></c>'


def write_ods(path: Path, rows: Rows) -> Path:
    """Write rows as the only sheet of an .ods file."""
    lines = "".join(
        f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>" for row in rows
    )
    spaces = "".join(f' xmlns:{name}="{_OASIS}:{name}:1.0"' for name in ("office", "table", "text"))
    content = (
        f'<office:document-content{spaces} office:version="1.2"><office:body><office:spreadsheet>'
        f'<table:table table:name="S1">{lines}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        f'<manifest:manifest xmlns:manifest="{_OASIS}:manifest:1.0"><manifest:file-entry '
        f'manifest:full-path="/" manifest:media-type="{kind}"/></manifest:manifest>'
    )
    parts = {"mimetype": kind, "META-INF/manifest.xml": manifest, "content.xml": content}
    return _zipped(path, parts)


def _ods_cell(value: Cell) -> str:
    if value is None:
        return "<table:table-cell/>"
    if isinstance(value, str):
        shown = f"<text:p>{escape(value)}</text:p>"
        return f'<table:table-cell office:value-type="string">{shown}</table:table-cell>'
    return f'<table:table-cell office:value-type="float" office:value="{value}"/>'


def _zipped(path: Path, parts: dict[str, str]) -> Path:
    with ZipFile(path, "w", ZIP_DEFLATED) as zipped:
        for name, text in parts.items():
            zipped.writestr(name, text)
    return path
