-- Notices of the store for all or chosen dealers.

CREATE TABLE announcements (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  -- Safe HTML of the description editor.
  html text NOT NULL CHECK (length(html) <= 20000),
  -- Shown above every page until the user closes it; otherwise in the list only.
  is_banner boolean NOT NULL,
  for_all boolean NOT NULL,
  -- Days in Turkey, the last one included. NULL: no end.
  shows_from date NOT NULL,
  shows_until date CHECK (shows_until >= shows_from),
  -- Grows with each change.
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by integer NOT NULL REFERENCES users
);
CREATE INDEX announcements_created_by ON announcements (created_by);

CREATE TABLE announcement_dealers (
  announcement_id integer NOT NULL REFERENCES announcements ON DELETE CASCADE,
  dealer_id integer NOT NULL REFERENCES dealers ON DELETE CASCADE,
  PRIMARY KEY (announcement_id, dealer_id)
);
CREATE INDEX announcement_dealers_dealer ON announcement_dealers (dealer_id);

CREATE TABLE announcement_readers (
  announcement_id integer NOT NULL REFERENCES announcements ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  seen_at timestamptz NOT NULL DEFAULT now(),
  -- When the user closed the banner.
  closed_at timestamptz,
  PRIMARY KEY (announcement_id, user_id)
);
CREATE INDEX announcement_readers_user ON announcement_readers (user_id);
