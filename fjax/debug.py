"""Looking into running programs: fjax.debug.print, callback and breakpoint."""

from fjax.higher_order.callbacks import breakpoint
from fjax.higher_order.callbacks import debug_callback as callback
from fjax.higher_order.callbacks import debug_print as print

__all__ = ["breakpoint", "callback", "print"]
