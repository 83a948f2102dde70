"""Where arrays live: on one device."""
from fjax.core.device import SingleDeviceSharding

Sharding = SingleDeviceSharding

__all__ = ["Sharding", "SingleDeviceSharding"]
