import { parseArgs } from 'node:util'
import { isRefusal } from '#contract/core/errors.ts'
import { type JobState, jobStates, type ListedJob } from '#contract/admin/jobs.ts'
import { commandLine } from '#server/audit/audit.ts'
import { loadJobs, runAgain } from '#server/monitoring/monitoring.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { countJobs } from '#server/platform/jobs/queue-list.ts'
import { withDatabase } from './database.ts'

export const usage = `toptan jobs [--json]            background jobs by queue, and the last failures with their reasons
toptan jobs retry <id|queue>    run a failed job, or all of a queue, again with all of its tries

The same is at /yonetim/isler. Steps at banks are not run again: the shop asks the bank first.`

/** How many failures are shown. */
const shown = 10
const pageSize = 100

export async function run(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  })
  const [action, subject, ...rest] = positionals
  if (action === undefined) {
    const facts = await withDatabase(({ pool }) => loadFacts(pool))
    console.log(values.json ? JSON.stringify(facts, null, 2) : describeJobs(facts))
    return 0
  }
  if (action === 'retry' && subject !== undefined && rest.length === 0 && !values.json)
    return withDatabase(({ pool }) => retry(pool, subject))
  console.error(usage)
  return 2
}

type Queue = { name: string } & Record<JobState, number>
export type JobFacts = { queues: Queue[]; failures: ListedJob[]; bankSteps: number }

export async function loadFacts(pool: Pool): Promise<JobFacts> {
  const [counted, failed, retried] = await Promise.all([
    countJobs(pool),
    loadJobs(pool, { state: 'failed', limit: String(shown) }),
    loadJobs(pool, { state: 'retry', limit: String(shown) }),
  ])
  const names = [...new Set(counted.map(({ name }) => name))].toSorted()
  const of = (name: string, state: JobState) =>
    counted.filter((each) => each.name === name && each.state === state).reduce((sum, { total }) => sum + total, 0)
  const queues = names.map((name) => {
    const numbers = Object.fromEntries(jobStates.map((state) => [state, of(name, state)])) as Record<JobState, number>
    return { name, ...numbers }
  })
  const failures = [...failed.items, ...retried.items]
    .toSorted((a, b) => (b.finishedAt ?? '').localeCompare(a.finishedAt ?? ''))
    .slice(0, shown)
  return { queues, failures, bankSteps: failed.bankSteps }
}

const words = (name: string, facts: Record<string, string | number> = {}) =>
  translate('en', `administration.jobs.${name}`, facts)

export function describeJobs({ queues, failures, bankSteps }: JobFacts): string {
  const titles = { running: 'running', failed: 'failed', retry: 'to retry', waiting: 'waiting', done: 'done (24 h)' }
  const row = (name: string, cell: (state: JobState) => string) =>
    [name.padEnd(24), ...jobStates.map((state) => cell(state).padStart(13))].join('')
  return [
    ...(queues.length === 0 ? ['No jobs wait, run or failed, and none was done in the last 24 hours.'] : []),
    ...(queues.length > 0 ? [row('queue', (state) => titles[state])] : []),
    ...queues.map((queue) => row(queue.name, (state) => String(queue[state]))),
    ...(failures.length > 0 ? ['', 'The last failures:'] : []),
    ...failures.flatMap(describeFailure),
    ...(bankSteps > 0 ? ['', words('bankSteps', { count: bankSteps, number: bankSteps })] : []),
  ].join('\n')
}

function describeFailure({ id, name, finishedAt, failures, reason, detail, nextTryAt }: ListedJob): string[] {
  const next = nextTryAt === null ? words('givenUp') : `${words('nextTry')} ${nextTryAt}`
  const why = reason === null ? '' : words(`reasons.${reason}`)
  return [
    `${id}  ${name}  ${finishedAt ?? ''}  ${words('tries', { count: failures })}. ${next}`,
    `  ${[why, detail ?? ''].join(' ').replaceAll(/\s+/g, ' ').trim()}`,
  ]
}

/** The failed jobs with this id or of this queue. All are listed before the first is run again, which would move the others. */
async function findFailed(pool: Pool, subject: string): Promise<ListedJob[]> {
  const found: ListedJob[] = []
  for (const state of ['failed', 'retry']) {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const listed = await loadJobs(pool, { state, page: String(page), limit: String(pageSize) })
      found.push(...listed.items.filter(({ id, name }) => id === subject || name === subject))
      pages = listed.pages
    }
  }
  return found
}

export async function retry(pool: Pool, subject: string): Promise<number> {
  const failed = await findFailed(pool, subject)
  if (failed.length === 0) {
    console.error(`No failed job has the id ${subject}, and no queue of that name has one.`)
    return 1
  }
  const results = []
  for (const { id, name } of failed) results.push(await runAgain(pool, commandLine, { id, name }))
  const done = results.filter((result) => !isRefusal(result)).length
  if (done > 0)
    console.log(`${done === 1 ? '1 job runs' : `${done} jobs run`} again within seconds, if the shop is running.`)
  const isLocked = results.some((result) => isRefusal(result) && result.code === 'job_locked')
  if (isLocked) console.error(words('bankLock'))
  return isLocked ? 1 : 0
}
