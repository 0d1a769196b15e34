-- Texts of the store that everybody may read: the dealer contract, the privacy notice and the cookie text. Each
-- publication is a version of its own; versions do not change.

CREATE TABLE text_versions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- domain/texts/published-text.ts
  kind text NOT NULL CHECK (kind IN ('dealer_contract', 'privacy_notice', 'cookies')),
  version integer NOT NULL CHECK (version > 0),
  html text NOT NULL CHECK (char_length(html) BETWEEN 1 AND 200000),
  -- The translation; '' = none, the Turkish text is shown.
  html_en text NOT NULL DEFAULT '' CHECK (char_length(html_en) <= 200000),
  created_by integer REFERENCES users,
  published_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (kind, version)
);
CREATE INDEX text_versions_created_by ON text_versions (created_by);
