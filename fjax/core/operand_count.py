"""How many operands an operation takes, as the signatures of its rules say."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from fjax.core.kinds import Role
from fjax.core.memo import memo

# Rules that have a parameter for each operand, and those before these: self, and the library.
_RULES = (("result_type", 1), ("scalar", 1), ("compute", 2), ("partials", 2), ("evaluate", 2))


@memo()
def operand_count(primitive: type) -> int | None:
    """The number of operands of a class of primitives; None if it takes any, or counts them itself.

    A class whose rules are all of any number says it as `takes`.

    >>> operand_count(type(lax.mul_p)), operand_count(lax.concatenate_p)
    (2, None)
    """
    return next(iter(said_counts(primitive).values()), None)


def said_counts(primitive: type) -> dict[str, int]:
    """The numbers of operands by the rules that say one.

    >>> from fjax.primitives.arithmetic import Div
    >>> said_counts(Div)
    {'scalar': 2, 'partials': 2, 'evaluate': 2, 'ufunc': 2}
    """
    found: dict[str, int] = {}
    for name, others in _RULES:
        rule: Any = inspect.getattr_static(primitive, name, None)
        if isinstance(rule, staticmethod):
            rule, others = rule.__func__, others - 1
        code = getattr(rule, "__code__", None)
        if code is not None and not code.co_flags & inspect.CO_VARARGS and not rule.__defaults__:
            found[name] = code.co_argcount - others
    declared = getattr(primitive, "takes", None)
    if declared is not None:
        found["takes"] = declared
    ufunc = getattr(primitive, "ufunc", None)
    if isinstance(ufunc, np.ufunc) and getattr(primitive, "role", None) is Role.ELEMENTWISE:
        found["ufunc"] = ufunc.nin
    return found
