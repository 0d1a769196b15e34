-- What staff writes to the dealer when it cancels an order; '' where it said nothing, or the dealer cancelled.
ALTER TABLE orders ADD COLUMN cancel_reason text NOT NULL DEFAULT '' CHECK (char_length(cancel_reason) <= 500);
