"""The rows in fjax."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import fjax
import fjax.numpy as jnp
from benchmarks.models.rows import Row
from fjax import models, nn, optim

NEW = 200


class Lstm(nn.Module):
    """A model of words by two recurrent layers."""

    words: nn.Embedding
    lstm: nn.LSTM
    out: nn.Linear

    def __init__(self, vocabulary: int, width: int, *, key: Any):
        one, two, three = fjax.random.split(key, 3)
        self.words = nn.Embedding(vocabulary, width, key=one)
        self.lstm = nn.LSTM(width, width, layers=2, key=two)
        self.out = nn.Linear(width, vocabulary, key=three)

    def __call__(self, tokens: Any) -> Any:
        return self.out(self.lstm(self.words(tokens))[0])


def made(row: Row) -> tuple[Any, Any]:
    """The model and its state."""
    key, s = fjax.random.key(0), row.sizes
    if row.kind == "classify":
        off = {} if row.name.startswith("resnet") else {"dropout": 0.0}
        return getattr(models, row.name)(key, **off)
    if row.kind == "translate":
        return models.gnmt(key, vocabulary=s["vocabulary"], width=s["width"], dropout=0.0)
    if row.kind == "recommend":
        return models.ncf(key, users=s["users"], items=s["items"])
    if row.name == "lstm":
        return Lstm(s["vocabulary"], s["width"], key=key), {}
    sizes = {n: s[n] for n in ("vocabulary", "context", "width", "depth", "heads")}
    return models.gpt(key, **sizes, scan=row.name.endswith("scan"))


def loss_of(row: Row) -> Callable[..., Any]:
    """(model, state, *batch) → (loss, state)."""

    def classify(model: Any, state: Any, x: Any, y: Any) -> Any:
        logits, state = model(x, state, train=True)
        return nn.losses.cross_entropy(logits, y), state

    def translate(model: Any, state: Any, x: Any, y: Any) -> Any:
        return nn.losses.cross_entropy(model((x, y[:, :-1])), y[:, 1:]), state

    def recommend(model: Any, state: Any, x: Any, y: Any) -> Any:
        return nn.losses.binary_cross_entropy(model(x), y), state

    def predict(model: Any, state: Any, x: Any) -> Any:
        return nn.losses.cross_entropy(model(x[:, :-1]), x[:, 1:]), state

    return locals()[row.kind]


class Program:
    """A model with its batch; `step` trains it once and gives the loss."""

    def __init__(self, row: Row, weights: Mapping[str, np.ndarray]):
        self.row, self.batch = row, tuple(map(jnp.asarray, row.data()))
        if row.kind == "update":
            self.updated()
            return
        model, state = fjax.eval_shape(lambda: made(row))
        self.model, self.state = nn.load_torch(model, state, dict(weights))
        if row.kind != "generate":
            self.trained()

    def trained(self) -> None:
        loss = loss_of(self.row)
        adam = self.row.kind == "recommend"
        optimizer = (optim.adam if adam else optim.sgd)(self.row.rate)

        def step(model: Any, state: Any, memory: Any, *batch: Any) -> Any:
            (value, state), g = fjax.value_and_grad(loss, has_aux=True)(model, state, *batch)
            updates, memory = optimizer.update(g, memory, model)
            return optim.apply_updates(model, updates), state, memory, value

        self.memory = optimizer.init(self.model)
        self.program = fjax.jit(step, donate_argnums=(0, 1, 2))

    def updated(self) -> None:
        optimizer = optim.adam(self.row.rate)

        def step(model: Any, state: Any, memory: Any, x: Any, g: Any) -> Any:
            updates, memory = optimizer.update(g, memory, model)
            return optim.apply_updates(model, updates), state, memory, x[0, 0]

        self.model, self.state = jnp.array(self.batch[0]), {}
        self.memory = optimizer.init(self.model)
        self.program = fjax.jit(step, donate_argnums=(0, 2))

    def step(self) -> float:
        if self.row.kind == "generate":
            found = models.generate(self.model, self.batch[0], NEW)
            return np.asarray(found)[0].astype(float).tolist()
        self.model, self.state, self.memory, value = self.program(
            self.model, self.state, self.memory, *self.batch
        )
        return float(value if self.row.kind != "update" else self.model[0, 0])
