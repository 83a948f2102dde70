"""What arrays, tracers and references have as methods, properties and protocols.

The module of a function loads when the function is first used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fjax import misspelling
from fjax.core import lazy
from fjax.core.operand import Operand
from fjax.core.reference import Ref
from fjax.core.tracing import Tracer
from fjax.primitives import operator_methods

# By module, the methods and properties that its functions are: `name=function` where these differ.
_METHODS = {
    "cumulative": "cumsum cumprod",
    "elementwise": "conj=conjugate conjugate round",
    "index_reading": "__getitem__=getitem __iter__=iterate __reversed__=iterate_backwards",
    "joining": "repeat",
    "matrices": "diagonal trace",
    "methods": "reshape=_reshape transpose=_transpose flatten=_flatten astype=_astype clip=_clip "
    "compress=_compress copy=_copy view=_view byteswap=_byteswap to_device=_to_device "
    "__copy__=_copy __deepcopy__=_deepcopy __contains__=_contains "
    "__array_namespace__=_array_namespace",
    "products": "dot",
    "reductions": "all any sum prod max min mean var std ptp",
    "selection": "choose nonzero take",
    "shaping": "ravel squeeze swapaxes",
    "sorting": "argmax argmin sort argsort argpartition searchsorted",
}
_PROPERTIES = {
    "elementwise": "real imag",
    "index_updates": "at=At",
    "methods": "T=_reversed_axes",
    "shaping": "mT=matrix_transpose flat=ravel",
}
_PROTOCOLS = {"protocol": "__array_ufunc__=array_ufunc __array_function__=array_function"}
_OF_REFERENCES = "__getitem__ __setitem__ __iter__ at get set swap addupdate"
_OPERATORS = {"mod": "remainder", "floordiv": "floor_divide"}  # that NumPy's functions are


class _Later:
    """Stands for an attribute of a class; who asks for it first has it put there."""

    def __init__(self, cls: type, name: str, put: Callable[[], object]):
        self.name, self.put = name, put
        setattr(cls, name, self)

    def __get__(self, instance: object, owner: type) -> Any:
        self.put()
        return getattr(owner if instance is None else instance, self.name)


def attach() -> None:
    """Give arrays, tracers and references what they have; called once, when fjax is imported."""
    _attach(Operand, _METHODS)
    _attach(Operand, _PROPERTIES, property)
    _attach(Tracer, _PROTOCOLS)
    misspelling.answer_for(Operand, "Array", misspelling.Frozen)
    binary = lazy.module("fjax.numpy.binary")
    for name, function in _OPERATORS.items():

        def put(name: str = name, function: str = function) -> None:
            operator_methods.attach(name, getattr(binary, function))

        _Later(Operand, f"__{name}__", put)
        _Later(Operand, f"__r{name}__", put)
    references = lazy.module("fjax.numpy.references")
    for name in _OF_REFERENCES.split():
        _Later(Ref, name, lambda: references.attach())


def _attach(
    cls: type, table: dict[str, str], made: Callable[[Any], Any] = lambda function: function
) -> None:
    """Give a class functions of modules, once somebody asks for them."""
    for where, names in table.items():
        module = lazy.module(f"fjax.numpy.{where}")
        for each in names.split():
            name, _, function = each.partition("=")

            def put(
                name: str = name, function: str = function or name, module: Any = module
            ) -> None:
                setattr(cls, name, made(getattr(module, function)))

            _Later(cls, name, put)
