"""A machine comes in, what Hoyle can do on it goes out: engines, compilers, the cache, what is installed."""
