"""Speed, beside other programs (`make bench`)."""
