#!/usr/bin/env python3
"""Join the live page into one file: page.py FOLDER MODULE OUTPUT.

FOLDER has index.html, style.css and the scripts; MODULE is the WebAssembly. The file needs no network, and its policy
admits nothing but what is in it: style and script by their hashes.
"""
import base64
import gzip
import hashlib
import pathlib
import sys

SCRIPTS = ['engine', 'state', 'arrange', 'bitmap', 'axes', 'painter', 'scene', 'card', 'pointer', 'minimap', 'marks', 'twin',
	'editor', 'sliders', 'steps', 'instructions', 'exports', 'examples', 'main']


def source(text):
	"""The word of a Content-Security-Policy for an inline text."""
	return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def main():
	folder, module, output = (pathlib.Path(name) for name in sys.argv[1:])
	page = (folder / 'index.html').read_text()
	style = (folder / 'style.css').read_text()
	script = '(() => {\n"use strict";\n' + ''.join((folder / (name + '.js')).read_text() for name in SCRIPTS) + '})();\n'
	packed = base64.b64encode(gzip.compress(module.read_bytes(), 9, mtime=0)).decode()
	policy = ("default-src 'none'; script-src " + source(script) + " 'wasm-unsafe-eval'; style-src " + source(style)
		+ "; img-src data: blob:; base-uri 'none'; form-action 'none'")
	for mark, text in (('@POLICY@', policy), ('@STYLE@', style), ('@SCRIPT@', script), ('@MODULE@', packed)):
		page = page.replace(mark, text, 1)
	output.write_text(page)


main()
