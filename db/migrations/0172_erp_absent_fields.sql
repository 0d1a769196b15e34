-- Paths of the mapping that no record of the run had: [{place, path}].
ALTER TABLE erp_runs ADD COLUMN absent_fields jsonb NOT NULL DEFAULT '[]';
