"""How products and convolutions are cut, for tables of shapes: what values do not show.

Recorded by `pytest --update-golden`, and to be read. Nothing here depends on the machine: lanes
are given, and no code is made.
"""

import itertools
import types
from dataclasses import replace

import numpy as np
import pytest

import fjax
from fjax import lax
from fjax.core.avals import ShapedArray
from fjax.lowering.cpu import processor
from fjax.lowering.cpu.library import convolution_kernel, convolutions, cuts, onednn_convolution
from fjax.lowering.cpu.library import products as library
from fjax.lowering.cpu.library.convolution_kernel import Sums
from fjax.lowering.cpu.library.onednn_primitives import bytes_of
from fjax.lowering.cpu.library.products import Matrices
from fjax.lowering.cpu.runtime.program import parts
from fjax.primitives.convolution import ConvGeneralDilated

F32, F64 = np.dtype(np.float32), np.dtype(np.float64)
C128 = np.dtype(np.complex128)  # which only BLAS multiplies, with any processor
V3 = processor.describe("x86_64-linux", "x86-64-v3", dict.fromkeys(["avx2", "fma", "f16c"], True))
V4 = processor.describe(
    "x86_64-linux",
    "x86-64-v4",
    dict.fromkeys(["avx2", "fma", "f16c", "avx512f", "avx512bw", "avx512dq", "avx512vl"], True),
)
V1 = processor.describe("x86_64-linux", "x86-64", {"sse2": True})
ARM = processor.describe("aarch64-linux", "generic", {"neon": True})
TARGETS = {"sse": V1, "avx2": V3, "avx512": V4, "neon": ARM}
LENGTHS = [1, 31, 64, 100, 500, 512, 1000, 1024, 4096, 100_000]


def test_products_are_cut_as_recorded(golden):
    lines = []
    for m, n, k in itertools.product(LENGTHS, [1, 33, 64, 1000, 1024, 4096], [1, 64, 300, 5000]):
        found = [cuts.of_product(m, n, k, batch) for batch in (1, 3, 64)]
        lines.append(f"{m} x {k} x {n}: {found}")
    golden("launches/products.txt", "\n".join(lines))


def test_products_with_vectors_are_cut_as_recorded(golden):
    lines = []
    for m, k in itertools.product([*LENGTHS, 2047, 2048, 8192], [1, 30, 128, 131, 1024, 9000]):
        found = [
            cuts.of_vector_product(m, k, batch, columns)
            for batch in (1, 5, 64)
            for columns in (False, True)
        ]
        lines.append(f"{m} x {k}: {found}")
    golden("launches/vector-products.txt", "\n".join(lines))


SIZES = [
    *[(3, 5, 7), (1, 5, 7), (3, 1, 7), (3, 5, 1), (1, 1, 4), (3, 5, 0), (1, 6, 0), (0, 3, 4)],
    *[(900, 800, 300), (3000, 1, 2000), (1, 3000, 2000), (1, 1, 9), (300, 1, 1000)],
    *[(1 << 10, 1 << 10, 1), ((1 << 10) - 1, 1 << 10, 1)],
]


# Matrices as (batch, row, column) strides of rows x columns elements.
def contiguous(rows, columns):
    return Matrices(rows * columns, columns, 1)


def layouts(rows, columns):
    return {
        "rows": contiguous(rows, columns),
        "columns": contiguous(columns, rows).transposed,
        "wide rows": Matrices(0, columns + 3, 1, 2),
        "steps": Matrices(2 * rows * columns, 2 * columns, 2),
        "one row": Matrices(0, 0, 1),
    }


def described(launch):
    """A launch by what it calls, where it starts, and how it is shared."""
    if launch is None:
        return "none"
    name = launch.code.name.partition(":")[2]
    return (
        f"{name} of {[*launch.buffers]} {[*launch.words]}, {launch.extent}, "
        f"{parts(launch)} parts, work {launch.work}, {launch.uses_blas}"
    )


@pytest.mark.skipif(not library.is_available(C128), reason="no BLAS")
@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_layouts_of_matrices_are_launched_as_recorded(sizes, golden):
    m, n, k = sizes
    lines = []
    for (la, a), (lb, b), (lc, c) in itertools.product(
        layouts(m, k).items(), layouts(k, n).items(), layouts(m, n).items()
    ):
        for batch in (1, 4):
            launch = library.product_launch(C128, m, n, k, a, b, c, (0, 1, 2), batch=batch)
            lines.append(f"{la}, {lb}, {lc}, batch {batch}: {described(launch)}")
    golden(f"launches/layouts-{m}-{n}-{k}.txt", "\n".join(lines))


def test_arrays_are_read_as_matrices_as_recorded(golden):
    lines = []
    for shape in [(4, 6), (2, 3, 4), (1, 3, 4), (2, 1, 4), (2, 3, 4, 5)]:
        for axes in itertools.permutations(range(len(shape))):
            for i, j in itertools.combinations_with_replacement(range(len(shape) + 1), 2):
                sizes = [[shape[a] for a in part] for part in (axes[:i], axes[i:j], axes[j:])]
                groups = tuple(int(np.prod(s)) for s in sizes)
                lines.append(f"{shape} {axes} {groups}: {library.as_matrices(shape, axes, groups)}")
    golden("launches/arrays.txt", "\n".join(lines))


# ---- convolutions

SHAPES = [
    ((2, 3, 20, 20), (5, 3, 3, 3)),
    ((1, 1, 9, 9), (1, 1, 2, 2)),
    ((4, 16, 30, 30), (32, 16, 3, 3)),
    ((8, 64, 28, 28), (64, 64, 3, 3)),
    ((1, 64, 56, 56), (64, 64, 1, 1)),
    ((32, 3, 32, 32), (16, 3, 5, 5)),
    ((2, 8, 200, 200), (8, 8, 7, 7)),
    ((3, 300, 10, 12), (10, 300, 2, 1)),
    ((1, 4, 500, 500), (4, 4, 1, 3)),
    ((16, 32, 33, 33), (64, 32, 3, 3)),
    ((8, 128, 30, 30), (128, 128, 28, 28)),
    ((64, 16, 40, 40), (32, 16, 38, 38)),
]
ORDERS = {
    "features first": ((0, 1, 2, 3), (0, 1, 2, 3), (0, 1, 2, 3)),
    "features last": ((0, 3, 1, 2), (3, 2, 0, 1), (0, 3, 1, 2)),
    "mixed": ((0, 1, 2, 3), (3, 2, 0, 1), (0, 3, 1, 2)),
}
SETTINGS = [
    {},
    {"window_strides": (2, 2)},
    {"window_strides": (1, 2), "rhs_dilation": (2, 1)},
    {"feature_group_count": 2},
    {"batch_group_count": 2},
    {"padding": ((1, 1), (1, 1))},
]


def operations(dtype):
    """(label, primitive, lhs, rhs, result), where the result is not refused."""
    for (lhs, rhs), (order, specs), changed in itertools.product(SHAPES, ORDERS.items(), SETTINGS):
        groups = changed.get("feature_group_count", 1)
        rhs = (rhs[0], rhs[1] // groups, *rhs[2:])
        fields = {
            "window_strides": (1, 1),
            "padding": ((0, 0), (0, 0)),
            "lhs_dilation": (1, 1),
            "rhs_dilation": (1, 1),
            "feature_group_count": 1,
            "batch_group_count": 1,
        }
        numbers = lax.ConvDimensionNumbers(*specs)
        op = ConvGeneralDilated(**{**fields, **changed}, dimension_numbers=numbers)
        x, w = (
            ShapedArray(tuple(s[spec.index(k)] for k in range(4)), dtype)
            for s, spec in ((lhs, specs[0]), (rhs, specs[1]))
        )
        try:
            (out,) = op.result_type(x, w)
        except ValueError:
            continue
        yield f"{lhs} {rhs} {order} {changed}", op, x, w, out


@pytest.mark.parametrize(
    "name, dtype", [*((name, F32) for name in TARGETS), ("avx2", F64)], ids=str
)
def test_windows_are_launched_as_recorded(name, dtype, golden, monkeypatch):
    monkeypatch.setattr(processor, "host", lambda: TARGETS[name])
    monkeypatch.setattr(convolutions, "_routine", lambda tile: tile)
    lines = []
    for label, op, x, w, out in operations(dtype):
        launch = convolutions.convolution_launch(op, x, w, out, TARGETS[name].machine)
        if launch is not None:
            words = dict(zip(Sums.offsets, launch.words, strict=False))
            head = " ".join(f"{k}={v}" for k, v in words.items() if v)
            label += f": {launch.code} {launch.buffers} {head} {len(launch.words)} words"
            label += f", {launch.extent}, {parts(launch)} parts, work {launch.work}"
        lines.append(label if launch else f"{label}: none")
    golden(f"launches/windows-{name}-{dtype}.txt", "\n".join(lines))


def test_convolutions_are_shared_and_tiled_by_the_machine_of_the_target(monkeypatch):
    """A program for another machine is cut by that one's quantities, not by the processor's."""
    monkeypatch.setattr(convolutions, "_routine", lambda tile: tile)
    op, x, w, out = next(found for _, *found in operations(F64))
    machine = V3.machine

    def launch(machine):
        return convolutions.convolution_launch(op, x, w, out, machine)

    assert launch(replace(machine, share_ns=0.0)).parallel
    assert not launch(replace(machine, share_ns=1e12)).parallel
    tiles = [launch(replace(machine, registers=n)).code for n in (8, 32)]
    assert tiles[0].rows * tiles[0].vectors <= 6 < tiles[1].rows * tiles[1].vectors


def test_tiles_of_a_dtype_share_the_functions_around_them():
    tiles = [
        convolution_kernel.Tile(rows, vectors, 16, 4, partial, packed)
        for rows, vectors in convolutions.tiles(32)
        for partial, packed in itertools.product((False, True), repeat=2)
    ]
    shared, *others = (tile.shared_parameters() for tile in tiles)
    assert all(other == shared for other in others)
    assert max(t.rows * t.vectors + 1 for t in tiles) * 16 <= shared["ROOM"]


def test_convolutions_are_given_to_onednn_as_recorded(golden):
    lines = []
    for label, op, x, w, out in operations(F32):
        found = onednn_convolution.problem_of(op, x.shape, w.shape, out.shape)
        if found is None:
            lines.append(f"{label}: none")
            continue
        problem, slots = found
        tasks = onednn_convolution._tasks(problem)
        sizes = [bytes_of(t) for t in problem.tensors]
        lines.append(f"{label}: {problem.kind.name} {problem.tensors} {slots} {sizes}, {tasks}")
    golden("launches/onednn.txt", "\n".join(lines))


@pytest.mark.parametrize("lanes, itemsize", [(4, 4), (8, 4), (16, 4), (4, 8), (8, 8)])
def test_tiles_are_chosen_as_recorded(lanes, itemsize, golden):
    machine = (V4 if lanes * itemsize == 64 else V3).machine
    lines = []
    for rows, line in itertools.product([1, 2, 3, 5, 8, 13, 64], [1, 3, 8, 20, 33, 64, 300]):
        sums = [types.SimpleNamespace(rows=rows, line=line, overlapping=o) for o in (False, True)]
        found = [convolutions.choose_tile(s, lanes, machine) for s in sums]
        lines.append(f"{rows} x {line}: {found}")
    golden(f"launches/tiles-{lanes}-of-{itemsize}.txt", "\n".join(lines))


def test_every_kind_of_tile_computes_the_product(monkeypatch):
    found, routine = [], convolutions._routine
    monkeypatch.setattr(onednn_convolution, "convolution_launch", lambda *_: None)
    monkeypatch.setattr(convolutions, "_routine", lambda t: found.append(t) or routine(t))
    rng, layout = np.random.default_rng(0), ("NWC", "WIO", "NWC")
    for rows, features in itertools.product((16, 400), (5, 20, 64)):
        x, w = (rng.integers(-9, 9, s).astype(F32) for s in ((1, rows, 6), (1, 6, features)))

        def product(x, w):
            return lax.conv_general_dilated(x, w, (1,), "VALID", dimension_numbers=layout)

        fjax.clear_caches()
        np.testing.assert_array_equal(fjax.jit(product)(x, w)[0], x[0] @ w[0])
    kinds = {(tile.partial, tile.packed) for tile in found}
    partial = (True, False) if processor.host().has_masks(frozenset({4})) else (False,)
    assert kinds >= set(itertools.product(partial, (True, False)))
