"""Pictures: SVG, TikZ and text by the library, and the live page with a program inside."""
from __future__ import annotations

import html
import json
import pathlib
from typing import Optional

from . import _library

_PAGE = pathlib.Path(__file__).resolve().parent / 'cutelayout.html'
_PLACE = 'id="given">{}'


class Drawing:
	"""The picture of a program. A notebook shows it; save() writes it."""

	def __init__(self, program: str, options: str) -> None:
		self.program = program
		self.options = options

	def svg(self) -> str:
		"""SVG with texts that a browser searches and shows fast; draw(..., text_as='outline') has the same letters everywhere."""
		words = self.options if 'text-as' in self.options else (self.options + ' text-as=text').strip()
		return _library.draw(self.program, words, 'svg')

	def tikz(self) -> str:
		return _library.draw(self.program, self.options, 'tex')

	def text(self) -> str:
		return _library.draw(self.program, self.options, 'txt')

	def live(self) -> Optional[str]:
		"""The page that evaluates and draws by itself, with the program inside; None where it is not installed."""
		if not _PAGE.exists():
			return None
		state = json.dumps({'p': self.program, 'options': self.options}).replace('<', '\\u003c')
		return _PAGE.read_text().replace(_PLACE, 'id="given">' + state, 1)

	def save(self, path: str) -> None:
		"""Write the picture; the suffix is svg, tex, txt, or html for the live page."""
		suffix = pathlib.Path(path).suffix
		makers = {'.svg': self.svg, '.tex': self.tikz, '.txt': self.text, '.html': self.live}
		if suffix not in makers:
			raise ValueError('the suffix of %r is none of .svg, .tex, .txt, .html' % path)
		content = makers[suffix]()
		if content is None:
			raise FileNotFoundError('the live page is not part of this installation')
		pathlib.Path(path).write_text(content)

	def interactive(self, height: int = 640) -> InteractiveDrawing:
		"""The live page in a notebook."""
		return InteractiveDrawing(self, height)

	def __str__(self) -> str:
		return self.text()

	def __repr__(self) -> str:
		return 'Drawing(%r, %r)' % (self.program, self.options)

	def _repr_svg_(self) -> str:
		return self.svg()

	def _repr_html_(self) -> Optional[str]:
		"""The picture, and below it the live page, folded; None where the page is not installed."""
		page = self.live()
		if page is None:
			return None
		picture = self.svg()
		return '%s<details><summary>live</summary>%s</details>' % (picture[picture.index('<svg'):], _frame(page, 640))


def _frame(page: str, height: int) -> str:
	return '<iframe loading="lazy" style="width:100%%;border:0" height="%d" srcdoc="%s"></iframe>' % (height, html.escape(page))


class InteractiveDrawing:
	"""A drawing that a notebook shows as the live page."""

	def __init__(self, drawing: Drawing, height: int) -> None:
		self.drawing = drawing
		self.height = height

	def __repr__(self) -> str:
		return 'Interactive' + repr(self.drawing)

	def _repr_html_(self) -> str:
		page = self.drawing.live()
		if page is None:
			return self.drawing.svg()
		return _frame(page, self.height)
