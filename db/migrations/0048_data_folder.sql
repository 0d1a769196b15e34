-- The data folder that all processes of this database share; the folder has the same id in a file.
CREATE TABLE data_folder (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id text NOT NULL CHECK (id ~ '^[0-9a-f]{32}$')
);
