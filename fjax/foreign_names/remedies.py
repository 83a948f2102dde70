"""The remedies that several tables give, and how a table says one for several names."""

from __future__ import annotations


def each(names: str, remedy: str) -> dict[str, str]:
    """The same remedy for several names; `{}` in it is the name."""
    return {name: remedy.replace("{}", name) for name in names.split()}


GRADIENT = "`fjax.grad(loss)(params)` is the gradient, with respect to the first argument"
