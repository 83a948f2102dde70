"""Recurrent layers: RNN, LSTM, GRU of several layers, in both directions, for padded sequences."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from fjax import lax, random, tree
from fjax import numpy as jnp
from fjax.core.dtypes import is_integer
from fjax.core.plain_arguments import check_choice
from fjax.core.sharding import PartitionSpec as P
from fjax.errors import FjaxTypeError, ShapeError
from fjax.nn.activations import relu, sigmoid, tanh
from fjax.nn.dropout import Dropout
from fjax.nn.linear import as_input
from fjax.nn.module import Module, Parameter
from fjax.nn.numbers import check_range
from fjax.primitives.placing import split_as


class Cell(Module):
    """One step of a recurrent layer in one direction: its weights, gates in PyTorch's order.

    weight_ih: (gates * hidden, inputs), weight_hh: (gates * hidden, hidden); biases likewise, or
    None with bias=False.
    Called with (batch, inputs) and the carry (zeros by default), it gives the next carry.
    """

    weight_ih: Parameter
    weight_hh: Parameter
    bias_ih: Parameter | None
    bias_hh: Parameter | None
    gates: ClassVar[int] = 1

    def __init__(
        self, inputs: int, hidden: int, *, key: Any, bias: bool = True, dtype: Any = jnp.float32
    ):
        bound, rows = 1 / math.sqrt(hidden), self.gates * hidden
        keys = random.split(key, 4)
        shapes = ((rows, inputs), (rows, hidden), (rows,), (rows,))
        drawn = [random.uniform(k, s, dtype, -bound, bound) for k, s in zip(keys, shapes)]
        self.weight_ih, self.weight_hh, *biases = drawn
        self.bias_ih, self.bias_hh = biases if bias else (None, None)

    @staticmethod
    def start(shape: tuple[int, ...], dtype: Any) -> Any:
        """What is carried before the first step."""
        return jnp.zeros(shape, dtype)

    @staticmethod
    def output(carry: Any) -> Any:
        """What of the carry is the layer's output, (batch, hidden)."""
        return carry

    def step(self, carry: Any, given: Any) -> Any:
        """The next carry, where `given` is the input by its weights and bias."""
        raise NotImplementedError

    def __call__(self, x: Any, carry: Any = None) -> Any:
        kind = type(self).__name__
        x = as_input(kind, x, self.weight_ih)
        inputs, hidden = self.weight_ih.shape[1], self.weight_hh.shape[1]
        if x.ndim != 2 or x.shape[1] != inputs:
            raise ShapeError(f"{kind} takes inputs of shape (batch, {inputs}), got {x.aval}")
        start = self.start((len(x), hidden), x.dtype)
        wanted, found = tree.map(jnp.shape, start), tree.map(jnp.shape, carry)
        if carry is not None and found != wanted:
            raise ShapeError(f"{kind} takes a carry of shape {wanted}, got {found}")
        if carry is None:
            carry = tree.map(lambda h: _batched_as(h, x, 0), start)
        carry = tree.map(lambda h: as_input(kind, h, self.weight_ih), carry)
        return self.step(carry, self.given(x))

    def given(self, x: Any) -> Any:
        """The input, by its weights and bias."""
        return _affine(x, self.weight_ih, self.bias_ih)

    def recurred(self, h: Any) -> Any:
        """What was carried, by its weights and bias."""
        return _affine(h, self.weight_hh, self.bias_hh)


def _affine(x: Any, weight: Any, bias: Any) -> Any:
    y = x @ weight.T
    return y if bias is None else y + bias.reshape((1,) * (y.ndim - 1) + (-1,))


_NONLINEARITIES: dict[str, Callable[[Any], Any]] = {"tanh": tanh, "relu": relu}


class RNNCell(Cell):
    """h = tanh(W x + U h + b): (batch, inputs) and h → the next h, (batch, hidden).

    nonlinearity: "tanh" or "relu".

    >>> RNNCell(3, 4, key=fjax.random.key(0))(jnp.ones((2, 3))).shape
    (2, 4)
    """

    nonlinearity: str = tree.static()

    def __init__(
        self,
        inputs: int,
        hidden: int,
        *,
        key: Any,
        nonlinearity: str = "tanh",
        bias: bool = True,
        dtype: Any = jnp.float32,
    ):
        check_choice("RNNCell: nonlinearity", nonlinearity, [*_NONLINEARITIES])
        super().__init__(inputs, hidden, key=key, bias=bias, dtype=dtype)
        self.nonlinearity = nonlinearity

    def step(self, carry: Any, given: Any) -> Any:
        return _NONLINEARITIES[self.nonlinearity](given + self.recurred(carry))


class LSTMCell(Cell, init=False):
    """One step of an LSTM: (batch, inputs) and (hidden, cell) → the next (hidden, cell).

    >>> cell = LSTMCell(3, 4, key=fjax.random.key(0))
    >>> carry = cell(jnp.ones((2, 3)))
    >>> carry = cell(jnp.ones((2, 3)), carry)
    >>> carry[0].shape, cell.weight_ih.shape
    ((2, 4), (16, 3))
    """

    gates = 4

    @staticmethod
    def start(shape: tuple[int, ...], dtype: Any) -> Any:
        return jnp.zeros(shape, dtype), jnp.zeros(shape, dtype)

    @staticmethod
    def output(carry: Any) -> Any:
        return carry[0]

    def step(self, carry: Any, given: Any) -> Any:
        h, c = carry
        i, f, g, o = jnp.split(given + self.recurred(h), 4, axis=-1)
        c = sigmoid(f) * c + sigmoid(i) * tanh(g)
        return sigmoid(o) * tanh(c), c


class GRUCell(Cell, init=False):
    """One step of a GRU, in PyTorch's form: (batch, inputs) and h → the next h, (batch, hidden).

    >>> GRUCell(3, 4, key=fjax.random.key(0))(jnp.ones((2, 3)), jnp.zeros((2, 4))).shape
    (2, 4)
    """

    gates = 3

    def step(self, carry: Any, given: Any) -> Any:
        xr, xz, xn = jnp.split(given, 3, axis=-1)
        hr, hz, hn = jnp.split(self.recurred(carry), 3, axis=-1)
        z = sigmoid(xz + hz)
        return (1 - z) * tanh(xn + sigmoid(xr + hr) * hn) + z * carry


class _Recurrent(Module):
    cells: tuple[tuple[Cell, ...], ...]  # for each layer its directions
    hidden: int = tree.static()
    dropout: Dropout
    cell: ClassVar[type[Cell]]
    torch_names = {
        r"^cells\.(\d+)\.0\.(\w+)": r"\2_l\1",
        r"^cells\.(\d+)\.1\.(\w+)": r"\2_l\1_reverse",
    }

    def __init__(
        self,
        inputs: int,
        hidden: int,
        *,
        key: Any,
        layers: int = 1,
        bidirectional: bool = False,
        dropout: float = 0.0,
        bias: bool = True,
        dtype: Any = jnp.float32,
    ):
        of_cells = {"bias": bias, "dtype": dtype}
        self._set_cells(inputs, hidden, key, layers, bidirectional, dropout, of_cells)

    def _set_cells(
        self,
        inputs: int,
        hidden: int,
        key: Any,
        layers: int,
        bidirectional: bool,
        dropout: float,
        of_cells: dict[str, Any],
    ) -> None:
        ways = 2 if bidirectional else 1
        keys = random.split(key, layers * ways)
        self.cells = tuple(
            tuple(
                self.cell(
                    ways * hidden if layer else inputs,
                    hidden,
                    key=keys[layer * ways + way],
                    **of_cells,
                )
                for way in range(ways)
            )
            for layer in range(layers)
        )
        self.hidden, self.dropout = hidden, Dropout(dropout)

    def _along(self, cell: Cell, xs: Any, start: Any, present: Any) -> tuple[Any, Any]:
        """Outputs (time, batch, hidden) and the last carry; absent steps leave the carry."""
        given = cell.given(xs)

        def body(carry: Any, at: tuple[Any, ...]) -> tuple:
            x, here = at
            new = cell.step(carry, x)
            if here is None:
                return new, cell.output(new)
            kept = tree.map(lambda a, b: jnp.where(here[:, None], a, b), new, carry)
            y = cell.output(new)
            return kept, jnp.where(here[:, None], y, jnp.zeros_like(y))

        last, ys = lax.scan(body, start, (given, present))
        return ys, last

    def _check(self, batch: int, initial: Any, lengths: Any) -> None:
        """Raise unless the carry before the first step and the lengths are of this batch."""
        kind = type(self).__name__
        shape = (len(self.cells) * len(self.cells[0]), batch, self.hidden)
        wanted = tree.map(lambda x: x.shape, self.cell.start(shape, jnp.float32))
        found = tree.map(jnp.shape, initial)
        if found != wanted:
            raise ShapeError(f"{kind} takes initial of shape {wanted}, got {found}")
        if lengths is not None and np.shape(lengths) != (batch,):
            raise ShapeError(f"{kind} takes lengths of shape ({batch},), got {np.shape(lengths)}")
        if lengths is not None and not is_integer(jnp.asarray(lengths).dtype):
            raise FjaxTypeError(f"{kind}: lengths are integers, got {jnp.asarray(lengths).aval}")

    def __call__(
        self,
        x: Any,
        initial: Any = None,
        *,
        lengths: Any = None,
        key: Any = None,
        train: bool = False,
    ) -> tuple[Any, Any]:
        kind = type(self).__name__
        first = self.cells[0][0].weight_ih
        x = as_input(kind, x, first)
        if x.ndim != 3 or x.shape[-1] != first.shape[1]:
            alone = "; one sequence is x[None]" if x.ndim == 2 else ""
            raise ShapeError(f"{kind} takes inputs of shape (batch, time, {first.shape[1]}), "
                             f"got {x.aval}{alone}")  # fmt: skip
        batch, time, _ = x.shape
        count = len(self.cells) * len(self.cells[0])
        if initial is None:
            initial = self.cell.start((count, batch, self.hidden), x.dtype)
            initial = tree.map(lambda s: _batched_as(s, x, 1), initial)
        self._check(batch, initial, lengths)
        xs = jnp.swapaxes(x, 0, 1)
        steps = jnp.arange(time).reshape(-1, 1)
        present = None
        if lengths is not None:
            check_range(kind, "one of lengths", jnp.asarray(lengths), 0, time)
            present = steps < jnp.asarray(lengths).reshape(1, -1)
            xs = jnp.where(present[..., None], xs, 0)  # NaNs there would come back in derivatives
        last, number = [], 0
        for layer, directions in enumerate(self.cells):
            outputs = []
            if layer:
                own = None if key is None else random.fold_in(key, layer)
                xs = self.dropout(xs, key=own, train=train)
            for way, cell in enumerate(directions):
                at = number
                start = tree.map(lambda s: s[at], initial)
                seen = xs if way == 0 else jnp.flip(xs, 0)
                here = present if way == 0 or present is None else jnp.flip(present, 0)
                ys, final = self._along(cell, seen, start, here)
                outputs.append(ys if way == 0 else jnp.flip(ys, 0))
                last.append(final)
                number += 1
            xs = outputs[0] if len(outputs) == 1 else jnp.concatenate(outputs, axis=-1)
        return jnp.swapaxes(xs, 0, 1), tree.map(lambda *parts: jnp.stack(parts), *last)


def _batched_as(start: Any, x: Any, axis: int) -> Any:
    """What is before the first step, its `axis` of the batch split as the first one of x."""
    layout = x.aval.layout
    if layout is None:
        return start
    wanted = layout.update(spec=P(*[None] * axis, layout.spec.by_axis(x.ndim)[0]))
    return split_as(start, start.aval.update(sharding=wanted))


class RNN(_Recurrent):
    """h = tanh(W x + U h + b): (batch, time, inputs) → ((batch, time, directions * hidden), last).

    last: (layers * directions, batch, hidden), and `initial` likewise (zeros by default).
    lengths: (batch,), how many steps of each sequence count; outputs beyond are zeros.
    dropout: of values between layers, while it trains.
    nonlinearity: "tanh" or "relu".
    bias: whether biases are added.

    >>> y, last = RNN(3, 4, key=fjax.random.key(0), bidirectional=True)(jnp.ones((2, 5, 3)))
    >>> y.shape, last.shape
    ((2, 5, 8), (2, 2, 4))
    """

    cell = RNNCell

    def __init__(
        self,
        inputs: int,
        hidden: int,
        *,
        key: Any,
        layers: int = 1,
        nonlinearity: str = "tanh",
        bidirectional: bool = False,
        dropout: float = 0.0,
        bias: bool = True,
        dtype: Any = jnp.float32,
    ):
        of_cells = {"nonlinearity": nonlinearity, "bias": bias, "dtype": dtype}
        self._set_cells(inputs, hidden, key, layers, bidirectional, dropout, of_cells)


class LSTM(_Recurrent, init=False):
    """Long short-term memory (Hochreiter and Schmidhuber 1997); shapes as in RNN.

    `initial` and `last` are (hidden, cell).

    inputs: the number of features at each step.
    bidirectional: whether a second network goes from the end to the start.
    dropout: the probability of 0 between layers, while it trains.
    bias: whether biases are added.
    dtype: of the weights.

    >>> y, (hidden, cell) = LSTM(3, 4, key=fjax.random.key(0), layers=2)(jnp.ones((2, 5, 3)))
    >>> y.shape, cell.shape
    ((2, 5, 4), (2, 2, 4))
    """

    cell = LSTMCell


class GRU(_Recurrent, init=False):
    """Gated recurrent units (Cho et al. 2014), in PyTorch's form; shapes as in RNN.

    >>> y, last = GRU(3, 4, key=fjax.random.key(0))(jnp.ones((2, 5, 3)), lengths=jnp.array([5, 2]))
    >>> y.shape, bool((y[1, 2:] == 0).all())
    ((2, 5, 4), True)
    """

    cell = GRUCell
