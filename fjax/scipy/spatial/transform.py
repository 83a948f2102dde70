"""Rotations in three dimensions as unit quaternions (x, y, z, w)."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from fjax import numpy as jnp
from fjax import random
from fjax.errors import FjaxTypeError, FjaxValueError, ShapeError
from fjax.primitives.promotion import promote_inexact


class Rotation(NamedTuple):
    """One rotation, quat of shape (4,), or a sequence of them, of shape (n, 4).

    >>> turn = Rotation.from_euler("z", 90, degrees=True)
    >>> turn.apply(np.array([1.0, 0.0, 0.0])).round(6).tolist()
    [0.0, 1.0, 0.0]
    """

    quat: Any

    # ---- making rotations

    @classmethod
    def from_quat(cls, quat: Any) -> Rotation:
        """From quaternions of any norm."""
        (quat,) = promote_inexact("Rotation.from_quat", jnp.asarray(quat))
        _check_last("from_quat: quaternions", quat, 4)
        return cls(quat / jnp.sqrt(jnp.sum(quat * quat, axis=-1, keepdims=True)))

    @classmethod
    def from_matrix(cls, matrix: Any) -> Rotation:
        """From rotation matrices (..., 3, 3), by the largest of four pivots."""
        (m,) = promote_inexact("Rotation.from_matrix", jnp.asarray(matrix))
        _check_last("from_matrix: matrices", m, 3, 3)
        xx, yy, zz = (m[..., i, i] for i in range(3))
        trace = xx + yy + zz
        sums = [
            m[..., 1, 0] + m[..., 0, 1],
            m[..., 2, 1] + m[..., 1, 2],
            m[..., 0, 2] + m[..., 2, 0],
        ]
        turns = [
            m[..., 2, 1] - m[..., 1, 2],
            m[..., 0, 2] - m[..., 2, 0],
            m[..., 1, 0] - m[..., 0, 1],
        ]
        candidates = jnp.stack(
            [
                jnp.stack([1 - trace + 2 * xx, sums[0], sums[2], turns[0]], axis=-1),
                jnp.stack([sums[0], 1 - trace + 2 * yy, sums[1], turns[1]], axis=-1),
                jnp.stack([sums[2], sums[1], 1 - trace + 2 * zz, turns[2]], axis=-1),
                jnp.stack([*turns, 1 + trace], axis=-1),
            ],
            axis=-2,
        )
        pivot = jnp.argmax(jnp.stack([xx, yy, zz, trace], axis=-1), axis=-1)
        chosen = jnp.take_along_axis(candidates, pivot[..., None, None], axis=-2)
        return cls.from_quat(chosen[..., 0, :])

    @classmethod
    def from_rotvec(cls, rotvec: Any, degrees: bool = False) -> Rotation:
        """From axes scaled by angles."""
        (v,) = promote_inexact("Rotation.from_rotvec", jnp.asarray(rotvec))
        _check_last("from_rotvec: vectors", v, 3)
        v = jnp.deg2rad(v) if degrees else v
        square = jnp.sum(v * v, axis=-1, keepdims=True)
        small = square <= 1e-6
        angle = jnp.sqrt(jnp.where(small, 1, square))
        scale = jnp.where(
            small, 0.5 - square / 48 + square * square / 3840, jnp.sin(angle / 2) / angle
        )
        cosine = jnp.where(small, 1 - square / 8 + square * square / 384, jnp.cos(angle / 2))
        return cls(jnp.concatenate([scale * v, cosine], axis=-1))

    @classmethod
    def from_mrp(cls, mrp: Any) -> Rotation:
        """From modified Rodrigues parameters: axes scaled by tan(angle / 4)."""
        (p,) = promote_inexact("Rotation.from_mrp", jnp.asarray(mrp))
        _check_last("from_mrp: vectors", p, 3)
        square = jnp.sum(p * p, axis=-1, keepdims=True)
        return cls(jnp.concatenate([2 * p, 1 - square], axis=-1) / (1 + square))

    @classmethod
    def from_euler(cls, seq: str, angles: Any, degrees: bool = False) -> Rotation:
        """From one to three angles (the last axis) about axes such as 'zyx'.

        Small letters: about fixed axes; capital ones: about axes that turn along.
        """
        axes, intrinsic = _axes(seq, (1, 2, 3))
        (angles,) = promote_inexact("Rotation.from_euler", jnp.asarray(angles))
        angles = jnp.deg2rad(angles) if degrees else angles
        if len(axes) == 1 and angles.ndim == 0:
            angles = angles[None]
        _check_last(f"from_euler: angles about {seq!r}", angles, len(axes))
        turns = []
        for k, axis in enumerate(axes):
            half = angles[..., k] / 2
            parts = [jnp.zeros_like(half)] * 3 + [jnp.cos(half)]
            parts[axis] = jnp.sin(half)
            turns.append(jnp.stack(parts, axis=-1))
        total = turns[0]
        for turn in turns[1:]:
            total = _product(total, turn) if intrinsic else _product(turn, total)
        return cls(total)

    @classmethod
    def identity(cls, num: int | None = None, dtype: Any = float) -> Rotation:
        """No rotation, or `num` of them."""
        one = jnp.array([0, 0, 0, 1], dtype)
        return cls(one if num is None else jnp.tile(one, (num, 1)))

    @classmethod
    def random(cls, random_key: Any, num: int | None = None) -> Rotation:
        """Uniformly distributed rotations."""
        return cls.from_quat(random.normal(random_key, (4,) if num is None else (num, 4)))

    @classmethod
    def concatenate(cls, rotations: Sequence[Rotation]) -> Rotation:
        """Several sequences of rotations as one."""
        return cls(jnp.concatenate([r.quat for r in rotations]))

    # ---- what they do

    def apply(self, vectors: Any, inverse: bool = False) -> Any:
        """Vectors (..., 3) rotated, or rotated back."""
        vectors = jnp.asarray(vectors)
        _check_last("apply: vectors", vectors, 3)
        matrix = self.as_matrix()
        matrix = jnp.swapaxes(matrix, -1, -2) if inverse else matrix
        return jnp.sum(matrix * vectors[..., None, :], axis=-1)

    def __mul__(self, other: Any) -> Any:
        """This rotation after another."""
        return Rotation.from_quat(_product(self.quat, other.quat))

    def inv(self) -> Rotation:
        """The inverse rotation."""
        return Rotation(jnp.concatenate([-self.quat[..., :3], self.quat[..., 3:]], axis=-1))

    def magnitude(self) -> Any:
        """The angle, in radians."""
        sine = jnp.sqrt(jnp.sum(self.quat[..., :3] ** 2, axis=-1))
        return 2 * jnp.arctan2(sine, jnp.abs(self.quat[..., 3]))

    def mean(self, weights: Any = None) -> Rotation:
        """The mean rotation (Markley et al., 2007), perhaps weighted."""
        if weights is None:
            w = jnp.ones(len(self), self.quat.dtype)
        else:
            w = jnp.asarray(weights, self.quat.dtype)
        if w.shape != (len(self),):
            raise FjaxValueError(
                "Rotation.mean: Expected `weights` to have number of values equal "
                f"to number of rotations, got {w.aval} and {len(self)} rotations."
            )
        _, vectors = jnp.linalg.eigh((w[:, None] * self.quat).T @ self.quat)
        return Rotation(vectors[:, -1])

    # ---- their forms

    def as_quat(self, canonical: bool = False, scalar_first: bool = False) -> Any:
        """Quaternions; canonical: of the two for each rotation, the one whose last entry that is
        not
        0 (in the order w, x, y, z) is positive. scalar_first: in the order w, x, y, z."""
        quat = self.quat
        if canonical:
            x, y, z, w = (quat[..., i : i + 1] for i in range(4))
            tie = jnp.where(x != 0, x, jnp.where(y != 0, y, z))
            quat = jnp.where(jnp.where(w != 0, w, tie) < 0, -quat, quat)
        return jnp.roll(quat, 1, axis=-1) if scalar_first else quat

    def as_matrix(self) -> Any:
        """Matrices of shape (..., 3, 3)."""
        x, y, z, w = (self.quat[..., i] for i in range(4))
        rows = [
            [x * x - y * y - z * z + w * w, 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), y * y - x * x - z * z + w * w, 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), z * z - x * x - y * y + w * w],
        ]
        return jnp.stack([jnp.stack(row, axis=-1) for row in rows], axis=-2)

    def as_rotvec(self, degrees: bool = False) -> Any:
        """Axes scaled by angles up to pi."""
        quat = jnp.where(self.quat[..., 3:] < 0, -self.quat, self.quat)
        square = jnp.sum(quat[..., :3] ** 2, axis=-1, keepdims=True)
        small = square <= 2.5e-7
        sine = jnp.sqrt(jnp.where(small, 1, square))
        angle = 2 * jnp.arctan2(sine, quat[..., 3:])
        scale = jnp.where(small, 2 + square / 3 + 3 * square * square / 20, angle / sine)
        return (jnp.rad2deg(scale) if degrees else scale) * quat[..., :3]

    def as_mrp(self) -> Any:
        """Modified Rodrigues parameters."""
        sign = jnp.where(self.quat[..., 3:] < 0, -1, 1)
        return sign * self.quat[..., :3] / (1 + sign * self.quat[..., 3:])

    def as_euler(self, seq: str, degrees: bool = False) -> Any:
        """Three angles about the axes `seq` (see `from_euler`), each in [-pi, pi).

        Source: Bernardes and Viollet, PLoS ONE 17 (2022). In gimbal lock one angle is 0.
        """
        axes, intrinsic = _axes(seq, (3,))
        i, j, k = axes[::-1] if intrinsic else axes
        proper = i == k
        k = 3 - i - j if proper else k
        sign = (i - j) * (j - k) * (k - i) // 2
        x = [self.quat[..., n] for n in range(4)]
        if proper:
            a, b, c, d = x[3], x[i], x[j], x[k] * sign
        else:
            a, b, c, d = x[3] - x[j], x[i] + x[k] * sign, x[j] + x[3], x[k] * sign - x[i]
        middle = 2 * jnp.arctan2(jnp.hypot(c, d), jnp.hypot(a, b))
        half_sum, half_difference = jnp.arctan2(b, a), jnp.arctan2(d, c)
        none, whole = jnp.abs(middle) <= 1e-7, jnp.abs(middle - math.pi) <= 1e-7
        outer = -1 if not intrinsic else 1
        first = jnp.where(none, 2 * half_sum, jnp.where(whole, 2 * half_difference * outer, 0))
        one, other = half_sum - half_difference, half_sum + half_difference
        locked = none | whole
        lead, last = (other, one) if intrinsic else (one, other)
        lead, last = jnp.where(locked, first, lead), jnp.where(locked, 0, last)
        if not proper:
            lead, last = (lead * sign, last) if intrinsic else (lead, last * sign)
            middle = middle - math.pi / 2
        angles = jnp.stack([lead, middle, last], axis=-1)
        angles = (angles + math.pi) % (2 * math.pi) - math.pi
        return jnp.rad2deg(angles) if degrees else angles

    # ---- sequences

    @property
    def single(self) -> bool:
        """Whether this is one rotation."""
        return self.quat.ndim == 1

    def __getitem__(self, index: Any) -> Any:
        if self.single:
            raise FjaxTypeError("Single rotation is not subscriptable.")
        return Rotation(self.quat[index])

    def __len__(self) -> int:
        if self.single:
            raise FjaxTypeError("Single rotation has no len().")
        return self.quat.shape[0]


def _check_last(what: str, x: Any, *lengths: int) -> None:
    """Raise ShapeError unless the last axes have these lengths."""
    if x.shape[-len(lengths) :] != lengths:
        wanted = ", ".join(str(n) for n in ("...", *lengths))
        raise ShapeError(f"Rotation.{what} have the shape ({wanted}), got {x.aval}")


def _axes(seq: str, lengths: tuple[int, ...]) -> tuple[list[int], bool]:
    """The numbers of the axes, and whether they turn along."""
    if len(seq) not in lengths:
        raise FjaxValueError(f"Expected axis specification of length {lengths}, got {seq!r}")
    if not re.fullmatch("[xyz]+|[XYZ]+", seq):
        raise FjaxValueError(
            f"Expected axes from `seq` to be from ['x', 'y', 'z'] or ['X', 'Y', 'Z'], got {seq!r}"
        )
    if any(a == b for a, b in zip(seq, seq[1:], strict=False)):
        raise FjaxValueError(f"Expected consecutive axes to be different, got {seq!r}")
    return ["xyz".index(letter) for letter in seq.lower()], seq.isupper()


def _product(p: Any, q: Any) -> Any:
    """The product of quaternions."""
    px, py, pz, pw = (p[..., i] for i in range(4))
    qx, qy, qz, qw = (q[..., i] for i in range(4))
    return jnp.stack(
        [
            pw * qx + qw * px + py * qz - pz * qy,
            pw * qy + qw * py + pz * qx - px * qz,
            pw * qz + qw * pz + px * qy - py * qx,
            pw * qw - px * qx - py * qy - pz * qz,
        ],
        axis=-1,
    )


class Slerp(NamedTuple):
    """Rotations between given ones, at constant speed; make it with `Slerp.init`.

    >>> Rotation = fjax.scipy.spatial.transform.Rotation
    >>> turns = Rotation.from_rotvec(jnp.array([[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]]))
    >>> slerp = fjax.scipy.spatial.transform.Slerp.init(jnp.array([0.0, 1.0]), turns)
    >>> slerp(0.5).magnitude().round(6)
    Array(0.5, dtype=float64)
    """

    times: Any
    timedelta: Any
    rotations: Rotation
    rotvecs: Any

    @classmethod
    def init(cls, times: Any, rotations: Rotation) -> Slerp:
        """From increasing times and a rotation for each."""
        if not isinstance(rotations, Rotation):
            raise FjaxTypeError("`rotations` must be a `Rotation` instance.")
        if rotations.single or len(rotations) == 1:
            raise FjaxValueError("`rotations` must be a sequence of at least 2 rotations.")
        times = jnp.asarray(times, rotations.quat.dtype)
        if times.shape != (len(rotations),):
            raise FjaxValueError(
                "Expected number of rotations to be equal to number of timestamps "
                f"given, got {len(rotations)} rotations and {times.aval}."
            )
        starts, ends = Rotation(rotations.quat[:-1]), Rotation(rotations.quat[1:])
        return cls(times, jnp.diff(times), starts, (starts.inv() * ends).as_rotvec())

    def __call__(self, times: Any) -> Rotation:
        """The rotations at these times."""
        wanted = jnp.asarray(times, self.times.dtype)
        if wanted.ndim > 1:
            raise FjaxValueError("`times` must be at most 1-dimensional.")
        at = jnp.clip(jnp.searchsorted(self.times, wanted) - 1, 0, self.timedelta.shape[0] - 1)
        share = (wanted - self.times[at]) / self.timedelta[at]
        start = Rotation(self.rotations.quat[at])
        return start * Rotation.from_rotvec(self.rotvecs[at] * share[..., None])
