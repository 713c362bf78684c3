"""External programs that answer questions over standard input, e.g. for the conformance kit."""
