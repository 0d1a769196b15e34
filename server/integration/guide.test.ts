import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBuyer, placeOrder, product } from '#server/orders/test-orders.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin } from '#testing/store-rows.ts'

let shop: TestShop
let admin: TestVisitor
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let url: string

beforeAll(async () => {
  shop = await openTestShop()
  admin = await shop.signedIn(await addAdmin(shop.database.pool))
  folder = await temporaryFolder()
  url = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const guide = await readFile(join(import.meta.dirname, '../../docs/integration.md'), 'utf8')
  const script = guide.split('```').find((block) => block.startsWith('js\n// sync.mjs'))
  await writeFile(join(folder.path, 'sync.mjs'), script?.slice('js\n'.length) ?? '')
})
afterAll(async () => {
  await shop.close()
  await folder.remove()
})

type Run = { failed: boolean; output: string; errors: string }
/** Runs the script of the guide in its folder. */
const run = (key: string) =>
  new Promise<Run>((resolve) => {
    const options = { cwd: folder.path, env: { TOPTAN_URL: url, TOPTAN_KEY: key } }
    execFile(process.execPath, ['sync.mjs'], options, (error, output, errors) =>
      resolve({ failed: error !== null, output, errors }),
    )
  })
const write = (name: string, rows: object[]) => writeFile(join(folder.path, name), JSON.stringify(rows))

test('the script of the guide sends products and stock, takes orders once, and ends when its key is revoked', async () => {
  const { pool } = shop.database
  const form = { name: 'ERP', scopes: ['catalog:write', 'stock:write', 'orders:read', 'orders:ack'] }
  const made = await admin.send('POST', '/yonetim/api-keys', {
    body: { ...form, addresses: '', requestsPerMinute: '600', expiresOn: '' },
  })
  const { key, items } = made.body as { key: string; items: { id: number }[] }
  const { unitId } = await product(shop)
  const order = await placeOrder(shop, await addBuyer(shop), { [unitId]: 2 })

  await write('products.json', [
    { code: 'REHBER-1', name: 'Matkap', price: 100 },
    { code: 'REHBER-2', name: 'Vida', price: '1,5' },
  ])
  await write('stock.json', [{ code: 'REHBER-1', quantity: 7 }])
  const first = await run(key)
  expect(first.errors).toBe(
    'products.json, row 1, REHBER-2: Invalid value for “price”: 1,5. Numbers have a decimal point (1234.56).\n',
  )
  expect(first.output.split('\n')).toEqual([
    'Connected as ERP',
    'products.json: 1 created, 0 updated, 1 rejected',
    'stock.json: 0 created, 1 updated, 0 rejected',
    expect.stringContaining(`order-${order.orderNo}.json: `),
    '',
  ])
  expect(await readdir(folder.path)).toContain(`order-${order.orderNo}.json`)
  const documents = () => pool.query('SELECT document_no FROM erp_documents')
  expect(await documents()).toEqual([{ document_no: `order-${order.orderNo}.json` }])

  expect(await run(key)).toEqual({ failed: false, output: 'Connected as ERP\n', errors: '' })
  expect(await documents()).toHaveLength(1)

  await admin.send('POST', `/yonetim/api-keys/${items[0]?.id}/revoke`, { body: {} })
  const last = await run(key)
  expect(last).toMatchObject({ failed: true, output: '' })
  expect(last.errors).toContain('GET /me: key_invalid')
})
