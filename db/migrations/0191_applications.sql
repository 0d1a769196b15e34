-- Applications of companies that want to become dealers.

CREATE SEQUENCE application_number;

CREATE TABLE applications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  application_no text NOT NULL UNIQUE,
  -- The form that was sent: the same form makes one application.
  form text NOT NULL UNIQUE CHECK (char_length(form) BETWEEN 16 AND 64),
  request_hash bytea NOT NULL,
  -- SHA-256 of the token of the applicant's link.
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  -- domain/applications/application.ts
  state text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'asked', 'answered', 'approved', 'refused')),
  company text NOT NULL CHECK (char_length(company) BETWEEN 1 AND 200),
  tax_office text NOT NULL CHECK (char_length(tax_office) <= 80),
  tax_number text NOT NULL CHECK (tax_number ~ '^\d{10,11}$'),
  address text NOT NULL CHECK (char_length(address) <= 300),
  district text NOT NULL CHECK (char_length(district) <= 80),
  city text NOT NULL CHECK (char_length(city) <= 80),
  contact_name text NOT NULL CHECK (char_length(contact_name) <= 120),
  email text NOT NULL CHECK (char_length(email) <= 254),
  phone text NOT NULL CHECK (char_length(phone) <= 40),
  business text NOT NULL CHECK (business ~ '^[a-z_]{3,40}$'),
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 2000),
  -- The language of the emails about it.
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  -- The IPv4 address, or the /64 of an IPv6 address, for limits.
  network text NOT NULL,
  -- Made by approving.
  dealer_id integer REFERENCES dealers ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz CHECK ((decided_at IS NOT NULL) = (state IN ('approved', 'refused')))
);
CREATE INDEX applications_created ON applications (created_at, id);
CREATE INDEX applications_network ON applications (network, created_at);
CREATE INDEX applications_email ON applications (email, created_at);
CREATE INDEX applications_tax_number ON applications (tax_number);
CREATE INDEX applications_waiting ON applications (id) WHERE state IN ('new', 'answered');
CREATE INDEX applications_refused ON applications (decided_at) WHERE state = 'refused';
CREATE INDEX applications_dealer ON applications (dealer_id) WHERE dealer_id IS NOT NULL;

-- Every step of an application, with what was written: the store's question or reason, or the applicant's answer.
CREATE TABLE application_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  application_id bigint NOT NULL REFERENCES applications ON DELETE CASCADE,
  state text NOT NULL,
  note text NOT NULL DEFAULT '' CHECK (char_length(note) <= 2000),
  -- NULL: the applicant.
  user_id integer REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX application_events_application ON application_events (application_id, id);
CREATE INDEX application_events_user ON application_events (user_id) WHERE user_id IS NOT NULL;

-- A file is uploaded before its form is sent. What no application has is removed after a day.
CREATE TABLE application_files (
  file text PRIMARY KEY CHECK (file ~ '^[0-9a-f]{32}$'),
  form text NOT NULL CHECK (char_length(form) BETWEEN 16 AND 64),
  application_id bigint REFERENCES applications ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('tax_certificate', 'signature_circular', 'other')),
  type text NOT NULL CHECK (type IN ('pdf', 'picture')),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 120),
  bytes integer NOT NULL CHECK (bytes > 0),
  network text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX application_files_form ON application_files (form);
CREATE INDEX application_files_application ON application_files (application_id) WHERE application_id IS NOT NULL;
CREATE INDEX application_files_waiting ON application_files (created_at) WHERE application_id IS NULL;

-- Forms that were sent, whatever came of them, for limits.
CREATE TABLE application_attempts (
  network text NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX application_attempts_network ON application_attempts (network, at);

-- Who accepted which version of a text, when, from where and in which language.
CREATE TABLE text_acceptances (
  text_id integer NOT NULL REFERENCES text_versions,
  application_id bigint NOT NULL REFERENCES applications ON DELETE CASCADE,
  locale text NOT NULL CHECK (locale IN ('tr', 'en')),
  address text NOT NULL,
  accepted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (text_id, application_id)
);
CREATE INDEX text_acceptances_application ON text_acceptances (application_id);
CREATE INDEX text_acceptances_at ON text_acceptances (text_id, accepted_at DESC);

CREATE INDEX dealers_tax_number ON dealers (tax_number) WHERE tax_number IS NOT NULL;

-- Shops that are running decide themselves when they take applications.
INSERT INTO settings (key, value) SELECT 'dealerApplications', '"0"' WHERE EXISTS (SELECT FROM dealers)
    ON CONFLICT (key) DO NOTHING;
