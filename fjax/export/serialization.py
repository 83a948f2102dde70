"""Exported functions as bytes: a header in JSON, arrays, and a hash over all of it.

    b"fjax export\n", the header's length (8 bytes, little endian), header, arrays, SHA-256

What is read is believed only after the hash was compared and every part was checked. The hash finds
damage; it does not say who wrote the bytes.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fjax.core import dtypes
from fjax.core.array import Array
from fjax.core.avals import ShapedArray
from fjax.core.mesh import AbstractMesh
from fjax.core.parser import ParseError, parse
from fjax.core.sharding import NamedSharding, PartitionSpec
from fjax.core.tracing import Tracer
from fjax.errors import FjaxError, FjaxTypeError, FjaxValueError
from fjax.export.formulas import Formula
from fjax.export.programs import Variant
from fjax.export.specification import SymbolicScope, size_of
from fjax.export.templates import Template
from fjax.export.trees import tree_as_json, tree_from_json
from fjax.tree_util import tree_unflatten
from fjax.version import __version__

_MAGIC = b"fjax export\n"
_HASH = hashlib.sha256().digest_size
FORMAT = 1  # changes whenever older versions of fjax could not read what is written
_LARGEST = 1 << 60  # elements of an array


class Record(dict[str, Any]):
    """What is said of one exported function; `arrays` are those that its programs hold."""

    arrays: list[np.ndarray]


def record_of(exported: Any) -> Record:
    """The fields of an exported function in JSON.

    Raises FjaxValueError if the program calls functions of this process.
    """
    record = Record(
        fun_name=exported.fun_name,
        in_tree=tree_as_json(exported.in_tree),
        out_tree=tree_as_json(exported.out_tree),
        in_avals=[_aval_as_json(a) for a in exported.in_avals],
        out_avals=[_aval_as_json(a) for a in exported.out_avals],
        platforms=list(exported.platforms),
        nr_devices=exported.nr_devices,
        disabled_safety_checks=[str(check) for check in exported.disabled_safety_checks],
        calling_convention_version=exported.calling_convention_version,
        constraints=list(exported.constraints),
        in_shardings=[_sharding_as_json(s) for s in exported.in_shardings],
        out_shardings=[_sharding_as_json(s) for s in exported.out_shardings],
    )
    record.arrays = []
    written: list[Variant] = []
    record["variants"], record["of_platform"] = [], {}
    for platform, variant in exported.variants.items():
        known = next((k for k, other in enumerate(written) if _same(variant, other)), None)
        if known is None:
            known = len(written)
            written.append(variant)
            record["variants"].append(_variant_as_json(exported.fun_name, variant, record.arrays))
        record["of_platform"][platform] = known
    return record


def _same(one: Variant, other: Variant) -> bool:
    constants = zip(one.constants, other.constants, strict=False)
    return (
        (one.general, one.special) == (other.general, other.special)
        and len(one.constants) == len(other.constants)
        and all(x is y for x, y in constants)
    )


def _variant_as_json(name: str, variant: Variant, arrays: list[np.ndarray]) -> dict[str, Any]:
    if variant.hosts:
        raise FjaxValueError(
            f"{name} cannot be serialized: its program calls {', '.join(variant.hosts)}, functions "
            "or primitives of this process. Leave callbacks (pure_callback, debug.print) and "
            "your own primitives out of the exported function"
        )
    for template in (variant.general, *[t for _, t in variant.special]):
        if not template.formulas:
            _check_readable(name, template.pieces[0])
    constants = []
    for value in variant.constants:
        if isinstance(value, Tracer):
            raise FjaxValueError(
                f"{name} cannot be serialized: it holds a traced value of the function around it; "
                "export it outside of transformations, or pass the value as an argument"
            )
        aval, data = _constant(value)
        constants.append([len(arrays), *_aval_as_json(aval), aval.weak_type])
        arrays.append(data)
    return {
        "general": _template_as_json(variant.general),
        "special": [[sorted(ones), _template_as_json(t)] for ones, t in variant.special],
        "constants": constants,
        "rules_dropped": variant.rules_dropped,
    }


def _check_readable(name: str, text: str) -> None:
    """Raise where the program's text does not say all of it, as of shardings of devices."""
    try:
        same = str(parse(text)) == text
    except ParseError as error:
        why = str(error).splitlines()[0]
        raise FjaxValueError(f"{name} cannot be serialized: {why}") from error
    if not same:
        raise FjaxValueError(
            f"{name} cannot be serialized: its program cannot be written as text. Leave out "
            "what exists in this process only"
        )


def _constant(value: Any) -> tuple[ShapedArray, np.ndarray]:
    aval = value.aval if isinstance(value, Array) else ShapedArray(value.shape, value.dtype)
    if dtypes.is_key(aval.dtype) and aval.dtype.generator is not None:
        raise FjaxTypeError(f"keys of a user's generator cannot be serialized: {aval}")
    host = value.host() if isinstance(value, Array) else np.asarray(value)
    return aval, np.ascontiguousarray(host).reshape(host.shape)


def _aval_as_json(aval: ShapedArray) -> list[Any]:
    return [[str(n) for n in aval.shape], dtypes.short_name(aval.dtype)]


def _sharding_as_json(sharding: Any) -> Any:
    if not isinstance(sharding, NamedSharding):
        return None
    parts = [list(p) if isinstance(p, tuple) else p for p in sharding.spec]
    shape = dict(sharding.mesh.shape)
    if not all(p is None or isinstance(p, (str, list)) for p in parts):
        raise FjaxTypeError(f"the sharding {sharding} cannot be serialized: name its axes by texts")
    return {"mesh": [[str(name), n] for name, n in shape.items()], "spec": parts}


def _template_as_json(template: Template) -> list[Any]:
    return [list(template.pieces), [f.as_json() for f in template.formulas]]


def encoded(records: Sequence[Record]) -> bytes:
    """The bytes of an exported function and of its derivatives, in this order.

    >>> decoded(encoded([]))
    Traceback (most recent call last):
    fjax.errors.FjaxValueError: deserialize: these bytes are no exported function...
    """
    end = 0
    places: list[list[int]] = []
    data: list[bytes] = []
    for record in records:
        places.append([])
        for array in record.arrays:
            places[-1].append(end)
            data.append(array.reshape(-1).view(np.uint8).tobytes())
            end += array.nbytes
    header = json.dumps(
        {
            "format": FORMAT,
            "fjax": __version__,
            "functions": [{**r, "places": p} for r, p in zip(records, places, strict=True)],
        },
        separators=(",", ":"),
    ).encode()
    body = b"".join([_MAGIC, len(header).to_bytes(8, "little"), header, *data])
    return body + hashlib.sha256(body).digest()


def _refused(why: str) -> FjaxValueError:
    return FjaxValueError(
        f"deserialize: these bytes are no exported function that can be read: {why}"
    )


def decoded(blob: bytes | bytearray | memoryview) -> list[dict[str, Any]]:
    """The fields of each function in the bytes; raises FjaxValueError for bytes that are none."""
    if not isinstance(blob, (bytes, bytearray, memoryview)):
        raise FjaxTypeError(
            f"deserialize takes bytes, such as pathlib.Path(name).read_bytes(), got "
            f"{type(blob).__name__}"
        )
    data = bytes(blob)
    start = len(_MAGIC) + 8
    if not data.startswith(_MAGIC) or len(data) < start + _HASH:
        raise _refused(f"they do not begin as {_MAGIC!r} of Exported.serialize")
    body, claimed = data[:-_HASH], data[-_HASH:]
    if hashlib.sha256(body).digest() != claimed:
        raise _refused("their hash is not that of their contents: they are cut or damaged")
    length = int.from_bytes(body[len(_MAGIC) : start], "little")
    try:
        header = json.loads(body[start : start + length])
        if header["format"] != FORMAT:
            raise _refused(
                f"they are of format {header['format']}, written by fjax {header['fjax']}; this is "
                f"fjax {__version__}, which reads format {FORMAT}"
            )
        found = [_fields(said, body[start + length :]) for said in header["functions"]]
    except (FjaxError, MemoryError):
        raise
    except Exception as error:  # registered readers of a user's classes may raise anything
        raise _refused(
            f"a part of them is wrong ({type(error).__name__}: {error})"[:500]
        ) from error
    if not found:
        raise _refused("there is no function in them")
    return found


def _fields(said: Mapping[str, Any], data: bytes) -> dict[str, Any]:
    """The fields of an exported function."""
    variants = [_variant(each, said["places"], data) for each in said["variants"]]
    found: dict[str, Any] = {
        "fun_name": str(said["fun_name"]),
        "in_tree": tree_from_json(said["in_tree"]),
        "out_tree": tree_from_json(said["out_tree"]),
        "in_avals": tuple(_aval(*a) for a in said["in_avals"]),
        "out_avals": tuple(_aval(*a) for a in said["out_avals"]),
        "platforms": tuple(map(str, said["platforms"])),
        "nr_devices": int(said["nr_devices"]),
        "disabled_safety_checks": tuple(map(str, said["disabled_safety_checks"])),
        "calling_convention_version": int(said["calling_convention_version"]),
        "constraints": tuple(map(str, said["constraints"])),
        "in_shardings": tuple(map(_sharding, said["in_shardings"])),
        "out_shardings": tuple(map(_sharding, said["out_shardings"])),
        "variants": {p: variants[said["of_platform"][p]] for p in said["platforms"]},
    }
    called = tree_unflatten(found["in_tree"], range(found["in_tree"].num_leaves))
    if type(called) is not tuple or list(map(type, called)) != [tuple, dict]:
        raise ValueError("in_tree is not that of (args, kwargs)")
    if not found["platforms"]:
        raise ValueError("it is for no platform")
    SymbolicScope(found["constraints"])  # raises if they are none
    for side in ("in", "out"):
        leaves, avals = found[f"{side}_tree"].num_leaves, found[f"{side}_avals"]
        if not leaves == len(avals) == len(found[f"{side}_shardings"]):
            raise ValueError(f"{side}_tree has {leaves} leaves for {len(avals)} types")
    return found


def _variant(said: Mapping[str, Any], places: Sequence[int], data: bytes) -> Variant:
    constants = []
    for number, shape, dtype, weak in said["constants"]:
        constants.append(_array(_aval(shape, dtype, bool(weak)), places[number], data))
    return Variant(
        _template(said["general"]),
        tuple((frozenset(map(str, ones)), _template(t)) for ones, t in said["special"]),
        tuple(constants),
        (),
        bool(said["rules_dropped"]),
    )


def _array(aval: ShapedArray, start: int, data: bytes) -> Array:
    count = math.prod(aval.shape)
    physical = np.dtype(dtypes.physical(aval.dtype))
    if not 0 <= count <= _LARGEST or not 0 <= start <= len(data) - count * physical.itemsize:
        raise ValueError(f"an array {aval} is not within the bytes")
    if physical == np.bool_:
        words = np.frombuffer(data, np.uint8, count, start)
        if words.size and words.max() > 1:
            raise ValueError("an array of booleans has other bytes than 0 and 1")
    return Array(np.frombuffer(data, physical, count, start).reshape(aval.shape).copy(), aval)


def _aval(shape: Sequence[str], dtype: str, weak: bool = False) -> ShapedArray:
    lengths = tuple(size_of(str(n)) for n in shape)
    if any(isinstance(n, int) and n < 0 for n in lengths):
        raise ValueError(f"the shape {lengths} has a negative length")
    return ShapedArray(lengths, dtypes.from_short_name(dtype), weak)


def _sharding(said: Any) -> NamedSharding | None:
    if said is None:
        return None
    names = tuple(str(name) for name, _ in said["mesh"])
    mesh = AbstractMesh(tuple(int(n) for _, n in said["mesh"]), names)
    parts = [tuple(p) if isinstance(p, list) else p for p in said["spec"]]
    return NamedSharding(mesh, PartitionSpec(*parts))


def _template(said: Any) -> Template:
    pieces, formulas = said
    if len(pieces) != len(formulas) + 1:
        raise ValueError(f"{len(pieces)} pieces of text for {len(formulas)} formulas")
    return Template(tuple(map(str, pieces)), tuple(map(Formula.from_json, formulas)))
