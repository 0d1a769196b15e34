import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dealerEventTypes } from '#contract/integration/event-types.ts'
import { addBuyer, type Buyer, placeOrder, product } from '#server/orders/test-orders.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { openTestShop, testSecret, type TestShop } from '#testing/shop.ts'
import { sendDue } from './deliver.ts'
import { makeDeliveries } from './make-deliveries.ts'
import { openWebhookCall } from './receivers.ts'

let shop: TestShop
let buyer: Buyer
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let program: ChildProcess | undefined

beforeAll(async () => {
  shop = await openTestShop()
  buyer = await addBuyer(shop)
  folder = await temporaryFolder()
  const docs = await readFile(join(import.meta.dirname, '../../../docs/feeds.md'), 'utf8')
  const script = docs.split('```').find((block) => block.startsWith('js\n// receive.mjs'))
  await writeFile(join(folder.path, 'receive.mjs'), script?.slice('js\n'.length) ?? '')
})
afterAll(async () => {
  program?.kill()
  await shop.close()
  await folder.remove()
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('the receiver of the dealers’ guide accepts the shop’s messages, each once, and refuses forged ones', async () => {
  const { pool } = shop.database
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const { body } = await buyer.send('POST', '/api/account/webhooks', {
    body: { name: 'Site', url, types: dealerEventTypes },
  })
  const { secret, items } = body as { secret: string; items: { id: number }[] }
  const id = items[0]?.id ?? 0
  let output = ''
  const env = { PORT: String(port), WEBHOOK_SECRET: secret }
  program = spawn(process.execPath, ['receive.mjs'], { cwd: folder.path, env })
  program.stdout?.on('data', (piece: Buffer) => (output += piece.toString('utf8')))
  const forged = () =>
    fetch(url, { method: 'POST', body: '{}' }).then(
      ({ status }) => status,
      () => null,
    )
  await expect.poll(forged, { timeout: 10_000 }).toBe(401)

  const { unitId } = await product(shop)
  const { orderNo } = await placeOrder(shop, buyer, { [unitId]: 1 })
  await makeDeliveries(pool)
  const send = () => sendDue({ pool, secret: testSecret, call: openWebhookCall(false) }, id)
  await send()
  await buyer.send('POST', `/api/account/webhooks/${id}/test`, { body: {} })
  // The order's message comes a second time.
  await pool.execute("UPDATE webhook_deliveries SET state = 'waiting', next_at = now() WHERE event_id IS NOT NULL")
  await send()
  const states = await pool.query('SELECT type, state, status FROM webhook_deliveries ORDER BY id')
  expect(states).toEqual([
    { type: 'order.created', state: 'delivered', status: 204 },
    { type: 'test', state: 'delivered', status: 204 },
  ])
  await expect.poll(() => output).toBe(`order.created ${orderNo}\ntest Toptan webhook test\n`)
})
