import { heldEmailKinds } from '#contract/admin/failed-emails.ts'
import {
  jobStates,
  type JobList,
  type JobState,
  type listJobs,
  type ListedJob,
  scheduleKinds,
  type ScheduleList,
} from '#contract/admin/jobs.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { nextStart, parseSchedule } from '#domain/text/schedule.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { cleanText, parsePaging } from '#server/platform/http/list-paging.ts'
import {
  countJobs,
  type JobCount,
  type QueuedJob,
  type ScheduleRow,
  selectJobs,
  selectMigrations,
  selectProcesses,
  selectSchedules,
} from '#server/platform/jobs/queue-list.ts'
import { describeFailure } from './job-reason.ts'

export async function loadJobs(pool: Pool, query: Input<typeof listJobs>['query']): Promise<JobList> {
  const { page, limit } = parsePaging(query)
  const state = jobStates.find((each) => each === query.state) ?? null
  const kind = cleanText(query.kind) || null
  const [counted, rows, bankSteps] = await Promise.all([
    countJobs(pool),
    selectJobs(pool, { state, name: kind, limit, offset: (page - 1) * limit }, heldEmailKinds),
    countBankSteps(pool),
  ])
  const isListed = (each: JobCount) =>
    (kind === null || each.name === kind) && (state === null ? each.state !== 'done' : each.state === state)
  const total = sumOf(counted.filter(isListed))
  return {
    items: rows.map(listedJob),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
    limit,
    state,
    kind,
    counts: countsOf(counted),
    kinds: [...new Set([...counted.map(({ name }) => name), ...(kind === null ? [] : [kind])])].toSorted(),
    bankSteps,
  }
}

const sumOf = (counts: readonly JobCount[]): number => counts.reduce((sum, { total }) => sum + total, 0)

function countsOf(counted: readonly JobCount[]): Record<JobState, number> {
  const of = (state: JobState) => sumOf(counted.filter((each) => each.state === state))
  return { running: of('running'), failed: of('failed'), retry: of('retry'), waiting: of('waiting'), done: of('done') }
}

const isoOf = (moment: Date | null): string | null => moment?.toISOString() ?? null

function listedJob(row: QueuedJob): ListedJob {
  const { id, name, state, process, failures, error, seconds } = row
  return {
    id,
    name,
    state,
    createdAt: row.created_at.toISOString(),
    startedAt: isoOf(row.started_at),
    finishedAt: isoOf(row.finished_at),
    seconds,
    process,
    failures,
    ...(error === null ? { reason: null, detail: null } : describeFailure(error)),
    nextTryAt: isoOf(row.next_try_at),
    isHeld: row.is_held,
  }
}

/** Payments whose outcome is unclear and refunds that are under way: `server/payments/` asks the banks about them. */
async function countBankSteps(pool: Pool): Promise<number> {
  const row = await pool.one<{ total: number }>(
    `SELECT (SELECT count(*) FROM payments WHERE inquire_at IS NOT NULL)
          + (SELECT count(*) FROM payment_refunds WHERE inquire_at IS NOT NULL) AS total`,
    [],
    'monitoring_bank_steps',
  )
  return row?.total ?? 0
}

/** In the order in which people look for them. */
function byKind(a: ScheduleRow, b: ScheduleRow): number {
  const kinds: readonly string[] = scheduleKinds
  return kinds.indexOf(a.name) - kinds.indexOf(b.name)
}

export async function loadSchedules(pool: Pool, now: Date): Promise<ScheduleList> {
  const [schedules, processes, migrations] = await Promise.all([
    selectSchedules(pool),
    selectProcesses(pool),
    selectMigrations(pool),
  ])
  return {
    migrations: migrations.map((row) => ({
      version: row.version,
      table: row.moved_table ?? '',
      moved: row.moved,
      total: Math.max(row.total ?? 0, row.moved),
      secondsLeft:
        row.moved > 0 ? (Math.max(0, (row.total ?? 0) - row.moved) * row.milliseconds) / row.moved / 1000 : null,
      startedAt: row.started_at.toISOString(),
      isMoving: row.is_moving,
    })),
    schedules: schedules.toSorted(byKind).flatMap(({ name, cron, started_at: at, seconds, state, process }) => {
      const schedule = parseSchedule(cron)
      if (schedule === null) return []
      const last = at === null || state === null ? null : { at: at.toISOString(), seconds, state, process }
      return [{ name, ...schedule, nextAt: nextStart(schedule, now).toISOString(), last }]
    }),
    processes: processes.map(
      ({ host, pid, started_at: startedAt, seen_at: seenAt, running, cpu, memory, loop_delay }) => {
        return {
          name: `${host}:${pid}`,
          startedAt: startedAt.toISOString(),
          seenAt: seenAt.toISOString(),
          running,
          cpu,
          memoryBytes: memory,
          loopDelay: loop_delay,
        }
      },
    ),
  }
}
