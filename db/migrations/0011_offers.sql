-- Offers (quotes) that a dealer makes to its own customers, and the letterhead that stands on them.

-- What a quote says of its seller. NULL = what the dealer's own row has. `logo` is a file name below /images/.
ALTER TABLE dealers
  ADD COLUMN logo text,
  ADD COLUMN seller_name text,
  ADD COLUMN seller_address text,
  ADD COLUMN seller_town text,
  ADD COLUMN seller_city text,
  ADD COLUMN seller_number text;

CREATE SEQUENCE offer_number AS bigint START 1;

CREATE TABLE offers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  offer_no text NOT NULL UNIQUE,
  dealer_id integer NOT NULL REFERENCES dealers,
  user_id integer NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  is_cancel boolean NOT NULL DEFAULT false,
  cancelled_at timestamptz,
  description text NOT NULL,
  currency text NOT NULL,
  -- {"USD": "41.20000000", …}: TRY for one unit, every rate the offer uses.
  rates jsonb NOT NULL,
  plan_key text REFERENCES payment_plans (key),
  customer_name text COLLATE "tr-x-icu" NOT NULL DEFAULT '',
  customer_company text COLLATE "tr-x-icu" NOT NULL DEFAULT '',
  customer_email text NOT NULL DEFAULT '',
  customer_phone text NOT NULL DEFAULT '',
  CHECK (is_cancel = (cancelled_at IS NOT NULL))
);
CREATE INDEX offers_dealer ON offers (dealer_id, id DESC);
CREATE INDEX offers_user ON offers (user_id);

-- A copy of everything the offer was made of: later changes of the product do not touch it.
CREATE TABLE offer_items (
  id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  offer_id bigint NOT NULL REFERENCES offers ON DELETE CASCADE,
  line_no integer NOT NULL,
  product_id integer REFERENCES products ON DELETE SET NULL,
  unit_id integer,
  code text NOT NULL,
  name text NOT NULL,
  brand text,
  model text,
  image text,
  unit text NOT NULL,
  multiplier numeric(12, 3) NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  -- The dealer's price of one unit before tax, in its own currency.
  price_value numeric(18, 4) NOT NULL CHECK (price_value >= 0),
  price_currency text NOT NULL,
  tax_rate numeric(5, 2) NOT NULL,
  -- Signed percent on the price: a discount is negative, a mark-up positive.
  profit numeric(7, 3) NOT NULL DEFAULT 0 CHECK (profit BETWEEN -100 AND 1000),
  PRIMARY KEY (offer_id, line_no)
);
CREATE INDEX offer_items_product ON offer_items (product_id);

-- Which quote went to whom; a flood of them is refused by these rows.
CREATE TABLE offer_mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  offer_id bigint NOT NULL REFERENCES offers ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users,
  sent_to text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX offer_mails_offer ON offer_mails (offer_id);
CREATE INDEX offer_mails_user ON offer_mails (user_id, created_at);

-- A key leads to an order or to an offer, never to both.
ALTER TABLE idempotency_keys
  ADD COLUMN offer_id bigint REFERENCES offers ON DELETE CASCADE,
  ADD CONSTRAINT idempotency_keys_one_result CHECK (order_id IS NULL OR offer_id IS NULL);
