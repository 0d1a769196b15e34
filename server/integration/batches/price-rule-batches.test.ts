import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addDealer, addProduct, type TestProduct } from '#testing/store-rows.ts'

let shop: TestShop
let program: Program
let dealer: TestVisitor
let dealerCode: string
let drill: TestProduct

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  program = await addProgram(shop, ['prices:read', 'prices:write', 'dealers:write', 'dealers:read'])
  const actor = await addDealer(pool, { discount: 0 })
  dealerCode = actor.dealer?.code ?? ''
  await pool.execute("UPDATE dealers SET region = 'Ege' WHERE code = $1", [dealerCode])
  await pool.execute("INSERT INTO brands (code, name, slug) VALUES ('P', 'Pirasan', 'pirasan')")
  await pool.execute(
    `WITH top AS (INSERT INTO categories (name, slug) VALUES ('Aletler', 'aletler') RETURNING id)
     INSERT INTO categories (name, slug, parent_id) SELECT 'Matkaplar', 'matkaplar', id FROM top`,
  )
  drill = await addProduct(pool, { code: 'MATKAP', price: 100, stock: 100, taxRate: 20 })
  await shop.settle()
  dealer = await shop.signedIn(actor)
})
beforeEach(async () => {
  const { pool } = shop.database
  await pool.execute('DELETE FROM price_rules')
  await pool.execute('UPDATE dealers SET group_id = NULL')
  await pool.execute('DELETE FROM dealer_groups')
})
afterAll(() => shop.close())

type Problem = { code: string; field: string | null; message: string }
type Reply = {
  isWritten: boolean
  results: { key: string; status: string; error: Problem | null; warnings: Problem[] }[]
}
async function post(resource: string, rows: object[], more: object = {}): Promise<Reply> {
  const answer = await program.send('POST', `/${resource}`, { body: { rows, ...more } })
  expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 200, code: undefined })
  return answer.body as Reply
}
/** Of each row its status, or the field and code of its problem. */
const outcomes = ({ results }: Reply) =>
  results.map(({ status, error }) => (error === null ? status : `${error.field} ${error.code}`))
const read = async (resource: string) =>
  ((await program.send('GET', `/${resource}`)).body as { items: Record<string, unknown>[] }).items
const price = async () =>
  ((await dealer.send('GET', `/api/catalog/product/${drill.id}`)).body as { salePrice: { value: number } }).salePrice
    .value
const chain = { code: 'ZNC', name: 'Zincir', kind: 'chain', chain: '10+5' }

describe('price rules of a program', () => {
  test('count before the answer, are read as they were written, and sent again change nothing', async () => {
    const tier = { code: 'KDM', name: 'Kademe', kind: 'tier', product: 'MATKAP', price: '70.5', quantity: 10 }
    expect(outcomes(await post('price-rules', [chain, tier]))).toEqual(['created', 'created'])
    expect(await price()).toBe(85.5)
    const items = await read('price-rules')
    expect(items).toMatchObject([
      { code: 'ZNC', kind: 'chain', chain: '10+5', dealer: null, priority: 0, isActive: true, startsOn: null },
      { code: 'KDM', kind: 'tier', product: 'MATKAP', price: '70.5', currency: 'TRY', quantity: '10', chain: null },
    ])
    expect(outcomes(await post('price-rules', items))).toEqual(['unchanged', 'unchanged'])
    expect(outcomes(await post('price-rules', [chain, tier]))).toEqual(['unchanged', 'unchanged'])
    expect(
      await shop.database.pool.query(
        "SELECT after->>'kind' AS kind, key_id IS NOT NULL AS key FROM audit_log WHERE noun_id = 'API'",
      ),
    ).toEqual([{ kind: 'price_rules', key: true }])
  })

  test('may be floors from cost, which are read as they were written', async () => {
    const floor = { code: 'TBN', name: 'Taban', kind: 'floor', aboveCost: '12.5' }
    expect(outcomes(await post('price-rules', [floor, { ...chain, aboveCost: 5 }]))).toEqual([
      'created',
      'aboveCost rule_above_cost_only_floor',
    ])
    const items = await read('price-rules')
    expect(items).toMatchObject([{ code: 'TBN', aboveCost: '12.5', price: null, chain: null }])
    expect(outcomes(await post('price-rules', items))).toEqual(['unchanged'])
  })

  test('change only what a row names; null clears, and delete removes', async () => {
    await post('price-rules', [{ ...chain, dealer: dealerCode, endsOn: '2030-12-31', priority: 5 }])
    const reply = await post('price-rules', [
      { code: 'ZNC', chain: 50, dealer: null, category: ['Aletler', 'Matkaplar'] },
    ])
    expect(outcomes(reply)).toEqual(['updated'])
    expect(await read('price-rules')).toMatchObject([
      { dealer: null, category: ['Aletler', 'Matkaplar'], chain: '50', endsOn: '2030-12-31', priority: 5 },
    ])
    expect(outcomes(await post('price-rules', [{ code: 'ZNC', category: null, isActive: false }]))).toEqual(['updated'])
    expect(await price()).toBe(100)
    await post('price-rules', [{ code: 'ZNC', isActive: true }])
    expect(await price()).toBe(50)
    const rows = [
      { code: 'ZNC', delete: true },
      { code: 'YOK', delete: true },
      { ...chain, code: 'YENI' },
    ]
    expect(outcomes(await post('price-rules', rows))).toEqual(['deleted', 'unchanged', 'created'])
    expect(await price()).toBe(85.5)
  })

  test('are refused one by one with the sentences of the form; all of them if the request is atomic', async () => {
    const rows = [
      chain,
      { ...chain, code: 'A', chain: '10+5+' },
      { ...chain, code: 'B', chain: '110' },
      { ...chain, code: 'C', chain: -5 },
      { ...chain, code: 'D', dealer: 'YOK' },
      { ...chain, code: 'E', dealer: dealerCode, region: 'Ege' },
      { ...chain, code: 'F', kind: 'tier', quantity: 0 },
      { ...chain, code: 'G', price: 5 },
      { code: 'H', name: 'Türsüz', chain: '5' },
      { ...chain, code: 'I', kind: 'bedava' },
      { ...chain, code: 'J', startsOn: '2026-02-30' },
      { ...chain, code: 'K', startsOn: '2026-03-02', endsOn: '2026-03-01' },
      { ...chain, code: 'L', priority: 1001 },
      { ...chain, code: 'M', discount: 5 },
      { ...chain },
      { code: 'N', kind: 'chain', chain: '5' },
      { ...chain, code: 'O', kind: 'agreement', chain: null, price: 5, currency: 'XXX' },
    ]
    const problems = [
      'chain rule_chain_format',
      'chain rule_chain_range',
      'chain rule_chain_range',
      'dealer rule_dealer_unknown',
      'region rule_dealers_one',
      'quantity rule_quantity_range',
      'price rule_chain_only',
      'kind rule_kind_unknown',
      'kind value_unlisted',
      'startsOn date_invalid',
      'endsOn rule_days_order',
      'priority rule_priority',
      'discount field_unknown',
      'null key_repeated',
      'name rule_name_missing',
      'currency currency_unknown',
    ]
    const atomic = await post('price-rules', rows, { atomic: true })
    expect(atomic.isWritten).toBe(false)
    expect(await read('price-rules')).toEqual([])
    const reply = await post('price-rules', rows)
    expect(outcomes(reply)).toEqual(['created', ...problems])
    expect(reply.results[4]?.error?.message).toBe('“YOK” kodlu bayi yok.')
    const late = await post(
      'price-rules',
      [
        { code: 'ZNC', delete: true },
        { ...chain, code: 'P', brand: 'Yok' },
      ],
      {
        atomic: true,
      },
    )
    expect([late.isWritten, outcomes(late)]).toEqual([false, ['unchanged', 'brand rule_brand_unknown']])
    expect(await read('price-rules')).toHaveLength(1)
  })

  test('that compete with another rule are written with a warning that names it', async () => {
    await post('price-rules', [chain])
    const { results } = await post('price-rules', [{ ...chain, code: 'IKI', name: 'İkinci' }])
    expect(results[0]).toMatchObject({ status: 'created', warnings: [{ code: 'rule_overlap_this' }] })
    expect(results[0]?.warnings[0]?.message).toContain('Zincir')
    const tier = { ...chain, kind: 'tier', quantity: 10 }
    const equal = await post('price-rules', [
      { ...tier, code: 'K1' },
      { ...tier, code: 'K2' },
    ])
    expect(outcomes(equal)).toEqual(['created', 'quantity rule_tier_taken'])
  })

  test('prescribe quantities by the same field', async () => {
    const rows = [
      { code: 'MIN', name: 'En az', kind: 'minimum', product: 'MATKAP', quantity: 6 },
      { code: 'AY', name: 'Ayda', kind: 'period_maximum', product: 'MATKAP', quantity: 200, periodDays: 30 },
      { code: 'SIFIR', name: 'Sıfır', kind: 'multiple', product: 'MATKAP', quantity: 0 },
    ]
    expect(outcomes(await post('price-rules', rows))).toEqual(['created', 'created', 'quantity rule_quantity_zero'])
    const items = await read('price-rules')
    expect(items).toMatchObject([
      { code: 'MIN', quantity: '6', periodDays: null },
      { code: 'AY', quantity: '200', periodDays: 30 },
    ])
    expect(outcomes(await post('price-rules', items))).toEqual(['unchanged', 'unchanged'])
  })

  test('are written once for each idempotency key, and need the scopes', async () => {
    const headers = { 'idempotency-key': 'kural-1' }
    const send = () => program.send('POST', '/price-rules', { body: { rows: [chain] }, headers })
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    expect(second.body).toMatchObject({ created: 1 })
    const other = await addProgram(shop, ['catalog:write', 'prices:read'])
    expect(codeOf(await other.send('POST', '/price-rules', { body: { rows: [chain] } }))).toBe('scope_missing')
    expect(codeOf(await other.send('POST', '/dealer-groups', { body: { rows: [{ code: 'A' }] } }))).toBe(
      'scope_missing',
    )
    const writer = await addProgram(shop, ['prices:write'])
    expect(codeOf(await writer.send('GET', '/price-rules'))).toBe('scope_missing')
  })
})

describe('groups of a program', () => {
  test('are added, renamed, given dealers and rules, and deleted once no rule names them', async () => {
    await shop.database.pool.execute('DELETE FROM events')
    expect(outcomes(await post('dealer-groups', [{ code: 'USTA', name: 'Usta' }, { code: 'YOK' }]))).toEqual([
      'created',
      'name value_missing',
    ])
    expect(outcomes(await post('dealer-groups', [{ code: 'USTA', name: 'Usta bayiler' }]))).toEqual(['updated'])
    expect(await read('dealer-groups')).toEqual([{ code: 'USTA', name: 'Usta bayiler' }])
    await post('price-rules', [{ ...chain, group: 'USTA' }])
    expect(await price()).toBe(100)
    expect(outcomes(await post('dealers', [{ code: dealerCode, group: 'USTA' }]))).toEqual(['updated'])
    await shop.settle()
    expect(await price()).toBe(85.5)
    expect(await read('dealer-cards')).toMatchObject([{ code: dealerCode, group: 'USTA' }])
    expect(outcomes(await post('dealers', [{ code: dealerCode, group: 'YOK' }]))).toEqual(['group group_unknown'])
    const gone = { code: 'USTA', delete: true }
    expect(outcomes(await post('dealer-groups', [gone]))).toEqual(['code group_in_use'])
    await post('price-rules', [{ code: 'ZNC', delete: true }])
    expect(outcomes(await post('dealer-groups', [gone, { code: 'HIC', delete: true }]))).toEqual([
      'deleted',
      'unchanged',
    ])
    expect(await read('dealer-cards')).toMatchObject([{ group: null }])
    const events = await shop.database.pool.query("SELECT type FROM events WHERE type = 'dealer.changed'")
    expect(events).toHaveLength(2)
  })
})
