"""Errors of the stand-in for CuPy."""

DRIVERS = {
    1: "CUDA_ERROR_INVALID_VALUE: invalid argument",
    700: "CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered",
}


class CUDADriverError(RuntimeError):
    """As CuPy's, which is made of the driver's number for an error; here also of a text."""

    def __init__(self, status):
        text = DRIVERS[status] if isinstance(status, int) else status
        self.status = status if isinstance(status, int) else 700
        super().__init__(text)


class CUDARuntimeError(RuntimeError):
    """As CuPy's."""


class OutOfMemoryError(MemoryError):
    """As CuPy's."""

    def __init__(self, size, total, limit=0):
        super().__init__(f"Out of memory allocating {size} bytes (allocated so far: {total} bytes)")
