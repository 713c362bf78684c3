"""Writers of documents, and tiles as vector graphics."""
