"""Settling a deal: who pays whom at its end, and why."""
