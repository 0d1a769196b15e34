-- Products that several dealers ordered together, computed every night. No row says who.
CREATE TABLE bought_together (
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  other_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  -- Orders with both, relative to those with either: above 0, at most 1.
  score real NOT NULL CHECK (score > 0),
  PRIMARY KEY (product_id, other_id),
  CHECK (product_id <> other_id)
);
CREATE INDEX bought_together_other ON bought_together (other_id);
