import sympy
import sympy2jax

from tests.libraries.inputs import x


def hello():
    a, b = sympy.symbols("a b")
    module = sympy2jax.SymbolicModule([sympy.sin(a) * b + a**2, sympy.exp(-a)])
    return module(a=x, b=2.0)
