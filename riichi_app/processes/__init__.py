"""The conformance kit's other side: programs that are asked over their standard input."""
