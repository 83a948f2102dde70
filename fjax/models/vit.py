"""The vision transformer (Dosovitskiy et al. 2020), with torchvision's names."""

from __future__ import annotations

import math
from typing import Any

from fjax import nn, random
from fjax import numpy as jnp
from fjax.errors import FjaxValueError, ShapeError
from fjax.models.bert import exact_gelu
from fjax.models.layers import linear, unbiased
from fjax.nn import initializers
from fjax.nn.module import Module, Parameter
from fjax.nn.state import State, with_state


class ViT(Module):
    """Images (batch, channels, size, size) → (batch, classes); with a state, (that, state).

    >>> sizes = dict(image_size=8, patch_size=4, width=8, depth=1, heads=2, num_classes=5)
    >>> model, state = vit(fjax.random.key(0), **sizes)
    >>> model(jnp.ones((2, 3, 8, 8)), state)[0].shape
    (2, 5)
    """

    conv_proj: nn.Conv2d
    class_token: Parameter
    positions: Parameter
    layers: tuple[nn.TransformerEncoderLayer, ...]
    norm: nn.LayerNorm
    head: nn.Linear
    dropout: nn.Dropout
    torch_names = {
        r"^positions$": "encoder.pos_embedding",
        r"^layers\.(\d+)\.": r"encoder.layers.encoder_layer_\1.",
        r"\.self_attn\.": ".self_attention.",
        r"\.norm([12])\.": r".ln_\1.",
        r"\.linear1\.": ".mlp.0.",
        r"\.linear2\.": ".mlp.3.",
        r"^norm\.": "encoder.ln.",
        r"^head\.": "heads.head.",
    }

    def __call__(self, x: Any, state: Any = None, *, key: Any = None, train: bool = False) -> Any:
        patches = self.conv_proj(x)
        batch, width = patches.shape[:2]
        patches = jnp.swapaxes(patches.reshape(batch, width, -1), 1, 2)
        known = self.positions.shape[1] - 1
        if patches.shape[1] != known:
            side = math.isqrt(known) * self.conv_proj.weight.shape[-1]
            raise ShapeError(
                f"images of {side} by {side} are {known} patches, got shape {jnp.shape(x)}"
            )
        first = jnp.broadcast_to(self.class_token, (batch, 1, width))
        y = jnp.concatenate([first, patches], axis=1) + self.positions
        y = self.dropout(y, key=key, train=train)
        for number, layer in enumerate(self.layers):
            own = None if key is None else random.fold_in(key, number)
            y = layer(y, key=own, train=train)
        y = self.head(self.norm(y[:, :1])[:, 0])
        return y if state is None else (y, state)


def vit(
    key: Any,
    *,
    num_classes: int = 1000,
    image_size: int = 224,
    patch_size: int = 16,
    width: int = 768,
    depth: int = 12,
    heads: int = 12,
    hidden: int | None = None,
    dropout: float = 0.0,
    channels: int = 3,
) -> tuple[ViT, State]:
    """A vision transformer with the sizes of ViT-B/16: 87 million parameters.

    hidden: of the Linear layers of a block, 4 * width by default.

    >>> model, _ = vit(fjax.random.key(0), image_size=8, patch_size=4, width=8, depth=2, heads=2)
    >>> model.positions.shape
    (1, 5, 8)
    """
    if image_size % patch_size:
        raise FjaxValueError(f"vit: patches of {patch_size} do not divide an image of {image_size}")
    keys = random.split(key, depth + 3)
    spread = initializers.truncated_normal(1 / math.sqrt(channels * patch_size**2))
    patches = nn.Conv2d(channels, width, patch_size, stride=patch_size, key=keys[0], init=spread)
    layers = [
        nn.TransformerEncoderLayer(
            *(width, heads, hidden or 4 * width),
            key=k,
            dropout=dropout,
            activation=exact_gelu,
            norm_first=True,
            eps=1e-6,
        )
        for k in keys[3:]
    ]
    count = (image_size // patch_size) ** 2 + 1
    model = ViT(
        unbiased(patches),
        jnp.zeros((1, 1, width), jnp.float32),
        initializers.normal(0.02)(keys[1], (1, count, width), jnp.float32),
        tuple(layers),
        nn.LayerNorm(width, eps=1e-6),
        linear(width, num_classes, "zeros", key=keys[2]),
        nn.Dropout(dropout),
    )
    return with_state(model)


def vit_b_16(
    key: Any, *, num_classes: int = 1000, image_size: int = 224, dropout: float = 0.0
) -> tuple[ViT, State]:
    """ViT-B/16, `vit` with its sizes: 87 million parameters.

    >>> model, _ = fjax.eval_shape(lambda: vit_b_16(fjax.random.key(0)))
    >>> model.positions.shape
    (1, 197, 768)
    """
    return vit(key, num_classes=num_classes, image_size=image_size, dropout=dropout)
