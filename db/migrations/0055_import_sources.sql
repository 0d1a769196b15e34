-- Product files that the shop fetches from an address, by schedule or when an administrator asks for it.

CREATE TABLE import_sources (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  url text NOT NULL CHECK (length(url) BETWEEN 8 AND 2000),
  username text NOT NULL DEFAULT '' CHECK (length(username) <= 200),
  -- Encrypted with the secret of the server.
  password bytea,
  -- Both NULL: only when asked for. Times are times of day in Turkey.
  every_hours smallint CHECK (every_hours IN (1, 2, 4, 6, 12)),
  daily_at time,
  CHECK (every_hours IS NULL OR daily_at IS NULL),
  -- Products that are no longer in the file go off sale, but not more than this share of them without a confirmation.
  removes_missing boolean NOT NULL DEFAULT false,
  brake_percent smallint NOT NULL DEFAULT 10 CHECK (brake_percent BETWEEN 1 AND 100),
  is_active boolean NOT NULL DEFAULT true,
  -- How its files are read: the options of the last import of it that was applied.
  options jsonb NOT NULL,
  -- An administrator has looked at an import of it and applied it: later ones are applied without a look.
  is_confirmed boolean NOT NULL DEFAULT false,
  -- Of the last file that was applied.
  etag text,
  last_modified text,
  content_hash bytea,
  next_run_at timestamptz,
  created_by integer NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX import_sources_name ON import_sources (fold(name));
CREATE INDEX import_sources_due ON import_sources (next_run_at) WHERE is_active;

ALTER TABLE imports ADD COLUMN source_id integer REFERENCES import_sources ON DELETE SET NULL;
CREATE INDEX imports_source ON imports (source_id) WHERE source_id IS NOT NULL;

-- Each time that a source was fetched.
CREATE TABLE import_source_runs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source_id integer NOT NULL REFERENCES import_sources ON DELETE CASCADE,
  -- NULL: by schedule.
  asked_by integer REFERENCES users,
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('applied', 'unchanged', 'waiting', 'failed')),
  -- Why it failed or waits for an administrator.
  reason text,
  facts jsonb NOT NULL DEFAULT '{}',
  import_id integer REFERENCES imports ON DELETE SET NULL,
  bytes bigint,
  etag text,
  last_modified text,
  content_hash bytea,
  CHECK ((outcome IS NULL) = (ended_at IS NULL)),
  CHECK (outcome NOT IN ('failed', 'waiting') OR reason IS NOT NULL)
);
CREATE UNIQUE INDEX import_source_runs_one ON import_source_runs (source_id) WHERE ended_at IS NULL;
CREATE INDEX import_source_runs_newest ON import_source_runs (source_id, id DESC);
CREATE INDEX import_source_runs_import ON import_source_runs (import_id) WHERE import_id IS NOT NULL;

-- The products that files of a source had. Only they can be missing in its next file.
CREATE TABLE import_source_products (
  source_id integer NOT NULL REFERENCES import_sources ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  -- Taken off sale because it was no longer in the file.
  is_off_sale boolean NOT NULL DEFAULT false,
  PRIMARY KEY (source_id, product_id)
);
CREATE INDEX import_source_products_product ON import_source_products (product_id);
