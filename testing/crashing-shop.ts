import type { FastifyInstance, InjectOptions } from 'fastify'
import { createPool } from '#server/platform/db/pool.ts'
import { createApp } from '#server/app.ts'
import { reconcile } from '#server/payments/payments.ts'
import { parseConfig } from '#server/config.ts'
import { bankOf } from './paying-shop.ts'

// Runs a shop in its own process that answers one request, or with the address `reconcile` compares the banks' books, so that it can be killed at a failpoint. Arguments: the
// database, the time of its clock, and the request.
const [connectionString = '', moment = '', request = '{}'] = process.argv.slice(2)
const pool = createPool({ connectionString }, { max: 4 })
let app: FastifyInstance | undefined
app = await createApp({
  config: parseConfig(),
  database: { pool, connection: { connectionString }, kind: 'external', created: false, close: () => pool.close() },
  version: 'test',
  hasRateLimits: false,
  now: () => new Date(moment),
  bankHttp: bankOf(() => app),
  bankPauses: { slow: 0, silent: 0 },
})
const input = JSON.parse(request) as InjectOptions
if (input.url === 'reconcile') {
  await reconcile(app.payments)
} else {
  const answer = await app.inject(input)
  console.log(JSON.stringify({ status: answer.statusCode, body: answer.body }))
}
await app.close()
await pool.close()
