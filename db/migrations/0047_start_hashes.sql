-- What identifies the request that started the payment: a keyed hash of its body without the card, and of the card's own
-- keyed hash. Removed with the latter.
ALTER TABLE payments ADD COLUMN start_hash text CHECK (length(start_hash) = 43);
