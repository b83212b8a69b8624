"""Values of the language as objects: each is a text that the library reads, and what it says of it."""
from __future__ import annotations

import numbers
import warnings
from typing import Any, Optional, Union

from . import _library
from ._drawing import Drawing

Operand = Union['Value', str, int, bool, tuple[Any, ...], list[Any], None, Any]


def as_text(value: Operand) -> str:
	"""
	What the library reads for "value": a value or text as it is, integers, numpy's too, and tuples of them, None for "_",
	arrays of numpy and tensors of torch by their shape and strides, tiled MMAs and copies of CuTe DSL by their thread-value
	layouts, and layouts of CuTe DSL, pycute and tensor-layouts as they print.
	"""
	if isinstance(value, Value):
		return value.text
	if isinstance(value, str):
		return value
	if value is None:
		return '_'
	if type(value).__name__ in ('bool', 'bool_'):   # the latter is numpy's
		return str(bool(value)).lower()
	if isinstance(value, numbers.Integral):
		return str(int(value))
	if isinstance(value, (tuple, list)) and type(value).__name__ in ('tuple', 'list', 'Size'):
		return '(' + ','.join(as_text(each) for each in value) + ')'
	return _array_text(value) or _tiled_text(value) or str(value)


# The attributes of a tiled MMA and a tiled copy of CuTe DSL that are layouts (thread, value).
_OPERANDS = ('tv_layout_A_tiled', 'tv_layout_B_tiled', 'tv_layout_C_tiled')
_SIDES = ('layout_src_tv_tiled', 'layout_dst_tv_tiled')


def _tiled_text(value: Any) -> Optional[str]:
	"""The list of the layouts of a tiled MMA (A, B, C) or of a tiled copy (source, destination); None for anything else."""
	for names in (_OPERANDS, _SIDES):
		if hasattr(value, names[0]):
			return '(%s)' % ', '.join(str(getattr(value, name)) for name in names)
	return None


def _tiled_options(value: Any) -> dict[str, Any]:
	"""What a picture of such an object is: its kind, its tile and its name."""
	if hasattr(value, _OPERANDS[0]):
		tile = [int(value.get_tile_size(mode)) for mode in range(3)] if hasattr(value, 'get_tile_size') else None
		return {'kind': 'mma', 'tile': tile, 'title': type(value).__name__}
	if hasattr(value, _SIDES[0]):
		tile = [int(evaluate('size(%s)' % as_text(each))) for each in evaluate('(%s,)' % str(value.tiler_mn)[1:-1])]
		return {'kind': 'copy', 'tile': tile, 'title': type(value).__name__}
	return {}


def _array_text(value: Any) -> Optional[str]:
	"""shape:stride of an array of numpy or a tensor of torch, in elements; None for anything else."""
	if callable(getattr(value, 'stride', None)) and hasattr(value, 'element_size'):
		strides = tuple(value.stride())
	elif hasattr(value, 'strides') and hasattr(value, 'itemsize'):
		if any(stride % value.itemsize for stride in value.strides):
			raise TypeError('the strides of the array are no whole numbers of elements')
		strides = tuple(stride // value.itemsize for stride in value.strides)
	else:
		return None
	return as_text(tuple(int(each) for each in value.shape)) + ':' + as_text(tuple(int(each) for each in strides))


class Value:
	"""A value of the language. Equal values have equal texts."""

	def __init__(self, text: Operand) -> None:
		made = evaluate(text)
		self._data: dict[str, Any] = made._data if isinstance(made, Value) else {'text': as_text(text)}

	@classmethod
	def _of(cls, data: dict[str, Any]) -> Value:
		value = cls.__new__(cls)
		value._data = data
		return value

	@property
	def text(self) -> str:
		"""The value as CuTe prints it."""
		return str(self._data['text'])

	@property
	def kind(self) -> str:
		"""layout, composed, swizzle, tiled_copy and so on."""
		return str(self._data.get('kind', ''))

	def __str__(self) -> str:
		return self.text

	def __repr__(self) -> str:
		return self.text

	def __eq__(self, other: object) -> bool:
		return isinstance(other, Value) and self.text == other.text

	def __hash__(self) -> int:
		return hash(self.text)

	def __call__(self, *coordinate: Operand) -> Any:
		"""The offset at a coordinate, or the slice that None in it leaves."""
		return evaluate('(%s)(%s)' % (self.text, ', '.join(as_text(each) for each in coordinate)))

	def __matmul__(self, other: Operand) -> Any:
		"""The composition: self @ other is self o other."""
		return evaluate('composition(%s, %s)' % (self.text, as_text(other)))

	def __rmatmul__(self, other: Operand) -> Any:
		return evaluate('composition(%s, %s)' % (as_text(other), self.text))

	def __add__(self, offset: int) -> Any:
		"""The layout with an integer added to each offset."""
		return evaluate('%s + (%s)' % (as_text(offset), self.text))

	__radd__ = __add__

	def style(self, name: str) -> str:
		"""The value in another notation: cute, cpp, dsl, pycute, tensor_layouts, tex, c."""
		return _library.style(self.text, name)

	def check(self, **options: Any) -> Any:
		"""See check()."""
		return check(self, **options)

	def draw(self, **options: Any) -> Drawing:
		"""See draw()."""
		return draw(self, **options)

	def _repr_svg_(self) -> Optional[str]:
		try:
			return self.draw().svg()
		except _library.Error:
			return None


class _Shaped(Value):
	"""What has coordinates and offsets."""

	@property
	def shape(self) -> Any:
		return self._data['shape'] if 'shape' in self._data else evaluate('shape(%s)' % self.text)

	@property
	def stride(self) -> Any:
		return self._data['stride'] if 'stride' in self._data else evaluate('stride(%s)' % self.text)

	def __getitem__(self, index: int) -> Any:
		"""A mode; -1 is the last one."""
		if not -len(self) <= index < len(self):
			raise IndexError('there is no mode %d' % index)
		return evaluate('get(%s, %d)' % (self.text, index % len(self)))

	def __len__(self) -> int:
		return self.rank

	@property
	def rank(self) -> int:
		return int(self._number('rank'))

	@property
	def depth(self) -> int:
		return int(self._number('depth'))

	@property
	def size(self) -> Any:
		return self._number('size')

	@property
	def cosize(self) -> Any:
		return self._number('cosize')

	def _number(self, name: str) -> Any:
		"""An integer, or the formula as a text where the layout has names of run-time integers."""
		return self._data[name] if name in self._data else evaluate('%s(%s)' % (name, self.text))

	def offsets(self) -> list[int]:
		"""The offsets of all coordinates, in column-major order."""
		return _library.offsets(self.text, self.size)


class Layout(_Shaped):
	"""shape:stride, of a text or an object, or of a shape and perhaps a stride: Layout((4,8), (8,1))."""

	def __init__(self, shape: Operand, stride: Operand = None) -> None:
		made = evaluate(shape) if stride is None else call('make_layout', (shape, stride))
		if not isinstance(made, Value):
			made = call('make_layout', (shape,))
		if not isinstance(made, _Shaped):
			raise TypeError('%s is no layout' % made)
		self._data = made._data


class ComposedLayout(_Shaped):
	"""A swizzled layout, or another composition that is no layout."""


class Tensor(_Shaped):
	"""A layout over a memory."""


class Swizzle(Value):
	"""Sw<B,M,S>, of a text or an object, or of its three numbers."""

	def __init__(self, *numbers: Operand) -> None:
		if len(numbers) not in (1, 3):
			raise TypeError('a swizzle is made of a text, an object or three numbers, not of %d arguments' % len(numbers))
		super().__init__('Sw<%s,%s,%s>' % numbers if len(numbers) == 3 else numbers[0])
		if self.kind != 'swizzle':
			raise TypeError('%s is no swizzle' % self)


class Atom(Value):
	"""An atom of a copy or an MMA, or what is tiled of it."""


_CLASSES: dict[str, type[Value]] = {'layout': Layout, 'composed': ComposedLayout, 'tensor': Tensor, 'swizzle': Swizzle,
	'mma_atom': Atom, 'copy_atom': Atom, 'tiled_copy': Atom, 'tiled_mma': Atom}


def _plain(number: Any) -> Any:
	"""Nested lists as tuples, "_" as None."""
	if isinstance(number, list):
		return tuple(_plain(each) for each in number)
	return None if number == '_' else number


def _object(data: dict[str, Any]) -> Any:
	"""What the library says of a value as an object: integers, tuples, truth and strings are Python's own."""
	kind = data['kind']
	if kind in ('integer', 'tuple', 'underscore'):
		return _plain(data['value'])
	if kind == 'boolean':
		return data['text'] == 'true'
	if kind == 'string':
		return data['text'][1:-1]
	if kind == 'list':
		return tuple(_object(each) for each in data['items'])
	for name in ('shape', 'stride'):
		if name in data:
			data = {**data, name: _plain(data[name])}
	return _CLASSES.get(kind, Value)._of(data)


def evaluate(program: Operand) -> Any:
	"""The value of the last expression of a program; warnings of CuTe's answers are Python's warnings."""
	results = _library.run(as_text(program))
	for report in _library.warnings_of_last_call():
		warnings.warn(report, _library.CuteWarning, stacklevel=3)
	return _object(results[-1]) if results else None


def call(name: str, arguments: tuple[Operand, ...], named: Optional[dict[str, Operand]] = None) -> Any:
	"""An operation of the language with these arguments, those in "named" by name."""
	texts = [as_text(each) for each in arguments]
	texts += ['%s=%s' % (key, as_text(each)) for key, each in (named or {}).items()]
	return evaluate('%s(%s)' % (name, ', '.join(texts)))


def _words(options: dict[str, Any]) -> str:
	"""Options of a command in words: tile=(8,8) as tile='8,8', flat=True as flat."""
	words = []
	for name, value in options.items():
		name = name.replace('_', '-')
		if value is True:
			words.append(name)
		elif value is not None and value is not False:
			text = ','.join(str(each) for each in value) if isinstance(value, (tuple, list)) else as_text(value)
			words.append("%s='%s'" % (name, text.replace("'", "'\\''")))
	return ' '.join(words)


def draw(value: Operand, **options: Any) -> Drawing:
	"""
	The picture of a value or program. Options are those of "cutelayout draw": kind, tile, smem, bits, color, text,
	highlight, palette, theme, title, flat and so on. The tile of a tiled MMA or copy of CuTe DSL is its own.
	"""
	return Drawing(as_text(value), _words({**_tiled_options(value), **options}))


def check(value: Operand, **options: Any) -> Any:
	"""
	What "cutelayout check" says: what the layout is as a function and what it means for memory, as a dict. Options are
	dtype, tile, memory, space, operand, warp, and "asserts", an assertion or a list of them: "conflicts == 1".
	"""
	asserts = options.pop('asserts', [])
	words = [_words(options)]
	words += [_words({'assert': each}) for each in ([asserts] if isinstance(asserts, str) else asserts)]
	return _library.check(as_text(value), ' '.join(word for word in words if word))
