"""Functions exported as programs: apart from Python, as bytes, for several sizes and platforms."""

from fjax import absent
from fjax.export.exchange.models import onnx
from fjax.export.exchange.reading import OnnxModel, from_onnx
from fjax.export.exported import (
    DisabledSafetyCheck,
    Exported,
    default_export_platform,
    deserialize,
    export,
    maximum_supported_calling_convention_version,
    minimum_supported_calling_convention_version,
)
from fjax.export.specification import (
    SymbolicScope,
    is_symbolic_dim,
    symbolic_args_specs,
    symbolic_shape,
)
from fjax.export.trees import register_namedtuple_serialization, register_pytree_node_serialization

__all__ = [
    "DisabledSafetyCheck",
    "Exported",
    "SymbolicScope",
    "default_export_platform",
    "deserialize",
    "OnnxModel",
    "export",
    "from_onnx",
    "is_symbolic_dim",
    "maximum_supported_calling_convention_version",
    "minimum_supported_calling_convention_version",
    "onnx",
    "register_namedtuple_serialization",
    "register_pytree_node_serialization",
    "symbolic_args_specs",
    "symbolic_shape",
]

absent.answer_for(__name__)
