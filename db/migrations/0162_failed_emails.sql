-- Emails that could not be delivered, from their first failure until they are delivered.
CREATE TABLE failed_emails (
  -- The id of the job in the queue, which is also the key of the email.
  job_id uuid PRIMARY KEY,
  -- The name of the job and its data: what is enqueued to send the email again.
  name text NOT NULL CHECK (name <> ''),
  data jsonb NOT NULL,
  -- Masked; '' if the email failed before its recipient was known.
  recipient text NOT NULL CHECK (char_length(recipient) <= 320),
  error text NOT NULL CHECK (char_length(error) <= 500),
  failures integer NOT NULL DEFAULT 1 CHECK (failures > 0),
  failed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX failed_emails_latest ON failed_emails (failed_at DESC, job_id);
