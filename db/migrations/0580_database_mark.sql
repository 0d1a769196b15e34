-- Rises every minute, and is stored with the files of the shop as well: a database that is behind it was recovered to an earlier
-- moment, or restored by other means (decision 115). 0: nothing is known yet. Not part of a backup.
CREATE TABLE database_mark (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  number bigint NOT NULL CHECK (number >= 0),
  at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO database_mark (number) VALUES (0);
