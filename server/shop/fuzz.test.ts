import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { errorCodes } from '#contract/errors/errors.ts'
import { settingKeys } from '#contract/shop/settings.ts'
import { sortFields } from '#contract/core/sort-fields.ts'
import { choiceKeys } from '#contract/core/visitor.ts'
import { addProduct } from '#testing/store-rows.ts'
import { findBroken } from '#faults/invariants.ts'
import { type ExistingValues, hostileTexts, type Schema, valueOf } from '#testing/arbitraries.ts'
import { contractEndpoints } from '#testing/endpoints.ts'
import { actorNames, type ActorName, addPeople, type People, refillCart, visitorOf } from '#testing/people.ts'
import { type Answer, openTestShop, type Sent, type TestShop, type TestVisitor } from '#testing/shop.ts'

type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }
type Operation = { parameters: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> } }

let shop: TestShop
let people: People
let existing: ExistingValues
let operations: Map<string, Operation>

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
  const { pool } = shop.database
  const extra = await addProduct(pool, { stock: 3, units: { KOLİ: 2.5 } })
  const parent = await addProduct(pool, { variantNames: ['Renk', 'Boy'] })
  await pool.execute("INSERT INTO brands (code, name, slug) VALUES ('M1', 'Makita', 'makita')")
  await pool.execute("INSERT INTO categories (name, slug) VALUES ('El aletleri', 'el-aletleri')")
  await shop.settle()
  const { product, orderNo, offer } = people
  const units = [product.unitId, ...Object.values(product.units), extra.unitId]
  existing = {
    productId: [product.id, extra.id, parent.id],
    key: [product.id, parent.id, ...choiceKeys, ...settingKeys],
    unit: units,
    productValue: units,
    quantity: [1, 2, '3', 1_000_000],
    order: [orderNo],
    value: ['grid', '0', 1, 'en', ''],
    path: ['', 'el-aletleri', 'makita/el-aletleri', 'search', 'tr', 'tr/makita/el-aletleri'],
    sort: sortFields,
    page: ['1', '2', '500'],
    q: ['p', 'ÇEKİÇ', 'p1 p2'],
    brand: ['M1'],
    view: ['grid', 'list'],
    id: [String(offer.id), '1', '0'],
    offerNo: [offer.offerNo],
    filters: ['brand:M1', 'category:1;stock:1', 'price:1-100', 'model:1,2'],
  }
  operations = await documentedOperations()
})
afterAll(async () => {
  expect(await findBroken(shop.database.pool)).toEqual([])
  await shop.close()
})

/** The operations of the OpenAPI page, which these tests compare with the answers. */
async function documentedOperations(): Promise<Map<string, Operation>> {
  const { paths } = (await shop.app.inject('/api/docs/json')).json<{
    paths: Record<string, Record<string, Operation>>
  }>()
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  )
  return new Map(found)
}

type Request = { who: ActorName; path: unknown[]; query: unknown[]; body: unknown; language: string }

/** Who sends a request: for calls of administrators mostly one of them, as all others are refused before it is read. */
function senderOf({ access }: Pick<Endpoint, 'access'>): fc.Arbitrary<ActorName> {
  const anybody = fc.constantFrom(...actorNames)
  if (access !== 'admin') return anybody
  return fc.oneof({ arbitrary: fc.constant('admin' as const), weight: 3 }, { arbitrary: anybody, weight: 2 })
}

/** How many requests are sent to a call; of 60 requests to a call of administrators, an administrator would send 12. */
function runsOf({ access, path }: Endpoint): number {
  if (access === 'service' || access === 'dealerKey') return 12
  return access === 'admin' || path.startsWith('/api/account') ? 25 : 60
}

function requestOf(operation: Operation, endpoint: Endpoint): fc.Arbitrary<Request> {
  const values = (place: Parameter['in']) =>
    fc.tuple(
      ...operation.parameters
        .filter((each) => each.in === place)
        .map((each) =>
          fc.option(valueOf(each.schema, existing, each.name), { nil: undefined, freq: each.required ? 1000 : 3 }),
        ),
    )
  const schema = operation.requestBody?.content['application/json']?.schema
  return fc.record({
    who: senderOf(endpoint),
    path: values('path'),
    query: values('query'),
    body: schema === undefined ? fc.constant(undefined) : valueOf(schema, existing),
    language: fc.constantFrom(
      'tr',
      'en',
      '',
      ...hostileTexts.filter((text) => /^[ -~]*$/.test(text) && text.length < 100),
    ),
  })
}

function urlOf(path: string, operation: Operation, request: Request): string {
  const named = (place: Parameter['in']) => operation.parameters.filter((each) => each.in === place)
  const values = new Map(named('path').map(({ name }, i) => [name, request.path[i]]))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encode(values.get(name)))
  const query = named('query').flatMap(({ name }, i) => {
    const value = request.query[i]
    return value === undefined ? [] : [`${name}=${encode(value)}`]
  })
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

/** The path as the OpenAPI page writes it. */
function pathOf({ path }: { path: string }): string {
  return path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}')
}

/** Unpaired surrogates have no UTF-8 form: browsers send the replacement character. */
function encode(value: unknown): string {
  return encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value ?? '')).toWellFormed())
}

const errorShape = z.strictObject({
  error: z.strictObject({
    code: z.enum(errorCodes),
    messages: z.strictObject({ type: z.string().check(z.minLength(1)) }),
    fields: z.optional(z.record(z.string(), z.string())),
    facts: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  }),
})

/** Expects no server error, and the shape that the contract declares. */
function expectDeclared(answer: Answer, reply: z.ZodMiniType): void {
  expect(answer.status).toBeLessThan(500)
  const result = z.safeParse(answer.status === 200 ? reply : errorShape, answer.body)
  expect(result.error?.issues ?? []).toEqual([])
}

const names = [...contractEndpoints]

describe('any input', () => {
  const visitors = new Map<ActorName, TestVisitor>()
  const visitorFor = async (who: ActorName) => {
    // Signing in and out ends sessions.
    if (visitors.get(who) === undefined) visitors.set(who, await visitorOf(shop, people, who))
    return visitors.get(who) as TestVisitor
  }

  test.each(names)('%s responds as declared', async (name, endpoint) => {
    const { method, path, reply } = endpoint
    const written = pathOf({ path })
    const operation = operations.get(`${method} ${written}`)
    if (operation === undefined) throw new Error(`${name} is not documented.`)
    await fc.assert(
      fc.asyncProperty(requestOf(operation, endpoint), async (request) => {
        const visitor = path.startsWith('/api/account')
          ? await visitorOf(shop, people, request.who)
          : await visitorFor(request.who)
        if (method === 'POST' && path === '/api/catalog/cart') await refillCart(shop, people, request.who)
        const sent: Sent = { headers: { 'accept-language': request.language } }
        if (request.body !== undefined) sent.body = JSON.stringify(request.body)
        expectDeclared(await visitor.send(method, urlOf(written, operation, request), sent), reply)
      }),
      { numRuns: runsOf(endpoint) },
    )
  })

  test.each(hostileTexts)('%j as any part of any path', async (text) => {
    const visitor = await visitorFor('dealer')
    for (const [, endpoint] of names) {
      if (endpoint.method !== 'GET') continue
      const written = pathOf(endpoint)
      for (const { name: place, in: part } of operations.get(`GET ${written}`)?.parameters ?? []) {
        const value = encode(text)
        const url =
          part === 'path'
            ? written.replace(`{${place}}`, value)
            : `${written.replace(/\{\w+\}/, '1')}?${place}=${value}`
        expectDeclared(await visitor.send('GET', url), endpoint.reply)
      }
    }
  })

  test('bodies that are not JSON, forms and unusual headers', async () => {
    const visitor = await visitorFor('dealer')
    const types = [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'a/b',
      '',
    ]
    const bodies = fc.oneof(
      fc.constantFrom(...hostileTexts),
      fc.string({ unit: 'binary' }),
      fc.constant('--x\r\n\r\n--x--'),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...types),
        bodies,
        fc.constantFrom(...names),
        async (type, body, [, endpoint]) => {
          const url = endpoint.path.replace(':productId', String(people.product.id)).replace(/:\w+|\*$/g, 'a')
          const headers = { 'content-type': type, 'idempotency-key': body.replace(/[^ -~]/g, '').slice(0, 200) }
          const answer = await visitor.send(endpoint.method, url, {
            ...(endpoint.method === 'GET' ? {} : { body }),
            headers,
          })
          expectDeclared(answer, endpoint.reply)
        },
      ),
      { numRuns: 150 },
    )
  })
})
