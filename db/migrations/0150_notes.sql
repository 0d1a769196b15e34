-- Notes that a dealer and the store write to each other about an order, an offer or a fault report.

-- What a thread can be about.
CREATE TABLE note_kinds (kind text PRIMARY KEY);
INSERT INTO note_kinds (kind) VALUES ('order'), ('offer'), ('fault_report');

-- A thread begins with its first note. What it is about is named by its number, which never changes.
CREATE TABLE note_threads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL REFERENCES note_kinds,
  number text NOT NULL CHECK (length(number) BETWEEN 1 AND 40),
  subject_id bigint NOT NULL,
  dealer_id integer NOT NULL REFERENCES dealers,
  -- The last note that a user of each side has opened.
  dealer_read bigint NOT NULL DEFAULT 0,
  store_read bigint NOT NULL DEFAULT 0,
  -- Notes of the other side after it.
  dealer_unread integer NOT NULL DEFAULT 0 CHECK (dealer_unread >= 0),
  store_unread integer NOT NULL DEFAULT 0 CHECK (store_unread >= 0),
  UNIQUE (kind, number)
);
CREATE INDEX note_threads_dealer_unread ON note_threads (dealer_id, id) WHERE dealer_unread > 0;
CREATE INDEX note_threads_store_unread ON note_threads (id) WHERE store_unread > 0;
CREATE INDEX note_threads_dealer ON note_threads (dealer_id);

CREATE TABLE notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  thread_id bigint NOT NULL REFERENCES note_threads ON DELETE CASCADE,
  side text NOT NULL CHECK (side IN ('dealer', 'store')),
  -- Written by the store for the store.
  is_internal boolean NOT NULL DEFAULT false,
  user_id integer NOT NULL REFERENCES users,
  text text NOT NULL CHECK (length(text) <= 4000),
  request_key text NOT NULL CHECK (length(request_key) BETWEEN 8 AND 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the other side's email about it was enqueued, or found unnecessary.
  notified_at timestamptz,
  UNIQUE (thread_id, user_id, request_key),
  CHECK (NOT is_internal OR side = 'store')
);
CREATE INDEX notes_thread ON notes (thread_id, id);
CREATE INDEX notes_user ON notes (user_id, created_at);
CREATE INDEX notes_due ON notes (thread_id) WHERE notified_at IS NULL AND NOT is_internal;

-- A file is uploaded before its note. What no note uses is removed after a day.
CREATE TABLE note_files (
  -- Name of the stored file; nobody can guess it.
  file text PRIMARY KEY CHECK (file ~ '^[0-9a-f]{32}$'),
  note_id bigint REFERENCES notes ON DELETE CASCADE,
  position smallint CHECK (position BETWEEN 1 AND 5),
  user_id integer NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('picture', 'pdf')),
  -- As the user named it, without a path.
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  bytes integer NOT NULL CHECK (bytes > 0),
  width integer CHECK (width > 0),
  height integer CHECK (height > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (note_id, position),
  CHECK ((note_id IS NULL) = (position IS NULL)),
  CHECK ((kind = 'picture') = (width IS NOT NULL AND height IS NOT NULL))
);
CREATE INDEX note_files_user ON note_files (user_id, created_at);
CREATE INDEX note_files_waiting ON note_files (created_at) WHERE note_id IS NULL;
