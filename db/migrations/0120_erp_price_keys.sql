-- The key of a price without a unit, or of another row without a part in the middle, now says which part is missing. Keys are
-- stored again by the next read; until a full read has seen them, nothing counts as missing.
DELETE FROM erp_keys WHERE resource = 'prices';
