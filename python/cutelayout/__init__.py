"""
The algebra of NVIDIA CuTe layouts.

    >>> import cutelayout as cl
    >>> cl.eval('zipped_divide((8,8):(8,1), (4,2))')
    ((4,2),(2,4)):((8,1),(32,2))
    >>> a = cl.Layout('(4,8):(8,1)')
    >>> a(2, 3), a.shape, a @ cl.Layout('(2,2):(1,4)')
    (19, (4, 8), (2,2):(8,1))

Every operation of the language is a function here, with its help as docstring. Operands are values, texts, integers,
tuples, arrays of numpy, tensors of torch, and layouts of CuTe DSL, pycute and tensor-layouts.
"""
from ._drawing import Drawing, InteractiveDrawing
from ._library import CuteWarning, Error, version
from ._operations import *  # noqa: F401,F403
from ._operations import __all__ as _operations
from ._values import Atom, ComposedLayout, Layout, Operand, Swizzle, Tensor, Value, check, draw
from ._values import evaluate as eval

__version__ = version()
__all__ = ['Atom', 'ComposedLayout', 'CuteWarning', 'Drawing', 'Error', 'InteractiveDrawing', 'Layout', 'Operand',
	'Swizzle', 'Tensor', 'Value', 'check', 'draw', 'eval', 'version', *_operations]


def load_ipython_extension(shell: object) -> None:
	"""%load_ext cutelayout: the magics %cute and %%cute."""
	from . import magics
	magics.register(shell)
