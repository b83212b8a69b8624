"""The notebooks of a folder, run anew: what their cells print and draw is what is stored in them. notebooks.py --update
FOLDER stores it."""
import pathlib
import sys

import nbclient
import nbformat

# The live page is the whole program, which is not stored: only that it is there, and where a picture is, not even that,
# because who shows a stored notebook would take it for the picture.
STORED = ('image/svg+xml', 'text/plain', 'text/latex')


def forms(data):
	return sorted(form for form in data if form in STORED or 'image/svg+xml' not in data)


def seen(cell):
	"""What a reader sees below a cell: texts, and pictures with the names of all other forms that there are."""
	found = []
	for output in cell.outputs:
		if output.output_type == 'stream':
			found.append(('stream', output.name, output.text))
		elif output.output_type == 'error':
			found.append(('error', output.ename, output.evalue))
		else:
			found.append(('data', forms(output.data), {form: output.data[form] for form in STORED if form in output.data}))
	return found


def run(path):
	"""The notebook as it is stored, and the same after a new run."""
	stored = nbformat.read(path, 4)
	new = nbformat.read(path, 4)
	nbclient.NotebookClient(new, timeout=240, kernel_name='python3', resources={'metadata': {'path': str(path.parent)}}
		).execute()
	return stored, new


def short(book):
	"""What is stored of a notebook: no times and no page, so that the same program gives the same file."""
	for cell in book.cells:
		cell.metadata = {}
		for output in cell.get('outputs', []):
			for form in set(output.get('data', {})) - set(STORED):
				if form in forms(output.data):
					output.data[form] = 'the live page'
				else:
					del output.data[form]
	book.metadata = {'kernelspec': {'name': 'python3', 'display_name': 'Python 3', 'language': 'python'},
		'language_info': {'name': 'python'}}
	return book


def differences(path):
	"""Sentences about the cells whose outputs are not those that are stored."""
	stored, new = run(path)
	return ['%s: cell %d shows something else:\n%s' % (path.name, i, before.source)
		for i, (before, after) in enumerate(zip(stored.cells, new.cells))
		if before.cell_type == 'code' and seen(before) != seen(after)]


def pictures(path):
	"""How many outputs of a stored notebook are pictures."""
	return sum('image/svg+xml' in output.get('data', {}) for cell in nbformat.read(path, 4).cells
		for output in cell.get('outputs', []))


if __name__ == '__main__':
	for each in sorted(pathlib.Path(sys.argv[-1]).glob('*.ipynb')):
		nbformat.write(short(run(each)[1]), each)
