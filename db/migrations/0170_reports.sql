-- Reports of the store (decision 064).

-- How the store groups its dealers in reports.
ALTER TABLE dealers
  ADD COLUMN region text COLLATE "tr-x-icu" NOT NULL DEFAULT '' CHECK (char_length(region) <= 80),
  ADD COLUMN representative text COLLATE "tr-x-icu" NOT NULL DEFAULT '' CHECK (char_length(representative) <= 80);

-- What users wanted to put into their carts beyond the stock: the most that was missing on a day, in base units.
CREATE TABLE stock_shortages (
  day date NOT NULL,
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  missing numeric(14, 3) NOT NULL CHECK (missing > 0),
  PRIMARY KEY (day, product_id, user_id)
);
CREATE INDEX stock_shortages_product ON stock_shortages (product_id);
CREATE INDEX stock_shortages_user ON stock_shortages (user_id);

-- Reports with their filters that administrators keep. `mailed_on`: the Monday of the last email.
CREATE TABLE report_views (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  name text COLLATE "tr-x-icu" NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  report text NOT NULL CHECK (report IN ('sales', 'lost', 'ageing', 'stock')),
  query jsonb NOT NULL,
  is_weekly boolean NOT NULL DEFAULT false,
  mailed_on date NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, name)
);
CREATE INDEX report_views_weekly ON report_views (mailed_on) WHERE is_weekly;

-- Products with their orders in a period are summed from the lines of these orders.
CREATE INDEX picking_lines_cancelled ON picking_lines (picking_id) WHERE rest = 'cancel';
CREATE INDEX stock_watches_created ON stock_watches (created_at);
