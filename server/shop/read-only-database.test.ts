import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '#server/platform/db/pool.ts'
import { matrix } from '#testing/access-matrix.ts'
import { urlOf } from '#contract/core/endpoint.ts'
import { scopes } from '#contract/core/scopes.ts'
import { documentedEndpoints, visitorEndpoints } from '#testing/endpoints.ts'
import { actorNames, type ActorName, addPeople, type People, refillCart, visitorOf } from '#testing/people.ts'
import { addProgram, type Program } from '#testing/programs.ts'
import { requests, withToken } from '#testing/requests.ts'
import { codeOf, type Method, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let people: People
let program: Program
const visitors = new Map<ActorName, TestVisitor>()

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
  program = await addProgram(shop, scopes)
  await shop.settle()
  await refillCart(shop, people, 'dealer')
  for (const who of actorNames) visitors.set(who, await visitorOf(shop, people, who))
})
afterAll(() => shop.close())

/** What the server does when its disk is full (server/platform/db/embedded/disk-space.ts). */
async function acceptChanges(isOn: boolean): Promise<void> {
  const pool = createPool(shop.database.connection, { role: 'command', max: 1 })
  await pool.execute('SET default_transaction_read_only = off')
  const name = (await pool.one<{ name: string }>('SELECT current_database() AS name'))?.name
  await pool.execute(
    `ALTER DATABASE ${name} ${isOn ? 'RESET' : 'SET'} default_transaction_read_only ${isOn ? '' : '= on'}`,
  )
  await pool.execute(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await pool.close()
  // The connections of the shop were closed, too: its pool opens new ones.
  const isReconnected = () =>
    Promise.all(Array.from({ length: 10 }, () => shop.database.pool.query('SELECT 1'))).then(
      () => true,
      () => false,
    )
  await expect.poll(isReconnected).toBe(true)
}

async function send(name: string, who: ActorName) {
  const visitor = visitors.get(who) as TestVisitor
  const { url, ...sent } = requests[name]?.(people) ?? { url: '' }
  return visitor.send(name.split(' ')[0] as Method, url, withToken(name, visitor, sent))
}

const names = [...visitorEndpoints.keys()]

test('/readyz says whether changes are accepted', async () => {
  const ready = async () => (await shop.app.inject('/readyz')).json<object>()
  await acceptChanges(false)
  expect(await ready()).toEqual({ ok: true, changes: false })
  await acceptChanges(true)
  expect(await ready()).toEqual({ ok: true })
})

test('while the database accepts no changes, every call that reads is answered as usual', async () => {
  await acceptChanges(false)
  const found: unknown[] = []
  for (const name of names.filter((each) => each.startsWith('GET '))) {
    for (const [i, who] of actorNames.entries()) {
      const { status } = await send(name, who)
      if (status !== matrix[name]?.[i]) found.push({ name, who, status })
    }
  }
  expect(found).toEqual([])
})

test('while the database accepts no changes, calls that change data answer 503 with Retry-After, and nothing is lost', async () => {
  await acceptChanges(false)
  const found: unknown[] = []
  for (const name of names.filter((each) => !each.startsWith('GET '))) {
    // Nothing changes, so that the order does not matter; a refused change is tried again after a pause.
    const answerOf = async (who: ActorName) => {
      const answer = await send(name, who)
      const isRefused = answer.status < 500
      // Sign-in and payment also wait for their limits, which are counted in the database.
      const seconds = { unavailable: '2', limits_unavailable: '5' }[codeOf(answer) ?? '']
      const isPostponed = answer.status === 503 && seconds !== undefined && answer.headers['retry-after'] === seconds
      if (!isRefused && !isPostponed) found.push({ name, who, status: answer.status, code: codeOf(answer) })
    }
    await Promise.all((['guest', 'dealer', 'admin'] as const).map(answerOf))
  }
  expect(found).toEqual([])
  for (const { method, path, example } of documentedEndpoints.values()) {
    const url = urlOf(path.slice('/api/integration/v1'.length), { ...example?.params }, { ...example?.query })
    const answer = await program.send(method, url, { body: example?.body })
    // Programs read on; the order, payment and refund of the examples do not exist here.
    // The document of the example is refused before anything would be written.
    const isRefused = path.endsWith('/invoices')
    const allowed = method === 'GET' || isRefused ? [200, 404] : [503, 404]
    if (!allowed.includes(answer.status)) found.push({ path, status: answer.status, code: codeOf(answer) })
  }
  expect(found).toEqual([])
  expect((await send('POST /api/catalog/cart', 'dealer')).status).toBe(503)
  expect((await send('POST /api/account/login', 'guest')).status).toBe(503)
  await acceptChanges(true)
  expect((await send('POST /api/catalog/cart', 'dealer')).status).toBe(200)
})
