#!/usr/bin/env python3
"""Make the wheel: wheel.py FOLDER VERSION OUTPUT.

FOLDER has the package cutelayout with the library in it, and bin/cutelayout. What it takes to run it is read from what
the binaries ask of the C library. Prints the path of the wheel. The same files give the same bytes.
"""
import base64
import hashlib
import os
import pathlib
import platform
import re
import subprocess
import sys
import time
import zipfile

ENTRY_POINTS = '[pytest11]\ncutelayout = cutelayout.pytest_plugin\n'


def operations(folder):
	"""The source of _operations.py: a function for each operation that the library knows."""
	sys.path.insert(0, str(folder))
	(folder / 'cutelayout/_operations.py').write_text('__all__: list[str] = []\n')
	from cutelayout._library import catalog
	lines = ['"""The operations of the language. Made from the table of the library: see tools/wheel.py."""',
		'from __future__ import annotations', '', 'from typing import Any', '', 'from ._values import Operand, call', '']
	names = []
	for group in catalog()['groups']:
		for each in group['operations']:
			names.append(each['name'])
			lines += ['', 'def %s(*arguments: Operand) -> Any:' % each['name'], '\tr"""%s(%s)' % (each['name'],
				each['parameters']), '', '\t' + each['meaning'].replace('"""', "'''"), '', '\tExample: %s = %s' %
				(each['example'], each['result']), '', '\tSource: CUTLASS, %s' % each['source'], '\t"""',
				'\treturn call(%r, arguments)' % each['name'], '']
	lines += ['', '__all__ = %r' % names]
	return '\n'.join(lines) + '\n'


def tag(binaries):
	"""The platform: the newest version of the C library that a name in the binaries needs."""
	needed = [(2, 17)]
	for binary in binaries:
		text = subprocess.run(['readelf', '-V', '-W', str(binary)], capture_output=True, text=True, check=True).stdout
		needed += [(int(a), int(b)) for a, b in re.findall(r'GLIBC_(\d+)\.(\d+)', text)]
	return 'py3-none-manylinux_%d_%d_%s' % (*max(needed), platform.machine())


def digest(content):
	return 'sha256=' + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()


def main():
	folder, version, output = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
	sys.dont_write_bytecode = True
	(folder / 'cutelayout/_operations.py').write_text(operations(folder))
	program = folder / 'bin/cutelayout'
	name = tag([program, folder / 'cutelayout/libcutelayout.so'])
	information = 'cutelayout-%s.dist-info' % version
	files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted((folder / 'cutelayout').rglob('*'))
		if path.is_file() and '__pycache__' not in path.parts}
	files['cutelayout-%s.data/scripts/cutelayout' % version] = program.read_bytes()
	page = folder / 'cutelayout/cutelayout.html'
	if page.exists():
		# Where "draw --live" of the program looks.
		files['cutelayout-%s.data/data/share/cutelayout/cutelayout.html' % version] = page.read_bytes()
	files[information + '/METADATA'] = ('Metadata-Version: 2.1\nName: cutelayout\nVersion: %s\n'
		'Summary: The algebra of NVIDIA CuTe layouts: calculator, pictures, checks\nLicense: Apache-2.0\n'
		'Requires-Python: >=3.9\nDescription-Content-Type: text/markdown\n\n' % version).encode() + pathlib.Path(
		'README.md').read_bytes()
	files[information + '/WHEEL'] = ('Wheel-Version: 1.0\nGenerator: tools/wheel.py\nRoot-Is-Purelib: false\nTag: %s\n'
		% name).encode()
	files[information + '/entry_points.txt'] = ENTRY_POINTS.encode()
	files[information + '/licenses/LICENSE'] = pathlib.Path('LICENSE').read_bytes()
	record = ''.join('%s,%s,%d\n' % (path, digest(content), len(content)) for path, content in files.items())
	files[information + '/RECORD'] = (record + information + '/RECORD,,\n').encode()
	wheel = output / ('cutelayout-%s-%s.whl' % (version, name))
	date = time.gmtime(max(int(os.environ.get('SOURCE_DATE_EPOCH', '315532800')), 315532800))[:6]
	with zipfile.ZipFile(wheel, 'w', zipfile.ZIP_DEFLATED) as archive:
		for path, content in files.items():
			item = zipfile.ZipInfo(path, date)
			item.compress_type = zipfile.ZIP_DEFLATED
			item.external_attr = (0o100755 if '/scripts/' in path else 0o100644) << 16
			archive.writestr(item, content)
	print(wheel)


main()
