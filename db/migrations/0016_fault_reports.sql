-- Faults that dealers report, with photos, and what became of each.

CREATE SEQUENCE fault_report_number AS bigint START 1;

CREATE TABLE fault_reports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  report_no text NOT NULL UNIQUE,
  dealer_id integer NOT NULL REFERENCES dealers,
  user_id integer NOT NULL REFERENCES users,
  -- NULL = a product that is no longer there; code and name are as they were.
  product_id integer REFERENCES products ON DELETE SET NULL,
  product_code text NOT NULL CHECK (product_code <> ''),
  product_name text COLLATE "tr-x-icu" NOT NULL,
  serial_no text NOT NULL DEFAULT '' CHECK (length(serial_no) <= 100),
  description text NOT NULL CHECK (length(description) BETWEEN 1 AND 4000),
  contact_name text COLLATE "tr-x-icu" NOT NULL CHECK (contact_name <> ''),
  contact_phone text NOT NULL DEFAULT '',
  contact_email text NOT NULL DEFAULT '',
  -- The language of the letters about it.
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  state text NOT NULL DEFAULT 'new'
    CHECK (state IN ('new', 'in_review', 'repaired', 'replaced', 'rejected', 'closed')),
  -- The store's words to the dealer.
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 2000),
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz,
  changed_by integer REFERENCES users,
  search_text text NOT NULL
    GENERATED ALWAYS AS (fold(report_no || ' ' || product_code || ' ' || product_name || ' ' || serial_no || ' '
                              || contact_name)) STORED,
  CHECK (contact_phone <> '' OR contact_email <> ''),
  CHECK ((changed_at IS NULL) = (changed_by IS NULL))
);
CREATE INDEX fault_reports_dealer ON fault_reports (dealer_id, id DESC);
CREATE INDEX fault_reports_user ON fault_reports (user_id, created_at);
CREATE INDEX fault_reports_state ON fault_reports (state, id DESC);
CREATE INDEX fault_reports_product ON fault_reports (product_id);
CREATE INDEX fault_reports_changed_by ON fault_reports (changed_by);

-- A photo is there before its report: it is sent while the form is still being filled in. What no report takes is removed
-- after a day. Places 1 to 5: a report has no sixth.
CREATE TABLE fault_report_photos (
  -- Name of the file without its ending; nobody can guess it.
  file text PRIMARY KEY CHECK (file ~ '^[0-9a-f]{32}$'),
  report_id bigint REFERENCES fault_reports ON DELETE CASCADE,
  position smallint CHECK (position BETWEEN 1 AND 5),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (report_id, position),
  CHECK ((report_id IS NULL) = (position IS NULL))
);
CREATE INDEX fault_report_photos_user ON fault_report_photos (user_id, created_at);
CREATE INDEX fault_report_photos_waiting ON fault_report_photos (created_at) WHERE report_id IS NULL;

-- Every state that a report was in, with what the store wrote then.
CREATE TABLE fault_report_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  report_id bigint NOT NULL REFERENCES fault_reports ON DELETE CASCADE,
  state text NOT NULL,
  note text NOT NULL DEFAULT '',
  user_id integer NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX fault_report_events_report ON fault_report_events (report_id, id);
CREATE INDEX fault_report_events_user ON fault_report_events (user_id);

-- A key leads to one thing.
ALTER TABLE idempotency_keys
  ADD COLUMN fault_report_id bigint REFERENCES fault_reports ON DELETE CASCADE,
  DROP CONSTRAINT idempotency_keys_one_result,
  ADD CONSTRAINT idempotency_keys_one_result CHECK (num_nonnulls(order_id, offer_id, fault_report_id) <= 1);
