-- What the ERP knows a category by.
ALTER TABLE categories ADD COLUMN code text UNIQUE CHECK (code <> '');
