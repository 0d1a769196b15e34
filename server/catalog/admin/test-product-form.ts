import { afterAll, beforeAll, expect } from 'vitest'
import type { ProductDetail, ProductForm, ProductValues, TypedPrices } from '#contract/admin/products.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

export type ProductFormShop = {
  shop: TestShop
  staff: TestVisitor
  dealer: Actor
  buyer: TestVisitor
  /** Ids of the price lists STANDART and OZEL. */
  standard: number
  special: number
  /** Id of the warehouse MERKEZ. */
  warehouse: number
}
const form = {} as ProductFormShop

/** Opens a store for the test file, with an administrator who edits products and a dealer who buys them. */
export function useProductForm(): ProductFormShop {
  beforeAll(async () => {
    form.shop = await openTestShop()
    const { pool } = form.shop.database
    const idOf = async (sql: string) => (await pool.one<{ id: number }>(sql))!.id
    form.staff = await form.shop.signedIn(await addAdmin(pool))
    form.dealer = await addDealer(pool)
    form.buyer = await form.shop.signedIn(form.dealer)
    form.standard = await idOf('SELECT id FROM price_lists WHERE is_default')
    form.special = await idOf("INSERT INTO price_lists (code, name) VALUES ('OZEL', 'Özel') RETURNING id")
    form.warehouse = await idOf("SELECT id FROM warehouses WHERE code = 'MERKEZ'")
  })
  afterAll(() => form.shop.close())
  return form
}

export const post = (url: string, body: object | Buffer) => form.staff.send('POST', url, { body })
export const detailOf = async (id: number) =>
  (await form.staff.send('GET', `/yonetim/products/${id}`)).body as ProductDetail
export const empty = async (parent?: number) =>
  (await form.staff.send('GET', `/yonetim/product-form${parent === undefined ? '' : `?parent=${parent}`}`))
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
  const response = await create(...args)
  expect([response.status, response.text]).toEqual([200, expect.any(String)])
  return detailOf((response.body as { id: number }).id)
}
export async function change({ id, values }: Pick<ProductDetail, 'id' | 'values'>, parts: Partial<ProductValues>) {
  const body = { before: values, values: { ...values, ...parts } }
  return form.staff.send('PATCH', `/yonetim/products/${id}`, { body })
}
export const lastAudit = () =>
  form.shop.database.pool.one<{ action: string; noun_id: string; before: object; after: object }>(
    "SELECT action, noun_id, before, after FROM audit_log WHERE noun = 'product' ORDER BY id DESC LIMIT 1",
  )
