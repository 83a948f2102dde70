"""The user's line behind an equation, under the names of jax.extend.source_info_util."""

from __future__ import annotations

from fjax.core.source import Source, here
from fjax.core.source import named_scope as extend_name_stack

SourceInfo = Source


def current() -> Source | None:
    """The line of the user's program that runs now; None if there is none.

    >>> print(str(current()).split(" ")[-1])
    (<module>)
    """
    return here()


def summarize(source_info: Source | None, num_frames: int = 1) -> str:
    """`file:line (function)` of an equation's source.

    >>> import fjax
    >>> eqn = fjax.make_jaxpr(lambda x: fjax.lax.sin(x))(1.0).eqns[0]
    >>> summarize(eqn.source)
    '<doctest fjax.extend.source_info_util.summarize[1]>:1 (<lambda>)'
    """
    del num_frames  # an equation keeps one frame
    return "unknown" if source_info is None else str(source_info)


__all__ = ["SourceInfo", "current", "extend_name_stack", "summarize"]
