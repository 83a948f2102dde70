"""The rows in JAX with Flax's layers and Optax, images with channels last."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax

from benchmarks.models.rows import Row

NEW = 200


def conv(name: str, features: int, size: int, padding: int, stride: int = 1, **more: Any) -> Any:
    more.setdefault("use_bias", False)
    return nn.Conv(features, (size, size), stride, [(padding, padding)] * 2, name=name, **more)


def pooled(x: Any, size: int, stride: int, padding: int = 0) -> Any:
    return nn.max_pool(x, (size, size), (stride, stride), [(padding, padding)] * 2)


def norm(name: str) -> Any:
    return nn.BatchNorm(use_running_average=False, momentum=0.9, epsilon=1e-5, name=name)


def flat(x: Any) -> Any:
    return x.transpose(0, 3, 1, 2).reshape(len(x), -1)


class Plain(nn.Module):
    """AlexNet and VGG: convolutions (place, features, size, padding, stride) and None for pools."""

    layers: tuple[Any, ...]
    pool: tuple[int, int]

    @nn.compact
    def __call__(self, x: Any) -> Any:
        for layer in self.layers:
            if layer is None:
                x = pooled(x, *self.pool)
            else:
                at, *sizes = layer
                x = nn.relu(conv(f"features.{at}", *sizes, use_bias=True)(x))
        x = flat(x if x.shape[1] in (6, 7) else nn.avg_pool(x, (1, 1)))
        names = ("1", "4", "6") if self.pool == (3, 2) else ("0", "3", "6")
        for number, features in zip(names, (4096, 4096, 1000), strict=True):
            x = nn.Dense(features, name=f"classifier.{number}")(x)
            x = x if number == "6" else nn.relu(x)
        return x


ALEXNET = (
    (0, 64, 11, 2, 4), None, (3, 192, 5, 2), None,
    (6, 384, 3, 1), (8, 256, 3, 1), (10, 256, 3, 1), None,
)  # fmt: skip


def vgg19() -> tuple[Any, ...]:
    found: list[Any] = []
    at = 0
    for features, count in ((64, 2), (128, 2), (256, 4), (512, 4), (512, 4)):
        for _ in range(count):
            found.append((at, features, 3, 1))
            at += 2
        found.append(None)
        at += 1
    return tuple(found)


class ResNet(nn.Module):
    """With blocks of two convolutions (18 layers), or of three, the last one four times as wide."""

    counts: tuple[int, ...]
    deep: bool

    @nn.compact
    def __call__(self, x: Any) -> Any:
        x = pooled(nn.relu(norm("bn1")(conv("conv1", 64, 7, 3, 2)(x))), 3, 2, 1)
        for group, count in enumerate(self.counts, 1):
            wide = 32 * 2**group
            out = 4 * wide if self.deep else wide
            for block in range(count):
                stride, name = (2 if group > 1 and block == 0 else 1), f"layer{group}.{block}."
                if self.deep:
                    y = nn.relu(norm(name + "bn1")(conv(name + "conv1", wide, 1, 0)(x)))
                    y = nn.relu(norm(name + "bn2")(conv(name + "conv2", wide, 3, 1, stride)(y)))
                    y = norm(name + "bn3")(conv(name + "conv3", out, 1, 0)(y))
                else:
                    y = nn.relu(norm(name + "bn1")(conv(name + "conv1", wide, 3, 1, stride)(x)))
                    y = norm(name + "bn2")(conv(name + "conv2", wide, 3, 1)(y))
                if x.shape != y.shape:
                    x = conv(name + "downsample.0", out, 1, 0, stride)(x)
                    x = norm(name + "downsample.1")(x)
                x = nn.relu(x + y)
        return nn.Dense(1000, name="fc")(x.mean((1, 2)))


class MobileNetV2(nn.Module):
    @nn.compact
    def __call__(self, x: Any) -> Any:
        def unit(name: str, x: Any, *sizes: Any, **more: Any) -> Any:
            x = norm(f"{name}.1")(conv(f"{name}.0", *sizes, **more)(x))
            return jnp.clip(x, 0, 6)

        x, at, wide = unit("features.0", x, 32, 3, 1, 2), 1, 32
        for grow, features, count, first in (
            (1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2),
            (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1),
        ):  # fmt: skip
            for number in range(count):
                stride, y = (1 if number else first), x
                name, part, inside = f"features.{at}.conv", 0, wide * grow
                if grow > 1:
                    y, part = unit(f"{name}.0", y, inside, 1, 0), 1
                y = unit(f"{name}.{part}", y, inside, 3, 1, stride, feature_group_count=inside)
                y = conv(f"{name}.{part + 1}", features, 1, 0)(y)
                y = norm(f"{name}.{part + 2}")(y)
                x = x + y if stride == 1 and wide == features else y
                at, wide = at + 1, features
        x = unit("features.18", x, 1280, 1, 0).mean((1, 2))
        return nn.Dense(1000, name="classifier.1")(x)


def lstm(p: Any, x: Any, back: str = "", layer: int = 0) -> Any:
    """One LSTM: the inputs' products at once, then a scan."""
    of = {n: p[f"{n}_l{layer}{back}"] for n in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")}
    given = x.swapaxes(0, 1) @ of["weight_ih"].T + (of["bias_ih"] + of["bias_hh"])
    turned = of["weight_hh"].T

    def step(carry: Any, now: Any) -> Any:
        h, c = carry
        i, f, g, o = jnp.split(now + h @ turned, 4, -1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    zero = jnp.zeros((len(x), turned.shape[0]), x.dtype)
    return jax.lax.scan(step, (zero, zero), given, reverse=bool(back))[1].swapaxes(0, 1)


def part(p: Any, name: str) -> Any:
    """The arrays of one layer, of those by PyTorch's names."""
    return {k[len(name) + 1 :]: v for k, v in p.items() if k.startswith(name + ".")}


def predicted(p: Any, tokens: Any) -> Any:
    """The logits of two recurrent layers, from arrays by PyTorch's names."""
    x = p["words.weight"][tokens]
    for layer in range(2):
        x = lstm(part(p, "lstm"), x, layer=layer)
    return x @ p["out.weight"].T + p["out.bias"]


def translated(p: Any, source: Any, target: Any) -> Any:
    """GNMT's logits, from arrays by PyTorch's names."""
    x, first = p["source.weight"][source], part(p, "first")
    x = jnp.concatenate([lstm(first, x), lstm(first, x, "_reverse")], -1)
    for number in range(3):
        y = lstm(part(p, f"encoder.{number}"), x)
        x = y + x if number >= 1 else y
    memory, a = x, part(p, "attention")
    x = lstm(part(p, "decoder.0"), p["target.weight"][target])
    direction = a["length"] * a["direction"] / jnp.linalg.norm(a["direction"])
    sums = (x @ a["query.weight"].T)[:, :, None] + (memory @ a["key.weight"].T)[:, None]
    seen = jax.nn.softmax(jnp.tanh(sums + a["bias"]) @ direction, -1) @ memory
    for number in range(1, 4):
        y = lstm(part(p, f"decoder.{number}"), jnp.concatenate([x, seen], -1))
        x = y + x if number >= 2 else y
    return x @ p["out.weight"].T + p["out.bias"]


class Ncf(nn.Module):
    users: int
    items: int

    @nn.compact
    def __call__(self, x: Any) -> Any:
        def table(name: str, rows: int, wide: int, ids: Any) -> Any:
            return nn.Embed(rows, wide, name=f"{name}_embed")(ids)

        users, items = x[:, 0], x[:, 1]
        products = table("mf_user", self.users, 64, users) * table("mf_item", self.items, 64, items)
        y = [table("mlp_user", self.users, 128, users), table("mlp_item", self.items, 128, items)]
        z = jnp.concatenate(y, -1)
        for number, wide in enumerate((256, 128, 64)):
            z = nn.relu(nn.Dense(wide, name=f"mlp.{number}")(z))
        return nn.Dense(1, name="final")(jnp.concatenate([products, z], -1))[:, 0]


class Block(nn.Module):
    width: int
    heads: int

    @nn.compact
    def __call__(self, x: Any, cache: Any = None, at: Any = 0) -> Any:
        batch, length, width = x.shape
        y = nn.LayerNorm(epsilon=1e-5, name="ln_1")(x)
        y = nn.Dense(3 * width, name="attn.c_attn")(y)
        q, k, v = (z.reshape(batch, length, self.heads, -1) for z in jnp.split(y, 3, -1))
        if cache is None:
            y = jax.nn.dot_product_attention(q, k, v, is_causal=True)
        else:
            cache = tuple(
                jax.lax.dynamic_update_slice_in_dim(kept, new, at, 1)
                for kept, new in zip(cache, (k, v), strict=True)
            )
            steps = jnp.arange(cache[0].shape[1])
            seen = steps[None] <= at + jnp.arange(length)[:, None]
            y = jax.nn.dot_product_attention(q, *cache, mask=seen[None, None])
        x = x + nn.Dense(width, name="attn.c_proj")(y.reshape(batch, length, width))
        y = nn.LayerNorm(epsilon=1e-5, name="ln_2")(x)
        y = nn.gelu(nn.Dense(4 * width, name="mlp.c_fc")(y))
        return x + nn.Dense(width, name="mlp.c_proj")(y), cache


class Gpt(nn.Module):
    sizes: Any
    scan: bool = False

    @nn.compact
    def __call__(self, tokens: Any, cache: Any = None, at: Any = 0) -> Any:
        s = dict(self.sizes)
        words = nn.Embed(s["vocabulary"], s["width"], name="wte")
        places = nn.Embed(s["context"], s["width"], name="wpe")
        x, after = words(tokens) + places(at + jnp.arange(tokens.shape[1])), []
        if self.scan:
            layer = nn.scan(
                Block, variable_axes={"params": 0}, split_rngs={"params": True}, length=s["depth"]
            )
            x, _ = layer(s["width"], s["heads"], name="h")(x, None)
        else:
            for number in range(s["depth"]):
                own = None if cache is None else cache[number]
                x, own = Block(s["width"], s["heads"], name=f"h.{number}")(x, own, at)
                after.append(own)
        logits = words.attend(nn.LayerNorm(epsilon=1e-5, name="ln_f")(x))
        return logits if cache is None else (logits, tuple(after))


def made(row: Row) -> Any:
    """The module."""
    s = row.sizes
    if row.kind == "recommend":
        return Ncf(s["users"], s["items"])
    if row.kind in ("predict", "generate"):
        return Gpt(tuple(s.items()), row.name.endswith("scan"))
    return {
        "alexnet": lambda: Plain(ALEXNET, (3, 2)),
        "vgg19": lambda: Plain(vgg19(), (2, 2)),
        "resnet18": lambda: ResNet((2, 2, 2, 2), False),
        "resnet50": lambda: ResNet((3, 4, 6, 3), True),
        "mobilenet_v2": MobileNetV2,
    }[row.name]()


def variables_of(row: Row, weights: Mapping[str, np.ndarray]) -> dict[str, Any]:
    """Flax's tree of PyTorch's arrays."""
    found: dict[str, Any] = {"params": {}, "batch_stats": {}}
    norms = {name[: -len(".running_mean")] for name in weights if name.endswith("running_mean")}
    scanned = row.name.endswith("scan")
    stacks: dict[tuple[str, ...], list[Any]] = {}
    for name, array in weights.items():
        owner, _, last = name.rpartition(".")
        value = np.asarray(array)
        if last in ("running_mean", "running_var"):
            found["batch_stats"].setdefault(owner, {})[last[8:]] = value
            continue
        is_norm = owner in norms or ".ln_" in f".{owner}"
        if last == "num_batches_tracked":
            continue
        kind = last
        if last == "weight":
            embedded = "embed" in owner or owner in ("wte", "wpe")
            kind = "scale" if is_norm else "embedding" if embedded else "kernel"
            if value.ndim == 4:
                value = value.transpose(2, 3, 1, 0)
            elif value.ndim == 2 and not embedded and not owner.startswith("h."):
                value = value.T
        at = found["params"]
        if owner.startswith("h."):
            _, number, inside = owner.split(".", 2)
            if scanned:
                stacks.setdefault((inside, kind), []).append(value)
                continue
            at, owner = at.setdefault(f"h.{number}", {}), inside
        at.setdefault(owner, {})[kind] = value
    for (inside, kind), values in stacks.items():
        found["params"].setdefault("h", {}).setdefault(inside, {})[kind] = np.stack(values)
    return {k: jax.tree.map(jnp.asarray, v) for k, v in found.items() if v}


def loss_of(row: Row, model: Any) -> Callable[..., Any]:
    """(parameters, state, *batch) → (loss, state)."""

    def apply(p: Any, state: Any, x: Any) -> Any:
        found = model.apply({"params": p, **state}, x, mutable=["batch_stats"])
        return found[0], dict(found[1])

    def entropy(logits: Any, labels: Any) -> Any:
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

    def classify(p: Any, state: Any, x: Any, y: Any) -> Any:
        logits, state = apply(p, state, x)
        return entropy(logits, y), state

    def translate(p: Any, state: Any, x: Any, y: Any) -> Any:
        return entropy(translated(p, x, y[:, :-1]), y[:, 1:]), state

    def recommend(p: Any, state: Any, x: Any, y: Any) -> Any:
        logits, state = apply(p, state, x)
        return optax.sigmoid_binary_cross_entropy(logits, y).mean(), state

    def predict(p: Any, state: Any, x: Any) -> Any:
        if row.name == "lstm":
            return entropy(predicted(p, x[:, :-1]), x[:, 1:]), state
        logits, state = apply(p, state, x[:, :-1])
        return entropy(logits, x[:, 1:]), state

    return locals()[row.kind]


class Program:
    """A model with its batch; `step` trains it once and gives the loss."""

    def __init__(self, row: Row, weights: Mapping[str, np.ndarray]):
        self.row = row
        self.batch = tuple(map(jnp.asarray, row.data()))
        if row.kind == "classify":
            self.batch = (self.batch[0].transpose(0, 2, 3, 1), self.batch[1])
        adam = row.kind in ("recommend", "update")
        optimizer = (optax.adam if adam else optax.sgd)(self.row.rate)
        self.state: Any = {}
        if row.kind == "update":
            self.params: Any = jnp.array(self.batch[0])
        elif row.kind == "translate" or row.name == "lstm":
            self.params = {n: jnp.asarray(w) for n, w in weights.items()}
        else:
            variables = variables_of(row, weights)
            self.params = variables.pop("params")
            self.state = variables
        if row.kind == "generate":
            self.program: Any = jax.jit(self.generated)
            return
        self.memory = optimizer.init(self.params)
        if row.kind == "update":

            def step(p: Any, state: Any, memory: Any, x: Any, g: Any) -> Any:
                updates, memory = optimizer.update(g, memory, p)
                return optax.apply_updates(p, updates), state, memory, x[0, 0]
        else:
            loss = loss_of(
                row, None if row.kind == "translate" or row.name == "lstm" else made(row)
            )

            def step(p: Any, state: Any, memory: Any, *batch: Any) -> Any:
                (value, state), g = jax.value_and_grad(loss, has_aux=True)(p, state, *batch)
                updates, memory = optimizer.update(g, memory, p)
                return optax.apply_updates(p, updates), state, memory, value

        self.program = jax.jit(step, donate_argnums=(0, 1, 2))

    def step(self) -> Any:
        if self.row.kind == "generate":
            found = self.program(self.params, self.batch[0])
            return np.asarray(found)[0].astype(float).tolist()
        self.params, self.state, self.memory, value = self.program(
            self.params, self.state, self.memory, *self.batch
        )
        return float(value if self.row.kind != "update" else self.params[0, 0])

    def generated(self, params: Any, tokens: Any) -> Any:
        s, model = self.row.sizes, made(self.row)
        shape = (1, tokens.shape[1] + NEW, s["heads"], s["width"] // s["heads"])
        cache = tuple((jnp.zeros(shape), jnp.zeros(shape)) for _ in range(s["depth"]))

        def chosen(tokens: Any, cache: Any, at: Any) -> Any:
            logits, cache = model.apply({"params": params}, tokens, cache, at)
            return jnp.argmax(logits[:, -1:], -1).astype(jnp.int32), cache

        def step(carry: Any, at: Any) -> Any:
            new, cache = chosen(carry[0], carry[1], at)
            return (new, cache), new[:, 0]

        first, cache = chosen(tokens, cache, 0)
        places = tokens.shape[1] + jnp.arange(NEW - 1)
        _, others = jax.lax.scan(step, (first, cache), places)
        return jnp.concatenate([first, others.T], 1)
