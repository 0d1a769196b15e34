-- Since when the bank has answered every inquiry about an unknown outcome with "no such order"; NULL: it has not.
ALTER TABLE payments ADD COLUMN none_since timestamptz;

-- What the provider took from the card, where it adds an instalment fee of its own and keeps it; NULL: `amount`.
ALTER TABLE payments ADD COLUMN taken numeric(18, 2) CHECK (taken >= amount);
