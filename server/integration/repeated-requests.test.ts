import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { addProgram, type Program } from '#testing/programs.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { Calls } from '#server/visitor/visitor.ts'
import { handleOnce, purgeRequests } from './repeated-requests.ts'

const write = endpoint({
  method: 'POST',
  path: '/api/integration/v1/test',
  access: 'service',
  scope: 'catalog:write',
  summary: 'Counts its runs',
  body: z.strictObject({ code: z.string() }),
  reply: z.object({ run: z.number(), code: z.string() }),
  errors: [],
})
const calls = new Calls()

let shop: TestShop
let program: Program
let runs = 0
/** What the handler does besides counting. */
let effect: () => Promise<Refusal | undefined>

beforeAll(async () => {
  shop = await openTestShop()
  program = await addProgram(shop, ['catalog:write'])
  handleOnce(calls, shop.database.pool, write, async ({ body }) => {
    const run = ++runs
    return (await effect()) ?? { run, code: body.code }
  })
})
afterAll(() => shop.close())
beforeEach(() => {
  runs = 0
  effect = async () => undefined
})

let lastKey = 0
const newKey = () => `key-${++lastKey}`

async function send(idempotencyKey: string | undefined, code = 'A', keyId = program.keyId) {
  const service = { keyId, name: 'ERP', scopes: ['catalog:write'] as const, expiresAt: null }
  const call = calls.find('POST', '/api/integration/v1/test')
  const answer = await call?.run({ body: { code } }, testContext({ service, idempotencyKey }))
  if (answer === undefined) throw new Error('The call is not registered.')
  return answer.ok ? answer.body : answer
}
const answered = (run: number, code = 'A') => ({ run, code })

test('without a key every request runs', async () => {
  expect([await send(undefined), await send(undefined)]).toEqual([answered(1), answered(2)])
})

test('a request that is sent again gets the first answer, and does not run again', async () => {
  const key = newKey()
  expect([await send(key), await send(key)]).toEqual([answered(1), answered(1)])
  expect(await send(newKey())).toEqual(answered(2))
})

test('of many requests at once with one key exactly one runs', async () => {
  const key = newKey()
  let release = () => {}
  const gate = new Promise<void>((open) => (release = open))
  effect = () => gate.then(() => undefined)
  const all = Array.from({ length: 8 }, () => send(key))
  // All but the one that waits at the gate.
  const refused: unknown[] = []
  await new Promise<void>((enough) => {
    for (const one of all) {
      void one.then((answer) => {
        refused.push(answer)
        if (refused.length === 7) enough()
      })
    }
  })
  expect(refused).toEqual(refused.map(() => refuse('in_progress', { seconds: 2 })))
  release()
  expect(await Promise.all(all)).toContainEqual(answered(1))
  expect(runs).toBe(1)
  expect(await send(key)).toEqual(answered(1))
})

test('another body with the same key is refused', async () => {
  const key = newKey()
  await send(key, 'A')
  expect(await send(key, 'B')).toEqual(refuse('idempotency_mismatch'))
  expect(runs).toBe(1)
})

test('programs do not see each other’s keys', async () => {
  const key = newKey()
  const other = await addProgram(shop, ['catalog:write'])
  expect([await send(key), await send(key, 'B', other.keyId)]).toEqual([answered(1), answered(2, 'B')])
})

test('a quoted key is the key within the quotes', async () => {
  const key = newKey()
  expect([await send(`"${key}"`), await send(key)]).toEqual([answered(1), answered(1)])
  expect([await send(String.raw`"a\"b"`), await send('a"b')]).toEqual([answered(2), answered(2)])
})

test.each([[''], ['""'], ['x'.repeat(201)], ['şifre'], ['a\tb']])('the key %j is refused', async (key) => {
  expect(await send(key)).toMatchObject({ code: 'validation_failed', fields: { 'Idempotency-Key': 'invalid' } })
  expect(runs).toBe(0)
})

describe('a request that left no answer may be sent again', () => {
  test('after a refusal', async () => {
    const key = newKey()
    effect = async () => refuse('not_found')
    expect(await send(key)).toEqual(refuse('not_found'))
    effect = async () => undefined
    expect(await send(key)).toEqual(answered(2))
  })

  test('after an error', async () => {
    const key = newKey()
    effect = () => Promise.reject(new Error('The disk is full.'))
    await expect(send(key)).rejects.toThrow('The disk is full.')
    effect = async () => undefined
    expect(await send(key)).toEqual(answered(2))
  })

  test('five minutes after its process died, by one sender', async () => {
    const { pool } = shop.database
    const key = newKey()
    await send(key)
    const age = (minutes: number) =>
      pool.execute(
        `UPDATE api_requests SET answer = NULL, created_at = now() - make_interval(mins => $2) WHERE idempotency_key = $1`,
        [key, minutes],
      )
    await age(4)
    expect(await send(key)).toEqual(refuse('in_progress', { seconds: 2 }))
    await age(6)
    expect(await send(key, 'B')).toEqual(refuse('idempotency_mismatch'))
    const answers = await Promise.all([send(key), send(key), send(key)])
    expect(answers).toContainEqual(answered(2))
    expect(runs).toBe(2)
  })
})

test('answers are kept for two days', async () => {
  const { pool } = shop.database
  const [old, young] = [newKey(), newKey()]
  await Promise.all([send(old), send(young)])
  await pool.execute(
    `UPDATE api_requests SET created_at = now() - CASE idempotency_key WHEN $1 THEN interval '49 hours' ELSE interval '47 hours' END
      WHERE idempotency_key IN ($1, $2)`,
    [old, young],
  )
  await purgeRequests(pool)
  const left = await pool.query<{ idempotency_key: string }>(
    'SELECT idempotency_key FROM api_requests WHERE idempotency_key IN ($1, $2)',
    [old, young],
  )
  expect(left).toEqual([{ idempotency_key: young }])
})
