-- Brands, models and categories that an import made, so that its undoing takes away what nothing uses by then:
-- [{"kind": "brand", "id": 12, "name": "Usta"}].
ALTER TABLE imports ADD COLUMN made jsonb NOT NULL DEFAULT '[]';
