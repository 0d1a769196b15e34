-- Pictures that imports name by address. Each address is fetched once, for all products.

-- The address without its fragment, known by its SHA-256. `next_at` says when it is fetched or checked again, NULL: nothing is
-- to do. A process that takes it sets `taken_until`; when that has passed, another one may.
CREATE TABLE picture_addresses (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hash bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  url text NOT NULL,
  host text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'stored', 'failed')),
  -- Below the folder of images.
  file text,
  etag text,
  last_modified text,
  checked_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  next_at timestamptz DEFAULT now(),
  taken_until timestamptz,
  -- Of the last attempt, if it failed.
  reason text,
  status integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (state <> 'stored' OR file IS NOT NULL),
  CHECK (state <> 'failed' OR (reason IS NOT NULL AND next_at IS NULL)),
  CHECK (state <> 'waiting' OR next_at IS NOT NULL)
);
CREATE INDEX picture_addresses_due ON picture_addresses (host, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX picture_addresses_taken ON picture_addresses (host, taken_until) WHERE taken_until IS NOT NULL;

-- Before `next_at` nothing is fetched from the host. `failures`: attempts since it answered last.
CREATE TABLE picture_hosts (
  host text PRIMARY KEY,
  next_at timestamptz NOT NULL DEFAULT now(),
  failures integer NOT NULL DEFAULT 0
);

-- `import_id` brought the picture, `named_by` named it last, in this line (NULL: the command line or a program). A picture that
-- the file of its product names no longer is dropped; undoing that import brings it back. `added_file` and `added_place` are
-- what the product got. `is_due`: the product's pictures have to be brought up to date.
CREATE TABLE product_picture_addresses (
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  address_id integer NOT NULL REFERENCES picture_addresses,
  place integer NOT NULL,
  import_id integer REFERENCES imports ON DELETE SET NULL,
  named_by integer REFERENCES imports ON DELETE SET NULL,
  file integer NOT NULL,
  line integer NOT NULL,
  is_dropped boolean NOT NULL DEFAULT false,
  dropped_by integer REFERENCES imports ON DELETE SET NULL,
  added_file text,
  added_place integer,
  is_due boolean NOT NULL DEFAULT false,
  PRIMARY KEY (product_id, address_id),
  CHECK (dropped_by IS NULL OR is_dropped),
  CHECK ((added_file IS NULL) = (added_place IS NULL))
);
CREATE INDEX product_picture_addresses_address ON product_picture_addresses (address_id, product_id);
CREATE INDEX product_picture_addresses_import ON product_picture_addresses (import_id) WHERE import_id IS NOT NULL;
CREATE INDEX product_picture_addresses_named ON product_picture_addresses (named_by) WHERE named_by IS NOT NULL;
CREATE INDEX product_picture_addresses_dropped ON product_picture_addresses (dropped_by) WHERE is_dropped;
CREATE INDEX product_picture_addresses_is_due ON product_picture_addresses (product_id) WHERE is_due;
