"""Attention by cuDNN: `Attention` and `AttentionGradients` as one call each, logits on the chip.

Arrays are read as they lie, (batch, length, heads, size). A mask is a bias far below zero.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.avals import ShapedArray
from fjax.core.primitive import Primitive, primitive
from fjax.core.tracing import aval_of
from fjax.dataclass import dataclass
from fjax.higher_order.attention import Attention, AttentionForm, AttentionGradients
from fjax.lowering.cuda.library import cudnn, unseen
from fjax.lowering.cuda.library.cudnn import Ints, Tensor
from fjax.lowering.cuda.runtime.gpu import Gpu
from fjax.lowering.run.launch import Launch
from fjax.primitives.comparison import lt
from fjax.primitives.generators import Iota, full
from fjax.primitives.selection import select_n
from fjax.primitives.structure import Reshape, broadcasting

# What hides a key: so large that nothing of the logit is left, yet no infinity in the exponents.
HIDDEN = {dtypes.bfloat16: -(2.0**41), dtypes.float16: -(2.0**15)}

UNSEEN = -0.7 * float(np.finfo(np.float32).max)  # a logit of a key that no query may see


@dataclass(frozen=True)
class AttentionProblem:
    """Attention, or its gradients, of arrays with one axis of batches.

    Operands are queries, keys, values, perhaps a bias, perhaps the lengths of queries and of keys;
    then, of gradients, the results and the cotangent of the first.
    """

    form: AttentionForm
    query: Tensor
    key: Tensor
    bias: Tensor | None
    of_gradients: bool
    of_bias: bool = False  # its gradient, too

    @property
    def name(self) -> str:
        """What the graph is called."""
        return "sdpa_backward" if self.of_gradients else "sdpa"

    @property
    def dtype(self) -> np.dtype:
        """Of the operands but lengths and sums."""
        return self.query.dtype

    @property
    def sums(self) -> Tensor:
        """The logsumexp of each row of logits."""
        dim = (*self.query.dim[:3], 1)
        return Tensor(dim, cudnn.packed(dim, False), np.dtype(np.float32))

    def operands(self) -> list[tuple[str, Tensor]]:
        """By cuDNN's names, in the order of their uids."""
        found = [("q", self.query), ("k", self.key), ("v", self.key)]
        if self.bias is not None:
            found.append(("bias", self.bias))
        if self.form.has_lengths:
            lengths = Tensor((self.query.dim[0], 1, 1, 1), (1, 1, 1, 1), np.dtype(np.int32))
            found += [("seq_len_q", lengths), ("seq_len_kv", lengths)]
        if self.of_gradients:
            found += [("o", self.query), ("stats", self.sums), ("dO", self.query)]
        return found

    def results(self) -> list[Tensor]:
        """In the order of their uids, after the operands'."""
        if not self.of_gradients:
            return [self.query, self.sums]
        of_bias = [self.bias] if self.of_bias and self.bias is not None else []
        return [self.query, self.key, self.key, *of_bias]

    def add(self, graph: Any) -> None:
        """The operation, with its operands and results."""
        given = {
            name: cudnn.tensor(graph, x, name, uid)
            for uid, (name, x) in enumerate(self.operands(), 1)
        }
        results, uid = self.results(), len(given) + 1
        if self.of_bias:
            given["dBias"] = cudnn.tensor(graph, results[-1], "dBias", uid + 3)
        if self.of_gradients:
            made = graph.sdpa_backward(**given, **self._options(), use_deterministic_algorithm=True)
        else:
            made = graph.sdpa(**given, **self._options(), generate_stats=True)
        for k, (each, x) in enumerate(zip(made, results, strict=False)):
            cudnn.result(each, x, uid + k)

    def _options(self) -> dict[str, Any]:
        options: dict[str, Any] = {
            "attn_scale": self.form.scale,
            "use_padding_mask": self.form.has_lengths,
            "compute_data_type": cudnn.cudnn.data_type.FLOAT,
            "name": self.name,
        }
        if self.form.is_causal:
            options["diagonal_band_right_bound"] = 0
        if self.form.window is not None:
            options["diagonal_band_left_bound"] = self.form.window + 1  # with its own position
        return options

    def refused(self) -> list[Any]:
        """Nothing: gradients are asked for as the same each time, and sums are of float32."""
        return []


@primitive
class CudnnAttention(Primitive):
    """Attention or its gradients by cuDNN; only lowering makes it."""

    library = True
    multiple_results = True
    problem: AttentionProblem

    def result_type(self, *_: ShapedArray) -> Sequence[ShapedArray]:
        return [ShapedArray(_shape(x), x.dtype) for x in self.problem.results()]


def launch(gpu: Gpu, op: CudnnAttention) -> Launch:
    """Slots are operands, then results."""
    plan = cudnn.plan(gpu, op.problem)
    assert plan is not None
    problem = op.problem
    return plan.launch(f"cudnn {problem.name}", len(problem.operands()), len(problem.results()))


def expanded(gpu: Gpu, op: Attention | AttentionGradients, *args: Any) -> Sequence[Any] | None:
    """The operation by cuDNN; None where it is not there, or has no engine for it."""
    if aval_of(args[0]).dtype not in HIDDEN or not cudnn.is_there():
        return None
    form, of_gradients = op.form, isinstance(op, AttentionGradients)
    given = Operands(form, args)
    query, key, value = given.merged(3)
    bias = given.hidden_or_biased()
    of_bias = isinstance(op, AttentionGradients) and form.has_bias and op.nonzero[3]
    if of_bias and aval_of(bias).size != aval_of(args[3]).size:
        return None  # it was spread, and its gradient would have to be summed
    problem = AttentionProblem(
        form._replace(batch_axes=1, has_mask=False),
        _tensor(aval_of(query)),
        _tensor(aval_of(key)),
        None if bias is None else _packed(aval_of(bias)),
        of_gradients,
        of_bias,
    )
    if cudnn.plan(gpu, problem) is None:
        return None
    none, rest = unseen.sees_none(given.sights()), given.rest()
    if none is not None and isinstance(op, AttentionGradients):
        out, sums, cotangent = rest
        rest = [out, unseen.hidden_sum(none, sums, 0.0), unseen.without(none, cotangent)]
    values = [query, key, value, *([] if bias is None else [bias]), *given.lengths(), *rest]
    made = CudnnAttention(problem)(*values)
    if isinstance(op, AttentionGradients):
        return _gradients(op, given, made, none)
    weighted, sums = made
    if none is not None:
        weighted = unseen.mean_for(none, weighted, value)
        sums = unseen.hidden_sum(none, sums, UNSEEN)
    shapes = [a.shape for a in op.result_type(*map(aval_of, args))]
    return [Reshape(shapes[0])(given.inside(0, weighted)), Reshape(shapes[1])(sums)]


class Operands:
    """The operands of attention, with their axes of batches as one."""

    def __init__(self, form: AttentionForm, args: Sequence[Any]):
        self.form, self.args = form, args
        self.batch = aval_of(args[0]).shape[: form.batch_axes]

    def merged(self, stop: int, start: int = 0) -> list[Any]:
        """Some of them, each with one axis of batches."""
        return [self._one_batch(x) for x in self.args[start:stop]]

    def _one_batch(self, x: Any) -> Any:
        shape, n = aval_of(x).shape, self.form.batch_axes
        return Reshape((math.prod(shape[:n]), *shape[n:]))(x)

    def lengths(self) -> list[Any]:
        """Those of queries and of keys, (batch,); or nothing."""
        start = 3 + self.form.has_bias + self.form.has_mask
        return self.merged(start + 2 * self.form.has_lengths, start)

    def rest(self) -> list[Any]:
        """What gradients have beside: the results, and the cotangent of the first."""
        start = 3 + self.form.has_bias + self.form.has_mask + 2 * self.form.has_lengths
        return self.merged(len(self.args), start)

    def sights(self) -> unseen.Sights:
        """What says which keys a query sees."""
        n, form, lengths = self.form.batch_axes, self.form, self.lengths()
        length, keys = (aval_of(x).shape[n] for x in self.args[:2])
        mask = None
        if form.has_mask:
            mask = self.args[3 + form.has_bias]
            shape = (*self.batch, aval_of(mask).shape[n], length, keys)
            mask = self._one_batch(broadcasting(shape, tuple(range(len(shape))))(mask))
        return unseen.Sights(
            math.prod(self.batch), length, keys, form.is_causal, form.window, mask, lengths or None
        )

    def hidden_or_biased(self) -> Any:
        """What is added to logits: the bias, and what hides a key that the mask hides; or None.

        It has the axes (batch or 1, heads or 1, queries, keys).
        """
        n, length = self.form.batch_axes, aval_of(self.args[0]).shape[-3]
        parts = self.args[3 : 3 + self.form.has_bias + self.form.has_mask]
        if not parts:
            return None
        shape = np.broadcast_shapes(*[aval_of(x).shape for x in parts])
        batch = self.batch if math.prod(shape[:n]) > 1 else shape[:n]
        shape = (*batch, shape[n], length, aval_of(self.args[1]).shape[n])
        wide = [broadcasting(shape, tuple(range(len(shape))))(x) for x in parts]
        if self.form.has_mask:
            dtype = aval_of(self.args[0]).dtype
            seen = wide[0] if self.form.has_bias else full(shape, 0, dtype)
            wide[0] = select_n(wide[-1], full(shape, HIDDEN[dtype], dtype), seen)
        return self._one_batch(wide[0])

    def inside(self, which: int, x: Any) -> Any:
        """Zeros in the padding of queries (0) or of keys (1): cuDNN need not write there."""
        if not self.form.has_lengths:
            return x
        shape = aval_of(x).shape
        place = Iota(dtypes.int32, shape, 1)()
        ends = broadcasting(shape, (0,))(self.lengths()[which])
        return select_n(lt(place, ends), full(shape, 0, aval_of(x).dtype), x)


def _gradients(
    op: AttentionGradients, given: Operands, made: Sequence[Any], none: Any
) -> list[Any]:
    """The cotangents that are asked for, of what cuDNN gives; `none`: queries that see no key."""
    found = [given.inside(min(k, 1), x) for k, x in enumerate(made[:3])]
    if none is not None:
        found[2] = unseen.with_mean(none, given.inside(0, given.rest()[2]), found[2])
    if len(made) > 3:
        found.append(made[3])
    avals = [aval_of(x) for x in given.args]
    return [Reshape(a.shape)(x) for a, x, w in zip(avals, found, op.nonzero, strict=False) if w]


def _packed(x: ShapedArray) -> Tensor:
    """An array whose axes are in cuDNN's order."""
    return Tensor(x.shape, cudnn.packed(x.shape, False), x.dtype)


def _tensor(x: ShapedArray) -> Tensor:
    """(batch, length, heads, size) in cuDNN's order, with heads before lengths."""
    batch, length, heads, size = x.shape
    dim = (batch, heads, length, size)
    return Tensor(dim, (length * heads * size, size, heads * size, 1), x.dtype)


def _shape(x: Tensor) -> Ints:
    """The shape of what lies in memory as a tensor does: with lengths before heads for values."""
    batch, heads, length, size = x.dim
    return x.dim if x.stride[1] > x.stride[2] else (batch, length, heads, size)
