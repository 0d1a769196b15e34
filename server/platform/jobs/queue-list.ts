import type { Pool } from '#server/platform/db/pool.ts'
import { holdsEmailsSql } from './held-emails.ts'

/** A job of the queue or of the outbox, in the states of the administrators' list. */
export type QueuedJob = {
  id: string
  name: string
  state: 'running' | 'failed' | 'retry' | 'waiting' | 'done'
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
  seconds: number | null
  process: string | null
  failures: number
  error: string | null
  next_try_at: Date | null
  is_held: boolean
}

export type JobCount = { name: string; state: QueuedJob['state']; total: number }
export type JobSelection = { state: QueuedJob['state'] | null; name: string | null; limit: number; offset: number }

// Finished jobs stay for days: the list has those of the last one. The queue's own jobs begin with underscores.
const shopJobs = `name NOT LIKE '\\_\\_%'`
const isUnfinished = "j.state IN ('created', 'retry', 'active', 'failed')"
const stateOf = `CASE j.state WHEN 'created' THEN 'waiting' WHEN 'active' THEN 'running' WHEN 'completed' THEN 'done' ELSE j.state::text END`

/** Runs statements on the queue's tables, which the queue makes when it starts for the first time: no rows until then. */
async function ofQueue<Row extends object>(pool: Pool, sql: string, params: readonly unknown[] = []): Promise<Row[]> {
  return pool.withClient(async (client) => {
    const found = await client.query<{ exists: boolean }>("SELECT to_regclass('pgboss.instance') IS NOT NULL AS exists")
    if (found.rows[0]?.exists !== true) return []
    return (await client.query<Row>(sql, [...params])).rows
  })
}

const unfinishedCounts = `SELECT name, 'waiting' AS state, count(*)::int AS total FROM outbox GROUP BY 1
     UNION ALL
     SELECT j.name, ${stateOf}, count(*)::int FROM pgboss.job j WHERE ${isUnfinished} AND j.${shopJobs} GROUP BY 1, 2`

/** How many unfinished jobs of each name there are in each state. */
export function countUnfinishedJobs(pool: Pool): Promise<JobCount[]> {
  return ofQueue<JobCount>(pool, unfinishedCounts)
}

/** The same, and how many were done in the last day. */
export function countJobs(pool: Pool): Promise<JobCount[]> {
  return ofQueue<JobCount>(
    pool,
    `${unfinishedCounts}
     UNION ALL
     SELECT q.name, 'done', d.total
       FROM pgboss.queue q, LATERAL (SELECT count(*)::int AS total FROM pgboss.job j
                                      WHERE j.name = q.name AND j.state = 'completed'
                                        AND j.completed_on > now() - interval '1 day') d
      WHERE q.${shopJobs} AND d.total > 0`,
  )
}

/** Running jobs, then failed ones, then those that wait; finished ones if the state is `done`. */
export function selectJobs(
  pool: Pool,
  { state, name, limit, offset }: JobSelection,
  heldNames: readonly string[],
): Promise<QueuedJob[]> {
  const which = state === 'done' ? "j.state = 'completed' AND j.completed_on > now() - interval '1 day'" : isUnfinished
  const sql = `
    SELECT l.*, r.process FROM (
      SELECT j.id, j.name, ${stateOf} AS state, j.created_on AS created_at, j.started_on AS started_at,
             j.completed_on AS finished_at,
             extract(epoch FROM CASE WHEN j.state = 'active' THEN now() ELSE j.completed_on END - j.started_on)::float8 AS seconds,
             CASE WHEN j.state IN ('retry', 'failed') THEN j.retry_count + 1 ELSE j.retry_count END AS failures,
             CASE WHEN j.state IN ('retry', 'failed') THEN coalesce(j.output->>'message', j.output->'value'->>'message') END AS error,
             CASE WHEN j.state = 'retry' THEN j.start_after END AS next_try_at, false AS is_held
        FROM pgboss.job j WHERE ${which} AND j.${shopJobs}
      UNION ALL
      SELECT o.id, o.name, 'waiting', o.created_at, NULL, NULL, NULL, 0, NULL, NULL, o.name = ANY ($5) AND ${holdsEmailsSql}
        FROM outbox o
    ) l LEFT JOIN job_runs r ON r.job_id = l.id
    WHERE ($1::text IS NULL OR l.state = $1) AND ($2::text IS NULL OR l.name = $2)
    ORDER BY array_position(ARRAY['running', 'failed', 'retry', 'waiting', 'done'], l.state),
             coalesce(l.finished_at, l.started_at, l.created_at) DESC, l.id
    LIMIT $3 OFFSET $4`
  return ofQueue<QueuedJob>(pool, sql, [state, name, limit, offset, heldNames])
}

export type ScheduleRow = {
  name: string
  cron: string
  started_at: Date | null
  seconds: number | null
  state: QueuedJob['state'] | null
  process: string | null
}

/** Repeated work, each with the latest run that has started. */
export function selectSchedules(pool: Pool): Promise<ScheduleRow[]> {
  return ofQueue<ScheduleRow>(
    pool,
    `SELECT s.name, s.cron, l.started_at, l.seconds, l.state, r.process
       FROM pgboss.schedule s
       LEFT JOIN LATERAL (
         SELECT j.id, j.started_on AS started_at, ${stateOf} AS state,
                extract(epoch FROM j.completed_on - j.started_on)::float8 AS seconds
           FROM pgboss.job j WHERE j.name = s.name AND j.started_on IS NOT NULL ORDER BY j.created_on DESC LIMIT 1) l ON true
       LEFT JOIN job_runs r ON r.job_id = l.id
      ORDER BY s.name`,
  )
}

export type ProcessRow = {
  host: string
  pid: number
  started_at: Date
  seen_at: Date
  running: number
  cpu: number | null
  memory: number | null
  loop_delay: number | null
}

/** The processes that run jobs; each writes a sign of life every half a minute. */
export function selectProcesses(pool: Pool): Promise<ProcessRow[]> {
  return ofQueue<ProcessRow>(
    pool,
    `SELECT host, pid, started_on AS started_at, heartbeat_on AS seen_at,
            (SELECT coalesce(sum((w->>'active')::int), 0)::int FROM jsonb_array_elements(workers) w) AS running,
            (metrics->>'cpu')::float8 AS cpu, (metrics->>'rss')::float8 AS memory, (metrics->>'loopDelay')::float8 AS loop_delay
       FROM pgboss.instance
      WHERE stopped_on IS NULL AND heartbeat_on > now() - heartbeat_seconds * 3 * interval '1 second'
      ORDER BY started_on, id`,
  )
}

export type MigrationRow = {
  version: number
  moved_table: string | null
  moved: number
  total: number | null
  milliseconds: number
  started_at: Date
  is_moving: boolean
}

/** Migrations that move rows in batches and have not ended. A batch takes less than a minute, waiting for a lock included. */
export function selectMigrations(pool: Pool): Promise<MigrationRow[]> {
  return pool.query<MigrationRow>(
    `SELECT version, moved_table, moved, total, milliseconds, started_at,
            updated_at > clock_timestamp() - interval '1 minute' AS is_moving
       FROM migration_progress ORDER BY version`,
    [],
    'migrations_running',
  )
}
