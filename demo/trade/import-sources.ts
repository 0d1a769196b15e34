import { defaultImportOptions } from '#contract/admin/imports/import-options.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Inserts a paused source of product files, whose address does not exist, with some runs before today. */
export async function insertImportSources(db: Db, today: Date): Promise<void> {
  await db.execute(
    `WITH added AS (
       INSERT INTO import_sources (name, url, daily_at, removes_missing, is_active, is_confirmed, options, created_by)
       SELECT 'Voltan Elektrik günlük liste', 'https://bayi.voltan.example/urunler.xml', '06:30', true, false, true, $1, min(id)
         FROM users WHERE role = 'admin' HAVING count(*) > 0 RETURNING id)
     INSERT INTO import_source_runs (source_id, started_at, ended_at, outcome, reason, facts, bytes)
     SELECT added.id, at.half_past_six - past.age, at.half_past_six - past.age + interval '9 seconds', past.outcome, past.reason,
            past.facts, past.bytes
       FROM added, (VALUES (interval '3 days', 'applied', NULL, '{}'::jsonb, 184220),
                           (interval '2 days', 'unchanged', NULL, '{}', 184220),
                           (interval '1 day', 'failed', 'status', '{"status": 503}', NULL)) past (age, outcome, reason, facts, bytes),
            LATERAL (SELECT (date_trunc('day', $2::timestamptz AT TIME ZONE 'Europe/Istanbul') + interval '6 hours 30 minutes')
                            AT TIME ZONE 'Europe/Istanbul' AS half_past_six) at`,
    [JSON.stringify({ ...defaultImportOptions, prices: 'net' }), today],
  )
}
