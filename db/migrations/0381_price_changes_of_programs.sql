-- Programs prepare price changes too (docs/decisions/083).
ALTER TABLE price_changes
  ALTER COLUMN created_by DROP NOT NULL,
  ADD COLUMN created_by_key integer REFERENCES api_keys,
  ADD COLUMN requested_by_key integer REFERENCES api_keys,
  ADD CONSTRAINT price_changes_creator CHECK (num_nonnulls(created_by, created_by_key) = 1),
  DROP CONSTRAINT price_changes_check1,
  ADD CONSTRAINT price_changes_requester CHECK (
    num_nonnulls(requested_by, requested_by_key) = 1
    OR state IN ('draft', 'undone') AND num_nonnulls(requested_by, requested_by_key) = 0);
CREATE INDEX price_changes_key ON price_changes (created_by_key, id) WHERE created_by_key IS NOT NULL;
ALTER TABLE price_change_steps
  ALTER COLUMN made_by DROP NOT NULL,
  ADD COLUMN made_by_key integer REFERENCES api_keys,
  ADD CONSTRAINT price_change_steps_maker CHECK (num_nonnulls(made_by, made_by_key) = 1);
