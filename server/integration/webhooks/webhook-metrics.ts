import { Gauge, type Registry } from 'prom-client'
import type { Db } from '#server/platform/db/pool.ts'

type Figures = { waiting: number; dead: number; oldest: number }

/** Adds how many webhook deliveries wait or were given up, and for how long the oldest one waits, to the metrics. */
export function openWebhookMetrics(registry: Registry, db: Db): void {
  const registers = [registry]
  let collected = Promise.resolve()
  // Collected first, for both.
  const count = new Gauge({
    name: 'webhook_deliveries',
    help: 'Webhook deliveries that wait for their next attempt, and those that were given up',
    labelNames: ['state'],
    registers,
    collect: () => (collected = collect()),
  })
  const oldest = new Gauge({
    name: 'webhook_deliveries_oldest_seconds',
    help: 'Age of the oldest webhook delivery that waits',
    registers,
    collect: () => collected,
  })
  async function collect() {
    // Without the database the other metrics are still served.
    const row = await figuresOf(db).catch(() => undefined)
    count.reset()
    oldest.reset()
    if (row === undefined) return
    count.set({ state: 'waiting' }, row.waiting)
    count.set({ state: 'dead' }, row.dead)
    oldest.set(row.oldest)
  }
}

const figuresOf = (db: Db) =>
  db.one<Figures>(
    `SELECT count(*) FILTER (WHERE state = 'waiting')::integer AS waiting, count(*) FILTER (WHERE state = 'dead')::integer AS dead,
            coalesce(extract(epoch FROM now() - min(at) FILTER (WHERE state = 'waiting')), 0)::float8 AS oldest
       FROM webhook_deliveries WHERE state <> 'delivered'`,
    [],
    'webhook_metrics',
  )
