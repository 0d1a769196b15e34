-- How the file of an import was read: format, header line and columns with their first values. NULL: not read yet.
ALTER TABLE file_imports ADD COLUMN inspection jsonb;

-- Rows that are imported, although something about them is unusual, are listed beside those that are not.
ALTER TABLE file_import_problems
  ADD COLUMN level text NOT NULL DEFAULT 'error' CHECK (level IN ('error', 'warning'));

-- Movements whose file has no references are recognized by document, day and side.
CREATE INDEX account_movements_document ON account_movements (dealer_id, document_no) WHERE document_no <> '';
