-- Changes of price lists that are prepared as drafts and published as a whole (docs/decisions/081).

CREATE TABLE price_changes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  price_list_id integer NOT NULL REFERENCES price_lists ON DELETE CASCADE,
  name text COLLATE "tr-x-icu" NOT NULL CHECK (name <> '' AND char_length(name) <= 100),
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'waiting', 'scheduled', 'published', 'undone')),
  -- Rises with every change of the rows; requests name the one that was on screen.
  revision integer NOT NULL DEFAULT 1,
  -- When it is to be published; NULL: as soon as nothing stands in the way.
  publish_at timestamptz,
  -- Prices that changed since the draft was made: overwritten, or left.
  overwrites boolean NOT NULL DEFAULT false,
  -- The published change that this one reverses.
  undoes_id integer REFERENCES price_changes ON DELETE CASCADE,
  created_by integer NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  requested_by integer REFERENCES users,
  requested_at timestamptz,
  approved_by integer REFERENCES users,
  published_at timestamptz,
  -- Why a scheduled publication did not run.
  problem text CHECK (problem IN ('second')),
  -- Number of its rows, and of those that were left when it was published.
  row_count integer NOT NULL DEFAULT 0,
  left_count integer NOT NULL DEFAULT 0,
  CHECK (approved_by <> requested_by),
  CHECK (state IN ('draft', 'undone') OR requested_by IS NOT NULL),
  CHECK (state <> 'scheduled' OR publish_at IS NOT NULL),
  CHECK ((state IN ('published', 'undone')) = (published_at IS NOT NULL))
);
COMMENT ON TABLE price_changes IS 'Drafts of changes of price lists, and what was published.';
CREATE INDEX price_changes_list ON price_changes (price_list_id);
CREATE INDEX price_changes_due ON price_changes (publish_at) WHERE state = 'scheduled';
-- One reversal at a time.
CREATE UNIQUE INDEX price_changes_undoes ON price_changes (undoes_id) WHERE undoes_id IS NOT NULL;

CREATE TABLE price_change_steps (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  change_id integer NOT NULL REFERENCES price_changes ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('raise', 'copy', 'file', 'typed', 'undo')),
  -- For people: rule, scope, list, number of prices.
  facts jsonb NOT NULL,
  -- Lines of a file that were left out.
  problems jsonb NOT NULL DEFAULT '[]',
  made_by integer NOT NULL REFERENCES users,
  made_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX price_change_steps_change ON price_change_steps (change_id, id);

-- Only prices that differ. Each array has the sale price, the list price and the five plans'; NULL instead of an array: the
-- unit is not in the list.
CREATE TABLE price_change_rows (
  change_id integer NOT NULL REFERENCES price_changes ON DELETE CASCADE,
  -- Without a foreign key, which would be checked for each of 200,000 rows; rows of removed units are not published.
  unit_id integer NOT NULL,
  -- As the list was when the row was made.
  before_values numeric(18, 4)[],
  before_currencies text[],
  after_values numeric(18, 4)[],
  after_currencies text[],
  -- What became of a price that had changed since; NULL: it had not.
  conflict text CHECK (conflict IN ('left', 'overwritten')),
  -- Of an overwritten price: as the list was when the change was published.
  replaced_values numeric(18, 4)[],
  replaced_currencies text[],
  -- Of the sale price.
  kind text NOT NULL GENERATED ALWAYS AS (CASE
    WHEN before_values IS NULL THEN 'new' WHEN after_values IS NULL THEN 'removed'
    WHEN before_currencies[1] <> after_currencies[1] THEN 'currency'
    WHEN after_values[1] > before_values[1] THEN 'dearer' WHEN after_values[1] < before_values[1] THEN 'cheaper'
    ELSE 'other' END) STORED,
  -- How much dearer, in percent; NULL where there is nothing to compare with.
  percent numeric GENERATED ALWAYS AS (CASE
    WHEN before_values[1] > 0 AND before_currencies[1] = after_currencies[1]
    THEN round((after_values[1] - before_values[1]) * 100 / before_values[1], 2) END) STORED,
  PRIMARY KEY (change_id, unit_id),
  CHECK ((before_values IS NULL) = (before_currencies IS NULL)),
  CHECK ((after_values IS NULL) = (after_currencies IS NULL)),
  CHECK (after_values[1] >= 0 AND after_currencies[1] IS NOT NULL OR after_values IS NULL)
);
