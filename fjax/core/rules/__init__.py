"""The rules of a primitive, by who reads them: each file has the rules of one reader.

| file | reader | what a new operation gives |
|---|---|---|
| `types` | whoever binds it | `result_type` |
| `evaluation` | eager calls | `evaluate` |
| `autodiff` | `grad`, `checkpoint`, Taylor mode | `jvp`, and `transpose` if it is linear |
| `batching` | `vmap` | `batch` |
| `lowering` | fusion, kernels | `role`, and the one rule of its role |
| `loops` | native loops, `passes/distribute` | nothing: only loops, branches and products do |
| `optimization` | `passes/` | nothing: `simplify` where a simpler form exists |
| `partitioning` | meshes, several processes | nothing: it follows from the role |
| `sparse` | sparse arrays | nothing, if it is elementwise |
| `checks` | `checkify`, checks of keys | `mistakes` if operands may be wrong |
| `exchange` | `export.onnx` | nothing: it follows from the role. `onnx` if ONNX has a node for it |

Families (`primitives/families.py`) give most of the first five for elementwise operations, index
maps and reductions. Every other rule has a default that serves, or that says what is missing.
"""
