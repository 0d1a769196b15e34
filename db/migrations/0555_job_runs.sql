-- Which process runs a job that takes longer than a second, and which one ran each schedule last (decision 106). The queue has
-- everything else about its jobs.
CREATE TABLE job_runs (
  job_id uuid PRIMARY KEY,
  name text NOT NULL,
  process text NOT NULL CHECK (length(process) <= 300),
  started_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX job_runs_name ON job_runs (name);
