-- What a dealer chose for the words of its order texts (docs/decisions/085).
CREATE TABLE order_words (
  dealer_id integer NOT NULL REFERENCES dealers ON DELETE CASCADE,
  -- Folded, separated by spaces.
  words text NOT NULL CHECK (words <> '' AND char_length(words) <= 200),
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  unit text NOT NULL CHECK (unit <> ''),
  -- How often it was chosen.
  times integer NOT NULL DEFAULT 1 CHECK (times > 0),
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (dealer_id, words, product_id, unit)
);
COMMENT ON TABLE order_words IS 'Products and units that a dealer chose for words of its order texts. Never used for another dealer.';
CREATE INDEX order_words_product ON order_words (product_id);
CREATE INDEX order_words_used ON order_words (dealer_id, used_at);
