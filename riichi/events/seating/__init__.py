"""Who plays whom at which table, and when."""
