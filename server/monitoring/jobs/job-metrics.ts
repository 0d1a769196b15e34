import { Gauge, type Registry } from 'prom-client'
import { countFailedEmails } from '#server/monitoring/emails/failed-email-rows.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { countUnfinishedJobs } from '#server/platform/jobs/queue-list.ts'

const states = ['waiting', 'running', 'retry', 'failed'] as const

/** Adds how many jobs are in each state, and how many emails could not be delivered, to the metrics. */
export function openJobMetrics(registry: Registry, pool: Pool): void {
  const registers = [registry]
  const jobs: Gauge<'state'> = new Gauge({
    name: 'jobs',
    help: 'Unfinished jobs by state: waiting, running, retry (tried again later), failed (given up)',
    labelNames: ['state'],
    registers,
    collect: async () => {
      // Without the database the other metrics are still served.
      const counted = await countUnfinishedJobs(pool).catch(() => null)
      jobs.reset()
      if (counted === null) return
      for (const state of states) jobs.set({ state }, 0)
      for (const { state, total } of counted) jobs.inc({ state }, total)
    },
  })
  const emails: Gauge = new Gauge({
    name: 'emails_failed',
    help: 'Emails that could not be delivered: tried again for a day, then given up',
    registers,
    collect: async () => {
      const count = await countFailedEmails(pool).catch(() => null)
      emails.remove()
      if (count !== null) emails.set(count)
    },
  })
}
