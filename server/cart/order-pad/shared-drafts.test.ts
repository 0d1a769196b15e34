import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedDraftDays } from '#contract/shop/shared-drafts.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { createStore, type Store } from '#server/settings/settings.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { type Actor, Calls } from '#server/visitor/visitor.ts'
import { purgeSharedDrafts, registerCart } from '#server/cart/cart.ts'
import { addDealer } from '#testing/store-rows.ts'

let database: TestDatabase
let store: Store
let calls: Calls
let owner: Actor
let stranger: Actor

beforeAll(async () => {
  database = await createTestDatabase()
  store = await createStore(database.pool, { pollMilliseconds: 3_600_000 })
  calls = new Calls()
  registerCart(calls, { pool: database.pool, store })
  owner = await addDealer(database.pool)
  stranger = await addDealer(database.pool)
})
afterAll(async () => {
  await store.close()
  await database.drop()
})
beforeEach(() => database.pool.execute('DELETE FROM shared_drafts'))

const lines = [
  { code: 'MKR-10', quantity: '2', unit: 'KOLİ' },
  { code: 'böyle kod yok', quantity: 'beş', unit: '' },
]
type Answer = { ok: boolean; code?: string; body?: unknown }

async function run(actor: Actor | null, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
  const answer = await calls
    .find(method, `/api/catalog/shared-drafts${path === '' ? '' : '/:token'}`)
    ?.run(body === undefined ? { params: { token: path.slice(1) } } : { body }, testContext({ actor }))
  return answer as Answer
}
async function share(actor: Actor, title = 'Sepet'): Promise<string> {
  const answer = await run(actor, 'POST', '', { title, lines })
  return (answer.body as { token: string }).token
}
const codeOf = async (actor: Actor | null, token: string) => (await run(actor, 'GET', `/${token}`)).code

describe('shared lines', () => {
  test('are opened by users of the same dealer only, as they were', async () => {
    const token = await share(owner)
    const colleague: Actor = { ...owner, userId: stranger.userId }
    const answer = await run(colleague, 'GET', `/${token}`)
    expect(answer.body).toMatchObject({ title: 'Sepet', owner: owner.name, lines })
    expect(await codeOf(stranger, token)).toBe('shared_draft_unknown')
    expect(await codeOf(null, token)).toBe('not_signed_in')
    expect(await codeOf(owner, `${token}x`)).toBe('shared_draft_unknown')
  })

  test('have a link that nobody can guess, of which the shop keeps only a hash', async () => {
    const tokens = await Promise.all([share(owner), share(owner)])
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens) expect(token.length).toBeGreaterThanOrEqual(20)
    const rows = await database.pool.query<{ text: string }>('SELECT shared_drafts::text AS text FROM shared_drafts')
    for (const { text } of rows) for (const token of tokens) expect(text).not.toContain(token)
  })

  test('end after some days, and are removed then', async () => {
    const token = await share(owner)
    await database.pool.execute('UPDATE shared_drafts SET created_at = now() - make_interval(days => $1, secs => 1)', [
      sharedDraftDays,
    ])
    expect(await codeOf(owner, token)).toBe('shared_draft_unknown')
    await purgeSharedDrafts(database.pool)
    expect(await database.pool.query('SELECT FROM shared_drafts')).toEqual([])
  })

  test('of a user are a hundred at most: the oldest end', async () => {
    const first = await share(owner, 'ilk')
    await database.pool.execute(
      `INSERT INTO shared_drafts (dealer_id, user_id, title, lines, link_hash, created_at)
       SELECT dealer_id, user_id, 'dolgu', '[]', sha256(n::text::bytea), created_at + n * interval '1 millisecond'
         FROM shared_drafts, generate_series(1, 99) n`,
    )
    const last = await share(owner, 'son')
    expect(await codeOf(owner, first)).toBe('shared_draft_unknown')
    expect((await run(owner, 'GET', `/${last}`)).body).toMatchObject({ title: 'son' })
    const row = await database.pool.one<{ count: number }>('SELECT count(*)::integer AS count FROM shared_drafts')
    expect(row?.count).toBe(100)
  })
})
