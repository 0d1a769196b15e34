-- The columns of a profile as its files name them, in their order: [{name, use}]. `use` is what each is recognized as by
-- its name; null: nothing, or unknown because a field was assigned.
ALTER TABLE import_profiles ADD COLUMN columns jsonb NOT NULL DEFAULT '[]';

WITH read AS (
  SELECT i.profile_id, i.id, file.value AS file
    FROM imports i CROSS JOIN jsonb_array_elements(i.columns) AS file
   WHERE i.profile_id IS NOT NULL AND file.value ->> 'kind' IS DISTINCT FROM 'units'
  UNION ALL
  SELECT profile_id, id, inspection FROM file_imports WHERE profile_id IS NOT NULL AND inspection IS NOT NULL
), newest AS (
  SELECT DISTINCT ON (profile_id) profile_id, file FROM read ORDER BY profile_id, id DESC
)
UPDATE import_profiles p
   SET columns = (
     SELECT coalesce(
              jsonb_agg(
                jsonb_build_object(
                  'name', c.value ->> 'name',
                  'use', CASE WHEN c.value ->> 'certainty' = 'chosen' THEN NULL ELSE c.value ->> 'use' END
                ) ORDER BY c.ordinality
              ), '[]')
       FROM jsonb_array_elements(newest.file -> 'columns') WITH ORDINALITY AS c)
  FROM newest
 WHERE newest.profile_id = p.id;
