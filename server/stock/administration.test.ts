import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/admin/audit.ts'
import type { ManagedBranch, ManagedWarehouse } from '#contract/admin/warehouses.ts'
import { addAdmin, addDealer, addProduct, setStock, stockMismatches, stockOf } from '#testing/store-rows.ts'
import { codeOf, type Method, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let staff: TestVisitor
let dealer: TestVisitor

beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn(await addAdmin(shop.database.pool))
  dealer = await shop.signedIn(await addDealer(shop.database.pool))
})
afterAll(() => shop.close())

type List = { warehouses: ManagedWarehouse[]; branches: ManagedBranch[] }
const send = (method: Method, path: string, body?: object) =>
  staff.send(method, `/yonetim/${path}`, body === undefined ? {} : { body })
const list = async () => (await send('GET', 'warehouses')).body as List
async function warehouse(code: string): Promise<ManagedWarehouse> {
  const found = (await list()).warehouses.find((each) => each.code === code)
  if (found === undefined) throw new Error(`There is no warehouse ${code}.`)
  return found
}
async function branch(name: string): Promise<ManagedBranch> {
  const found = (await list()).branches.find((each) => each.name === name)
  if (found === undefined) throw new Error(`There is no branch ${name}.`)
  return found
}
const add = (code: string, name = code) => send('POST', 'warehouses', { values: { code, name } })
const addBranch = (name: string, ...warehouses: number[]) => send('POST', 'branches', { values: { name, warehouses } })
const offered = async () =>
  ((await dealer.send('GET', '/api/visitor')).body as { branches: { name: string }[] }).branches.map(({ name }) => name)
const newest = async () => ((await staff.send('GET', '/yonetim/audit')).body as { items: AuditEntry[] }).items[0]
const fieldsOf = (response: { body: unknown }) => (response.body as { error: { fields?: object } }).error.fields

test('adds, renames and reorders a warehouse and shows its stock', async () => {
  const { pool } = shop.database
  expect((await add(' ANKARA ', 'Ankara deposu')).status).toBe(200)
  const { id } = await warehouse('ANKARA')
  const [one, two] = [await addProduct(pool), await addProduct(pool)]
  await setStock(pool, one.id, 4, 'ANKARA')
  await setStock(pool, two.id, 2.5, 'ANKARA')
  expect(await warehouse('ANKARA')).toMatchObject({
    products: 2,
    quantity: '6.5',
    isActive: true,
    isRemovable: false,
  })

  const before = { code: 'ANKARA', name: 'Ankara deposu' }
  const values = { code: 'ANK', name: 'Ankara' }
  expect((await send('PATCH', `warehouses/${id}`, { before, values })).status).toBe(200)
  expect(await newest()).toMatchObject({ action: 'change', noun: 'warehouse', nounId: 'ANK', before, after: values })
  const lateChange = await send('PATCH', `warehouses/${id}`, { before, values: { ...values, name: 'Başka' } })
  expect(codeOf(lateChange)).toBe('warehouse_changed')
  expect(fieldsOf(lateChange)).toEqual({ name: 'Bu arada değişti; şimdi: Ankara' })

  expect((await list()).warehouses.map(({ code }) => code)).toEqual(['MERKEZ', 'ANK'])
  const sorted = (await send('PATCH', 'warehouses', { warehouses: [id] })).body as List
  expect(sorted.warehouses.map(({ code }) => code)).toEqual(['ANK', 'MERKEZ'])
})

test('rejects a code or name that another warehouse has as code or name, because imports accept both', async () => {
  expect((await add('İZMİR', 'Ege')).status).toBe(200)
  const response = await add('ege', 'ızmır')
  expect({ status: response.status, code: codeOf(response) }).toEqual({ status: 422, code: 'validation_failed' })
  expect(Object.keys(fieldsOf(response) ?? {})).toEqual(['code', 'name'])
  expect(fieldsOf(await add('', 'X'))).toEqual({ code: 'Bu alan boş bırakılamaz.' })
})

test('closes a warehouse with stock only after its stock is moved', async () => {
  const { pool } = shop.database
  await add('SAMSUN', 'Samsun')
  await add('BURSA', 'Bursa')
  const [samsun, bursa] = [await warehouse('SAMSUN'), await warehouse('BURSA')]
  const [full, minus, bothPlaces] = [await addProduct(pool), await addProduct(pool), await addProduct(pool)]
  await setStock(pool, full.id, 7, 'SAMSUN')
  // Imports may set negative stock.
  await setStock(pool, minus.id, -3, 'SAMSUN')
  await setStock(pool, bothPlaces.id, 5, 'SAMSUN')
  await setStock(pool, bothPlaces.id, 1, 'BURSA')
  await addBranch('Karadeniz', samsun.id)
  const refused = await send('POST', `warehouses/${samsun.id}/state`, { isActive: false })
  expect(codeOf(refused)).toBe('warehouse_has_stock')
  expect(sentenceOf(refused)).toContain('Samsun')

  expect(codeOf(await send('POST', `warehouses/${samsun.id}/stock`, { to: samsun.id, isClosing: true }))).toBe(
    'warehouse_closed',
  )
  const moved = await send('POST', `warehouses/${samsun.id}/stock`, { to: bursa.id, isClosing: true })
  expect(moved.status).toBe(200)
  expect(await warehouse('SAMSUN')).toMatchObject({
    products: 0,
    quantity: '0',
    isActive: false,
    isRemovable: false,
  })
  expect(await warehouse('BURSA')).toMatchObject({ products: 3, quantity: '10' })
  const { id: branchId, warehouses } = await branch('Karadeniz')
  expect(warehouses).toEqual([bursa.id])
  await send('DELETE', `branches/${branchId}`)
  expect([await stockOf(pool, full.id), await stockOf(pool, minus.id), await stockOf(pool, bothPlaces.id)]).toEqual([
    7, -3, 6,
  ])
  expect(await stockMismatches(pool)).toEqual([])
  const { items } = (await send('GET', 'audit?noun=warehouse&id=SAMSUN')).body as { items: AuditEntry[] }
  expect(items.map(({ action }) => action)).toEqual(['deactivate', 'move_stock', 'create'])
  // Closed warehouses receive no stock, and a warehouse that had stock is never deleted.
  expect(codeOf(await send('POST', `warehouses/${bursa.id}/stock`, { to: samsun.id, isClosing: false }))).toBe(
    'warehouse_closed',
  )
  expect(codeOf(await send('DELETE', `warehouses/${samsun.id}`))).toBe('warehouse_in_use')
  expect((await send('POST', `warehouses/${samsun.id}/state`, { isActive: true })).status).toBe(200)
})

test('removes a closed warehouse from the inventory that dealers see', async () => {
  const { pool } = shop.database
  await add('VAN', 'Van')
  const product = await addProduct(pool, { stock: 3 })
  await setStock(pool, product.id, 2, 'VAN')
  await shop.settle()
  const rows = async () => {
    const { body } = await dealer.send('GET', `/api/catalog/product/${product.id}`)
    const { inventory } = body as { inventory: { warehouseName: string }[] }
    return inventory.map(({ warehouseName }) => warehouseName)
  }
  expect(await rows()).toEqual(expect.arrayContaining(['Merkez depo', 'Van']))
  const { id } = await warehouse('VAN')
  const to = (await warehouse('MERKEZ')).id
  await send('POST', `warehouses/${id}/stock`, { to, isClosing: true })
  expect(await rows()).toEqual(['Merkez depo'])
  expect(await stockOf(pool, product.id)).toBe(5)
})

test('keeps at least one warehouse active and deletes only warehouses that never held stock', async () => {
  await add('BOŞ', 'Boş')
  const { id, isRemovable } = await warehouse('BOŞ')
  expect(isRemovable).toBe(true)
  expect((await send('DELETE', `warehouses/${id}`)).status).toBe(200)
  expect(await newest()).toMatchObject({ action: 'remove', noun: 'warehouse', nounId: 'BOŞ' })
  expect(codeOf(await send('DELETE', `warehouses/${id}`))).toBe('not_found')
  const { pool } = shop.database
  await pool.execute("UPDATE warehouses SET is_active = code = 'MERKEZ'")
  const main = await warehouse('MERKEZ')
  expect(main.isRemovable).toBe(false)
  expect(codeOf(await send('POST', `warehouses/${main.id}/state`, { isActive: false }))).toBe('warehouse_last')
  expect(codeOf(await send('DELETE', `warehouses/${main.id}`))).toBe('warehouse_last')
  await pool.execute('UPDATE warehouses SET is_active = true')
})

test('offers a branch to dealers immediately until it is closed', async () => {
  const [main, ege] = [await warehouse('MERKEZ'), await warehouse('İZMİR')]
  expect((await addBranch('Kadıköy', ege.id, main.id)).status).toBe(200)
  expect(await offered()).toEqual(['Kadıköy'])
  const { id } = await branch('Kadıköy')
  expect((await branch('Kadıköy')).warehouses).toEqual([ege.id, main.id])
  expect(await newest()).toMatchObject({ noun: 'branch', after: { warehouses: ['Ege', 'Merkez depo'] } })
  expect(
    (await dealer.send('POST', '/api/catalog/settings', { body: { key: 'branch', value: String(id) } })).status,
  ).toBe(200)

  expect((await send('POST', `branches/${id}/state`, { isActive: false })).status).toBe(200)
  expect(await offered()).toEqual([])
  expect((await dealer.send('GET', '/api/visitor')).body).toMatchObject({ branch: null })
  expect(
    codeOf(await dealer.send('POST', '/api/catalog/settings', { body: { key: 'branch', value: String(id) } })),
  ).toBe('branch_unknown')
  await send('POST', `branches/${id}/state`, { isActive: true })
  expect((await dealer.send('GET', '/api/visitor')).body).toMatchObject({ branch: id })
})

test('rejects a change of a branch based on outdated values, and duplicate names among the store’s branches', async () => {
  const { id, warehouses } = await branch('Kadıköy')
  const before = { name: 'Kadıköy', warehouses }
  const only = warehouses.slice(0, 1)
  expect((await send('PATCH', `branches/${id}`, { before, values: { name: 'Moda', warehouses: only } })).status).toBe(
    200,
  )
  expect(codeOf(await send('PATCH', `branches/${id}`, { before, values: { name: 'Fener', warehouses } }))).toBe(
    'branch_changed',
  )
  expect(fieldsOf(await addBranch('MODA'))).toEqual({ name: 'Bu adla bir şube var.' })
  expect(Object.keys(fieldsOf(await addBranch('Yeni', 999_999)) ?? {})).toEqual(['warehouses'])
  await addBranch('Beşiktaş')
  const other = await branch('Beşiktaş')
  await send('PATCH', 'warehouses', { branches: [other.id, id] })
  expect(await offered()).toEqual(['Beşiktaş', 'Moda'])
})

test('keeps branches that orders reference, and ignores dealers’ own branches', async () => {
  const { pool } = shop.database
  const { id } = await branch('Moda')
  await pool.execute(
    `INSERT INTO orders (order_no, dealer_id, user_id, description, branch_id, currency, rates, subtotal, tax, total, total_try)
     SELECT 'S2026000001', dealer_id, id, '', $1, 'TRY', '{}', 0, 0, 0, 0 FROM users WHERE dealer_id IS NOT NULL LIMIT 1`,
    [id],
  )
  expect(codeOf(await send('DELETE', `branches/${id}`))).toBe('branch_in_use')
  expect((await send('DELETE', `branches/${(await branch('Beşiktaş')).id}`)).status).toBe(200)
  const own = await pool.one<{ id: number }>(
    "INSERT INTO branches (dealer_id, name) SELECT id, 'Bayinin şubesi' FROM dealers LIMIT 1 RETURNING id",
  )
  expect((await list()).branches.map(({ name }) => name)).toEqual(['Moda'])
  for (const [method, path, body] of [
    ['DELETE', '', undefined],
    ['POST', '/state', { isActive: false }],
  ] as const) {
    expect(codeOf(await send(method, `branches/${own?.id}${path}`, body))).toBe('not_found')
  }
})
