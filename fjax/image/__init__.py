"""Images (arrays of any rank) resampled."""

from fjax.image.scale import ResizeMethod, resize, scale_and_translate

__all__ = ["ResizeMethod", "resize", "scale_and_translate"]
