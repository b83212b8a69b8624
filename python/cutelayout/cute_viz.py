"""
The names of cute-viz, for programs that use it: from cutelayout import cute_viz, or

    from cutelayout.cute_viz import display_layout, display_tv_layout, render_tv_layout_svg

Layouts may be texts, values of cutelayout, or objects of CuTe DSL, pycute and tensor-layouts.
"""
from __future__ import annotations

import importlib
import pathlib
from typing import Any, Optional, Sequence

from ._drawing import Drawing
from ._values import Operand, as_text, draw, evaluate

Tile = Sequence[int]


def _display(drawing: Drawing) -> None:
	"""Show it in the notebook; print it where there is none."""
	try:
		notebook: Any = importlib.import_module('IPython')
	except ImportError:
		notebook = None
	if notebook is None or notebook.get_ipython() is None:
		print(drawing.text())
	else:
		notebook.display.display(drawing)


def _tiled(value: Operand, tile: Optional[Tile]) -> Drawing:
	return draw(value, tile=None if tile is None else [int(each) for each in tile])


def display_layout(layout: Operand) -> None:
	_display(draw(layout, kind='grid'))


def render_layout_svg(layout: Operand, output_file: str) -> None:
	draw(layout, kind='grid').save(output_file)


def display_tv_layout(layout: Operand, tile_mn: Tile) -> None:
	_display(_tiled(layout, tile_mn))


def render_tv_layout_svg(layout: Operand, tile_mn: Tile, output_file: str) -> None:
	_tiled(layout, tile_mn).save(output_file)


def display_swizzle_layout(layout: Operand) -> None:
	_display(draw(layout, kind='swizzle'))


def render_swizzle_layout_svg(layout: Operand, output_file: str) -> None:
	draw(layout, kind='swizzle').save(output_file)


def _tiled_mma(mma: Any, tile_mnk: Optional[Tile]) -> list[Drawing]:
	"""One picture of a tiled MMA; of an object of CuTe DSL, which has its layouts only, one for each operand."""
	if not hasattr(mma, 'tv_layout_A_tiled'):
		return [_tiled(mma, tile_mnk)]
	if tile_mnk is None:
		raise TypeError('the tile (M, N, K) of a tiled MMA of CuTe DSL must be given')
	m, n, k = (int(each) for each in tile_mnk)
	operands = (('A', mma.tv_layout_A_tiled, (m, k)), ('B', mma.tv_layout_B_tiled, (n, k)),
		('C', mma.tv_layout_C_tiled, (m, n)))
	return [draw(layout, tile=tile, title=name) for name, layout, tile in operands]


def _tiled_copy(copy: Any) -> list[Drawing]:
	"""One picture of a tiled copy; of an object of CuTe DSL, one for source and one for destination."""
	if not hasattr(copy, 'layout_src_tv_tiled'):
		return [draw(copy)]
	tile = [evaluate('size(%s)' % as_text(each)) for each in evaluate(as_text(copy.tiler_mn))]
	sides = (('source', copy.layout_src_tv_tiled), ('destination', copy.layout_dst_tv_tiled))
	return [draw(layout, tile=tile, title=name) for name, layout in sides]


def _save(drawings: Sequence[Drawing], output_file: str) -> None:
	"""Several pictures get a number behind the name: mma-1.svg."""
	path = pathlib.Path(output_file)
	for i, drawing in enumerate(drawings):
		name = path if len(drawings) == 1 else path.with_name('%s-%d%s' % (path.stem, i + 1, path.suffix))
		drawing.save(str(name))


def display_tiled_mma(mma: Operand, tile_mnk: Optional[Tile] = None) -> None:
	for drawing in _tiled_mma(mma, tile_mnk):
		_display(drawing)


def render_tiled_mma_svg(mma: Operand, tile_mnk: Optional[Tile], output_file: str) -> None:
	_save(_tiled_mma(mma, tile_mnk), output_file)


def display_tiled_copy(copy: Operand, tile_mn: Any = None) -> None:
	"""The tile of a tiled copy is its own."""
	for drawing in _tiled_copy(copy):
		_display(drawing)


def render_tiled_copy_svg(copy: Operand, tile_mn: Any, output_file: str) -> None:
	_save(_tiled_copy(copy), output_file)
