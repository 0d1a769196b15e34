-- Warehouses and branches of the store can be closed, and stock moves from one warehouse to another.

-- A closed warehouse gets no new stock by hand or by a plain stock column, and no branch delivers from it first. What an
-- import or a cancelled order puts there still counts.
ALTER TABLE warehouses ADD COLUMN is_active boolean NOT NULL DEFAULT true;
-- A closed branch is not offered any more; orders go on naming it.
ALTER TABLE branches ADD COLUMN is_active boolean NOT NULL DEFAULT true;

ALTER TABLE stock_movements
  DROP CONSTRAINT stock_movements_reason_check,
  ADD CONSTRAINT stock_movements_reason_check
    CHECK (reason IN ('import', 'order', 'cancel', 'correction', 'reserve', 'release', 'transfer'));
