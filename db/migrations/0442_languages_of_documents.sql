-- The language of a document where it matters, and more kinds for the pages of products.
ALTER TABLE documents
  ADD COLUMN language text CHECK (language IN ('tr', 'en', 'de', 'fr', 'it', 'es', 'ru', 'ar')),
  DROP CONSTRAINT documents_kind_check,
  ADD CONSTRAINT documents_kind_check
    CHECK (kind IN ('price_list', 'catalog', 'data_sheet', 'certificate', 'manual', 'other'));
