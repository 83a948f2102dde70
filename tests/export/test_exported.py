"""Exported functions: calls, derivatives, bytes, structures, platforms."""

import collections
import subprocess
import sys
import typing

import numpy as np
import pytest

import fjax
import fjax.numpy as jnp
from fjax import export, lax
from fjax.errors import FjaxTypeError, FjaxValueError

X = np.linspace(-1, 2, 12, dtype="float32").reshape(4, 3)


def loaded(function, *args, vjp_order=0, **kwargs):
    """The function, exported, serialized and read again."""
    exported = export.export(fjax.jit(function))(*args, **kwargs)
    return export.deserialize(exported.serialize(vjp_order=vjp_order))


def test_types_and_structures_are_kept():
    found = loaded(lambda a, *, b: {"r": (a, jnp.sin(b[0])), "n": None}, X, b=[X[0]])
    assert found.in_tree == fjax.tree.structure(((X,), {"b": [X[0]]}))
    assert found.out_tree == fjax.tree.structure({"r": (0, 0), "n": None})
    assert list(map(str, found.in_avals)) == ["float32[4,3]", "float32[3]"]
    assert list(map(str, found.out_avals)) == ["float32[4,3]", "float32[3]"]
    assert found.platforms == ("cpu",) and found.fun_name == "<lambda>"
    result = found.call(X, b=[X[0]])
    np.testing.assert_array_equal(result["r"][1], jnp.sin(X[0]))


def test_another_process_reads_it(tmp_path):
    w = jnp.arange(3.0, dtype="float32")
    path = tmp_path / "f"
    path.write_bytes(export.export(fjax.jit(lambda x: jnp.tanh(x @ w)))(X).serialize())
    program = (
        "import fjax, sys, numpy as np; f = fjax.export.deserialize(open(sys.argv[1],'rb').read());"
        "print(np.asarray(f.call(np.ones((4, 3), 'float32'))).tobytes().hex())"
    )
    out = subprocess.run(
        [sys.executable, "-c", program, path], capture_output=True, text=True, check=True
    ).stdout
    wanted = fjax.jit(lambda x: jnp.tanh(x @ w))(np.ones((4, 3), "float32"))
    assert out.strip() == np.asarray(wanted).tobytes().hex()


def test_it_works_within_transformations():
    f = loaded(lambda x, y: jnp.sin(x) @ y, X, X[0])
    np.testing.assert_array_equal(fjax.jit(f.call)(X, X[0]), f.call(X, X[0]))
    batched = fjax.vmap(f.call, (None, 0))(X, X)
    np.testing.assert_allclose(batched[1], f.call(X, X[1]), rtol=1e-6)
    _, tangent = fjax.jvp(f.call, (X, X[0]), (X, X[1]))
    np.testing.assert_allclose(tangent, X * jnp.cos(X) @ X[0] + jnp.sin(X) @ X[1], rtol=1e-5)
    third = fjax.grad(fjax.grad(fjax.grad(loaded(lambda x: x**4, 2.0).call)))(2.0)
    assert third == 48


@fjax.custom_vjp
def doubled(x):
    return 2 * x


# A derivative that nobody could take for that of the body.
doubled.defvjp(lambda x: (2 * x, x), lambda x, g: (100 * x * g,))


def test_a_custom_rule_is_never_differentiated_through():
    exported = export.export(fjax.jit(lambda x: jnp.sum(doubled(x))))(X)
    np.testing.assert_allclose(fjax.grad(exported.call)(X), 100 * X)
    without = export.deserialize(exported.serialize())
    assert not without.has_vjp()
    with pytest.raises(FjaxValueError, match="No VJP is available"):
        fjax.grad(without.call)(X)
    with pytest.raises(FjaxValueError, match="No VJP is available"):
        without.vjp()
    once = export.deserialize(exported.serialize(vjp_order=1))
    np.testing.assert_allclose(fjax.grad(once.call)(X), 100 * X)
    np.testing.assert_allclose(fjax.jit(fjax.grad(once.call))(X), 100 * X)


def test_a_custom_rule_within_a_loop_is_never_differentiated_through():
    def f(x):
        return lax.fori_loop(0, 2, lambda i, c: doubled(c), x).sum()

    without = export.deserialize(export.export(fjax.jit(f))(X).serialize())
    np.testing.assert_allclose(without.call(X), 4 * X.sum(), rtol=1e-6)
    with pytest.raises(FjaxValueError, match="No VJP is available"):
        fjax.grad(without.call)(X)


def test_the_vjp_takes_arguments_and_cotangents():
    f = loaded(lambda i, x: (i + 1, x * x), np.arange(3), X[0])
    backward = f.vjp()
    assert [str(a) for a in backward.in_avals] == [
        "int64[3]",
        "float32[3]",
        "float0[3]",
        "float32[3]",
    ]
    _, cotangent = backward.call(np.arange(3), X[0], np.zeros(3, fjax.float0), X[1])
    np.testing.assert_allclose(cotangent, 2 * X[0] * X[1])


@pytest.mark.extended
def test_symbolic_derivatives_are_stored():
    spec = fjax.ShapeDtypeStruct(export.symbolic_shape("b, 3"), "float32")
    f = loaded(lambda x: fjax.nn.softmax(x).std(), spec, vjp_order=1)
    for b in (1, 2, 7):
        x = np.random.default_rng(b).standard_normal((b, 3)).astype("float32")
        wanted = fjax.grad(lambda x: fjax.nn.softmax(x).std())(x)
        np.testing.assert_allclose(fjax.grad(f.call)(x), wanted, rtol=1e-4, atol=1e-7)


def test_static_arguments_are_left_out():
    f = fjax.jit(lambda x, n: x**n, static_argnums=1)
    assert export.export(f)(3.0, 2).call(3.0) == 9


def test_constants_of_all_dtypes_are_kept_bit_for_bit():
    values = [
        jnp.array([True, False]),
        jnp.arange(3, dtype="bfloat16"),
        jnp.array([1 + 2j]),
        jnp.array([-0.0, np.nan, np.inf]),
        jnp.arange(0, 4, dtype="uint8"),
        jnp.zeros((2, 0)),
        fjax.random.key(3),
        jnp.array([1, 2], dtype="float8_e4m3fn"),
        jnp.array([1, -2], "int4"),
    ]
    found = loaded(lambda: values).call()
    for a, b in zip(values, found, strict=True):
        assert a.aval == b.aval
        assert np.asarray(fjax.random.key_data(a) if "key" in str(a.dtype) else a).tobytes() == (
            np.asarray(fjax.random.key_data(b) if "key" in str(b.dtype) else b).tobytes()
        )


def test_wrong_arguments_are_named():
    f = loaded(lambda a, *, b: a + b, X, b=X)
    with pytest.raises(FjaxValueError, match="must have the same pytree structure"):
        f.call(X, X)
    with pytest.raises(FjaxValueError, match=r"Dtype mismatch for kwargs\['b'\]"):
        f.call(X, b=X.astype("float16"))
    with pytest.raises(FjaxValueError, match=r"Rank mismatch for args\[0\]"):
        f.call(X[0], b=X)


def test_only_jitted_functions_are_exported():
    with pytest.raises(FjaxValueError, match="must be the result of `jit`"):
        export.export(lambda x: x)


def test_host_functions_are_exported_and_not_serialized():
    def f(x):
        return fjax.pure_callback(np.sin, fjax.ShapeDtypeStruct((), "float64"), x)

    exported = export.export(fjax.jit(f))(1.0)
    assert exported.call(1.0) == np.sin(1.0)
    with pytest.raises(FjaxValueError, match="its program calls sin"):
        exported.serialize()


def test_references_are_refused():
    ref = fjax.new_ref(jnp.zeros(3))
    with pytest.raises(FjaxValueError, match="references"):
        export.export(fjax.jit(lambda x: ref[...] + x))(1.0)


def test_platforms_have_programs_of_their_own():
    def f(x):
        return lax.platform_dependent(x, cpu=lambda x: x + 1, cuda=lambda x: x + 2)

    exported = export.export(fjax.jit(f), platforms=("cuda", "cpu"))(1.0)
    for each in (exported, export.deserialize(exported.serialize())):
        assert each.call(1.0) == 2
        assert "2.0" in each.as_text("cuda") and "1.0" in each.as_text("cpu")
    only = loaded_for(f, ("cuda",))
    with pytest.raises(FjaxValueError, match="Function .* was exported for platforms"):
        only.call(1.0)
    check = export.DisabledSafetyCheck.platform()
    assert loaded_for(f, ("cuda",), (check,)).call(1.0) == 3


def loaded_for(function, platforms, checks=()):
    exported = export.export(fjax.jit(function), platforms=platforms, disabled_checks=checks)(1.0)
    return export.deserialize(exported.serialize())


def test_shardings_are_kept():
    mesh = fjax.make_mesh((1,), ("x",))
    split = fjax.NamedSharding(mesh, fjax.P("x", None))
    exported = export.export(fjax.jit(lambda x: x * 2, in_shardings=split, out_shardings=split))(X)
    again = export.deserialize(exported.serialize())
    assert again.in_shardings_jax(mesh) == (split,) == again.out_shardings_jax(mesh)
    np.testing.assert_array_equal(again.call(X), 2 * X)
    on_mesh = again.call(fjax.device_put(X, split))
    assert on_mesh.sharding.mesh == mesh
    np.testing.assert_array_equal(on_mesh, 2 * X)


# ---- structures


def test_registered_classes_are_kept():
    class Point(typing.NamedTuple):
        x: float
        y: float

    with pytest.raises(FjaxValueError, match="Cannot serialize .* unregistered type .*Point"):
        export.export(fjax.jit(lambda p: p))(Point(1.0, 2.0)).serialize()
    export.register_namedtuple_serialization(Point, serialized_name="tests.Point")
    with pytest.raises(FjaxValueError, match="Duplicate serialization registration"):
        export.register_namedtuple_serialization(Point, serialized_name="tests.Other")
    tree = collections.OrderedDict(b=Point(1.0, 2.0), a=[Point(3.0, 4.0)])
    found = loaded(lambda t: (t, t["a"]), tree)
    assert found.out_tree == fjax.tree.structure((tree, tree["a"]))
    assert type(found.call(tree)[0]["b"]) is Point


def test_keys_that_are_no_texts_are_refused():
    with pytest.raises(FjaxTypeError, match="only for dictionaries with string keys"):
        loaded(lambda d: d[1], {1: 2.0})


# ---- bytes


def test_damaged_bytes_are_refused_wherever_they_are_damaged():
    data = bytes(export.export(fjax.jit(lambda x: x + jnp.arange(3.0)))(1.0).serialize())
    for place in range(0, len(data), 7):
        damaged = bytearray(data)
        damaged[place] ^= 1
        with pytest.raises(FjaxValueError, match="no exported function that can be read"):
            export.deserialize(damaged)
    for length in (0, 5, 20, len(data) - 1):
        with pytest.raises(FjaxValueError, match="no exported function that can be read"):
            export.deserialize(data[:length])


def rehashed(data, old, new):
    """The bytes with a part of their header replaced, and the right hash."""
    import hashlib

    start = len(b"fjax export\n")
    length = int.from_bytes(data[start : start + 8], "little")
    header = data[start + 8 : start + 8 + length]
    assert old in header
    header = header.replace(old, new)
    rest = data[start + 8 + length : -32]
    body = data[:start] + len(header).to_bytes(8, "little") + header + rest
    return body + hashlib.sha256(body).digest()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"format":1', b'"format":99'),
        (b"b:f64[] = sin a", b"b:f64[] = system a"),
        (b"b:f64[] = sin a", b"b:f64[7] = sin a"),
        (b"b:f64[] = sin a", b"b:f64[] = sin zz"),
        (b"b:f64[] = sin a", b"b:f64[] = reduce_sum[axes=Popen(args='ls')] a"),
        (b"b:f64[] = sin a", b"b:f64[] = pure_callback[callback=<host print>] a"),
        (b'"in_avals":[[[],"f64"]]', b'"in_avals":[]'),
        (b'"in_avals":[[[],"f64"]]', b'"in_avals":[[["-3"],"f64"]]'),
        (b'"constants":[]', b'"constants":[[0,["9"],"f64",false]]'),
        (b'"of_platform":{"cpu":0}', b'"of_platform":{"cpu":7}'),
        (b'"constants":[]', b'"constants":' + b"[" * 100_000 + b"]" * 100_000),
        (b'"constants":[]', b'"constants":[[0,["1"],"f64",false]],"places":[[Infinity]]'),
        (b'"platforms":["cpu"]', b'"platforms":[]'),
        (b'"nr_devices":1', b'"nr_devices":Infinity'),
        (b'"constraints":[]', b'"constraints":["a > b"]'),
        (b'"in_shardings":[null]', b'"in_shardings":[]'),
        (b'"in_tree":[', b'"in_tree":["list",'),
        (b'"in_tree":["tuple",', b'"in_tree":["list",'),
        (b'"in_avals":[[[],"f64"]]', b'"in_avals":[[[],"f32"]]'),
        (b'"out_avals":[[[],"f64"]]', b'"out_avals":[[["4"],"f64"]]'),
        (b"b:f64[] = sin a", b"b:f64[] = sin"),
        (b"b:f64[] = sin a", b"b:f64[] = mul a"),
        *[
            (b'"in_avals":[[[],"f64"]]', f'"in_avals":[[["{size}"],"f64"]]'.encode())
            for size in (
                *("((((9^16)^16)^16)^16)", "(a+b+c+d+e+f)^16", "((a+b)^16)^16", "a^16^16^16"),
                *("9" * 5000, "0x" + "f" * 5000, "floordiv(3, 0)", "mod(a, 0)", "a//(b-b)"),
                *(
                    "-" * 9000 + "a",
                    "(" * 250 + "a" + ")" * 250,
                    "a" + "+a" * 4000,
                    "a*" * 90 + "a",
                ),
                *("max(max(a^16, 1)^16, 1)^16", "a+" * 100_000 + "a", "a if a else b", "\\ud800"),
            )
        ],
    ],
)
def test_bytes_with_a_right_hash_and_wrong_contents_are_refused(old, new):
    data = bytes(export.export(fjax.jit(jnp.sin))(jnp.ones(())).serialize())
    with pytest.raises(FjaxValueError):
        export.deserialize(rehashed(data, old, new))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b'["b","",""]', b'["1//(b-3)","",""]', "divides by zero"),
        (b'["b","",""]', b'["zz","",""]', "'zz' is none of b"),
        (b'["b","",""]', b'["b-4","1/","f32"]', "parse: "),
        (b'["b","",""]', b'["b-3","1/","f32"]', "division by zero"),
        (b'["b","",""]', b'["b-4","log","f32"]', "of the size -1"),
        (b'["b","",""]', b'["2*b","",""]', "what was loaded is damaged"),
    ],
)
def test_a_program_of_wrong_formulas_is_refused_when_it_is_called(old, new, message):
    shape = export.symbolic_shape("b")
    one = export.export(fjax.jit(jnp.sin))(fjax.ShapeDtypeStruct(shape, jnp.float32))
    found = export.deserialize(rehashed(bytes(one.serialize()), old, new))
    with pytest.raises(FjaxValueError, match=message):
        found.call(jnp.ones(3, jnp.float32))


def test_what_is_no_bytes_is_refused():
    with pytest.raises(FjaxTypeError, match="takes bytes"):
        export.deserialize("text")
