"""The page for clubs: one pure function that answers it, the server for one machine, the site."""
