"""Programs as files that other libraries run, and theirs as functions: ONNX."""
