import { afterAll, beforeAll, expect } from 'vitest'
import type { ProductDetail, ProductForm, ProductValues, TypedPrices } from '#contract/admin/products.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

export let shop: TestShop
export let staff: TestVisitor
export let dealer: Actor
export let buyer: TestVisitor
/** Price lists and warehouse of the store. */
export let standard: number
export let special: number
export let warehouse: number

/** Opens a store for the test file, with an administrator who edits products and a dealer who buys them. */
export function useProductForm(): void {
  beforeAll(async () => {
    shop = await openTestShop()
    const { pool } = shop.database
    const idOf = async (sql: string) => (await pool.one<{ id: number }>(sql))!.id
    staff = await shop.signedIn(await addAdmin(pool))
    dealer = await addDealer(pool)
    buyer = await shop.signedIn(dealer)
    standard = await idOf('SELECT id FROM price_lists WHERE is_default')
    special = await idOf("INSERT INTO price_lists (code, name) VALUES ('OZEL', 'Özel') RETURNING id")
    warehouse = await idOf("SELECT id FROM warehouses WHERE code = 'MERKEZ'")
  })
  afterAll(() => shop.close())
}

export const post = (url: string, body: object | Buffer) => staff.send('POST', url, { body })
export const detailOf = async (id: number) => (await staff.send('GET', `/yonetim/products/${id}`)).body as ProductDetail
export const empty = async (parent?: number) =>
  (await staff.send('GET', `/yonetim/product-form${parent === undefined ? '' : `?parent=${parent}`}`))
    .body as ProductForm
export const fieldsOf = ({ body }: { body: unknown }) =>
  (body as { error: { fields: Record<string, string> } }).error.fields

export const none = { value: '', currency: '' }
export const prices = (list: number, sale: string, parts: Partial<TypedPrices> = {}): TypedPrices => ({
  list,
  sale: { value: sale, currency: 'TRY' },
  listPrice: none,
  plans: [none, none, none, none, none],
  ...parts,
})
type Unit = ProductValues['units'][number]
export const unit = (name: string, multiplier: string, parts: Partial<Unit> = {}): Unit => ({
  id: null,
  name,
  multiplier,
  barcode: '',
  isDefault: false,
  prices: [],
  ...parts,
})

let serial = 0
export async function create(parts: Partial<ProductValues> = {}, more: { parent?: number; stock?: object[] } = {}) {
  serial += 1
  const { values } = await empty(more.parent)
  const body = {
    values: { ...values, code: `YENİ-${serial}`, name: `Ürün ${serial}`, ...parts },
    parent: more.parent ?? null,
    stock: more.stock ?? [],
  }
  return post('/yonetim/products', body)
}
export async function created(...args: Parameters<typeof create>): Promise<ProductDetail> {
  const answer = await create(...args)
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return detailOf((answer.body as { id: number }).id)
}
export async function change({ id, values }: Pick<ProductDetail, 'id' | 'values'>, parts: Partial<ProductValues>) {
  const body = { before: values, values: { ...values, ...parts } }
  return staff.send('PATCH', `/yonetim/products/${id}`, { body })
}
export const lastAudit = () =>
  shop.database.pool.one<{ action: string; noun_id: string; before: object; after: object }>(
    "SELECT action, noun_id, before, after FROM audit_log WHERE noun = 'product' ORDER BY id DESC LIMIT 1",
  )
