"""What JAX keeps under `experimental` and fjax has."""

from fjax import absent
from fjax.config import enable_x64
from fjax.higher_order.callbacks import io_callback

__all__ = ["enable_x64", "io_callback"]

absent.install(__name__)
