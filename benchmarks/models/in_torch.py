"""The rows in PyTorch, eager: torchvision's models, its own LSTM, attention and optimisers."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from benchmarks.libraries import THREADS
from benchmarks.models.rows import Row, weight

NEW = 200


class Attention(nn.Module):
    """GNMT's: normed, additive."""

    def __init__(self, width: int):
        super().__init__()
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, width, bias=False)
        self.direction = nn.Parameter(torch.ones(width))
        self.length = nn.Parameter(torch.ones(1))
        self.bias = nn.Parameter(torch.zeros(width))

    def forward(self, queries: Any, memory: Any) -> Any:
        direction = self.length * self.direction / self.direction.norm()
        sums = self.query(queries)[:, :, None] + self.key(memory)[:, None] + self.bias
        return torch.softmax(torch.tanh(sums) @ direction, -1) @ memory


class Gnmt(nn.Module):
    def __init__(self, vocabulary: int, width: int, layers: int = 4):
        super().__init__()

        def lstm(wide: int, **options: Any) -> nn.LSTM:
            return nn.LSTM(wide, width, batch_first=True, **options)

        self.source, self.target = (nn.Embedding(vocabulary, width) for _ in range(2))
        self.first = lstm(width, bidirectional=True)
        self.encoder = nn.ModuleList(lstm(width if n else 2 * width) for n in range(layers - 1))
        self.attention = Attention(width)
        self.decoder = nn.ModuleList(lstm(2 * width if n else width) for n in range(layers))
        self.out = nn.Linear(width, vocabulary)

    def forward(self, source: Any, target: Any) -> Any:
        x, _ = self.first(self.source(source))
        for number, layer in enumerate(self.encoder, 1):
            y, _ = layer(x)
            x = y + x if number >= 2 else y
        memory = x
        x, _ = self.decoder[0](self.target(target))
        seen = self.attention(x, memory)
        for number, layer in enumerate(self.decoder[1:], 1):
            y, _ = layer(torch.cat([x, seen], -1))
            x = y + x if number >= 2 else y
        return self.out(x)


class Ncf(nn.Module):
    def __init__(self, users: int, items: int):
        super().__init__()
        self.mf_user_embed, self.mf_item_embed = nn.Embedding(users, 64), nn.Embedding(items, 64)
        self.mlp_user_embed = nn.Embedding(users, 128)
        self.mlp_item_embed = nn.Embedding(items, 128)
        self.mlp = nn.ModuleList([nn.Linear(256, 256), nn.Linear(256, 128), nn.Linear(128, 64)])
        self.final = nn.Linear(128, 1)

    def forward(self, x: Any) -> Any:
        users, items = x[:, 0], x[:, 1]
        products = self.mf_user_embed(users) * self.mf_item_embed(items)
        y = torch.cat([self.mlp_user_embed(users), self.mlp_item_embed(items)], -1)
        for layer in self.mlp:
            y = torch.relu(layer(y))
        return self.final(torch.cat([products, y], -1))[:, 0]


class Lstm(nn.Module):
    def __init__(self, vocabulary: int, width: int):
        super().__init__()
        self.words = nn.Embedding(vocabulary, width)
        self.lstm = nn.LSTM(width, width, 2, batch_first=True)
        self.out = nn.Linear(width, vocabulary)

    def forward(self, tokens: Any) -> Any:
        return self.out(self.lstm(self.words(tokens))[0])


class Product(nn.Module):
    """x @ weight + bias, as transformers lays out GPT-2's weights."""

    def __init__(self, rows: int, columns: int):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(rows, columns))
        self.bias = nn.Parameter(torch.zeros(columns))

    def forward(self, x: Any) -> Any:
        flat = torch.addmm(self.bias, x.reshape(-1, x.shape[-1]), self.weight)
        return flat.view(*x.shape[:-1], -1)


class SelfAttention(nn.Module):
    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.c_attn, self.c_proj = Product(width, 3 * width), Product(width, width)

    def forward(self, x: Any, cache: Any = None, at: int = 0) -> Any:
        batch, length, width = x.shape
        q, k, v = (
            part.view(batch, length, self.heads, -1).transpose(1, 2)
            for part in self.c_attn(x).split(width, -1)
        )
        if cache is not None:
            for kept, new in zip(cache, (k, v), strict=True):
                kept[:, :, at : at + length] = new
            k, v = (kept[:, :, : at + length] for kept in cache)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=length > 1)
        return self.c_proj(y.transpose(1, 2).reshape(batch, length, width))


class Mlp(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.c_fc, self.c_proj = Product(width, 4 * width), Product(4 * width, width)

    def forward(self, x: Any) -> Any:
        return self.c_proj(F.gelu(self.c_fc(x), approximate="tanh"))


class Block(nn.Module):
    def __init__(self, width: int, heads: int):
        super().__init__()
        self.ln_1, self.attn = nn.LayerNorm(width), SelfAttention(width, heads)
        self.ln_2, self.mlp = nn.LayerNorm(width), Mlp(width)

    def forward(self, x: Any, *cache: Any) -> Any:
        x = x + self.attn(self.ln_1(x), *cache)
        return x + self.mlp(self.ln_2(x))


class Gpt(nn.Module):
    def __init__(self, s: Mapping[str, int]):
        super().__init__()
        self.wte = nn.Embedding(s["vocabulary"], s["width"])
        self.wpe = nn.Embedding(s["context"], s["width"])
        self.h = nn.ModuleList(Block(s["width"], s["heads"]) for _ in range(s["depth"]))
        self.ln_f = nn.LayerNorm(s["width"])

    def forward(self, tokens: Any, cache: Any = None, at: int = 0) -> Any:
        x = self.wte(tokens) + self.wpe.weight[at : at + tokens.shape[1]]
        for number, block in enumerate(self.h):
            x = block(x) if cache is None else block(x, cache[number], at)
        return self.ln_f(x) @ self.wte.weight.T


def made(row: Row) -> nn.Module:
    """The model."""
    s = row.sizes
    if row.kind == "classify":
        from torchvision import models

        off = {} if row.name.startswith("resnet") else {"dropout": 0.0}
        return getattr(models, row.name)(**off)
    if row.kind == "translate":
        return Gnmt(s["vocabulary"], s["width"])
    if row.kind == "recommend":
        return Ncf(s["users"], s["items"])
    if row.name == "lstm":
        return Lstm(s["vocabulary"], s["width"])
    return Gpt(s)


def weights(row: Row) -> dict[str, np.ndarray]:
    """What all libraries begin with, by name."""
    with torch.device("meta"):
        model = made(row)
    return {name: weight(name, tuple(x.shape)) for name, x in model.state_dict().items()}


class Program:
    """A model with its batch; `step` trains it once and gives the loss."""

    def __init__(
        self,
        row: Row,
        weights: Mapping[str, np.ndarray],
        channels_last: bool = False,
        device: str = "cpu",
    ):
        torch.set_num_threads(THREADS)
        self.row = row
        self.batch = [torch.from_numpy(x).to(device) for x in row.data()]
        if row.kind == "update":
            self.model = nn.ParameterList([self.batch[0].clone()])
        else:
            self.model = made(row)
            self.model.load_state_dict(
                {n: torch.from_numpy(np.asarray(w)) for n, w in weights.items()}, strict=False
            )
        self.model = self.model.to(device)
        if channels_last:
            self.model = self.model.to(memory_format=torch.channels_last)
            self.batch[0] = self.batch[0].to(memory_format=torch.channels_last)
        if row.kind in ("recommend", "update"):
            self.optimizer: Any = torch.optim.Adam(self.model.parameters(), lr=row.rate, fused=True)
        elif row.kind != "generate":
            self.optimizer = torch.optim.SGD(self.model.parameters(), lr=row.rate, fused=True)
        self.model.train(row.kind != "generate")

    def loss(self) -> Any:
        model, batch = self.model, self.batch
        if self.row.kind == "classify":
            return F.cross_entropy(model(batch[0]), batch[1].long())
        if self.row.kind == "recommend":
            return F.binary_cross_entropy_with_logits(model(batch[0]), batch[1])
        if self.row.kind == "translate":
            logits, wanted = model(batch[0], batch[1][:, :-1]), batch[1][:, 1:]
        else:
            logits, wanted = model(batch[0][:, :-1]), batch[0][:, 1:]
        return F.cross_entropy(logits.reshape(-1, logits.shape[-1]), wanted.reshape(-1).long())

    def step(self) -> Any:
        if self.row.kind == "generate":
            return self.generated()
        if self.row.kind == "update":
            self.model[0].grad = self.batch[1]
            self.optimizer.step()
            return self.model[0][0, 0].item()
        self.optimizer.zero_grad(set_to_none=True)
        loss = self.loss()
        loss.backward()
        self.optimizer.step()
        return loss.item()

    @torch.inference_mode()
    def generated(self) -> list[float]:
        model, tokens, s = self.model, self.batch[0], self.row.sizes
        start = tokens.shape[1]
        shape = (2, 1, s["heads"], start + NEW, s["width"] // s["heads"])
        cache, at, found = [torch.empty(shape) for _ in model.h], 0, []
        for _ in range(NEW):
            logits = model(tokens, cache, at)
            at += tokens.shape[1]
            tokens = logits[:, -1].argmax(-1, keepdim=True)
            found.append(tokens)
        return torch.cat(found, 1)[0].double().tolist()


def copied() -> float:
    """Seconds in which the processor copies the bytes that an update of Adam moves at least."""
    a = torch.ones(25_000_000 * 7 // 2)  # it reads four arrays and writes three
    b = torch.empty_like(a)
    seconds = []
    for _ in range(6):  # the first one also gets its memory
        start = time.perf_counter()
        b.copy_(a)
        seconds.append(time.perf_counter() - start)
    return min(seconds[1:])
