"""Exchange of arrays through DLPack."""
from fjax.numpy.creation import from_dlpack

__all__ = ["from_dlpack"]
