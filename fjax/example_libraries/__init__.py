"""Two small libraries in the style of JAX's examples: layers (`stax`) and `optimizers`.

They show how far pure functions and pytrees carry; a library with modules and more methods, such as
Flax or Optax, is what larger programs want.
"""
