"""Exchange of arrays through DLPack."""

from fjax.core.dlpack import is_supported_dtype
from fjax.numpy.foreign import from_dlpack

__all__ = ["from_dlpack", "is_supported_dtype"]
