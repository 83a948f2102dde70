"""What is mutated, how it is read, and what that may say: a class for each kind of file or text."""

from __future__ import annotations

import atexit
import dataclasses
import functools
import hashlib
import io
import json
import os
import pathlib
import random
import re
import shutil
import tempfile
from collections.abc import Callable
from typing import Any

import numpy as np
import safetensors.numpy

import fjax
import fjax.numpy as jnp
from fjax import checkpoints, data, export, lax, nn
from fjax.config import Scope
from fjax.core.parser import ParseError, parse
from fjax.core.typecheck import typecheck
from fjax.errors import FjaxError, FjaxValueError
from fjax.lowering import disk_cache
from fjax.lowering.kernel.parser import parse_kernel
from fjax.lowering.kernel.printer import print_kernel
from fjax.lowering.kernel.verify import mistake
from tests.fuzz.hostile.mutations import changed_bytes, changed_json, changed_text, json_text

_MOST_ELEMENTS = 1 << 16  # of what is computed with


@dataclasses.dataclass(frozen=True)
class Kind:
    """A kind of file: what makes a call that reads a mutant, and the errors that it may raise."""

    mutant: Callable[[random.Random, pathlib.Path], Callable[[], Any]]
    errors: tuple[type[BaseException], ...] = (FjaxValueError,)


# ---- files of arrays


def _tree() -> dict[str, Any]:
    return {
        "layer": nn.Linear(3, 2, key=fjax.random.key(0)),
        "words": [jnp.arange(5), np.ones((2, 0, 3), np.float16), jnp.ones((), jnp.bfloat16)],
        "rest": (jnp.arange(3) > 1, jnp.ones(2, complex), fjax.random.key(7), None),
        "numbers": {"step": 7, "rate": 0.5, "best": float("inf"), "name": "é", "done": True},
    }


@functools.cache
def _saved() -> bytes:
    path = _scratch() / "saved.safetensors"
    checkpoints.save(path, _tree())
    return path.read_bytes()


@functools.cache
def _foreign() -> bytes:
    arrays = {"weight": np.ones((2, 3), np.float32), "bias": np.zeros(2), "0": np.ones(3) > 0}
    return safetensors.numpy.save(arrays, {"format": "pt"})


@functools.cache
def _scratch() -> pathlib.Path:
    path = pathlib.Path(tempfile.mkdtemp(prefix="fjax-hostile-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


def _taken_apart(contents: bytes) -> tuple[Any, bytes]:
    length = int.from_bytes(contents[:8], "little")
    return json.loads(contents[8 : 8 + length]), contents[8 + length :]


def _put_together(text: bytes, arrays: bytes, source: random.Random) -> bytes:
    """A file with this header; mostly its hash is right again, so that more of it is believed."""
    if source.random() < 0.9:
        text = re.sub(rb'("fjax.sha256":")[^"]{64}"', rb"\g<1>" + b"0" * 64 + b'"', text)
        digest = hashlib.sha256(text + arrays).hexdigest().encode()
        text = text.replace(b"0" * 64, digest, 1)
    length = len(text) if source.random() < 0.97 else source.choice((0, 1 << 40, len(text) + 1))
    return length.to_bytes(8, "little") + text + arrays


def _changed_safetensors(source: random.Random, contents: bytes) -> bytes:
    if source.random() < 0.2:
        return changed_bytes(source, contents)
    header, arrays = _taken_apart(contents)
    said = header.get("__metadata__", {})
    if "fjax" in said and source.random() < 0.7:
        inside = json_text(source, changed_json(source, json.loads(said["fjax"])))
        said["fjax"] = inside.decode()
    else:
        header = changed_json(source, header)
    if source.random() < 0.1:
        arrays = changed_bytes(source, arrays)
    return _put_together(json_text(source, header), arrays, source)


def _special(source: random.Random, path: pathlib.Path, contents: bytes) -> None:
    """Something else than a file under a name."""
    kind = source.randrange(5)
    if kind == 0:
        os.mkfifo(path)
    elif kind == 1:
        path.mkdir()
    elif kind == 2:
        path.symlink_to(source.choice(("/dev/zero", "/dev/null", "/proc/self/mem", "/")))
    elif kind == 3:
        path.write_bytes(b"")
    else:
        with open(path, "wb") as file:  # a file that is a hole, mostly
            file.write(contents)
            file.truncate(1 << 40)


def _file(source: random.Random, folder: pathlib.Path, name: str, make: Callable[[], bytes]) -> Any:
    path = folder / name
    if source.random() < 0.03:
        _special(source, path, make())
    else:
        path.write_bytes(make())
    return path


def _safetensors(source: random.Random, folder: pathlib.Path) -> Callable[[], Any]:
    ours = source.random() < 0.7
    contents = _saved() if ours else _foreign()
    path = _file(source, folder, "a.safetensors", lambda: _changed_safetensors(source, contents))
    model = nn.Linear(3, 2, key=fjax.random.key(0))
    readers: list[Callable[[], Any]] = [
        lambda: checkpoints.load(path),
        lambda: checkpoints.load(path),
        lambda: checkpoints.load(path, like=_tree()),
        lambda: checkpoints.load_partial(path, _tree(), rename={"": "", "a": "b"}),
        lambda: checkpoints.read_safetensors(path),
        lambda: data.mapped_safetensors(path),
        lambda: nn.load_torch(model, None, path),
    ]
    return source.choice(readers)


def _damaged(source: random.Random, folder: pathlib.Path) -> Callable[[], Any]:
    """Bytes changed under a hash that stays: what was saved, or an error, and nothing else."""
    path = folder / "a.safetensors"
    contents = changed_bytes(source, _saved())
    path.write_bytes(contents)

    def read() -> None:
        found = checkpoints.load(path, like=_tree())
        old, new = (fjax.tree.leaves(x) for x in (_tree(), found))
        same = [
            np.asarray(a).tobytes() == np.asarray(b).tobytes() for a, b in zip(old[:2], new[:2])
        ]
        assert all(same) and len(old) == len(new), "a damaged file was read"

    return read


@functools.cache
def _parts() -> dict[str, bytes]:
    folder = _scratch() / "parts"
    mesh = fjax.make_mesh((1,), ("x",))
    rows = fjax.NamedSharding(mesh, fjax.P("x"))
    checkpoints.save_sharded(folder, {"w": fjax.device_put(jnp.arange(6.0), rows), "n": 7})
    found = {path.name: path.read_bytes() for path in folder.iterdir()}
    whole = _taken_apart(found["whole.safetensors"])[0]
    said = json.loads(whole["__metadata__"]["fjax"])
    token, values = said["save"], np.arange(6.0)
    said["leaves"]["['w']"] = {
        "type": "f64",
        "shape": [6],
        "pieces": [[0, [[0, 2]]], [0, [[2, 4]]], [1, [[4, 6]]]],
    }
    said["files"] = 2
    part = lambda n: f"part-{token}-{n:05d}.safetensors"
    name = lambda n: f"{n}@['w']"
    stored = [{name(0): values[:2], name(1): values[2:4]}, {name(2): values[4:]}]
    for number, arrays in enumerate(stored):
        checkpoints.write_safetensors(folder / part(number), arrays, {"fjax.save": token})
    checkpoints.write_safetensors(folder / "whole.safetensors", {}, {"fjax": json.dumps(said)})
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def _sharded(source: random.Random, folder: pathlib.Path) -> Callable[[], Any]:
    wrong = source.choice(["whole.safetensors"] * 3 + list(_parts()))
    for name, contents in _parts().items():
        make = lambda c=contents, n=name: _changed_safetensors(source, c) if n == wrong else c
        if name == wrong:
            _file(source, folder, name, make)
        else:
            (folder / name).write_bytes(contents)
    like = {"n": 7, "w": fjax.ShapeDtypeStruct((6,), float)}
    return lambda: checkpoints.load_sharded(folder, source.choice((None, None, like)))


# ---- exported functions


@functools.cache
def _exported() -> list[bytes]:
    x = jnp.ones((3, 2), jnp.float32)
    b = fjax.ShapeDtypeStruct(export.symbolic_shape("b, 2", constraints=["b >= 2"]), jnp.float32)
    loop = lambda x: lax.fori_loop(0, 3, lambda i, y: jnp.sin(y) + i, x)
    mixed = lambda t: {
        "a": t["x"].sum(0) / t["x"].shape[0],
        "b": (t["x"] @ t["x"].T, jnp.arange(3)),
    }
    chosen = lambda x: lax.cond(x.sum() > 0, jnp.tanh, lambda v: v * np.ones((3, 2), np.float32), x)
    blobs = [
        export.export(fjax.jit(loop))(x).serialize(),
        export.export(fjax.jit(mixed))({"x": x}).serialize(),
        export.export(fjax.jit(mixed))({"x": b}).serialize(),
        export.export(fjax.jit(chosen))(x).serialize(),
        export.export(fjax.jit(nn.relu), platforms=("cpu", "cuda"))(x).serialize(vjp_order=1),
    ]
    return list(map(bytes, blobs))


SIZES = (
    *("((((9^16)^16)^16)^16)", "(a+b+c+d+e+f)^16^16", "a^16^16", "9" * 5000, "0x" + "f" * 9000),
    *("floordiv(b, 0)", "mod(3, 0)", "b//(b-b)", "-" * 9000 + "a", "(" * 150 + "a" + ")" * 150),
    *("max(max(b^16, 1)^16, 1)^16", "a" + "+a" * 4000, "b*b*b*b", "1.5", "'x'", "b if b else b"),
    *(
        "__import__('os')",
        "b.real",
        "lambda: b",
        "b\ud800",
        "[b for b in b]",
        "",
        " ",
        "-1",
        "1<<9",
    ),
)


def _changed_export(source: random.Random, blob: bytes) -> bytes:
    if source.random() < 0.05:
        return changed_bytes(source, blob)
    magic = blob.index(b"\n") + 1
    header, arrays = _taken_apart(blob[magic:-32])
    kind = source.random()
    if kind < 0.5:
        header = changed_json(source, header)
    elif kind < 0.7:
        function = source.choice(header["functions"])
        where = [f[0] for v in function["variants"] for f in [v["general"][1]] if f]
        where += [a[0] for a in function["in_avals"] + function["out_avals"] if a[0]]
        if where:
            place = source.choice(where)
            place[source.randrange(len(place))] = source.choice(SIZES)
        function["constraints"] = source.choice(([], ["b >= 2"], [f"b >= {source.choice(SIZES)}"]))
    else:
        function = source.choice(header["functions"])
        pieces = source.choice(function["variants"])["general"][0]
        k = source.randrange(len(pieces))
        pieces[k] = changed_text(source, pieces[k], programs())
    text = json_text(source, header)
    body = blob[:magic] + len(text).to_bytes(8, "little") + text + arrays
    return body + hashlib.sha256(body).digest()


def _exports(source: random.Random, folder: pathlib.Path) -> Callable[[], Any]:
    blob = _changed_export(source, source.choice(_exported()))
    call = source.random() < 0.3

    def read() -> None:
        found = export.deserialize(blob)
        found.uses_global_constants, found.variables, found.has_vjp()
        sizes = dict.fromkeys(found.variables, 3)
        shapes = [
            tuple(n if isinstance(n, int) else n.at(sizes) for n in a.shape) for a in found.in_avals
        ]
        if not all(0 <= np.prod(s, dtype=object) <= _MOST_ELEMENTS for s in shapes):
            return
        text = found.as_text(**sizes)
        keys = any(fjax.dtypes.issubdtype(a.dtype, fjax.dtypes.prng_key) for a in found.in_avals)
        if call and not keys and "while" not in text and "scan" not in text:
            if _is_small(parse(text)):
                found.call_flat([jnp.ones(s, a.dtype) for s, a in zip(shapes, found.in_avals)])

    return read


def _is_small(jaxpr: Any) -> bool:
    avals = [v.aval for e in jaxpr.eqns for v in e.outvars]
    return sum(a.size for a in avals) <= _MOST_ELEMENTS and all(map(_is_small, _inside(jaxpr)))


def _inside(jaxpr: Any) -> list[Any]:
    return [inner for eqn in jaxpr.eqns for inner in eqn.op.jaxprs]


# ---- programs as text


@functools.cache
def programs() -> tuple[str, ...]:
    """Texts of programs with most things that texts may have."""
    x, m, i = jnp.ones(3, jnp.float32), jnp.ones((3, 2)), jnp.arange(3)
    functions: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
        (lambda x: jnp.sin(x) * 2 + x, (x,)),
        (lambda x, m: (x @ m, jnp.sort(x), jnp.cumsum(m, 1)), (x, m)),
        (lambda x: lax.scan(lambda c, y: (c + y, c * y), 0.0, x), (x,)),
        (
            lambda x: lax.while_loop(lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] * 2), (0, x)),
            (x,),
        ),
        (lambda i, x: lax.switch(i[0], [jnp.sin, jnp.cos, lambda v: v + 1], x), (i, x)),
        (lambda x, i: x.at[i].add(1.0)[i] + jnp.where(x > 0, x, jnp.nan), (x, i)),
        (lambda x: fjax.random.normal(fjax.random.key(3), (3,)) + x, (x,)),
        (lambda m: jnp.pad(m, 1).reshape(-1)[None].astype(jnp.complex64), (m,)),
        (lambda m: lax.conv_general_dilated(m[None, None], m[None, None], (1, 1), "SAME"), (m,)),
        (fjax.grad(lambda m: jnp.linalg.norm(nn.softmax(m @ m.T))), (m,)),
        (lambda m: fjax.vmap(fjax.jit(lambda r: lax.top_k(r, 2)))(m), (m,)),
        (lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (2,), (1,), "VALID"), (x,)),
        (lambda x: (x.astype(jnp.bfloat16), x.astype(jnp.int8) << 2, x.astype(bool)), (x,)),
        (fjax.checkpoint(lambda x: jnp.linalg.cholesky(jnp.diag(x))), (x,)),
    ]
    return tuple(str(fjax.make_jaxpr(f)(*args).jaxpr) for f, args in functions)


def _programs(source: random.Random, folder: pathlib.Path) -> Callable[[], Any]:
    text = changed_text(source, source.choice(programs()), programs())

    def read() -> None:
        jaxpr = parse(text)
        typecheck(jaxpr)
        again = str(jaxpr)
        assert str(parse(again)) == again, "a program that was read prints as another"
        hash(jaxpr.canonical_key)

    return read


@functools.cache
def kernels() -> tuple[str, ...]:
    """Texts of kernels."""
    x, m = jnp.ones(300, jnp.float32), jnp.ones((30, 20))
    found = []
    for f, args in [
        (lambda x: jnp.tanh(x) * 2 + x.sum(), (x,)),
        (lambda m: nn.softmax(m), (m,)),
        (lambda x: lax.fori_loop(0, 9, lambda i, y: y * 2 + i, x), (x,)),
        (lambda m, x: m.at[x.astype(int)[:5]].add(1.0), (m, x)),
        (lambda m: jnp.argmax(m, 0) + jnp.cumsum(m, 1).astype(int).sum(0), (m,)),
    ]:
        found += [str(k.form) for k in fjax.inspect(f)(*args).kernels]
    return tuple(found)


def _kernels(source: random.Random, folder: pathlib.Path) -> Callable[[], Any]:
    text = changed_text(source, source.choice(kernels()), kernels())

    def read() -> None:
        kernel = parse_kernel(text)
        if mistake(kernel) is None:
            again = print_kernel(kernel)
            assert print_kernel(parse_kernel(again)) == again, "a kernel prints as another"

    return read


# ---- other files


def _arrays(source: random.Random, folder: pathlib.Path) -> Callable[[], Any]:
    file = io.BytesIO()
    if source.random() < 0.6:
        np.save(
            file,
            source.choice((np.arange(12.0).reshape(3, 4), np.ones((), "i2"), np.zeros((0, 3)))),
        )
        name = "a.npy"
    else:
        np.savez(file, a=np.arange(5), b=np.ones((2, 2)))
        name = "a.npz"
    contents = file.getvalue()

    def make() -> bytes:
        if name == "a.npz" or source.random() < 0.3:
            return changed_bytes(source, contents)
        head = contents[10 : 10 + int.from_bytes(contents[8:10], "little")].decode()
        text = changed_text(
            source, head, (head, "(1000000000000,)", "'|O'", "'<U9'", "(" * 60)
        ).encode()
        return (
            contents[:8] + len(text).to_bytes(4, "little")[:2] + text + contents[10 + len(head) :]
        )

    path = _file(source, folder, name, make)

    if name == "a.npy" and source.random() < 0.5:
        return lambda: data.mapped(path).sum()
    return lambda: jnp.load(path)  # of .npz files NumPy reads the members, when they are asked for


def _cached(source: random.Random, folder: pathlib.Path) -> Callable[[], Any]:
    """An entry of the kernel cache: its contents, or nothing; never an error."""
    key, contents = hashlib.sha256(b"key").hexdigest(), b"contents" * 9
    header = {"format": disk_cache.FORMAT, "key": key, "bytes": len(contents)}
    header["sha256"] = hashlib.sha256(contents).hexdigest()
    entry = json_text(source, changed_json(source, header)) + b"\n" + contents
    if source.random() < 0.3:
        entry = changed_bytes(source, json.dumps(header).encode() + b"\n" + contents)

    def read() -> None:
        with Scope("compilation_cache_dir", str(folder)):
            path = folder / key[:2] / key[2:]
            path.parent.mkdir()
            _file(source, path.parent, path.name, lambda: entry)
            assert disk_cache.read(key) in (None, contents)

    return read


KINDS = {
    "safetensors": Kind(_safetensors, (FjaxValueError, OSError)),
    "damaged": Kind(_damaged),
    "sharded": Kind(_sharded, (FjaxValueError, OSError)),
    "exports": Kind(_exports, (FjaxError,)),
    "programs": Kind(_programs, (ParseError,)),
    "kernels": Kind(_kernels, (ParseError,)),
    "arrays": Kind(_arrays, (FjaxValueError, OSError)),
    "cached": Kind(_cached, ()),
}
