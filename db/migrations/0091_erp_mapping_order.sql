-- People edit a mapping as text: its keys stay in the order in which they were written.
ALTER TABLE erp_connections ALTER COLUMN mapping TYPE json;
