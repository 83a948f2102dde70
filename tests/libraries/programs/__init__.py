"""One small program for each library: `hello()` gives the same on JAX and on fjax."""
