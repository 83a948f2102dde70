"""Symbolic shapes: texts, arithmetic, what is solved for, programs for any size."""

import itertools

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import export
from fjax.errors import FjaxTypeError, FjaxValueError, InconclusiveDimensionOperation


def structs(*texts, dtype="float32", constraints=()):
    """ShapeDtypeStructs of one scope."""
    scope = export.SymbolicScope(constraints)
    return [fjax.ShapeDtypeStruct(export.symbolic_shape(t, scope=scope), dtype) for t in texts]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("a, b", "(a, b)"),
        ("(a, b)", "(a, b)"),
        ("a,", "(a,)"),
        ("", "()"),
        ("a + a, 2*b - b", "(2*a, b)"),
        ("a*a, a^2", "(a^2, a^2)"),
        ("a - a, 3", "(0, 3)"),
        ("a + 2*b + 3", "(2*b + a + 3,)"),
        ("floordiv(6*a, 3), mod(4*a, 2), mod(a, 2)", "(2*a, 0, mod(a, 2))"),
        ("max(a, 0), min(a, a)", "(max(a, 0), a)"),
        ("(a + 1) * (a - 1)", "(a^2 - 1,)"),
        ("-a + 8", "(-a + 8,)"),
    ],
)
def test_a_symbolic_shape_prints_in_its_normal_form(text, printed):
    assert str(export.symbolic_shape(text)) == printed


@pytest.mark.parametrize("text", ["a + ", "a / b", "f(a)", "a..b", "'a'", "1.5", "a ^ b", "__x()"])
def test_a_text_that_is_no_shape_is_refused(text):
    with pytest.raises(FjaxValueError, match="syntax error in symbolic shape"):
        export.symbolic_shape(text)


def test_blanks_and_dots_take_the_lengths_of_like():
    assert str(export.symbolic_shape("b, _, ...", like=(8, 3, 2, 5))) == "(b, 3, 2, 5)"
    with pytest.raises(FjaxValueError, match="there is none"):
        export.symbolic_shape("_, 3")
    with pytest.raises(FjaxValueError, match="has 4 at axis 1"):
        export.symbolic_shape("b, 4", like=(8, 3))


def test_arithmetic_of_sizes_agrees_with_that_of_numbers():
    a, b = export.symbolic_shape("a, b")
    made = [a + b, a - 2 * b, a * b + 3, (a + 5) // 3, (a * b) % 7, 11 - a, 20 // a, a**3]
    for x, y in itertools.product((1, 2, 7), (3, 10)):
        values = {"a": x, "b": y}
        wanted = [x + y, x - 2 * y, x * y + 3, (x + 5) // 3, (x * y) % 7, 11 - x, 20 // x, x**3]
        assert [size.at(values) for size in made] == wanted


def test_comparisons_are_decided_where_all_sizes_agree():
    a, b = export.symbolic_shape("a, b", constraints=["a >= b + 2"])
    assert a >= 1 and a + b > a and not a < 1 and a > b and 2 * a >= a
    assert a != b and a - a == 0
    with pytest.raises(InconclusiveDimensionOperation, match="inconclusive"):
        a >= 8  # noqa: B015
    with pytest.raises(InconclusiveDimensionOperation, match="no value"):
        range(a)


LEAST = {
    "2*a + b": 3,
    "max(a, 5)": 5,
    "max(a, b)": 1,
    "min(a, 5)": 1,
    "floordiv(a, 3)": 0,
    "floordiv(a + 8, 3)": 3,
    "mod(a, 4)": 0,
}


@pytest.mark.parametrize("text", LEAST)
def test_of_every_operation_the_least_value_is_known(text):
    (size,) = export.symbolic_shape(f"{text},", scope=export.SymbolicScope())
    values = [size.at({"a": a, "b": b}) for a in range(1, 9) for b in range(1, 9)]
    assert min(values) == LEAST[text] and size >= LEAST[text] and not size < LEAST[text]
    with pytest.raises(InconclusiveDimensionOperation):
        size > LEAST[text]  # noqa: B015


@pytest.mark.parametrize(
    "text", ["floordiv(a, -3)", "mod(a, -4)", "mod(a, b)", "floordiv(a - 9, 2)"]
)
def test_nothing_is_said_of_the_least_value_where_none_is_known(text):
    (size,) = export.symbolic_shape(f"{text},", scope=export.SymbolicScope())
    with pytest.raises(InconclusiveDimensionOperation):
        size >= -1  # noqa: B015


def test_constraints_that_cannot_hold_or_are_none_are_refused():
    with pytest.raises(FjaxValueError, match="Unsatisfiable"):
        export.SymbolicScope(["a >= a + 1"])
    with pytest.raises(FjaxValueError, match="must contain one of"):
        export.SymbolicScope(["a < 3"])
    with pytest.raises(FjaxValueError, match="must be a sequence"):
        export.SymbolicScope("a >= 3")


FUNCTIONS = {
    "elementwise": (lambda x: jnp.tanh(x) * 2 + 1, ["b, 3"]),
    "mean": (lambda x: x.mean(0) + x.sum() / x.shape[0], ["b, 3"]),
    "variance": (lambda x: x.var(ddof=1), ["b, c"]),
    "product": (lambda x, y: x @ y, ["b, c", "c, 4"]),
    "attention": (
        lambda q, k, v: fjax.nn.softmax(q @ k.T / jnp.sqrt(k.shape[1])) @ v,
        ["q, d", "k, d", "k, d"],
    ),
    "attention in blocks, were it of one size": (
        lambda q, k: fjax.nn.dot_product_attention(q, k, k, is_causal=True),
        ["b, t, 2, 4", "b, s, 2, 4"],
    ),
    "concatenation": (lambda x, y: jnp.concatenate([x, y, x[:1]]), ["2*b, c", "b, c"]),
    "reshape": (lambda x: x.reshape(-1, 2).reshape(x.shape[0], -1), ["b, 2*c"]),
    "padding": (lambda x: jnp.pad(x, ((1, 2), (0, x.shape[0]))), ["b, 3"]),
    "strides": (lambda x: x[::3, ::-1], ["b, c"]),
    "pooling": (
        lambda x: fjax.lax.reduce_window(x, -jnp.inf, fjax.lax.max, (2, 2), (2, 2), "SAME"),
        ["2*h + 1, w"],
    ),
    "iota": (lambda x: x + jnp.arange(x.shape[0])[:, None], ["b, 3"]),
    "scan": (lambda x: fjax.lax.scan(lambda c, r: (c + fjax.nn.relu(r), c), x[0], x)[1], ["b, 3"]),
    "sorting": (lambda x: jnp.sort(x, 0)[x.shape[0] // 2], ["b, 3"]),
    "random": (lambda x: x + fjax.random.normal(fjax.random.key(0), x.shape, "float32"), ["b, 3"]),
    "where": (lambda x: jnp.where(x > 0, x, x.shape[0] * x), ["b, b"]),
}


@pytest.mark.one_in(16)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_exported_function_of_symbolic_shapes_agrees_with_the_function(name):
    function, texts = FUNCTIONS[name]
    loaded = export.deserialize(export.export(fjax.jit(function))(*structs(*texts)).serialize())
    source = np.random.default_rng(0)
    names = sorted(loaded.variables)
    for values in itertools.product((1, 2, 5, 16), repeat=len(names)):
        sizes = dict(zip(names, values, strict=True))
        shapes = [
            tuple(getattr(n, "at", lambda _, n=n: n)(sizes) for n in a.shape)
            for a in loaded.in_avals
        ]
        args = [source.standard_normal(s).astype("float32") for s in shapes]
        wanted = fjax.jit(function)(*args)
        found = loaded.call(*args)
        assert (
            found.shape
            == wanted.shape
            == tuple(getattr(n, "at", lambda _, n=n: n)(sizes) for n in loaded.out_avals[0].shape)
        )
        np.testing.assert_array_equal(found, wanted)


def test_a_length_of_one_has_the_program_that_broadcasting_gives_it():
    def f(x, y):
        return x + y  # for b = 1 nothing is broadcast, or the other way round

    loaded = export.deserialize(export.export(fjax.jit(f))(*structs("b, 3", "1, 3")).serialize())
    for b in (1, 4):
        x, y = np.ones((b, 3), "float32"), np.arange(3, dtype="float32")[None]
        np.testing.assert_array_equal(loaded.call(x, y), x + y)


@pytest.mark.parametrize(
    "function",
    [
        lambda x: sum(x[i] for i in range(x.shape[0])),
        lambda x: x if x.shape[0] > 100 else -x,
        lambda x: x if x.shape[0] % 2 else -x,
        lambda x: x if x.shape[0] < 3 else -x,
        lambda x: x if x.shape[0] > 450 else -x,
    ],
    ids=["a loop over rows", "a middle size", "odd sizes", "small sizes", "large sizes"],
)
def test_a_function_whose_operations_depend_on_sizes_is_refused(function):
    with pytest.raises(FjaxValueError, match="cannot be exported for all sizes"):
        export.export(fjax.jit(function))(*structs("b, 3"))


def test_constraints_say_which_branch_is_taken():
    def f(x):
        return x if x.shape[0] > 100 else -x

    exported = export.export(fjax.jit(f))(*structs("b, 3", constraints=["b >= 101"]))
    assert exported.call(jnp.ones((200, 3), "float32"))[0, 0] == 1
    for each in (exported, export.deserialize(exported.serialize())):
        with pytest.raises(FjaxValueError, match="do not fulfil the constraint 'b >= 101'"):
            each.call(jnp.ones((7, 3), "float32"))


@pytest.mark.parametrize(
    "constraints", [["a <= 4"], ["a == 2*b"], ["mod(a, 8) == 0"], ["a >= 5000"], ["b <= a"]]
)
def test_sizes_that_are_tried_fulfil_the_constraints(constraints):
    exported = export.export(fjax.jit(lambda x, y: x.sum() + y.mean()))(
        *structs("a", "b", constraints=constraints)
    )
    assert exported.variables == {"a", "b"}


def test_numbers_with_no_formula_are_refused():
    def f(x):
        return x * float(np.sin(x.shape[0]))

    with pytest.raises(FjaxValueError, match="not recognised"):
        export.export(fjax.jit(f))(*structs("b"))


def test_arrays_made_by_numpy_from_a_size_are_refused():
    with pytest.raises(FjaxValueError, match="an array that it holds"):
        export.export(fjax.jit(lambda x: x + np.arange(x.shape[0])))(*structs("b"))


ERRORS = [
    (
        "3, a, a + 8",
        (3, 4, 13),
        "Found inconsistency between dimension size args\\[0\\].shape\\[2\\]",
    ),
    ("3, 4, a + 1", (3, 4, 1), "Expected value >= 1 for dimension variable 'a'"),
    ("3, 4, 6*a", (3, 4, 13), "Division had remainder 1 when computing the value of 'a'"),
    ("3, 4, a", (5, 4, 13), "Shape mismatch for args\\[0\\].shape\\[0\\]"),
]


@pytest.mark.parametrize(("text", "shape", "message"), ERRORS)
def test_shapes_that_do_not_fit_are_named(text, shape, message):
    exported = export.export(fjax.jit(lambda x: x * 2))(*structs(text))
    with pytest.raises(FjaxValueError, match=message):
        exported.call(np.ones(shape, "float32"))


def test_a_size_that_no_argument_says_is_refused():
    with pytest.raises(FjaxValueError, match="Cannot solve for values of dimension variables"):
        export.export(fjax.jit(lambda x: x))(*structs("b*c"))


def test_variables_of_two_scopes_are_not_mixed():
    def f(x, y):
        return x + y

    x, y = (fjax.ShapeDtypeStruct(export.symbolic_shape("b"), "float32") for _ in range(2))
    with pytest.raises(FjaxValueError, match="Invalid mixing of symbolic scopes when exporting f"):
        export.export(fjax.jit(f))(x, y)


def test_only_export_takes_symbolic_sizes():
    with pytest.raises(FjaxTypeError, match="only fjax.export.export"):
        fjax.eval_shape(jnp.sin, *structs("b"))


def test_an_exported_function_is_called_within_another_one():
    inner = export.export(fjax.jit(lambda x: jnp.concatenate([x, x])))(*structs("n, 3"))
    for each in (inner, export.deserialize(inner.serialize())):
        outer = export.export(fjax.jit(lambda x, each=each: each.call(x).sum(1)))(
            *structs("b + 1, 3")
        )
        assert str(outer.out_avals[0].shape) == "(2*b + 2,)"
        assert outer.call(jnp.ones((4, 3), "float32")).shape == (8,)


def test_args_specs_are_of_one_scope():
    specs = export.symbolic_args_specs({"x": jnp.ones((8, 3)), "y": jnp.ones(8)}, "b, ...")
    assert str(specs["x"].shape) == "(b, 3)" and str(specs["y"].shape) == "(b,)"
    exported = export.export(fjax.jit(lambda d: d["x"].sum(1) + d["y"]))(specs)
    assert exported.call({"x": jnp.ones((2, 3)), "y": jnp.ones(2)}).tolist() == [4, 4]
