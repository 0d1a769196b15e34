import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dealerScopes } from '#contract/core/dealer-scopes.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { addDealerProgram } from '#testing/programs.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addDealer, addProduct, setStock, type TestProduct } from '#testing/store-rows.ts'
import { feedOf, makeFeed, pathOf } from './test-feeds.ts'

let shop: TestShop
let dealer: TestVisitor
let drill: TestProduct
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let env: Record<string, string>
let steps: string[]

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  dealer = await shop.signedIn(await addDealer(pool, { discount: 10 }))
  await addProduct(pool, { code: 'YOK-1', price: 5, stock: 0 })
  drill = await addProduct(pool, { code: 'MTK-500', price: 100, stock: 40, taxRate: 20 })
  await shop.settle()
  folder = await temporaryFolder()
  const url = await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const { key } = await addDealerProgram(shop, dealer, dealerScopes)
  const feed = await makeFeed(dealer, feedOf('standard', { format: 'json' }))
  env = { PATH: process.env['PATH'] ?? '', SHOP: url, FEED: url + pathOf(feed), TOPTAN_KEY: key }
  const guide = await readFile(join(import.meta.dirname, '../../docs/integration.md'), 'utf8')
  const section = guide.split(/^## /m).find((each) => each.startsWith('A dealer’s') || each.startsWith("A dealer's"))
  steps = [...(section ?? '').matchAll(/^ +```sh\n(.*?)^ +```/gms)].map(([, commands = '']) => commands)
})
afterAll(async () => {
  await shop.close()
  await folder.remove()
})

/** Runs commands of the guide in its folder, after those that set variables from files. */
async function run(commands: string): Promise<string> {
  const variables = steps.flatMap((each) => each.match(/^ *(?:CODE|ORDER)=.*$/gm) ?? [])
  const script = `${variables.map((line) => `${line} 2>/dev/null || true`).join('\n')}\n${commands}`
  return (await promisify(execFile)('sh', ['-ec', script], { cwd: folder.path, env })).stdout
}
const fileOf = async (name: string) => JSON.parse(await readFile(join(folder.path, name), 'utf8')) as unknown

test('the commands of the guide take a feed, place one order, and follow it', async () => {
  const [values, take, again, changes, me, product, order, lists, follow] = steps
  expect(values).toContain('SHOP=http://localhost:3000')
  await run(take ?? '')
  expect(await fileOf('products.json')).toMatchObject({
    items: [{ code: 'YOK-1' }, { code: 'MTK-500', price: 90, stock: 40 }],
  })
  expect(await run(again ?? '')).toBe('304\n')
  expect(await fileOf('products.json')).toMatchObject({ items: [{}, {}] })

  await run(changes ?? '')
  expect(await fileOf('changes.json')).toMatchObject({ items: [] })
  await setStock(shop.database.pool, drill.id, 30)
  await run(changes ?? '')
  expect(await fileOf('changes.json')).toMatchObject({ items: [{ code: 'MTK-500', stock: 30 }] })
  expect(await run(again ?? '')).toBe('200\n')

  expect(JSON.parse(await run(me ?? ''))).toMatchObject({ name: 'Site', scopes: dealerScopes })
  expect(JSON.parse(await run(product ?? ''))).toMatchObject({ code: 'MTK-500', stock: '30' })
  const placed = await run(order ?? '')
  expect(JSON.parse(placed)).toEqual({ orderNo: expect.stringMatching(/^S\d+$/) })
  expect(await run(order ?? '')).toBe(placed)
  expect(JSON.parse(await run(lists ?? ''))).toEqual({ items: [] })
  expect(JSON.parse(await run(follow ?? ''))).toMatchObject({
    ...(JSON.parse(placed) as object),
    isSent: false,
    total: 216,
    orderItems: [{ code: 'MTK-500', quantity: 2 }],
  })
  expect(await shop.database.pool.query('SELECT FROM orders')).toHaveLength(1)
})
