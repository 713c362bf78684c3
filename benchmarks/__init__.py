"""Benchmarks, in comparison with other programs (`make bench`)."""
