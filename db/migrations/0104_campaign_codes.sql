-- What the ERP knows a campaign by.
ALTER TABLE campaigns ADD COLUMN code text UNIQUE CHECK (code <> '');
