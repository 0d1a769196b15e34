-- How files of one shape are read: the answers of an import, by name.
CREATE TABLE import_profiles (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('products', 'movements', 'balances', 'serials')),
  name text NOT NULL CHECK (name <> ''),
  -- The names of the columns as they are compared, sorted and without repetition.
  shape text[] NOT NULL,
  -- Options of the import without those that are about one file.
  options jsonb NOT NULL,
  created_by integer NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);
CREATE UNIQUE INDEX import_profiles_name ON import_profiles (kind, fold(name));

-- The shape of an import's files, and the profile that its options were taken from. NULL: not read yet; none.
ALTER TABLE imports
  ADD COLUMN shape text[],
  ADD COLUMN profile_id integer REFERENCES import_profiles ON DELETE SET NULL;
ALTER TABLE file_imports
  ADD COLUMN shape text[],
  ADD COLUMN profile_id integer REFERENCES import_profiles ON DELETE SET NULL;
-- Files of the source are read with this profile as it is at the time.
ALTER TABLE import_sources ADD COLUMN profile_id integer REFERENCES import_profiles ON DELETE SET NULL;
