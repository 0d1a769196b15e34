-- Imports on screen of account movements, balances, serial numbers and product pictures.

CREATE TABLE file_imports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('movements', 'balances', 'serials', 'pictures')),
  state text NOT NULL DEFAULT 'uploading' CHECK (state IN
    ('uploading', 'previewing', 'ready', 'applying', 'applied', 'failed', 'cancelled')),
  created_by integer NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Who requested the current run, for the audit log.
  asked_by integer NOT NULL REFERENCES users,
  asked_from text NOT NULL DEFAULT '',
  -- {"name": "hareketler.csv", "bytes": 123, "stored": "…"}: `stored` is the name of the file below the data folder.
  file jsonb NOT NULL,
  options jsonb NOT NULL DEFAULT '{}',
  step text,
  done bigint NOT NULL DEFAULT 0,
  total bigint NOT NULL DEFAULT 0,
  cancel_asked boolean NOT NULL DEFAULT false,
  -- {"code": …, "facts": {…}} of a failed run.
  refusal jsonb,
  -- The figures of the last preview or import, by name.
  summary jsonb,
  applied_at timestamptz,
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX file_imports_kind ON file_imports (kind, id);
CREATE INDEX file_imports_age ON file_imports (created_at);

-- Rows that are not imported. `entry` is the name of a file in an archive.
CREATE TABLE file_import_problems (
  import_id integer NOT NULL REFERENCES file_imports ON DELETE CASCADE,
  id integer GENERATED ALWAYS AS IDENTITY,
  line integer NOT NULL DEFAULT 0,
  entry text NOT NULL DEFAULT '',
  code text NOT NULL,
  facts jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (import_id, id)
);

-- Balances before and after an import of movements or balances.
CREATE TABLE file_import_accounts (
  import_id integer NOT NULL REFERENCES file_imports ON DELETE CASCADE,
  dealer_id integer NOT NULL REFERENCES dealers ON DELETE CASCADE,
  currency text NOT NULL,
  before numeric(18, 2),
  after numeric(18, 2) NOT NULL,
  PRIMARY KEY (import_id, dealer_id, currency)
);

-- Products that get pictures, with the files in the archive in the order of their pictures.
CREATE TABLE file_import_pictures (
  import_id integer NOT NULL REFERENCES file_imports ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  entries text[] NOT NULL,
  before integer NOT NULL,
  after integer NOT NULL,
  PRIMARY KEY (import_id, product_id)
);

-- A preview that waits until another import has finished.
ALTER TABLE imports DROP CONSTRAINT imports_state_check;
ALTER TABLE imports ADD CONSTRAINT imports_state_check CHECK (state IN
  ('uploading', 'waiting', 'previewing', 'ready', 'applying', 'applied', 'undoing', 'undone', 'failed', 'cancelled'));
