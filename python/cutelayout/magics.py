"""%cute EXPRESSION and %%cute [OPTIONS]: the values of a program in a cell, and the picture of the last one."""
from __future__ import annotations

from typing import Any, Optional

from . import _library
from ._drawing import Drawing
from ._values import evaluate


def cute(line: str, cell: Optional[str] = None) -> Any:
	"""In a line the value; in a cell the picture with the options of the line, as "kind=tv tile=8,8"."""
	if cell is None:
		return evaluate(line)
	drawing = Drawing(cell, line.strip())
	try:
		drawing.svg()
	except _library.Error as error:
		if 'picture' not in error.text:
			raise
		return evaluate(cell)
	return drawing


def register(shell: Any) -> None:
	shell.register_magic_function(cute, 'line_cell', 'cute')
