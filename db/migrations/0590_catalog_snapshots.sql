-- Snapshots of the catalog index (decision 117): which file has one, and all changes up to which place it includes. At most one is
-- complete; one without a checksum is being written, and its row keeps the changes that it will need. Not part of a backup.
CREATE TABLE catalog_snapshots (
  -- The name of the file.
  id uuid PRIMARY KEY,
  -- The program that can read it.
  format text NOT NULL,
  -- It includes all changes of transactions below it, and of later ones those with these numbers.
  floor xid8 NOT NULL,
  processed bigint[] NOT NULL DEFAULT '{}',
  products integer NOT NULL DEFAULT 0 CHECK (products >= 0),
  bytes bigint,
  checksum text,
  -- In a copy of the rows in another database, transactions have other numbers: there it differs from the row's own transaction.
  written_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((checksum IS NULL) = (bytes IS NULL))
);

-- Whoever removes a change that a snapshot needs, also a program of an earlier version, removes the snapshot with it.
CREATE FUNCTION catalog_changes_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM catalog_snapshots s
   WHERE EXISTS (SELECT FROM removed r WHERE r.transaction_id >= s.floor AND r.seq <> ALL (s.processed));
  RETURN NULL;
END $$;
CREATE TRIGGER catalog_changes_removed AFTER DELETE ON catalog_changes
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION catalog_changes_removed();

CREATE FUNCTION catalog_changes_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM catalog_snapshots;
  RETURN NULL;
END $$;
CREATE TRIGGER catalog_changes_emptied AFTER TRUNCATE ON catalog_changes
  FOR EACH STATEMENT EXECUTE FUNCTION catalog_changes_emptied();
