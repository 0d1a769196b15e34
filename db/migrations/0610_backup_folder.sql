-- Where a backup was written to: "toptan backup --to" does not use BACKUP_DIR. Unknown for those made before.
ALTER TABLE backups ADD COLUMN folder text;
