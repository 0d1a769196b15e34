import * as z from 'zod/mini'
import { emailKinds } from '#contract/admin/failed-emails.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'

/** `waiting`: not started. `retry`: failed, and is tried again. `failed`: given up. `done`: in the last day. */
export const jobStates = ['running', 'failed', 'retry', 'waiting', 'done'] as const
export type JobState = (typeof jobStates)[number]

/** What users and programs start, besides emails. */
const workKinds = [
  'import',
  'import-source',
  'file-import',
  'export',
  'orders.mask-cards',
  'offers.mask-cards',
  'card.find',
  'card.remove',
] as const

/** Work that the shop repeats. */
export const scheduleKinds = [
  'payment-reconciliation',
  'bank-alerts',
  'awaited-transfers',
  'card-removals',
  'backups',
  'audit-seals',
  'database-mark',
  'import-sources',
  'waiting-imports',
  'purchases',
  'quote-reminders',
  'stock-arrivals',
  'list-mails',
  'note-mails',
  'report-mails',
  'webhook-alerts',
  'bought-together',
  'purge',
  'bank-calls',
  'imports',
  'file-imports',
  'exports',
  'work-files',
  'product-pictures',
  'documents',
  'note-files',
  'application-files',
  'fault-photos',
  'transfer-receipts',
  'invoice-files',
] as const

/** All jobs by the name of their queue, besides emails. */
export const jobKinds: readonly string[] = [...workKinds, ...scheduleKinds]

const bankKinds: readonly string[] = ['card.find', 'card.remove', 'payment-reconciliation']
const dutyKinds: readonly string[] = ['orders.mask-cards', 'offers.mask-cards']
const scheduled: readonly string[] = scheduleKinds

/**
 * Why a job cannot be repeated or removed by a person; null if it can. `bank`: a step at a bank or provider, whose order the
 * shop decides. `duty`: the shop has to do it, so that it can be repeated, but not removed.
 */
export function jobLock(name: string): 'bank' | 'duty' | null {
  if (bankKinds.includes(name)) return 'bank'
  return dutyKinds.includes(name) || scheduled.includes(name) ? 'duty' : null
}

/** Whether the job is an email. */
export const isEmailJob = (name: string): boolean => (emailKinds as readonly string[]).includes(name)

/** Why a job failed, in the words of the screen. */
export const jobReasons = ['connection', 'timeout', 'refused', 'process', 'database', 'disk', 'other'] as const

const text = z.optional(z.string().check(z.maxLength(40)))

const job = z.object({
  id: z.string(),
  /** One of `emailKinds` or `jobKinds`, or the name of a job of an earlier version. */
  name: z.string(),
  state: z.enum(jobStates),
  createdAt: z.string(),
  startedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  /** Duration of the run in seconds; until now while the job runs. */
  seconds: z.nullable(z.number()),
  /** The process that runs it; null for less than a second. */
  process: z.nullable(z.string()),
  failures: z.number(),
  reason: z.nullable(z.enum(jobReasons)),
  /** The message of the failure; email addresses and card numbers are masked. */
  detail: z.nullable(z.string()),
  nextTryAt: z.nullable(z.string()),
  /** Held after a restore until `toptan outbox release`. */
  isHeld: z.boolean(),
})
export type ListedJob = z.output<typeof job>

/** Without `state`: everything that is not done. Running ones first, then what failed. */
export const listJobs = endpoint({
  method: 'GET',
  path: '/yonetim/jobs',
  access: 'admin',
  area: 'settings',
  summary: 'Background jobs: waiting, running, failed and done in the last day',
  query: z.object({ page: text, limit: text, state: text, kind: text }),
  reply: z.object({
    items: z.array(job),
    ...paged,
    state: z.nullable(z.enum(jobStates)),
    kind: z.nullable(z.string()),
    counts: z.record(z.enum(jobStates), z.number()),
    /** Names that have jobs, for the filter. */
    kinds: z.array(z.string()),
    /** Payments and refunds about which a bank is going to be asked; they are not in the queue. */
    bankSteps: z.number(),
  }),
  errors: [],
})
export type JobList = z.output<typeof listJobs.reply>

const schedule = z.object({
  name: z.string(),
  /** Minutes of the hour, null for every minute; hours of the day in Turkey. */
  minute: z.nullable(z.number()),
  fromHour: z.number(),
  toHour: z.number(),
  nextAt: z.string(),
  last: z.nullable(
    z.object({
      at: z.string(),
      seconds: z.nullable(z.number()),
      state: z.enum(jobStates),
      process: z.nullable(z.string()),
    }),
  ),
})
export type JobSchedule = z.output<typeof schedule>

const jobProcess = z.object({
  name: z.string(),
  startedAt: z.string(),
  /** The latest sign of life, at most half a minute old. */
  seenAt: z.string(),
  running: z.number(),
  /** Cores, bytes and milliseconds (99th percentile); null before the first measurement. */
  cpu: z.nullable(z.number()),
  memoryBytes: z.nullable(z.number()),
  loopDelay: z.nullable(z.number()),
})
export type JobProcess = z.output<typeof jobProcess>

const migration = z.object({
  version: z.number(),
  table: z.string(),
  moved: z.number(),
  /** An estimate. */
  total: z.number(),
  /** By its own speed; null before anything was moved. */
  secondsLeft: z.nullable(z.number()),
  startedAt: z.string(),
  /** False: no process has moved rows for a minute; the next one that starts or migrates goes on. */
  isMoving: z.boolean(),
})
export type RunningMigration = z.output<typeof migration>

export const listSchedules = endpoint({
  method: 'GET',
  path: '/yonetim/job-schedules',
  access: 'admin',
  area: 'settings',
  summary:
    'Repeated work with its last and next run, the processes that run jobs, and updates of the database under way',
  reply: z.object({
    schedules: z.array(schedule),
    processes: z.array(jobProcess),
    migrations: z.array(migration),
  }),
  errors: [],
})
export type ScheduleList = z.output<typeof listSchedules.reply>

const oneJob = z.strictObject({ name: z.string().check(z.maxLength(100)), id: z.uuid() })

/** Runs a failed job now, with all of its tries. */
export const retryJob = endpoint({
  method: 'POST',
  path: '/yonetim/jobs/retry',
  access: 'admin',
  area: 'settings',
  summary: 'Runs a failed job again',
  body: oneJob,
  reply: z.object({ success: z.literal(true) }),
  errors: ['not_found', 'job_locked'],
})

export const removeJob = endpoint({
  method: 'POST',
  path: '/yonetim/jobs/remove',
  access: 'admin',
  area: 'settings',
  summary: 'Removes a job that waits or failed',
  body: oneJob,
  reply: z.object({ success: z.literal(true) }),
  errors: ['not_found', 'job_locked'],
})
