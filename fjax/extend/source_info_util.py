"""The user's line behind an equation, under the names of jax.extend.source_info_util."""

from __future__ import annotations

from fjax.core.source import NO_NAMES, NameStack, Source, here, names, replaying, transforming
from fjax.core.source import current_names as current_name_stack
from fjax.core.source import named_scope as extend_name_stack

SourceInfo = Source
set_name_stack = names
transform_name_stack = transforming
user_context = replaying


def new_name_stack(name: str = "") -> NameStack:
    """A stack of this one name, or of none.

    >>> str(new_name_stack("layer") + new_name_stack("attention"))
    'layer/attention'
    """
    return NameStack((name,)) if name else NO_NAMES


def reset_name_stack() -> names:
    """Context manager: what is traced inside has no names around it.

    >>> import fjax
    >>> with fjax.named_scope("layer"), reset_name_stack():
    ...     print(len(current_name_stack()))
    0
    """
    return names(NO_NAMES)


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


__all__ = [
    "NameStack",
    "SourceInfo",
    "current",
    "current_name_stack",
    "extend_name_stack",
    "new_name_stack",
    "reset_name_stack",
    "set_name_stack",
    "summarize",
    "transform_name_stack",
    "user_context",
]
