"""Who promotes: the program that calls fjax, or a library function in its inside.

With `numpy_rank_promotion="raise"` and `numpy_dtype_promotion="strict"` an operation on operands
of differing ranks or dtypes raises. That is right when a test hands them over itself; when a
library function makes them, it is a mistake of the library.
"""

from __future__ import annotations

import pathlib
from types import FrameType, TracebackType
from typing import NamedTuple

import fjax
from fjax.errors import ShapeError, TypePromotionError

_PACKAGE = pathlib.Path(fjax.__file__).parent
_PUBLIC = {
    "numpy",
    "scipy",
    "nn",
    "random",
    "lax",
    "image",
    "ops",
    "experimental",
    "example_libraries",
    "flatten_util.py",
    "primitives/contraction.py",
}
# These hand their operands on to the function in the user's mind.
_PLUMBING = {
    "numpy/ufuncs.py",
    "numpy/protocol.py",
    "numpy/numpy_calls.py",
    "experimental/sparse/transform.py",
}


class Promotion(NamedTuple):
    """An implicit promotion that was refused."""

    operation: str  # the name under which the operands were joined
    called: str  # the public function that the program called, '' for an operator
    file: str  # and its file, within the package

    @property
    def is_the_callers(self) -> bool:
        """Whether the public function joins its own arguments (or an operator its operands)."""
        *module, operation = self.operation.split(".")
        return (
            not self.called
            or operation.rstrip("_") == self.called.rstrip("_")
            or module == [pathlib.Path(self.file).stem]
        )


def promotion(error: BaseException) -> Promotion | None:
    """The implicit promotion that an error is about, or None if it is about something else."""
    refused = isinstance(error, TypePromotionError) or (
        isinstance(error, ShapeError) and "numpy_rank_promotion" in str(error)
    )
    if not refused or error.__traceback__ is None:
        return None
    frames = list(_frames_below_the_program(error.__traceback__))
    public = [f for f in frames if _is_public(_file(f)) and not _is_inner(f)]
    names = [
        f.f_locals["operation"]
        for f in frames
        if _file(f) == "primitives/promotion.py" and "operation" in f.f_locals
    ]
    called = _name(public[0]) if public else ""
    return Promotion(names[0] if names else called, called, _file(public[0]) if public else "")


def _frames_below_the_program(traceback: TracebackType) -> list[FrameType]:
    """The frames of the package that the innermost frame outside of it leads to."""
    found: list[FrameType] = []
    step: TracebackType | None = traceback
    while step is not None:
        found = [*found, step.tb_frame] if _file(step.tb_frame) else []
        step = step.tb_next
    return found


def _file(frame: FrameType) -> str:
    """The frame's file within the package, or '' if it is outside."""
    path = pathlib.Path(frame.f_code.co_filename)
    return path.relative_to(_PACKAGE).as_posix() if path.is_relative_to(_PACKAGE) else ""


def _name(frame: FrameType) -> str:
    """A public function's name; a member of a family is told its own."""
    code = frame.f_code
    member = code.co_name.startswith("_") and code.co_varnames[:1] == ("name",)
    return frame.f_locals["name"] if member else code.co_name


def _is_inner(frame: FrameType) -> bool:
    """Whether a function within another one runs: a public function that a factory made."""
    return "<locals>" in frame.f_code.co_qualname and frame.f_code.co_name == "apply"


def _is_public(file: str) -> bool:
    return file not in _PLUMBING and (file in _PUBLIC or file.split("/")[0] in _PUBLIC)
