"""Linear recurrences along one axis: what derivatives of cumulative operations are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from fjax.config import config
from fjax.core import dtypes, evaluate, scalar
from fjax.core.avals import ShapedArray
from fjax.core.primitive import BatchAxis, Monoid, Primitive, Role, Zero, primitive
from fjax.errors import DtypeError, ShapeError
from fjax.primitives.arithmetic import add, mul
from fjax.primitives.comparison import eq
from fjax.primitives.conversion import convert_element_type
from fjax.primitives.families import like
from fjax.primitives.generators import full
from fjax.primitives.selection import select_n
from fjax.primitives.shaping import Concatenate, Pad, take_range
from fjax.primitives.structure import fronted


@primitive
class Recurrence(Primitive):
    """out[0] = x[0], out[i] = links[i - 1] * out[i - 1] + x[i] along `axis`.

    `links` has one element less there: link i is between i and i + 1. With `reverse` it leads the
    other way: out[n - 1] = x[n - 1], out[i] = links[i] * out[i + 1] + x[i]. So the transpose has
    the same links. If it `forgets`, a link of zero leaves nothing of what was before, were it
    infinite or NaN.
    """

    makes_nan = True
    role = Role.CUMULATIVE
    monoid: ClassVar[Monoid | None] = None
    axis: int
    reverse: bool = False
    forgets: bool = False

    def result_type(self, links: ShapedArray, x: ShapedArray):
        if not 0 <= self.axis < x.ndim:
            raise ShapeError(f"{self.name}: axis {self.axis} is not an axis of {x}")
        between = tuple(max(n - (k == self.axis), 0) for k, n in enumerate(x.shape))
        if links.shape != between:
            raise ShapeError(f"{self.name}: links of {x} have the shape {between}, got {links}")
        if links.dtype != x.dtype or not dtypes.is_inexact(x.dtype):
            raise DtypeError(
                f"{self.name} takes floating-point or complex numbers of one dtype, got {links} "
                f"and {x}; convert with astype"
            )
        return (x,)

    def run(self, links: Any, x: Any):
        """As a compiled program of its own, if there is one: NumPy takes a call a step."""
        kernel = links.size and x.dtype not in dtypes.WIDENED and not config.disable_jit
        outs = evaluate.execute_operation(self, (links, x)) if kernel else None
        return super().run(links, x) if outs is None else outs

    def evaluate(self, xp: Any, links: Any, x: Any):
        wide = dtypes.widened(x.dtype)
        out = xp.moveaxis(x, self.axis, 0).astype(wide)
        links = xp.moveaxis(links, self.axis, 0).astype(wide)
        for i in range(1, len(out)):
            k, before, link = (-1 - i, -i, -i) if self.reverse else (i, i - 1, i - 1)
            part = links[link] * out[before]
            if self.forgets:
                part = xp.where(links[link] == 0, 0, part)
            out[k] = part + out[k]
        return (xp.moveaxis(out, 0, self.axis).astype(x.dtype, copy=False),)

    def step(self, before: Any, index: Sequence[Any], links: Any, x: Any):
        place, last = index[self.axis], x.shape[self.axis] - 1
        inside = place < last if self.reverse else place > 0
        between = list(index)
        if not self.reverse:
            between[self.axis] = place - 1
        link = scalar.select(inside, links(between, inside), 0)
        part = link * before
        if self.forgets:
            part = scalar.select(scalar.eq(link, 0), 0, part)
        return part + x(index)

    def written_out(self, links: Any, x: Any):
        wide = widened(links)

        def linked(before: Any, place: int, now: Any) -> Any:
            k = place if self.reverse else place - 1
            link = take_range(wide, k, k + 1, self.axis, wide.shape)
            part = mul(link, before)
            if self.forgets:
                part = select_n(eq(link, like(0, link)), part, like(0, link))
            return add(part, now)

        return one_after_another(linked, x, self.axis, self.reverse)

    def jvp(self, primals, tangents):
        (links, x), (t_links, t) = primals, tangents
        out = self(links, x)
        if not isinstance(t_links, Zero) and x.shape[self.axis]:
            change = mul(t_links, earlier(out, self.axis, self.reverse))
            change = delayed(change, 0, self.axis, self.reverse)
            t = change if isinstance(t, Zero) else add(t, change)
        return (out,), (t if isinstance(t, Zero) else self(links, t),)

    def transpose(self, cotangents, links, x):
        return None, self.replace(reverse=not self.reverse)(links, cotangents[0])

    def batch(self, axis: BatchAxis, args, dims):
        return (self.replace(axis=self.axis + 1)(*fronted(axis, args, dims)),), (0,)

    def simplify(self, links, x):
        return x if x.aval.shape[self.axis] <= 1 else None


def one_after_another(
    follow: Callable[[Any, int, Any], Any], x: Any, axis: int, reverse: bool
) -> list[Any]:
    """x's first element along an axis, and what follows from what was before, joined again.

    follow: from the element before, a place along the axis, and x's element there, in the dtype in
    which such numbers accumulate.
    """
    n, wide = x.shape[axis], widened(x)
    places = range(n)[::-1] if reverse else range(n)
    found: list[Any] = []
    for place in places:
        now = take_range(wide, place, place + 1, axis, wide.shape)
        found.append(follow(found[-1], place, now) if found else now)
    return [converted(Concatenate(axis)(*(found[::-1] if reverse else found)), x.dtype)]


def recur(links: Any, x: Any, axis: int, reverse: bool, forgets: bool = False) -> Any:
    """The recurrence, computed in float32 where the dtype is narrower."""
    found = Recurrence(axis, reverse, forgets)(widened(links), widened(x))
    return converted(found, x.dtype)


def widened(x: Any) -> Any:
    """x in the dtype in which sums and products of such numbers accumulate."""
    return converted(x, dtypes.widened(x.dtype))


def converted(x: Any, dtype: Any) -> Any:
    """x in the dtype; as it is if that is its own, be its type weak."""
    return x if x.dtype == dtype else convert_element_type(x, dtype)


def earlier(x: Any, axis: int, reverse: bool) -> Any:
    """What is before the others along an axis: all elements but the last one."""
    n = x.shape[axis]
    start, stop = (min(1, n), n) if reverse else (0, max(n - 1, 0))
    return take_range(x, start, stop, axis, x.shape)


def later(x: Any, axis: int, reverse: bool) -> Any:
    """What has something before it along an axis: all elements but the first one."""
    return earlier(x, axis, not reverse)


def delayed(x: Any, first: Any, axis: int, reverse: bool) -> Any:
    """x after one more element, `first`, along an axis: what `later` takes away."""
    return _padded(x, first, (0, 1, 0) if reverse else (1, 0, 0), axis)


def before(x: Any, first: Any, axis: int, reverse: bool) -> Any:
    """The element before each one along an axis, `first` before the first."""
    return _padded(x, first, (-1, 1, 0) if reverse else (1, -1, 0), axis)


def _padded(x: Any, value: Any, ends: tuple[int, int, int], axis: int) -> Any:
    config = tuple(ends if k == axis else (0, 0, 0) for k in range(len(x.shape)))
    return Pad(config)(x, full((), value, x.dtype))
