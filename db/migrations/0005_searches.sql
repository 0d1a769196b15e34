-- What visitors searched for. Of a guest nothing is kept but the words.
CREATE TABLE searches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer REFERENCES users ON DELETE CASCADE,
  -- As typed.
  query text NOT NULL CHECK (query <> '' AND char_length(query) <= 200),
  -- What counts as one search: folded, words separated by single spaces.
  folded text NOT NULL CHECK (folded <> '' AND char_length(folded) <= 200),
  result_count integer NOT NULL CHECK (result_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX searches_age ON searches (created_at);
CREATE INDEX searches_word ON searches (folded, user_id, created_at);
CREATE INDEX searches_user ON searches (user_id, folded, created_at) WHERE user_id IS NOT NULL;

-- Counting millions of searches takes seconds, so their sums are kept by triggers.
CREATE TABLE search_words (
  folded text PRIMARY KEY,
  -- As typed last.
  query text NOT NULL,
  searches bigint NOT NULL CHECK (searches >= 0),
  searched_at timestamptz NOT NULL
);
CREATE INDEX search_words_most ON search_words (searches DESC, searched_at DESC);

CREATE TABLE search_users (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  searches bigint NOT NULL CHECK (searches >= 0),
  searched_at timestamptz NOT NULL
);
CREATE INDEX search_users_most ON search_users (searches DESC, searched_at DESC);

-- In one order everywhere, so that two processes that write at once wait for each other instead of dying.
CREATE FUNCTION searches_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_words AS w (folded, query, searches, searched_at)
  SELECT folded, (array_agg(query ORDER BY created_at DESC, id DESC))[1], count(*), max(created_at)
    FROM changed GROUP BY folded ORDER BY folded
  ON CONFLICT (folded) DO UPDATE
     SET query = CASE WHEN excluded.searched_at >= w.searched_at THEN excluded.query ELSE w.query END,
         searches = w.searches + excluded.searches,
         searched_at = greatest(w.searched_at, excluded.searched_at);
  INSERT INTO search_users AS u (user_id, searches, searched_at)
  SELECT user_id, count(*), max(created_at) FROM changed WHERE user_id IS NOT NULL GROUP BY user_id ORDER BY user_id
  ON CONFLICT (user_id) DO UPDATE
     SET searches = u.searches + excluded.searches, searched_at = greatest(u.searched_at, excluded.searched_at);
  RETURN NULL;
END $$;
CREATE TRIGGER searches_inserted AFTER INSERT ON searches REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION searches_inserted();

CREATE FUNCTION searches_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM search_words WHERE folded IN (SELECT folded FROM changed) ORDER BY folded FOR UPDATE;
  UPDATE search_words w SET searches = w.searches - gone.searches
    FROM (SELECT folded, count(*) AS searches FROM changed GROUP BY folded) gone WHERE w.folded = gone.folded;
  DELETE FROM search_words WHERE searches = 0 AND folded IN (SELECT folded FROM changed);
  PERFORM FROM search_users WHERE user_id IN (SELECT user_id FROM changed) ORDER BY user_id FOR UPDATE;
  UPDATE search_users u SET searches = u.searches - gone.searches
    FROM (SELECT user_id, count(*) AS searches FROM changed GROUP BY user_id) gone WHERE u.user_id = gone.user_id;
  DELETE FROM search_users WHERE searches = 0 AND user_id IN (SELECT user_id FROM changed);
  RETURN NULL;
END $$;
CREATE TRIGGER searches_deleted AFTER DELETE ON searches REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION searches_deleted();
