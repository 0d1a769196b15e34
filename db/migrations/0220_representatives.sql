-- Sales representatives: their dealers, their seats, authority for discounts, targets and visits.

ALTER TABLE users
  DROP CONSTRAINT users_known_role,
  ADD CONSTRAINT users_known_role CHECK (user_role IS NULL OR user_role IN (
    'owner', 'buyer', 'approver', 'accountant', 'viewer',
    'full', 'orders', 'catalog', 'prices', 'payments', 'refunds', 'people', 'sales', 'representative', 'settings',
    'reports', 'readOnly')),
  -- Set for the seat of a representative at a dealer: the user of the dealer as which the representative orders. No one
  -- signs in as a seat, and lists of users leave it out.
  ADD COLUMN representative_id integer REFERENCES users,
  ADD CONSTRAINT users_seat CHECK (
    representative_id IS NULL OR (role = 'dealer' AND password_hash IS NULL AND removed_at IS NOT NULL));
CREATE UNIQUE INDEX users_seats ON users (representative_id, dealer_id) WHERE representative_id IS NOT NULL;

-- How dealers reach a representative, and which discounts it may give. Without a row every discount waits for approval.
CREATE TABLE representatives (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  phone text NOT NULL DEFAULT '' CHECK (char_length(phone) <= 40),
  -- In percent of the dealer's own price: on a line, and over the whole order.
  line_percent numeric(5, 2) NOT NULL DEFAULT 0 CHECK (line_percent BETWEEN 0 AND 100),
  total_percent numeric(5, 2) NOT NULL DEFAULT 0 CHECK (total_percent BETWEEN 0 AND 100),
  -- No discounted line is sold below cost plus this percentage of it; NULL = no floor.
  floor_percent numeric(5, 2) CHECK (floor_percent BETWEEN 0 AND 999)
);

-- A dealer has one representative: the one chosen for it, or else the one of its province or region.
CREATE TABLE representative_dealers (
  dealer_id integer PRIMARY KEY REFERENCES dealers ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE
);
CREATE INDEX representative_dealers_user ON representative_dealers (user_id);

CREATE TABLE representative_regions (
  -- The folded name of a province or of a region of dealers.
  key text PRIMARY KEY GENERATED ALWAYS AS (fold(name)) STORED CHECK (key <> ''),
  name text COLLATE "tr-x-icu" NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE
);
CREATE INDEX representative_regions_user ON representative_regions (user_id);

CREATE VIEW dealer_representatives AS
SELECT d.id AS dealer_id, coalesce(l.user_id, p.user_id, r.user_id) AS user_id
  FROM dealers d
  LEFT JOIN representative_dealers l ON l.dealer_id = d.id
  LEFT JOIN representative_regions p ON p.key = fold(coalesce(d.city, ''))
  LEFT JOIN representative_regions r ON r.key = fold(d.region)
 WHERE coalesce(l.user_id, p.user_id, r.user_id) IS NOT NULL;

-- What a representative is to sell to a dealer in a month, with tax in lira.
CREATE TABLE representative_targets (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  dealer_id integer NOT NULL REFERENCES dealers ON DELETE CASCADE,
  -- The first day of the month.
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  amount numeric(18, 2) NOT NULL CHECK (amount > 0),
  PRIMARY KEY (user_id, month, dealer_id)
);
CREATE INDEX representative_targets_dealer ON representative_targets (dealer_id);

-- Visits, calls and notes about dealers. Dealers never see them.
CREATE TABLE dealer_visits (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dealer_id integer NOT NULL REFERENCES dealers ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('visit', 'call', 'note')),
  day date NOT NULL,
  text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 2000),
  -- What comes next, and until when; both or neither.
  next_step text NOT NULL DEFAULT '' CHECK (char_length(next_step) <= 200),
  next_on date CHECK ((next_on IS NULL) = (next_step = '')),
  done_at timestamptz CHECK (done_at IS NULL OR next_on IS NOT NULL),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX dealer_visits_dealer ON dealer_visits (dealer_id, day DESC, id DESC);
CREATE INDEX dealer_visits_user ON dealer_visits (user_id);
CREATE INDEX dealer_visits_next ON dealer_visits (dealer_id, next_on) WHERE next_on IS NOT NULL AND done_at IS NULL;

-- Discounts that a representative gives on the cart of its seat.
CREATE TABLE cart_discounts (
  cart_id integer PRIMARY KEY REFERENCES carts ON DELETE CASCADE,
  total_percent numeric(5, 2) NOT NULL DEFAULT 0 CHECK (total_percent >= 0 AND total_percent < 100),
  -- {"unit id": "percent"}
  lines jsonb NOT NULL DEFAULT '{}'
);

ALTER TABLE order_lines
  -- The price before a representative's discount, in the currency of the price; NULL without a discount.
  ADD COLUMN undiscounted_value numeric(18, 4) CHECK (undiscounted_value > 0);
