-- Movements of today. They are written in the order of their date, so that an index of page ranges suffices: it is made in
-- one read of the table and costs next to nothing per movement.
CREATE INDEX stock_movements_date ON stock_movements USING brin (created_at) WITH (pages_per_range = 32, autosummarize = on);
