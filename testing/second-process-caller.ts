import { registerApplications } from '#server/applications/applications.ts'
import { registerCheckout } from '#server/checkout/checkout.ts'
import { registerNotes } from '#server/notes/notes.ts'
import { registerOffers } from '#server/offers/offers.ts'
import type { Permission } from '#domain/people/permissions.ts'
import { createPool } from '#server/platform/db/pool.ts'
import { folderStore } from '#server/platform/files/folder-store.ts'
import { Calls } from '#server/visitor/visitor.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { createStore } from '#server/settings/settings.ts'
import type { SecondProcessCall } from './second-process.ts'

// A process that makes one call, so that it can be killed at a failpoint.
const wanted = JSON.parse(process.argv[2] ?? '') as Omit<SecondProcessCall, 'failpoint'> & {
  permissions: Permission[]
}
const actor = { ...wanted.actor, sessionId: Buffer.alloc(32), permissions: new Set(wanted.permissions) }
const pool = createPool({ connectionString: wanted.url }, { max: 2 })
const store = await createStore(pool)
const folder = folderStore('', '')
const calls = new Calls()
registerCheckout(calls, { pool, store, secret: 'a secret of at least thirty-two letters' })
registerOffers(calls, {
  pool,
  store,
  secret: 'a secret of at least thirty-two letters',
  publicUrl: '',
  sendsEmails: true,
  now: () => new Date(),
})
registerNotes(calls, { pool, folder })
registerApplications(calls, {
  pool,
  store,
  secret: 'a secret of at least thirty-two letters',
  folder,
  hasMailServer: false,
  publicUrl: '',
  now: () => new Date(),
})
const call = calls.find('POST', wanted.path)
const answer = await call?.run(wanted.input ?? { body: {} }, testContext({ actor, idempotencyKey: wanted.key }))
console.log(JSON.stringify(answer))
await store.close()
await pool.close()
