-- Files of the store for all or chosen dealers.

CREATE TABLE documents (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  kind text NOT NULL CHECK (kind IN ('price_list', 'catalog', 'data_sheet', 'other')),
  for_all boolean NOT NULL,
  valid_from date NOT NULL,
  valid_until date CHECK (valid_until >= valid_from),
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by integer NOT NULL REFERENCES users
);
CREATE INDEX documents_created_by ON documents (created_by);

CREATE TABLE document_dealers (
  document_id integer NOT NULL REFERENCES documents ON DELETE CASCADE,
  dealer_id integer NOT NULL REFERENCES dealers ON DELETE CASCADE,
  PRIMARY KEY (document_id, dealer_id)
);
CREATE INDEX document_dealers_dealer ON document_dealers (dealer_id);

-- The products on whose pages a document is listed.
CREATE TABLE document_products (
  document_id integer NOT NULL REFERENCES documents ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  PRIMARY KEY (document_id, product_id)
);
CREATE INDEX document_products_product ON document_products (product_id);

-- A file is uploaded before its document. What no document uses is removed after a day.
CREATE TABLE document_files (
  file text PRIMARY KEY CHECK (file ~ '^[0-9a-f]{32}$'),
  document_id integer UNIQUE REFERENCES documents ON DELETE SET NULL,
  user_id integer NOT NULL REFERENCES users,
  type text NOT NULL CHECK (type IN ('pdf', 'xlsx', 'zip', 'picture')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  bytes integer NOT NULL CHECK (bytes > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX document_files_user ON document_files (user_id);
CREATE INDEX document_files_waiting ON document_files (created_at) WHERE document_id IS NULL;
