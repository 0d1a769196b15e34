import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { folder as adapter } from '#server/erp/adapters/folder/folder.ts'
import type { Desk } from '#server/erp/desk/desk.ts'
import { shopDesk } from '#server/erp/desk/shop-desk.ts'
import { openWriteRows } from '#server/erp/desk/write-rows.ts'
import { numberEvents } from '#server/integration/integration.ts'
import { addBuyer, type Buyer, placeOrder, product } from '#server/orders/test-orders.ts'
import { codeOf, openTestShop, testSecret, type TestShop } from '#testing/shop.ts'
import { addAdmin } from '#testing/store-rows.ts'
import { runTurn } from './connector.ts'

let shop: TestShop
let buyer: Buyer
let base: string
let desk: Desk
let connectionId: number
const root = () => join(base, 'erp')

beforeAll(async () => {
  shop = await openTestShop()
  buyer = await addBuyer(shop)
  base = await mkdtemp(join(tmpdir(), 'toptan-erp-'))
  await mkdir(join(root(), 'in'), { recursive: true })
  const { pool } = shop.database
  await numberEvents(pool)
  const row = await pool.one<{ id: number }>(
    `INSERT INTO erp_connections (name, kind, settings, mapping, sends, is_active, expanded_seq)
     VALUES ('Dosyalar', 'folder', $1, $2, '{order,cancellation}', true, (SELECT coalesce(max(seq), 0) FROM events)) RETURNING id`,
    [{ directory: 'erp', stableSeconds: '0' }, JSON.stringify(adapter.template)],
  )
  connectionId = row?.id ?? 0
  desk = shopDesk({ pool, secret: testSecret, writeRows: openWriteRows(pool) }, connectionId)
})
afterAll(async () => {
  await shop.close()
  await rm(base, { recursive: true, force: true })
})

const execute = (sql: string) => shop.database.pool.execute(sql)
const one = <Row extends object>(sql: string, params: unknown[] = []) => shop.database.pool.one<Row>(sql, params)
const turn = () =>
  runTurn(desk, {
    adapters: new Map([['folder', adapter]]),
    tools: {
      http: () => Promise.reject(new Error('no network')),
      filesFolder: base,
      now: () => new Date(),
      note: () => {},
    },
  })
const isDue = () => execute('UPDATE erp_outgoing SET next_at = now()')
const acknowledged = (orderNo: string) =>
  one<{ document_no: string }>(
    "SELECT e.document_no FROM orders o JOIN erp_documents e ON e.kind = 'order' AND e.subject_id = o.id WHERE o.order_no = $1",
    [orderNo],
  )

test('an order goes out as a file, its refusal and its number come back as files and are at the order', async () => {
  const { orderNo } = await placeOrder(shop, buyer, { [(await product(shop)).unitId]: 2 })
  expect((await turn()).failure).toBeNull()
  expect(await readdir(join(root(), 'out'))).toEqual([`order-${orderNo}.json`])
  expect(JSON.parse(await readFile(join(root(), 'out', `order-${orderNo}.json`), 'utf8'))).toMatchObject({
    number: orderNo,
    dealerCode: buyer.actor.dealer?.code,
    lines: [{ quantity: 2 }],
  })
  const answer = async (text: string) => {
    await writeFile(join(root(), 'answers', 'a.csv'), `number;documentNo;error\n${orderNo};${text}\n`)
    await isDue()
    expect((await turn()).failure).toBeNull()
  }
  await answer(';Cari kart bulunamadı')
  const state = () => one('SELECT state, message FROM erp_outgoing WHERE connection_id = $1', [connectionId])
  expect(await state()).toEqual({ state: 'refused', message: 'Cari kart bulunamadı' })
  expect(await acknowledged(orderNo)).toBeUndefined()
  await rm(join(root(), 'out', `order-${orderNo}.json`))
  await execute("UPDATE erp_outgoing SET state = 'unknown', next_at = now()")
  await turn()
  expect([await state(), await readdir(join(root(), 'out'))]).toEqual([
    { state: 'delivered', message: null },
    [`order-${orderNo}.json`],
  ])
  await answer('SIP-451;')
  expect(await acknowledged(orderNo)).toEqual({ document_no: 'SIP-451' })
})

test('files come in with each turn; what is not in a later one is switched off by a full read only', async () => {
  const stored = (code: string) => one('SELECT name, is_active FROM products WHERE code = $1', [code])
  const drop = (name: string, text: string) => writeFile(join(root(), 'in', name), text)
  await execute(
    `INSERT INTO erp_feeds (connection_id, resource, every_minutes) VALUES (${connectionId}, 'products', 5)`,
  )
  const due = (wanted: string) => execute(`UPDATE erp_feeds SET next_at = now(), wanted = ${wanted}`)
  expect((await turn()).failure).toBeNull()
  await drop('products-1.csv', 'code;name;taxRate\nKLS-1;Çivi;20\nKLS-2;Vida;20\n')
  await due('NULL')
  expect((await turn()).failure).toBeNull()
  expect(await stored('KLS-2')).toEqual({ name: 'Vida', is_active: true })
  await drop('products-2.csv', 'code;name\nKLS-1;Çivi 5 mm\n')
  await due('NULL')
  await turn()
  expect([await stored('KLS-1'), await stored('KLS-2')]).toMatchObject([
    { name: 'Çivi 5 mm', is_active: true },
    { is_active: true },
  ])
  await due("'full'")
  expect((await turn()).failure).toBeNull()
  expect([await stored('KLS-1'), await stored('KLS-2')]).toMatchObject([{ is_active: true }, { is_active: false }])
  expect(await readdir(join(root(), 'in', 'done'))).toEqual(['products-1.csv', 'products-2.csv'])
  await drop('products-3.xml', '<!DOCTYPE x [<!ENTITY y "z">]><r><p><code>&y;</code></p></r>')
  await due('NULL')
  await turn()
  expect(await one('SELECT state, reason, message FROM erp_runs ORDER BY id DESC LIMIT 1')).toMatchObject({
    state: 'failed',
    reason: 'shop',
    message: expect.stringContaining('products-3.xml'),
  })
})

test.each([
  ['tr-TR', 'Bu programa dosyalar için bir klasör tanımlanmamış'],
  ['en-GB', 'This program has no folder for files'],
])('what is wrong with the settings is named in the language of the administrator (%s)', async (language, message) => {
  const admin = await shop.signedIn(await addAdmin(shop.database.pool))
  const path = `/yonetim/erp-connections/${connectionId}/check`
  const answer = await admin.send('POST', path, { body: {}, headers: { 'accept-language': language } })
  expect(answer.text).toContain(message)
})

test('a copy that makes no outside calls does not touch the folder, and says so', async () => {
  const admin = await shop.signedIn(await addAdmin(shop.database.pool))
  vi.stubEnv('OUTSIDE_CALLS', 'off')
  try {
    const path = `/yonetim/erp-connections/${connectionId}/check`
    const answer = await admin.send('POST', path, { body: {} })
    expect([answer.status, codeOf(answer)]).toEqual([409, 'outside_calls_off'])
  } finally {
    vi.unstubAllEnvs()
  }
})
