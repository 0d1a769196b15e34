import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitorEndpoints } from '#testing/endpoints.ts'
import { addPeople, type People, refillCart } from '#testing/people.ts'
import { isSignedForm, requests } from '#testing/requests.ts'
import { codeOf, type Method, openTestShop, type Sent, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let people: People

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
  // Once: no test changes the rows of anybody.
  await refillCart(shop, people, 'dealer')
})
afterAll(() => shop.close())

const changing = [...visitorEndpoints].filter(([, { method }]) => method !== 'GET').map(([name]) => name)

const attacks: [string, (token: string, foreign: string) => Sent['headers']][] = [
  ['without a token', () => ({ 'x-csrf-token': undefined })],
  ['with an empty token', () => ({ 'x-csrf-token': '' })],
  ['with the token of another session', (_token, foreign) => ({ 'x-csrf-token': foreign })],
  ['with a token that was cut', (token) => ({ 'x-csrf-token': token.slice(0, -1) })],
  ['without the mark of a script', () => ({ 'x-requested-with': undefined })],
  ['with another mark', () => ({ 'x-requested-with': 'fetch' })],
]

const formAttacks: [string, (token: string, foreign: string) => object][] = [
  ['without a token', () => ({})],
  ['with an empty token', () => ({ _token: '' })],
  ['with the token of another session', (_token, foreign) => ({ _token: foreign })],
  ['with a token that was cut', (token) => ({ _token: token.slice(0, -1) })],
  ['with a token that is no text', (token) => ({ _token: [token] })],
]

/** Signs in a dealer who has a cart, and an attacker, for all attacks on one call. */
function useVictim(name: string) {
  const victim = {} as { visitor: TestVisitor; foreign: string; before: Awaited<ReturnType<typeof stateOf>> }
  beforeAll(async () => {
    const [visitor, other] = [await shop.signedIn(people.dealer), await shop.signedIn(people.other)]
    Object.assign(victim, { visitor, foreign: other.token, before: await stateOf() })
  })
  return async (more: (token: string, foreign: string, sent: Sent) => Sent) => {
    const { url, ...sent } = requests[name]?.(people) ?? { url: '' }
    const { visitor, foreign, before } = victim
    const answer = await visitor.send(name.split(' ')[0] as Method, url, more(visitor.token, foreign, sent))
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 403, code: 'csrf_failed' })
    expect(await stateOf()).toEqual(before)
  }
}

describe.each(changing.filter(isSignedForm))('%s', (name) => {
  const attack = useVictim(name)
  test.each(formAttacks)('is refused and changes nothing: %s', async (_how, fieldsOf) => {
    await attack((token, foreign, { body }) => ({ body: { ...(body as object), ...fieldsOf(token, foreign) } }))
  })
})

describe.each(changing.filter((name) => !isSignedForm(name)))('%s', (name) => {
  const attack = useVictim(name)
  test.each(attacks)('is refused and changes nothing: %s', async (_how, headersOf) => {
    await attack((token, foreign, sent) => ({ ...sent, headers: headersOf(token, foreign) }))
  })
})

describe.each(changing)('%s', (name) => {
  test('is refused as a form of another site', async () => {
    const { url } = requests[name]?.(people) ?? { url: '' }
    const visitor = await shop.signedIn(people.dealer)
    const headers = { 'x-csrf-token': undefined, 'x-requested-with': undefined, origin: 'https://evil.example' }
    for (const type of ['application/x-www-form-urlencoded', 'text/plain']) {
      const answer = await visitor.send(name.split(' ')[0] as Method, url, {
        body: 'quantity=1&key=locale&value=en',
        headers: { ...headers, 'content-type': type },
      })
      expect(answer.status).toBe(type === 'text/plain' ? 415 : 403)
    }
  })
})

test('binds the token of a guest to the guest’s browser', async () => {
  const [guest, other] = [await shop.guest(), await shop.guest()]
  const body = { key: 'locale', value: 'en' }
  expect((await guest.send('POST', '/api/catalog/settings', { body })).status).toBe(200)
  const answer = await guest.send('POST', '/api/catalog/settings', { body, headers: { 'x-csrf-token': other.token } })
  expect(answer.status).toBe(403)
})

async function stateOf() {
  const { pool } = shop.database
  return pool.one(
    `SELECT (SELECT jsonb_agg(l ORDER BY l.id) FROM cart_lines l) AS lines, (SELECT count(*) FROM orders) AS orders,
            (SELECT count(*) FROM sessions s WHERE s.user_id = $1) > 0 AS is_signed_in,
            (SELECT jsonb_agg(u.choices ORDER BY u.id) FROM users u) AS choices`,
    [people.dealer.userId],
  )
}
