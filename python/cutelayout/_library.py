"""libcutelayout through ctypes: programs in, texts and JSON out. All that is computed is computed there."""
from __future__ import annotations

import ctypes
import json
import os
import pathlib
import threading
from typing import Any, Optional

_FOLDER = pathlib.Path(__file__).resolve().parent


class _Message(ctypes.Structure):
	_fields_ = [('status', ctypes.c_int), ('operand', ctypes.c_int), ('begin', ctypes.c_size_t),
		('end', ctypes.c_size_t), ('line', ctypes.c_int), ('column', ctypes.c_int), ('text', ctypes.c_char_p),
		('hint', ctypes.c_char_p), ('report', ctypes.c_char_p)]


class Error(ValueError):
	"""What was wrong with a program: the whole report, with the place underlined."""

	def __init__(self, report: str, text: str, hint: str) -> None:
		super().__init__(report.rstrip('\n'))
		self.text = text
		self.hint = hint


class CuteWarning(UserWarning):
	"""An answer of CuTe that stands, but perhaps not for what was meant."""


def _load() -> ctypes.CDLL:
	"""The library: the one that CUTELAYOUT_LIBRARY names, that of this package, or that of the system."""
	named = os.environ.get('CUTELAYOUT_LIBRARY')
	own = _FOLDER / 'libcutelayout.so'
	library = ctypes.CDLL(named or (str(own) if own.exists() else 'libcutelayout.so.0'))
	pointer, text, size = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t
	out = [ctypes.POINTER(pointer), ctypes.POINTER(size)]
	signatures = {
		'version': (text, []), 'create': (pointer, []), 'destroy': (None, [pointer]),
		'error': (ctypes.POINTER(_Message), [pointer]),
		'warning': (ctypes.POINTER(_Message), [pointer, ctypes.c_int]),
		'eval_json': (text, [pointer, text]), 'catalog': (text, [pointer]),
		'draw': (ctypes.c_bool, [pointer, text, text, text] + out), 'check': (ctypes.c_bool, [pointer, text, text] + out),
		'parse': (pointer, [pointer, text]), 'free': (None, [pointer]),
		'print': (size, [pointer, pointer, text, pointer, size]),
		'offsets': (ctypes.c_bool, [pointer, pointer, ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64)]),
	}
	for name, (result, arguments) in signatures.items():
		function = getattr(library, 'cutelayout_' + name)
		function.restype = result
		function.argtypes = arguments
	return library


_library = _load()


class _Context(threading.local):
	"""A context of the library for each thread."""

	def __init__(self) -> None:
		self.pointer = _library.cutelayout_create()
		self.destroy = _library.cutelayout_destroy   # the module may be gone when the thread ends
		if not self.pointer:
			raise MemoryError('no memory for a context of libcutelayout')

	def __del__(self) -> None:
		self.destroy(self.pointer)


_context = _Context()


def version() -> str:
	"""The version of the library."""
	text: bytes = _library.cutelayout_version()
	return text.decode()


def _fail() -> Error:
	message = _library.cutelayout_error(_context.pointer).contents
	return Error(message.report.decode(), message.text.decode(), message.hint.decode())


def warnings_of_last_call() -> list[str]:
	"""The reports of the warnings of the last call of this thread."""
	reports: list[str] = []
	while True:
		message = _library.cutelayout_warning(_context.pointer, len(reports))
		if not message:
			return reports
		reports.append(message.contents.report.decode().rstrip('\n'))


def _bytes(text: str) -> bytes:
	"""The text for the library, to which a NUL is its end."""
	if '\0' in text:
		raise Error('a text with a NUL in it', 'a text with a NUL in it', '')
	return text.encode()


def run(program: str) -> Any:
	"""The values of a program, as "cutelayout eval --json" has them."""
	text = _library.cutelayout_eval_json(_context.pointer, _bytes(program))
	if text is None:
		raise _fail()
	return json.loads(text)


def catalog() -> Any:
	"""The operations, atoms, kinds of pictures and styles that the library knows."""
	return json.loads(_library.cutelayout_catalog(_context.pointer))


def _answer(name: str, *texts: str) -> str:
	"""What cutelayout_draw or cutelayout_check stores."""
	text, length = ctypes.c_void_p(), ctypes.c_size_t()
	function = getattr(_library, 'cutelayout_' + name)
	arguments = [_bytes(each) for each in texts]
	if not function(_context.pointer, *arguments, ctypes.byref(text), ctypes.byref(length)):
		raise _fail()
	return ctypes.string_at(text.value or 0, length.value).decode()


def draw(program: str, options: str, form: str) -> str:
	"""The picture of a program, see cutelayout_draw."""
	return _answer('draw', program, options, form)


def check(program: str, options: str) -> Any:
	"""What check says of a program, see cutelayout_check."""
	return json.loads(_answer('check', program, options))


def style(program: str, name: Optional[str]) -> str:
	"""The last value of a program in the notation "name"."""
	value = _library.cutelayout_parse(_context.pointer, _bytes(program))
	if not value:
		raise _fail()
	try:
		wanted = None if name is None else _bytes(name)
		length = _library.cutelayout_print(_context.pointer, value, wanted, None, 0)
		if length == 0:
			raise _fail()
		buffer = ctypes.create_string_buffer(length + 1)
		_library.cutelayout_print(_context.pointer, value, wanted, buffer, length + 1)
		return buffer.value.decode()
	finally:
		_library.cutelayout_free(value)


def offsets(program: str, count: int) -> list[int]:
	"""The offsets of the first "count" coordinates of the last value of a program."""
	value = _library.cutelayout_parse(_context.pointer, _bytes(program))
	if not value:
		raise _fail()
	try:
		numbers = (ctypes.c_int64 * count)()
		if not _library.cutelayout_offsets(_context.pointer, value, 0, count, numbers):
			raise _fail()
		return list(numbers)
	finally:
		_library.cutelayout_free(value)
