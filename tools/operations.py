#!/usr/bin/env python3
"""The source of cutelayout/_operations.py, a function for each operation of the language: operations.py LIBRARY.

Names, parameters, help and examples are those of the library, libcutelayout.so."""
import ctypes
import json
import sys

HEAD = '''"""The operations of the language. Made from the table of the library: see tools/operations.py."""
from __future__ import annotations

from typing import Any

from ._values import Operand, call
'''

FUNCTION = '''

def {name}(*arguments: Operand, **named: Operand) -> Any:
	r"""{name}({parameters})

	{meaning}

	Example: {example} = {result}

	Source: CUTLASS, {source}
	"""
	return call({name!r}, arguments, named)
'''


def catalog(path):
	library = ctypes.CDLL(path)
	library.cutelayout_create.restype = ctypes.c_void_p
	library.cutelayout_catalog.restype = ctypes.c_char_p
	library.cutelayout_catalog.argtypes = [ctypes.c_void_p]
	return json.loads(library.cutelayout_catalog(library.cutelayout_create()))


def main():
	operations = [each for group in catalog(sys.argv[1])['groups'] for each in group['operations']]
	print(HEAD, end='')
	for each in operations:
		print(FUNCTION.format(**{**each, 'meaning': each['meaning'].replace('"""', "'''")}), end='')
	print('\n\n__all__ = %r' % [each['name'] for each in operations])


main()
