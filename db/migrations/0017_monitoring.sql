-- Who searched for what how often: of each whole text, and of each word that stands in one. Adding up millions of searches
-- takes seconds, so these sums are kept like those of 0005 (decision 009).
CREATE TABLE search_terms (
  -- Folded.
  term text NOT NULL CHECK (term <> ''),
  -- false = a text as it was searched for, true = one word of it.
  is_word boolean NOT NULL,
  user_id integer REFERENCES users ON DELETE CASCADE,
  -- 0 = all guests together. NULLs can be neither unique nor joined.
  user_key integer NOT NULL GENERATED ALWAYS AS (coalesce(user_id, 0)) STORED,
  searches bigint NOT NULL CHECK (searches >= 0),
  searched_at timestamptz NOT NULL,
  UNIQUE (term, is_word, user_key)
);
CREATE INDEX search_terms_most ON search_terms (term, is_word, searches DESC, searched_at DESC);
CREATE INDEX search_terms_user ON search_terms (user_key, searches DESC, searched_at DESC) INCLUDE (term)
  WHERE NOT is_word;
-- Deleting a user looks for its rows.
CREATE INDEX search_terms_owner ON search_terms (user_id) WHERE user_id IS NOT NULL;

-- A word without the marks around it: `vida,` is `vida`.
CREATE FUNCTION search_word(word text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT btrim(word, '.,;:!?()[]{}"''')
$$;
CREATE FUNCTION search_words_of(folded text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT search_word(word) FROM unnest(string_to_array(folded, ' ')) AS word WHERE search_word(word) <> ''
$$;

-- In one order everywhere, so that two processes that write at once wait for each other instead of dying.
CREATE FUNCTION search_terms_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_terms AS t (term, is_word, user_id, searches, searched_at)
  SELECT term, is_word, user_id, count(*), max(created_at)
    FROM (SELECT folded AS term, false AS is_word, user_id, created_at FROM changed
          UNION ALL
          SELECT word, true, user_id, created_at FROM changed, search_words_of(folded) AS word) each
   GROUP BY term, is_word, user_id ORDER BY term, is_word, coalesce(user_id, 0)
  ON CONFLICT (term, is_word, user_key) DO UPDATE
     SET searches = t.searches + excluded.searches, searched_at = greatest(t.searched_at, excluded.searched_at);
  RETURN NULL;
END $$;
CREATE TRIGGER search_terms_inserted AFTER INSERT ON searches REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_terms_inserted();

CREATE FUNCTION search_terms_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH gone AS (
    SELECT term, is_word, user_key, count(*) AS searches
      FROM (SELECT folded AS term, false AS is_word, coalesce(user_id, 0) AS user_key FROM changed
            UNION ALL
            SELECT word, true, coalesce(user_id, 0) FROM changed, search_words_of(folded) AS word) each
     GROUP BY term, is_word, user_key
  ), locked AS (
    SELECT t.term, t.is_word, t.user_key, gone.searches
      FROM search_terms t JOIN gone USING (term, is_word, user_key)
     ORDER BY t.term, t.is_word, t.user_key FOR UPDATE OF t
  ), emptied AS (
    DELETE FROM search_terms t USING locked l
     WHERE (t.term, t.is_word, t.user_key) = (l.term, l.is_word, l.user_key) AND t.searches <= l.searches
  )
  UPDATE search_terms t SET searches = t.searches - l.searches
    FROM locked l
   WHERE (t.term, t.is_word, t.user_key) = (l.term, l.is_word, l.user_key) AND t.searches > l.searches;
  RETURN NULL;
END $$;
CREATE TRIGGER search_terms_deleted AFTER DELETE ON searches REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION search_terms_deleted();

INSERT INTO search_terms (term, is_word, user_id, searches, searched_at)
SELECT term, is_word, user_id, count(*), max(created_at)
  FROM (SELECT folded AS term, false AS is_word, user_id, created_at FROM searches
        UNION ALL
        SELECT word, true, user_id, created_at FROM searches, search_words_of(folded) AS word) each
 GROUP BY term, is_word, user_id;
