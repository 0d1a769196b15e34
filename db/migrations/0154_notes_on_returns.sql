-- Threads of notes about returns.
INSERT INTO note_kinds (kind) VALUES ('return');
