"""The Python package as it is installed: use.py FACTS NOTEBOOKS. Prints "N passed, N failed[, N skipped]"."""
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import warnings

import cutelayout as cl
from cutelayout import cute_viz

CASES = []


def case(function):
	CASES.append(function)
	return function


class Skip(Exception):
	pass


def need(name):
	if importlib.util.find_spec(name) is None:
		raise Skip(name + ' is not installed')


def same(seen, expected):
	if seen != expected:
		raise AssertionError('expected %r, saw %r' % (expected, seen))


@case
def values():
	same(str(cl.eval('zipped_divide((8,8):(8,1), (4,2))')), '((4,2),(2,4)):((8,1),(32,2))')
	same(cl.eval('((2,_),3)'), ((2, None), 3))
	same(cl.eval('4 == 4'), True)
	same(cl.eval('size((4,8))'), 32)
	same(type(cl.eval('Sw<3,3,3>')), cl.Swizzle)
	same(type(cl.eval('mma_atom("SM80_16x8x16_F32F16F16F32_TN")')), cl.Atom)
	same(cl.eval('x = 4'), 4)
	same([str(each) for each in cl.make_layout_tv('(4,8):(8,1)', '(2,2):(2,1)')], ['(8, 16)', '((8,4),(2,2)):((16,2),(8,1))'])


@case
def layouts():
	a = cl.Layout('(4,8):(8,1)')
	same((a.shape, a.stride, a.size, a.cosize, a.rank, a.depth), ((4, 8), (8, 1), 32, 32, 2, 1))
	same(a(2, 3), 19)
	same(a.offsets()[:5], [0, 8, 16, 24, 1])
	same(str(a @ cl.Layout('(2,2):(1,4)')), '(2,2):(8,1)')
	same([str(mode) for mode in a], ['4:8', '8:1'])
	same(a == cl.Layout('(4,8):(8,1)') and a != cl.Layout('(4,8):(1,4)'), True)
	same(len({a, cl.Layout('(4,8):(8,1)')}), 1)
	same(a.style('cpp'), 'Layout<Shape<_4,_8>,Stride<_8,_1>>')
	swizzled = cl.eval('Sw<3,3,3> o 0 o (8,64):(64,1)')
	same((type(swizzled), swizzled.shape, swizzled(1, 0)), (cl.ComposedLayout, (8, 64), 72))
	same((cl.Layout((4, 8), (8, 1)), cl.Layout((4, 8), stride=(8, 1)), str(cl.Layout((4, 8)))), (a, a, '(4,8):(1,4)'))
	same((cl.Swizzle(3, 3, 3), str(a[-1]), (5 + a)(1, 1), (a + 5).offsets()[0]), (cl.eval('Sw<3,3,3>'), '8:1', 14, 5))
	symbolic = cl.eval('M = ?; (M,8):(8,1)')
	same((symbolic.size, symbolic.rank, symbolic.shape), ('8*M', 2, ('M', 8)))
	for wrong in (lambda: cl.Layout('Sw<3,3,3>'), lambda: cl.Swizzle('4:1'), lambda: cl.Swizzle('Sw<3,3,3>', 4), cl.Swizzle):
		try:
			wrong()
		except TypeError:
			continue
		raise AssertionError('what is no layout and no swizzle is taken')


@case
def operations():
	"""Every operation of the table is a function with its help, and its example holds."""
	from cutelayout._library import catalog
	count = 0
	for group in catalog()['groups']:
		for each in group['operations']:
			function = getattr(cl, each['name'])
			assert each['meaning'].splitlines()[0][:20] in function.__doc__, each['name']
			count += 1
	assert count > 60, count
	same(str(cl.composition('(6,2):(8,2)', '(4,3):(3,1)')), '((2,2),3):((24,2),8)')
	same(cl.crd2idx((1, 2), cl.Layout('(4,8):(8,1)')), 10)
	same(str(cl.make_layout((4, 8), stride=(8, 1))), '(4,8):(8,1)')


@case
def docstring():
	"""The examples of the package's own help hold."""
	import doctest
	result = doctest.testmod(cl)
	assert result.attempted >= 4 and result.failed == 0, result


@case
def messages():
	try:
		cl.eval('composition((6,2):(8,2), 5:3)')
	except cl.Error as error:
		assert '^' in str(error) and '4 and 6' in error.hint, str(error)
	else:
		raise AssertionError('no error')
	for call in (lambda: cl.eval('4\0foo'), lambda: cl.Layout('4').style('c\0pp'), cl.draw('4\0').text):
		try:
			call()
		except cl.Error as error:
			assert 'NUL' in str(error), str(error)
		else:
			raise AssertionError('what is behind a NUL is passed over')
	with warnings.catch_warnings(record=True) as heard:
		warnings.simplefilter('always')
		cl.eval('composition((4,6,8):(2,3,5), 6:3)')
	assert any(each.category is cl.CuteWarning for each in heard), 'no warning'


@case
def facts():
	"""The answers are those of CuTe C++."""
	wrong = 0
	with warnings.catch_warnings():
		warnings.simplefilter('ignore')
		for line in (pathlib.Path(sys.argv[1]) / 'static.tsv').read_text().splitlines()[1:1500]:
			expression, expected = line.split('\t')[3:5]
			if not line.startswith('#') and expected != 'error':
				from cutelayout._library import run
				wrong += run(expression)[-1]['text'] != expected
	same(wrong, 0)


@case
def checks():
	facts = cl.check('(8,8):(8,1)', dtype='f16', asserts=['bijective', 'cosize == 64'])
	assert json.dumps(facts).count('true') > 2, facts


@case
def pictures():
	a = cl.Layout('(8,8):(8,1)')
	assert a._repr_svg_().startswith('<?xml') or '<svg' in a._repr_svg_()
	assert '>63</text>' in a._repr_svg_() and '<text' not in cl.draw(a, text_as='outline').svg()
	assert 'tikzpicture' in cl.draw(a).tikz()
	assert '<svg' in cl.draw('(64,32):(32,1)', kind='grid', title="it's", tile=None).svg()
	page = cl.draw(a, kind='grid').live()
	if page is None:
		raise Skip('the wheel was built without the live page')
	assert '"kind=\'grid\'"' in page and '(8,8):(8,1)' in page
	assert '<iframe' in cl.draw(a).interactive()._repr_html_()
	assert cl.draw(a)._repr_html_().startswith('<svg') and '<iframe' in cl.draw(a)._repr_html_()


@case
def names_of_cute_viz():
	with tempfile.TemporaryDirectory() as folder:
		path = folder + '/tv.svg'
		cute_viz.render_tv_layout_svg('((2,2,2),(2,2,2)):((1,16,4),(8,2,32))', (8, 8), path)
		assert '<svg' in pathlib.Path(path).read_text()

		class Copy:
			"""What a tiled copy of CuTe DSL has."""
			tiler_mn = '(16:1,64:1)'
			layout_src_tv_tiled = layout_dst_tv_tiled = '((8,16),(8,1)):((128,1),(16,0))'

		class Mma:
			"""What a tiled MMA has."""
			tv_layout_A_tiled, tv_layout_B_tiled = '((4,8),(2,2)):((32,1),(16,8))', '((4,8),2):((8,1),32)'
			tv_layout_C_tiled = tv_layout_A_tiled

			def get_tile_size(self, mode):
				return (16, 8, 8)[mode]
		cute_viz.render_tiled_copy_svg(Copy(), (16, 64), folder + '/copy.svg')
		cute_viz.render_tiled_mma_svg(Mma(), (16, 8, 8), folder + '/mma.svg')
		same(cl.draw(Mma()).svg(), cute_viz._tiled_mma(Mma(), (16, 8, 8)).svg())
		same([str(each) for each in cl.eval(Mma())][1], '((4,8),2):((8,1),32)')
		assert 'T31' in cl.draw(Copy()).text() and 'destination' in cl.draw(Copy()).text()
		# A matrix for each coordinate of mode 0; of a nested layout mode 0 is the tile.
		cells = cl.draw('(1,2,3):(0,10,1)', kind='grid').text().split()
		same(cute_viz._grid('(1,2,3):(0,10,1)', True).text().split().count('12'), 1)
		assert '(_,_,2)' in cells, cells
		same(cute_viz._grid('((2,2),(2,2)):((1,2),(4,8))', False).program,
			'make_layout(make_layout(2:1, 2:4), make_layout(2:2, 2:8))')
		cute_viz.render_mma_from_layouts(Mma.tv_layout_C_tiled, Mma.tv_layout_A_tiled, Mma.tv_layout_B_tiled, (16, 8, 8), path)
		same(str(cute_viz.tidfrg_S(Copy(), (16, 64))), '((8,16),(8,1)):((8@1,1@0),(1@1,0))')
		cute_viz.render_swizzle_layout_svg('Sw<3,0,3> o 0 o (8,8):(8,1)', path)


@case
def arrays():
	need('numpy')
	import numpy
	same(str(cl.Layout(numpy.zeros((4, 8), numpy.float16))), '(4,8):(8,1)')
	same(str(cl.Layout(numpy.zeros((4, 8)).T)), '(8,4):(1,8)')
	same(str(cl.coalesce(numpy.zeros((4, 8)).T)), '32:1')
	same((cl.eval(numpy.int64(4)), cl.eval(numpy.bool_(True))), (4, True))
	same(str(cl.Layout((numpy.int64(4), numpy.int32(8)), (numpy.uint8(8), 1))), '(4,8):(8,1)')
	same((cl.Layout((4, 8))(numpy.int64(2), 3), str(cl.Layout(4) + numpy.int64(3))), (14, '3 + 4:1'))


@case
def tensors():
	need('torch')
	import torch
	same(str(cl.Layout(torch.zeros(4, 8).t())), '(8,4):(1,8)')


@case
def others():
	"""What prints as a layout is read: as CuTe DSL, pycute and tensor-layouts print."""
	class Printed:
		def __init__(self, text):
			self.text = text

		def __str__(self):
			return self.text
	same(str(cl.Layout(Printed('((32,4),(8,4)):((128,4),(16,1))'))), '((32,4),(8,4)):((128,4),(16,1))')
	same(str(cl.Layout(Printed('(4, 8):(1, 4)'))), '(4,8):(1,4)')
	same(str(cl.Layout(Printed('S<3,4,3> o 0 o (8,64):(64,1)'))), 'Sw<3,4,3> o 0 o (8,64):(64,1)')


@case
def program():
	path = pathlib.Path(sys.executable).parent / 'cutelayout'
	same(subprocess.run([path, 'eval', '4:1'], capture_output=True, text=True).stdout, '4:1\n')
	for form, begin in (('png', b'\x89PNG'), ('pdf', b'%PDF'), ('gif', b'GIF8')):
		drawn = subprocess.run([path, 'draw', '(8,4):(4,1)', '--kind=film', '--format=' + form], capture_output=True)
		same((drawn.stdout[:4], drawn.stderr), (begin, b''))


@case
def golden():
	need('pytest')
	with tempfile.TemporaryDirectory() as folder:
		test = pathlib.Path(folder) / 'test_layout.py'
		test.write_text("import cutelayout\nimport pytest\n\n\ndef test_smem(golden_layout):\n"
			"\tgolden_layout(cutelayout.eval('composition(Sw<3,3,3>, (8,64):(64,1))'))\n\n\n"
			"@pytest.mark.parametrize('name', ['a/b'])\ndef test_slash(golden_layout, name):\n\tgolden_layout('4:1')\n")
		run = [sys.executable, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', str(test)]
		same(subprocess.run(run, capture_output=True).returncode, 1)
		same(subprocess.run(run + ['--update-layouts'], capture_output=True).returncode, 0)
		same(subprocess.run(run, capture_output=True).returncode, 0)
		(pathlib.Path(folder) / 'golden/test_smem.cute').write_text('4:1\n')
		same(subprocess.run(run, capture_output=True).returncode, 1)


@case
def types():
	need('mypy')
	with tempfile.TemporaryDirectory() as folder:
		user = pathlib.Path(folder) / 'user.py'
		user.write_text("import cutelayout as cl\n\na: cl.Layout = cl.Layout('(4,8):(8,1)')\nb: int = a.size\n"
			"c: str = cl.draw(a).svg()\ncl.coalesce(a, 3)\n")
		checked = subprocess.run([sys.executable, '-m', 'mypy', '--strict', '-p', 'cutelayout'], capture_output=True,
			text=True, cwd=folder)
		assert 'Success' in checked.stdout, checked.stdout + checked.stderr
		checked = subprocess.run([sys.executable, '-m', 'mypy', '--strict', str(user)], capture_output=True, text=True)
		assert 'Success' in checked.stdout, checked.stdout + checked.stderr


@case
def notebook():
	"""The notebooks show what is stored in them."""
	for name in ('nbclient', 'ipykernel'):
		need(name)
	from notebooks import differences, pictures
	books = sorted(pathlib.Path(sys.argv[2]).glob('*.ipynb'))
	assert len(books) >= 2 and all(pictures(book) >= 5 for book in books), books
	different = [each for book in books for each in differences(book)]
	assert not different, '\n'.join(different)


def main():
	counts = {'passed': 0, 'failed': 0, 'skipped': 0}
	for function in CASES:
		try:
			function()
			counts['passed'] += 1
		except Skip as why:
			counts['skipped'] += 1
			print('SKIP: %s: %s' % (function.__name__, why))
		except Exception as problem:  # a case that breaks has failed
			counts['failed'] += 1
			print('FAIL: %s: %s: %s' % (function.__name__, type(problem).__name__, problem))
	print('%d passed, %d failed' % (counts['passed'], counts['failed'])
		+ (', %d skipped' % counts['skipped'] if counts['skipped'] else ''))
	sys.exit(counts['failed'] > 0)


main()
