"""Errors of the stand-in for CuPy."""


class CUDADriverError(RuntimeError):
    """As CuPy's."""


class CUDARuntimeError(RuntimeError):
    """As CuPy's."""


class OutOfMemoryError(MemoryError):
    """As CuPy's."""

    def __init__(self, size, total, limit=0):
        super().__init__(f"Out of memory allocating {size} bytes (allocated so far: {total} bytes)")
