import type { Pool } from '#server/platform/db/pool.ts'

/**
 * Names of the prepared statements that the database plans at every call: on the connection that was used last, after a
 * statement ran there more than five times. A plan for any parameters is kept from the sixth call, unless plans for the
 * parameters of one call look cheaper. Only for databases that choose plans.
 */
export async function replanned(pool: Pool): Promise<string[]> {
  const setting = await pool.one<{ mode: string }>("SELECT current_setting('plan_cache_mode') AS mode")
  if (setting?.mode !== 'auto') throw new Error('This database does not choose plans.')
  const rows = await pool.query<{ name: string }>(
    'SELECT name FROM pg_prepared_statements WHERE generic_plans = 0 AND custom_plans > 5 ORDER BY name',
  )
  return rows.map(({ name }) => name)
}
