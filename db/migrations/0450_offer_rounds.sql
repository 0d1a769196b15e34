-- A dealer asks the store for prices of an offer, and the store answers in versions (docs/decisions/090).

ALTER TABLE offers
  -- Where the negotiation is. NULL: the dealer has asked for nothing.
  ADD COLUMN negotiation text CHECK (negotiation IN ('asked', 'answered', 'agreed', 'declined', 'refused')),
  -- Until when an order has the agreed prices.
  ADD COLUMN agreed_until timestamptz,
  ADD CONSTRAINT offers_agreed CHECK ((negotiation IS NOT DISTINCT FROM 'agreed') = (agreed_until IS NOT NULL));
CREATE INDEX offers_asked ON offers (id) WHERE negotiation = 'asked';

-- What the dealer accepted for one unit, in the currency of the line's price. NULL: nothing is agreed.
ALTER TABLE offer_items ADD COLUMN agreed_value numeric(18, 4) CHECK (agreed_value >= 0);

-- The history of a negotiation. Rounds are never changed.
CREATE TABLE offer_rounds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  offer_id bigint NOT NULL REFERENCES offers ON DELETE CASCADE,
  -- From 1, for both sides together.
  number integer NOT NULL CHECK (number > 0),
  kind text NOT NULL CHECK (kind IN ('request', 'version', 'refusal', 'acceptance', 'decline')),
  -- From 1, of the store's answers; an acceptance names the accepted one.
  version integer CHECK (version > 0),
  user_id integer NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  note text NOT NULL DEFAULT '',
  -- Until when a version can be accepted and ordered.
  expires_at timestamptz,
  -- Whether accepting the version locks the rates of the offer until then.
  locks_rates boolean NOT NULL DEFAULT false,
  UNIQUE (offer_id, number),
  UNIQUE (offer_id, kind, version),
  CHECK ((kind IN ('version', 'acceptance')) = (version IS NOT NULL)),
  CHECK ((kind = 'version') = (expires_at IS NOT NULL)),
  CHECK (kind = 'version' OR NOT locks_rates)
);
CREATE INDEX offer_rounds_user ON offer_rounds (user_id);

-- The lines of a request (the price is the dealer's target, if it has one) and of a version (each has a price).
CREATE TABLE offer_round_lines (
  round_id bigint NOT NULL REFERENCES offer_rounds ON DELETE CASCADE,
  line_no integer NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  -- Of one unit before tax, in the currency of the line's price.
  price_value numeric(18, 4) CHECK (price_value >= 0),
  note text NOT NULL DEFAULT '',
  PRIMARY KEY (round_id, line_no)
);
