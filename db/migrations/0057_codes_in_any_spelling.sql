-- Finds a code whatever its spaces and dashes: lists of codes that people type have them as they like.
CREATE INDEX products_plain_code ON products (regexp_replace(fold(code), '[^a-z0-9]+', '', 'g'));
