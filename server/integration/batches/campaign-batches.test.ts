import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAdmin, addProduct } from '#testing/store-rows.ts'
import { addProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop } from '#testing/shop.ts'

let shop: TestShop
let program: Program
beforeAll(async () => {
  shop = await openTestShop()
  program = await addProgram(shop, ['prices:write'])
  for (const code of ['MATKAP', 'TESTERE', 'TORNA']) await addProduct(shop.database.pool, { code, price: 100 })
  await shop.settle()
})
beforeEach(async () => void (await shop.database.pool.execute('DELETE FROM campaigns')))
afterAll(() => shop.close())

type Reply = {
  isWritten: boolean
  results: { key: string; status: string; error: { code: string; field: string | null; message: string } | null }[]
}
const post = async (rows: object[], more: object = {}): Promise<Reply> => {
  const answer = await program.send('POST', '/campaigns', { body: { rows, ...more } })
  expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 200, code: undefined })
  return answer.body as Reply
}
/** Of each row its status, or the field and code of its problem. */
const outcomes = ({ results }: Reply) =>
  results.map(({ status, error }) => (error === null ? status : `${error.field} ${error.code}`))
const stored = () =>
  shop.database.pool.query(
    `SELECT code, name, discount, starts_at, ends_at, is_active, array(
       SELECT p.code FROM campaign_products c JOIN products p ON p.id = c.product_id WHERE c.campaign_id = k.id
        ORDER BY c.position) AS products FROM campaigns k ORDER BY name COLLATE "C"`,
  )
const autumn = { code: 'K1', name: 'Güz', discount: '12.5', products: ['TESTERE', 'MATKAP', 'TESTERE'] }

describe('campaigns of an ERP', () => {
  test('are added with their products in order, and sent again they change nothing', async () => {
    const row = { ...autumn, startsAt: '2026-11-01', endsAt: '2026-11-30' }
    expect(outcomes(await post([row]))).toEqual(['created'])
    expect(await stored()).toEqual([
      {
        code: 'K1',
        name: 'Güz',
        discount: '12.50',
        starts_at: new Date('2026-10-31T21:00:00Z'),
        ends_at: new Date('2026-11-30T21:00:00Z'),
        is_active: true,
        products: ['TESTERE', 'MATKAP'],
      },
    ])
    expect(outcomes(await post([row]))).toEqual(['unchanged'])
    const audit = await shop.database.pool.query(
      `SELECT action, noun_id, after->>'code' AS code FROM audit_log WHERE noun = 'campaign' ORDER BY id DESC LIMIT 1`,
    )
    expect(audit).toEqual([{ action: 'create', noun_id: 'Güz', code: 'K1' }])
  })

  test('change only what a row names, and are deleted', async () => {
    await post([
      { ...autumn, startsAt: '2026-11-01T09:30:00+03:00' },
      { ...autumn, code: 'K2', name: 'Kış' },
    ])
    const reply = await post([
      { code: 'K1', name: 'Bahar', startsAt: null, isActive: false },
      { code: 'K2', products: ['TORNA'] },
    ])
    expect(outcomes(reply)).toEqual(['updated', 'updated'])
    expect(await stored()).toMatchObject([
      {
        code: 'K1',
        name: 'Bahar',
        discount: '12.50',
        starts_at: null,
        is_active: false,
        products: ['TESTERE', 'MATKAP'],
      },
      { code: 'K2', name: 'Kış', products: ['TORNA'] },
    ])
    const rows = [
      { code: 'K3', name: 'Bahar', products: ['TORNA'] },
      { code: 'K1', delete: true },
      { code: 'YOK', delete: true },
    ]
    expect(outcomes(await post(rows))).toEqual(['created', 'deleted', 'unchanged'])
    expect(await stored()).toMatchObject([{ code: 'K3', name: 'Bahar' }, { code: 'K2' }])
  })

  test('take over the campaign of their name that has no code yet', async () => {
    await shop.database.pool.execute(`INSERT INTO campaigns (name, row_count) VALUES ('Güz', 3)`)
    expect(outcomes(await post([autumn, { ...autumn, code: 'K2' }]))).toEqual(['updated', 'name name_taken'])
    expect(await shop.database.pool.query('SELECT code, row_count FROM campaigns')).toEqual([
      { code: 'K1', row_count: 3 },
    ])
  })

  test('with problems are refused one by one, and all of them if the request is atomic', async () => {
    const rows = [
      autumn,
      { ...autumn, code: 'K2' },
      { ...autumn, code: 'K1', name: 'Kış' },
      { code: 'K3', products: ['TORNA'] },
      { code: 'K4', name: 'Boş' },
      { code: 'K5', name: 'Boş', products: [] },
      { code: 'K6', name: 'Yüz', discount: 100, products: ['TORNA'] },
      { code: 'K7', name: 'Virgül', discount: '1,5', products: ['TORNA'] },
      { code: 'K8', name: 'Yok', products: ['TORNA', 'YOK'] },
      { code: 'K9', name: 'Ters', startsAt: '2026-11-02', endsAt: '2026-11-01', products: ['TORNA'] },
      { code: 'K10', name: 'Şubat', startsAt: '2026-02-31', products: ['TORNA'] },
      { code: 'K'.repeat(300), name: 'Uzun', products: ['TORNA'] },
      { code: 'K11', name: 'Çok', products: Array.from({ length: 501 }, () => 'TORNA') },
    ]
    const problems = [
      ...['name name_taken', 'null key_repeated', 'name value_missing', 'products value_missing'],
      ...['products value_invalid', 'discount discount_invalid', 'discount value_invalid'],
      ...['products campaign_product_unknown', 'endsAt window_empty', 'startsAt value_invalid', 'code value_too_long'],
      'products value_too_long',
    ]
    const atomic = await post(rows, { atomic: true })
    expect(atomic.isWritten).toBe(false)
    const late = await post([autumn, { ...autumn, code: 'K2' }], { atomic: true })
    expect([late.isWritten, outcomes(late)]).toEqual([false, ['unchanged', 'name name_taken']])
    expect(await stored()).toEqual([])
    expect(outcomes(await post(rows))).toEqual(['created', ...problems])
    expect(await stored()).toMatchObject([{ code: 'K1', name: 'Güz' }])
  })

  test('discount the prices in the store before the answer is sent', async () => {
    const { id } = await addProduct(shop.database.pool, { code: 'PLANYA', price: 80 })
    const staff = await shop.signedIn(await addAdmin(shop.database.pool))
    const price = async () => {
      const { body } = await staff.send('GET', `/api/catalog/product/${id}`)
      return (body as { salePrice: { value: number } }).salePrice.value
    }
    expect(await price()).toBe(80)
    await post([{ code: 'K1', name: 'Planya', discount: 25, products: ['PLANYA'] }])
    expect(await price()).toBe(60)
    await post([{ code: 'K1', isActive: false }])
    expect(await price()).toBe(80)
  })

  test('are written twice at once as if one after the other', async () => {
    const replies = await Promise.all([post([autumn]), post([autumn]), post([{ ...autumn, code: 'K2' }])])
    expect(replies.filter((reply) => outcomes(reply)[0] === 'created')).toHaveLength(1)
    expect(await stored()).toHaveLength(1)
  })

  test('need the scope to write prices', async () => {
    const other = await addProgram(shop, ['catalog:write', 'prices:read'])
    const answer = await other.send('POST', '/campaigns', { body: { rows: [autumn] } })
    expect([answer.status, codeOf(answer)]).toEqual([403, 'scope_missing'])
  })
})
