"""The chapters of options, one module each."""
