import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { urlOf } from '#contract/core/endpoint.ts'
import { scopes } from '#contract/core/scopes.ts'
import { documentedEndpoints } from '#testing/endpoints.ts'
import { addPeople } from '#testing/people.ts'
import { addProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop } from '#testing/shop.ts'
import { orderExample, paymentAckExample } from '#contract/integration/examples.ts'

const servicePath = '/api/integration/v1'

let shop: TestShop
let program: Program

/** A shop with the records that the examples name. */
beforeAll(async () => {
  shop = await openTestShop()
  program = await addProgram(shop, scopes)
  const { pool } = shop.database
  const people = await addPeople(shop)
  await pool.execute(
    `UPDATE orders SET order_no = $2, state = 'cancelled', is_cancel = true, cancelled_at = now() WHERE order_no = $1`,
    [people.orderNo, orderExample.params.orderNo],
  )
  await pool.execute(
    `UPDATE payments SET reference = $2, kind = 'order', order_id = (SELECT id FROM orders WHERE order_no = $3),
            state = 'captured', captured_at = now() WHERE id = $1`,
    [people.payment.id, paymentAckExample.params.reference, orderExample.params.orderNo],
  )
  await pool.execute(
    `INSERT INTO payment_refunds (payment_id, request_key, kind, amount, state, ended_at)
     VALUES ($1, 'example', 'refund', 1, 'done', now())`,
    [people.payment.id],
  )
  await addPriceChanges()
})
afterAll(() => shop.close())

/** Price changes of the program: two drafts to read and publish, a scheduled one, a published one, and one to delete. */
async function addPriceChanges(): Promise<void> {
  const { pool } = shop.database
  await pool.execute(
    `INSERT INTO price_changes (id, price_list_id, name, state, revision, created_by_key, requested_by_key, publish_at, published_at)
     OVERRIDING SYSTEM VALUE
     SELECT v.id, l.id, 'Ocak fiyatları', v.state, 2, $1, CASE WHEN v.state <> 'draft' THEN $1::integer END,
            CASE WHEN v.state = 'scheduled' THEN now() + interval '1 day' END, CASE WHEN v.state = 'published' THEN now() END
       FROM price_lists l, (VALUES (4201, 'draft'), (4202, 'draft'), (4203, 'scheduled'), (4204, 'published'), (4205, 'draft')) v (id, state)
      WHERE l.is_default`,
    [program.keyId],
  )
  await pool.execute(
    `INSERT INTO price_change_rows (change_id, unit_id, before_values, before_currencies, after_values, after_currencies)
     SELECT c.id, up.unit_id, '{1,NULL,NULL,NULL,NULL,NULL,NULL}', '{TRY,NULL,NULL,NULL,NULL,NULL,NULL}',
            ARRAY[up.sale_value, NULL, NULL, NULL, NULL, NULL, NULL],
            ARRAY[up.sale_currency, NULL, NULL, NULL, NULL, NULL, NULL]
       FROM price_changes c CROSS JOIN (
         SELECT up.* FROM unit_prices up JOIN price_lists l ON l.id = up.price_list_id WHERE l.is_default ORDER BY unit_id LIMIT 1) up
      WHERE c.id BETWEEN 4201 AND 4205`,
  )
}

describe.each([...documentedEndpoints])('%s', (_name, { method, path, example, reply }) => {
  test('has an example whose reply has the declared shape', () => {
    expect(example).toBeDefined()
    expect(z.parse(reply, example?.reply)).toEqual(example?.reply)
  })

  test('answers the request of its example', async () => {
    const url = urlOf(path.slice(servicePath.length), { ...example?.params }, { ...example?.query })
    const answer = await program.send(method, url, { body: example?.body })
    expect([answer.status, codeOf(answer)]).toEqual([200, undefined])
  })
})

describe('the OpenAPI document of programs', () => {
  type Operation = {
    tags: string[]
    security: unknown
    parameters: { name: string; in: string; example?: unknown }[]
    requestBody?: { content: Record<string, { example?: unknown }> }
    responses: Record<string, { description: string; content?: Record<string, { example?: unknown }> }>
  }
  type Document = {
    servers: unknown
    components: { securitySchemes: object }
    paths: Record<string, Record<string, Operation>>
  }
  const load = async () => (await shop.app.inject(`${servicePath}/openapi.json`)).json<Document>()

  test('has their calls and no others, with key, scope, tag and examples', async () => {
    const document = await load()
    expect(document.servers).toEqual([{ url: 'http://localhost:80' }])
    expect(document.components.securitySchemes).toMatchObject({ apiKey: { type: 'http', scheme: 'bearer' } })
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(documented.toSorted()).toEqual([...documentedEndpoints.keys()].toSorted())
    for (const { method, path, scope, example } of documentedEndpoints.values()) {
      const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(operation?.tags).toEqual(['Integration'])
      expect(operation?.security).toEqual([{ apiKey: scope === undefined ? [] : [scope] }])
      expect(operation?.responses[200]?.content?.['application/json']?.example).toEqual(example?.reply)
      expect(operation?.requestBody?.content['application/json']?.example).toEqual(example?.body)
      expect(operation?.responses[401]?.description).toContain('key_invalid')
      expect(operation?.responses[403]?.description).toContain('scope_missing')
    }
  })

  test('names the header that makes a change repeatable', async () => {
    const { paths } = await load()
    const headersOf = (path: string, method: string) =>
      paths[`${servicePath}${path}`]?.[method]?.parameters.filter(({ in: part }) => part === 'header')
    expect(headersOf('/orders/{orderNo}/ack', 'post')).toMatchObject([{ name: 'Idempotency-Key' }])
    expect(headersOf('/orders', 'get')).toEqual([])
  })

  test('calls of people need no key', async () => {
    const { paths } = (await shop.app.inject('/api/docs/json')).json<Document>()
    expect(paths['/api/catalog/products']?.get).toMatchObject({ tags: ['Shop'] })
    expect(paths['/api/catalog/products']?.get).not.toHaveProperty('security')
  })
})
