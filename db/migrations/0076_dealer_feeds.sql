-- Feeds: a dealer's catalog at a secret address (decision 054).

-- A number for each state of the catalog, the same in all processes and after a restart. It moves on when somebody asks
-- for it: every committed row of catalog_changes is then counted once, whatever order transactions commit in. Numbers are
-- microseconds since 1970, so that a moment can be compared with them and a restored backup does not repeat any.
CREATE TABLE catalog_clock (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  version bigint NOT NULL,
  -- All changes of transactions below it are counted, and of later ones those with these numbers.
  floor xid8 NOT NULL,
  counted bigint[] NOT NULL DEFAULT '{}',
  -- The version of the names of categories and brands.
  labels_version bigint NOT NULL,
  -- The last version at which any product may have changed.
  whole_version bigint NOT NULL
);
INSERT INTO catalog_clock (version, floor, labels_version, whole_version)
SELECT now.version, pg_snapshot_xmin(pg_current_snapshot()), 0, now.version
  FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS version) now;

-- At which version a product changed last. A product without a row has not changed since whole_version.
CREATE TABLE product_changes (
  product_id integer PRIMARY KEY,
  version bigint NOT NULL
);

CREATE TABLE dealer_feeds (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dealer_id integer NOT NULL REFERENCES dealers,
  -- The feed shows what this user may see, and ends with the user.
  user_id integer NOT NULL REFERENCES users,
  name text COLLATE "tr-x-icu" NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- SHA-256 of the secret part of the address, and the part itself, encrypted with the shop's secret.
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  token_sealed bytea NOT NULL,
  -- What it contains (contract/shop/feeds.ts).
  shape jsonb NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  -- The settings, rates and conditions that the last answer was made with, and the version of the catalog at which they
  -- were first seen: changes since an earlier version are all products.
  terms_hash bytea,
  terms_version bigint NOT NULL DEFAULT 0,
  last_used_at timestamptz,
  last_used_from inet,
  -- Requests in the current minute, over all processes.
  window_started_at timestamptz NOT NULL DEFAULT now(),
  window_requests integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
CREATE INDEX dealer_feeds_dealer ON dealer_feeds (dealer_id);
CREATE INDEX dealer_feeds_user ON dealer_feeds (user_id);
