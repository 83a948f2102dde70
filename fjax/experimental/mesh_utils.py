"""Arrays of devices for a mesh, under the name that programs written for JAX import."""

from fjax import absent
from fjax.api.meshes import create_device_mesh

__all__ = ["create_device_mesh"]

absent.answer_for(__name__)
