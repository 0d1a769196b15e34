-- What the files of an import leave open, such as whether prices include VAT: it is not applied before it is answered.
ALTER TABLE imports ADD COLUMN questions jsonb NOT NULL DEFAULT '[]';
