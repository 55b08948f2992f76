"""What a seat sees, as numbers: schemas, encoders, masks, and the protocol of whatever evaluates them."""
