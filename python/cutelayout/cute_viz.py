"""
The names of cute-viz, for programs that use it: from cutelayout import cute_viz, or

    from cutelayout.cute_viz import display_layout, display_tv_layout, render_tv_layout_svg

Every cell has the text and the owner that cute-viz gives it. Layouts may be texts, values of cutelayout, or objects of CuTe
DSL, pycute and tensor-layouts.
"""
from __future__ import annotations

import importlib
import math
import pathlib
from typing import Any, Optional, Sequence

from . import _library
from ._drawing import Drawing
from ._values import Layout, Operand, as_text, draw, evaluate

__all__ = ['display_copy_layout', 'display_layout', 'display_mma_layout', 'display_svg', 'display_swizzle_layout',
	'display_tiled_copy', 'display_tiled_mma', 'display_tv_layout', 'render_copy_layout_svg', 'render_layout_svg',
	'render_mma_from_layouts', 'render_mma_layout_svg', 'render_swizzle_layout_svg', 'render_tiled_copy_svg',
	'render_tiled_mma_svg', 'render_tv_layout_svg', 'tidfrg_D', 'tidfrg_S']

Tile = Sequence[Any]


def _display(drawing: Any) -> None:
	"""Show it in the notebook; print it where there is none."""
	try:
		notebook: Any = importlib.import_module('IPython')
	except ImportError:
		notebook = None
	if notebook is None or notebook.get_ipython() is None:
		print(drawing)
	else:
		notebook.display.display(drawing)


def _sizes(tile: Optional[Tile]) -> Optional[list[int]]:
	"""The extents of a tile, whose modes may be nested."""
	return None if tile is None else [int(evaluate('size(%s)' % as_text(each))) for each in tile]


def _halves(mode: Layout) -> tuple[str, str]:
	"""The rows and columns that a mode of a nested layout is: those of a pair, a column of what is not nested, and else
	as near to a square as it comes."""
	if not isinstance(mode.shape, tuple):
		return mode.text, '1:0'
	if len(mode.shape) == 2:
		return mode[0].text, mode[1].text
	rows = next(each for each in range(math.isqrt(mode.size), 0, -1) if mode.size % each == 0)
	made = evaluate('composition(%s, (%d,%d):(1,%d))' % (mode.text, rows, mode.size // rows, rows))
	return made[0].text, made[1].text


def _nested(layout: Layout) -> Drawing:
	"""Mode 0 is a tile and mode 1 is where it lies."""
	inner, outer = _halves(layout[0]), _halves(layout[1])
	return draw('make_layout(make_layout(%s, %s), make_layout(%s, %s))' % (inner[0], outer[0], inner[1], outer[1]),
		kind='grid', title=layout.text)


def _grid(layout: Operand, flatten_hierarchical: bool) -> Drawing:
	"""A matrix; beyond rank 2 one for each coordinate of mode 0, with mode 1 down and the others across."""
	value = evaluate(as_text(layout))
	rank = int(evaluate('rank(%s)' % as_text(value)))
	if rank > 2:
		turned = 'select(%s, %s)' % (as_text(value), ', '.join(str(i) for i in [*range(1, rank), 0]))
		return draw('group(%s, 1, %d)' % (turned, rank - 1), kind='grid', title=as_text(value), flat=flatten_hierarchical)
	if rank == 2 and not flatten_hierarchical and isinstance(value, Layout) and value.depth > 1:
		try:
			return _nested(value)
		except _library.Error:
			pass   # a mode that no pair of modes is: flat, then
	return draw(value, kind='grid', flat=flatten_hierarchical)


def display_layout(layout: Operand, flatten_hierarchical: bool = True) -> None:
	"""The offsets of a layout."""
	_display(_grid(layout, flatten_hierarchical))


def render_layout_svg(layout: Operand, output_file: str, flatten_hierarchical: bool = True) -> None:
	_grid(layout, flatten_hierarchical).save(output_file)


def _tv(layout: Operand, tile_mn: Tile) -> Drawing:
	return draw(layout, kind='tv', tile=_sizes(tile_mn))


def display_tv_layout(layout: Operand, tile_mn: Tile) -> None:
	"""Who owns the elements of a tile."""
	_display(_tv(layout, tile_mn))


def render_tv_layout_svg(layout: Operand, tile_mn: Tile, output_file: str) -> None:
	_tv(layout, tile_mn).save(output_file)


def display_swizzle_layout(layout: Operand) -> None:
	"""The offsets of a swizzled layout."""
	_display(draw(layout, kind='grid', flat=True))


def render_swizzle_layout_svg(layout: Operand, output_file: str) -> None:
	draw(layout, kind='grid', flat=True).save(output_file)


def _copy(layout_s: Operand, layout_d: Operand, tile_mn: Tile) -> Drawing:
	return draw('(%s, %s)' % (as_text(layout_s), as_text(layout_d)), kind='copy', tile=_sizes(tile_mn), title='')


def display_copy_layout(layout_s: Operand, layout_d: Operand, tile_mn: Tile) -> None:
	"""Who reads and who writes the elements of a tile."""
	_display(_copy(layout_s, layout_d, tile_mn))


def render_copy_layout_svg(layout_s: Operand, layout_d: Operand, tile_mn: Tile, output_file: str) -> None:
	_copy(layout_s, layout_d, tile_mn).save(output_file)


def tidfrg_S(tiled_copy: Any, tile_mn: Tile) -> Any:
	"""The coordinates in a tile that threads and values of the source of a tiled copy of CuTe DSL have."""
	return evaluate('composition(make_identity_layout(%s), %s)' % (as_text(tuple(tile_mn)), tiled_copy.layout_src_tv_tiled))


def tidfrg_D(tiled_copy: Any, tile_mn: Tile) -> Any:
	"""The same of its destination."""
	return evaluate('composition(make_identity_layout(%s), %s)' % (as_text(tuple(tile_mn)), tiled_copy.layout_dst_tv_tiled))


def _tiled_copy(copy: Operand, tile_mn: Optional[Tile]) -> Drawing:
	"""Of an object of CuTe DSL over the tile that is given; a tiled copy of this language has its own."""
	is_object = hasattr(copy, 'layout_src_tv_tiled') and tile_mn is not None
	return draw(copy, tile=_sizes(tile_mn)) if is_object else draw(copy)


def display_tiled_copy(tiled_copy: Operand, tile_mn: Optional[Tile] = None) -> None:
	"""Who reads and who writes the elements of the tile of a tiled copy."""
	_display(_tiled_copy(tiled_copy, tile_mn))


def render_tiled_copy_svg(tiled_copy: Operand, tile_mn: Optional[Tile], output_path: str) -> None:
	_tiled_copy(tiled_copy, tile_mn).save(output_path)


def _tiled_mma(mma: Operand, tile_mnk: Optional[Tile]) -> Drawing:
	return draw(mma) if tile_mnk is None else draw(mma, tile=_sizes(tile_mnk))


def display_tiled_mma(tiled_mma: Operand, tile_mnk: Optional[Tile] = None) -> None:
	"""Who owns the elements of A, B and C."""
	_display(_tiled_mma(tiled_mma, tile_mnk))


def render_tiled_mma_svg(tiled_mma: Operand, tile_mnk: Optional[Tile], output_path: str) -> None:
	_tiled_mma(tiled_mma, tile_mnk).save(output_path)


display_mma_layout = display_tiled_mma
render_mma_layout_svg = render_tiled_mma_svg


def render_mma_from_layouts(layoutC: Operand, layoutA: Operand, layoutB: Operand, tile_mnk: Tile, output_file: str) -> None:
	"""The same of the three layouts (thread, value)."""
	program = '(%s, %s, %s)' % (as_text(layoutA), as_text(layoutB), as_text(layoutC))
	draw(program, kind='mma', tile=_sizes(tile_mnk), title='').save(output_file)


def display_svg(file_path: str) -> None:
	"""Show the picture in a file."""

	class Picture:
		def _repr_svg_(self) -> str:
			return pathlib.Path(file_path).read_text()

	_display(Picture())
