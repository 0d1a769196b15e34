-- What administrators teach the search: words that mean the same, other codes of a product, words that lead to a page.
CREATE TABLE search_rules (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('synonyms', 'one_way', 'code', 'redirect')),
  -- As typed.
  words text[] NOT NULL CHECK (cardinality(words) BETWEEN 1 AND 20),
  -- Words that are found too, our code, or the path of a page; none for synonyms.
  targets text[] NOT NULL CHECK (cardinality(targets) <= 5),
  CHECK ((kind = 'synonyms') = (cardinality(targets) = 0)),
  changed_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (id, kind)
);

-- Each word has one rule of a kind, in the form in which searches are compared.
CREATE TABLE search_rule_words (
  kind text NOT NULL,
  word text NOT NULL CHECK (word <> ''),
  rule_id integer NOT NULL,
  PRIMARY KEY (kind, word),
  FOREIGN KEY (rule_id, kind) REFERENCES search_rules (id, kind) ON DELETE CASCADE
);
CREATE INDEX search_rule_words_rule ON search_rule_words (rule_id);

-- Searches without a result that administrators do not want to see again.
CREATE TABLE ignored_searches (
  folded text PRIMARY KEY CHECK (folded <> '' AND char_length(folded) <= 200),
  ignored_at timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE cache_versions DROP CONSTRAINT cache_versions_name_check;
ALTER TABLE cache_versions ADD CONSTRAINT cache_versions_name_check
  CHECK (name IN ('settings', 'catalog', 'campaigns', 'search_rules'));
INSERT INTO cache_versions (name) VALUES ('search_rules');
CREATE TRIGGER search_rules_version AFTER INSERT OR UPDATE OR DELETE ON search_rules
  FOR EACH STATEMENT EXECUTE FUNCTION bump_cache_version('search_rules');
