"""
Layouts in golden files: three lines are a test.

    def test_smem(golden_layout):
        golden_layout(cutelayout.eval('composition(Sw<3,3,3>, (8,64):(64,1))'))

The text of the value is compared with golden/TEST.cute beside the test; pytest --update-layouts writes it.
"""
from __future__ import annotations

import pathlib
from typing import Any, Callable

import pytest

from ._values import Operand, as_text


def pytest_addoption(parser: Any) -> None:
	parser.addoption('--update-layouts', action='store_true', help='write the golden files of layouts')


@pytest.fixture
def golden_layout(request: Any) -> Callable[[Operand], None]:
	"""Compare a value with the golden file of the test."""
	path = pathlib.Path(str(request.node.path)).parent / 'golden' / (request.node.name.replace('/', '_') + '.cute')

	def compare(value: Operand) -> None:
		text = as_text(value) + '\n'
		if request.config.getoption('--update-layouts'):
			path.parent.mkdir(exist_ok=True)
			path.write_text(text)
		if not path.exists():
			pytest.fail('there is no %s; --update-layouts writes it' % path)
		assert text == path.read_text(), 'it is not what %s has' % path

	return compare
