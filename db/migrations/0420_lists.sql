-- Named lists of products. A list belongs to the user who made it; a shared one is for all users of the dealer.
CREATE TABLE lists (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dealer_id integer NOT NULL REFERENCES dealers ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  name text COLLATE "tr-x-icu" NOT NULL CHECK (name <> ''),
  is_shared boolean NOT NULL DEFAULT false,
  -- Counts changes of the name and of sharing; lines count their own.
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  changed_by integer REFERENCES users ON DELETE SET NULL,
  -- A deleted list can be restored until it is purged.
  deleted_at timestamptz,
  -- SHA-256 of the token of the link for colleagues.
  link_hash bytea UNIQUE
);
CREATE INDEX lists_dealer ON lists (dealer_id);
CREATE INDEX lists_user ON lists (user_id);
CREATE INDEX lists_deleted ON lists (deleted_at) WHERE deleted_at IS NOT NULL;

-- Code, name and unit are copies, which are shown once the product is gone.
CREATE TABLE list_lines (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  list_id integer NOT NULL REFERENCES lists ON DELETE CASCADE,
  place integer NOT NULL,
  product_id integer REFERENCES products ON DELETE SET NULL,
  unit_id integer REFERENCES product_units ON DELETE SET NULL,
  code text NOT NULL,
  name text NOT NULL,
  unit text NOT NULL,
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 1000000),
  note text NOT NULL DEFAULT '',
  revision integer NOT NULL DEFAULT 1,
  changed_by integer REFERENCES users ON DELETE SET NULL,
  -- A removed line can be restored until it is purged.
  removed_at timestamptz
);
CREATE INDEX list_lines_list ON list_lines (list_id, place, id);
CREATE UNIQUE INDEX list_lines_once ON list_lines (list_id, product_id, unit_id) WHERE removed_at IS NULL;
CREATE INDEX list_lines_product ON list_lines (product_id);
CREATE INDEX list_lines_unit ON list_lines (unit_id);
CREATE INDEX list_lines_removed ON list_lines (removed_at) WHERE removed_at IS NOT NULL;

-- Users who want to know when a price of a list changes or stock returns.
CREATE TABLE list_follows (
  list_id integer NOT NULL REFERENCES lists ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  has_emails boolean NOT NULL,
  -- The day in Turkey of the last check for an email.
  checked_on date,
  PRIMARY KEY (list_id, user_id)
);
CREATE INDEX list_follows_user ON list_follows (user_id);
CREATE INDEX list_follows_emails ON list_follows (checked_on) WHERE has_emails;

-- What a follower was shown of a line, on the page ('page') and in emails ('email').
CREATE TABLE list_line_states (
  line_id integer NOT NULL REFERENCES list_lines ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  shown text NOT NULL CHECK (shown IN ('page', 'email')),
  price_value numeric(18, 4),
  price_currency text,
  is_in_stock boolean NOT NULL,
  PRIMARY KEY (line_id, user_id, shown),
  CHECK ((price_value IS NULL) = (price_currency IS NULL))
);
CREATE INDEX list_line_states_user ON list_line_states (user_id);
