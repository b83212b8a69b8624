#!/usr/bin/env python3
"""What a program is linked with so that it runs with an older GNU C library too: older_libc.py MAJOR.MINOR FOLDER.

A program asks for each function by name and version, and the linker takes the newest version that the library of this
machine has, whether it needs what is new in it or not. The library still has the older versions, for old programs. So this
makes stubs of libc.so.6 and libm.so.6 in FOLDER which have the same names, each only in its newest version up to
MAJOR.MINOR. They are linked with and never run. older_libc.c, compiled beside them, brings what had another form then.

Prints the arguments of the linker. A name that is newer than MAJOR.MINOR is missing from the stubs, and so an error.
"""
import pathlib
import re
import subprocess
import sys

SYMBOL = re.compile(r'^\s*\d+: [0-9a-f]+\s+(0x[0-9a-f]+|\d+)\s+(FUNC|OBJECT|IFUNC|NOTYPE)\s+(GLOBAL|WEAK)\s+DEFAULT\s+\d+ '
	r'([\w.]+)@@?GLIBC_(\d+(?:\.\d+)+)')


def run(*command):
	return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def numbers(version):
	return tuple(int(each) for each in version.split('.'))


def symbols(path, newest):
	"""{name: (type, size, version)} of a library, with the newest version of each name that is no newer than "newest"."""
	found = {}
	for line in run('readelf', '--wide', '--dyn-syms', path).splitlines():
		match = SYMBOL.match(line)
		if match is None:
			continue
		size, kind, _, name, version = match.groups()
		if numbers(version) <= newest and (name not in found or numbers(found[name][2]) < numbers(version)):
			found[name] = ('object' if kind == 'OBJECT' else 'function', int(size, 0), version)
	return found


def assembly(found):
	lines = []
	for i, (name, (kind, size, version)) in enumerate(sorted(found.items())):
		section = '.data' if kind == 'object' else '.text'
		lines += ['%s' % section, '.globl stub_%d' % i, '.type stub_%d, %%%s' % (i, kind), 'stub_%d:' % i,
			'.skip %d' % max(size, 1) if kind == 'object' else '.skip 1', '.size stub_%d, %d' % (i, max(size, 1)),
			'.symver stub_%d, %s@@@GLIBC_%s' % (i, name, version)]
	return '\n'.join(lines + ['.section .note.GNU-stack,"",%progbits', ''])


def versions(found):
	"""The version script of a stub: every version, after the ones before it."""
	names = sorted({version for _, _, version in found.values()}, key=numbers)
	parts = ['GLIBC_%s {%s} %s;' % (name, ' local: stub_*; ' if i == 0 else '', 'GLIBC_' + names[i - 1] if i > 0 else '')
		for i, name in enumerate(names)]
	return '\n'.join(parts) + '\n'


def stub(library, newest, folder):
	found = symbols(run('gcc', '-print-file-name=' + library).strip(), newest)
	source, script = folder / (library + '.s'), folder / (library + '.map')
	source.write_text(assembly(found))
	script.write_text(versions(found))
	run('gcc', '-shared', '-nostdlib', '-Wl,-soname,' + library, '-Wl,--version-script,' + str(script), str(source), '-o',
		str(folder / library))


def main():
	newest, folder = numbers(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
	folder.mkdir(parents=True, exist_ok=True)
	stub('libc.so.6', newest, folder)
	stub('libm.so.6', newest, folder)
	rest = run('gcc', '-print-file-name=libc_nonshared.a').strip()
	loader = re.search(r'(\S*/ld-linux\S*)', run('ldd', str(pathlib.Path(sys.executable).resolve()))).group(1)
	(folder / 'libc.so').write_text('GROUP ( %s %s AS_NEEDED ( %s ) )\n' % (folder / 'libc.so.6', rest, loader))
	(folder / 'libm.so').write_text('GROUP ( AS_NEEDED ( %s ) )\n' % (folder / 'libm.so.6'))
	run('gcc', '-O2', '-c', str(pathlib.Path(__file__).with_name('older_libc.c')), '-o', str(folder / 'older_libc.o'))
	(folder / 'libolder_libc.a').unlink(missing_ok=True)
	run('ar', 'rcs', str(folder / 'libolder_libc.a'), str(folder / 'older_libc.o'))
	# Until 2.34 threads, dlopen and shared memory were libraries of their own, which a program has to name.
	parts = ['libpthread.so.0', 'libdl.so.2', 'librt.so.1']
	for each in parts:
		run('gcc', '-shared', '-nostdlib', '-x', 'c', '/dev/null', '-Wl,-soname,' + each, '-o', str(folder / each))
	print('-L%s -Wl,--wrap=__libc_start_main -Wl,--push-state,--no-as-needed %s -Wl,--pop-state -lolder_libc' %
		(folder, ' '.join('-l:' + each for each in parts)))


main()
