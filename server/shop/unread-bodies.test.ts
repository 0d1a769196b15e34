import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

const megabyte = 1024 * 1024
let shop: TestShop
let dealer: TestVisitor
let admin: TestVisitor
let port: number

beforeAll(async () => {
  shop = await openTestShop()
  dealer = await shop.signedIn(await addDealer(shop.database.pool))
  admin = await shop.signedIn(await addAdmin(shop.database.pool))
  port = Number(new URL(await shop.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => shop.close())

const addressOfPiece = async () => {
  const { body } = await admin.send('POST', '/yonetim/imports', { body: { files: [{ name: 'a.csv', bytes: 10 }] } })
  return `/yonetim/imports/${(body as { id: number }).id}/files/0?at=0`
}

const uploads: [string, () => TestVisitor, () => string | Promise<string>][] = [
  ['fault report photos', () => dealer, () => '/api/catalog/fault-report-photos'],
  ['product pictures', () => admin, () => '/yonetim/product-pictures'],
  ['pieces of import files', () => admin, addressOfPiece],
]

test.each(uploads)('%s: a request after a too large upload on the same connection is answered', async (_, who, url) => {
  const { socket, received } = open()
  socket.write(headOf(await url(), who(), 16 * megabyte))
  socket.write(Buffer.alloc(16 * megabyte, 0xff))
  await expect.poll(received).toMatch(/^HTTP\/1\.1 413 /)
  socket.write('GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n')
  await expect.poll(received).toContain('HTTP/1.1 200 OK')
  socket.destroy()
})

test.each(uploads)('%s: a too large upload that does not end is answered, then disconnected', async (_, who, url) => {
  const { socket, received, closed } = open()
  socket.write(headOf(await url(), who(), 1000 * megabyte))
  socket.write(Buffer.alloc(16 * megabyte, 0xff))
  await expect.poll(received).toMatch(/^HTTP\/1\.1 413 [^]*connection: close/i)
  await closed
})

function open() {
  let text = ''
  const socket: Socket = connect(port, '127.0.0.1')
  socket.on('data', (part) => (text += String(part))).on('error', () => {})
  return { socket, received: () => text, closed: new Promise((resolve) => socket.once('close', resolve)) }
}

function headOf(url: string, { token, cookies }: TestVisitor, bytes: number): string {
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  const head = [
    `POST ${url} HTTP/1.1`,
    'Host: shop',
    `Cookie: ${cookie.join('; ')}`,
    `X-CSRF-Token: ${token}`,
    'X-Requested-With: XMLHttpRequest',
    'Content-Type: application/octet-stream',
    `Content-Length: ${bytes}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n`
}
