import { createPool } from '#server/platform/db/pool.ts'
import type { Actor } from '#server/platform/http/context.ts'
import { Calls } from '#server/platform/http/handle.ts'
import { testContext } from '#server/platform/http/test-context.ts'
import { createStore } from '#server/settings/settings.ts'
import { registerCheckout } from './checkout.ts'

// A process of its own that orders once, so that it can be killed at a failpoint: database, actor and key are arguments.
const [connectionString = '', actorJson = '', idempotencyKey = ''] = process.argv.slice(2)
const actor = { ...(JSON.parse(actorJson) as Actor), sessionId: Buffer.alloc(32) }
const pool = createPool({ connectionString }, { max: 2 })
const store = await createStore(pool)
const calls = new Calls()
registerCheckout(calls, { pool, store, secret: 'a secret of at least thirty-two letters' })
const answer = await calls.find('POST', '/api/catalog/cart')?.run({ body: {} }, testContext({ actor, idempotencyKey }))
console.log(JSON.stringify(answer))
await store.close()
await pool.close()
