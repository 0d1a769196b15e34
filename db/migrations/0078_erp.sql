-- Connections to ERPs: what is read from them and what is sent to them.

-- `secrets` are the settings that nobody sees again, encrypted. Events up to `expanded_seq` have their documents. `version`
-- counts changes of the form: a form that was opened before another change is not saved.
CREATE TABLE erp_connections (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "tr-x-icu" NOT NULL,
  kind text NOT NULL,
  -- NULL: it runs within the shop. Otherwise the key with which a program beside the ERP calls.
  key_id integer UNIQUE REFERENCES api_keys,
  settings jsonb NOT NULL,
  secrets bytea,
  mapping jsonb NOT NULL,
  is_active boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  sends text[] NOT NULL DEFAULT '{}' CHECK (sends <@ '{order,cancellation,payment,refund}'),
  expanded_seq bigint NOT NULL,
  -- Administrators get an email when a resource has not been read for this long.
  lag_minutes integer NOT NULL DEFAULT 180 CHECK (lag_minutes BETWEEN 5 AND 100000),
  alerted_at timestamptz,
  -- The last sign of life of the program that runs it, and what it last reported about the ERP.
  seen_at timestamptz,
  created_by integer REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- What a connection reads. `mark` is where the next run goes on. A run holds its resource until `leased_until`, which it
-- extends with every page.
CREATE TABLE erp_feeds (
  connection_id integer NOT NULL REFERENCES erp_connections ON DELETE CASCADE,
  resource text NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  every_minutes integer NOT NULL CHECK (every_minutes BETWEEN 1 AND 10080),
  full_every_hours integer CHECK (full_every_hours BETWEEN 1 AND 1000),
  mark text,
  next_at timestamptz NOT NULL DEFAULT now(),
  -- What the next run is, whatever the schedule says.
  wanted text CHECK (wanted IN ('changes', 'full', 'compare')),
  -- A full read may mark more rows as missing than the usual limit; set by a person, for one run.
  allows_missing boolean NOT NULL DEFAULT false,
  run_id bigint,
  leased_until timestamptz,
  failures integer NOT NULL DEFAULT 0,
  last_ok_at timestamptz,
  last_full_at timestamptz,
  last_compare_at timestamptz,
  PRIMARY KEY (connection_id, resource)
);

CREATE TABLE erp_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  connection_id integer NOT NULL REFERENCES erp_connections ON DELETE CASCADE,
  -- NULL: it sent documents.
  resource text,
  kind text NOT NULL CHECK (kind IN ('changes', 'full', 'compare', 'documents')),
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'failed', 'lost')),
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  rows_read integer NOT NULL DEFAULT 0,
  rows_changed integer NOT NULL DEFAULT 0,
  rows_refused integer NOT NULL DEFAULT 0,
  rows_missing integer NOT NULL DEFAULT 0,
  reason text,
  message text
);
CREATE INDEX erp_runs_list ON erp_runs (connection_id, id DESC);
CREATE INDEX erp_runs_age ON erp_runs (started_at);

-- Rows that the shop does not accept, until the same row is accepted.
CREATE TABLE erp_refused_rows (
  connection_id integer NOT NULL REFERENCES erp_connections ON DELETE CASCADE,
  resource text NOT NULL,
  key text NOT NULL,
  run_id bigint NOT NULL,
  code text NOT NULL,
  place text,
  message text NOT NULL,
  record jsonb NOT NULL,
  refused_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (connection_id, resource, key)
);

-- The keys that a full read has seen: what it no longer sees is missing in the ERP.
CREATE TABLE erp_keys (
  connection_id integer NOT NULL REFERENCES erp_connections ON DELETE CASCADE,
  resource text NOT NULL,
  key text NOT NULL,
  run_id bigint NOT NULL,
  PRIMARY KEY (connection_id, resource, key)
);

-- Where ERP and shop differ, found by the last comparison of a resource.
CREATE TABLE erp_differences (
  connection_id integer NOT NULL REFERENCES erp_connections ON DELETE CASCADE,
  resource text NOT NULL,
  key text NOT NULL,
  field text NOT NULL,
  run_id bigint NOT NULL,
  in_erp text,
  in_shop text,
  PRIMARY KEY (connection_id, resource, key, field)
);

-- One record of the shop for one ERP. `sending` with an ended lease, and `unknown`: it may have been written, and is looked
-- up before it is written again.
CREATE TABLE erp_outgoing (
  connection_id integer NOT NULL REFERENCES erp_connections ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('order', 'cancellation', 'payment', 'refund')),
  subject_id bigint NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'unknown', 'refused', 'booked', 'skipped')),
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  leased_until timestamptz,
  document_no text,
  message text,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (connection_id, kind, subject_id),
  CHECK ((state = 'sending') = (leased_until IS NOT NULL)),
  CHECK ((state = 'booked') = (document_no IS NOT NULL))
);
CREATE INDEX erp_outgoing_due ON erp_outgoing (connection_id, next_at) WHERE state IN ('waiting', 'sending', 'unknown');
CREATE INDEX erp_outgoing_list ON erp_outgoing (connection_id, changed_at DESC);
CREATE INDEX erp_outgoing_subject ON erp_outgoing (kind, subject_id);
-- A record goes to one ERP.
CREATE UNIQUE INDEX erp_outgoing_once ON erp_outgoing (kind, subject_id) WHERE state IN ('sending', 'unknown', 'booked');
