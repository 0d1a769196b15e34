import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Reply } from '#contract/core/endpoint.ts'
import type { inquireWarranty } from '#contract/shop/warranty.ts'
import { addAdmin, addDealer, addProduct } from '#testing/store-rows.ts'
import { serialKey } from '#domain/after-sales/serial-number.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { outsideCall } from '#server/platform/http/outside-call.ts'
import { type Answer, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

export let shop: TestShop
export let dealer: Actor
export let mine: TestVisitor
export let theirs: TestVisitor
export let staff: TestVisitor
export let product: { id: number; code: string }
/** The current time of the tests. */
export const clock = { now: new Date(0) }

export const serviceUrl = 'https://garanti.example/sorgu'
/** A stand-in for the external service: its response, its timeout (milliseconds), and the last request to it. */
export const service: {
  answer: RequestListener
  timeout: number
  heard?: { form: FormData; key: string | undefined }
} = { answer: (_request, response) => void response.end(), timeout: 60_000 }

/** Opens a shop for the file's tests, with serial numbers of one dealer, of another and of none. */
export function useTestWarranty(): void {
  let standIn: Server
  beforeAll(async () => {
    clock.now = new Date('2026-06-30T09:00:00Z')
    standIn = await openStandIn()
    const url = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}/sorgu`
    const call = outsideCall({ allowsLoopback: true })
    shop = await openTestShop({
      now: () => clock.now,
      outside: (request) => call({ ...request, url: request.url.replace(serviceUrl, url), timeout: service.timeout }),
    })
    const { pool } = shop.database
    dealer = await addDealer(pool)
    const other = await addDealer(pool)
    mine = await shop.signedIn(dealer)
    theirs = await shop.signedIn(other)
    staff = await shop.signedIn(await addAdmin(pool))
    product = await addProduct(pool, { code: 'MATKAP-1' })
    await sell('MK-2041 7781', dealer, '2025-06-30', 'F-1', '2026-07-10')
    await sell('ESKI1', dealer, '2020-01-01', 'F-2', '2022-01-01')
    await sell('BUGUN', dealer, '2024-06-30', 'F-3', '2026-06-30')
    await sell('SURESIZ', dealer, '2024-06-30', 'F-4', null)
    await sell('DEVIR', dealer, '2024-01-01', 'F-5', '2026-01-01')
    await move('DEVIR', dealer, '2024-02-01', 'İADE', 'F-6', null)
    await sell('DEVIR', other, '2024-03-01', 'F-7', '2026-12-31')
    await move('SERVIS', dealer, '2026-01-01', 'SERVİS', 'S-1', null)
    await sell('PERAKENDE', null, '2026-01-01', 'P-1', '2028-01-01')
  })
  afterAll(async () => {
    await shop.close()
    standIn.closeAllConnections()
    standIn.close()
  })
  beforeEach(() => {
    // The limit counts within ten minutes.
    clock.now = new Date(clock.now.getTime() + 1_000)
  })
}

async function openStandIn(): Promise<Server> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', async () => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' }
      const form = await new Response(Buffer.concat(pieces), { headers }).formData()
      service.heard = { form, key: request.headers.authorization }
      service.answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const sell = (serial: string, buyer: Actor | null, day: string, document: string, until: string | null) =>
  move(serial, buyer, day, 'SATIŞ', document, until)

async function move(
  serial: string,
  buyer: Actor | null,
  day: string,
  status: string,
  document: string,
  until: string | null,
): Promise<void> {
  await shop.database.pool.execute(
    `INSERT INTO serial_movements (serial_no, serial_key, product_id, product_code, product_name, dealer_id, moved_on, status,
                                   document_no, warranty_until, reference)
     VALUES ($1, $2, $3, 'MATKAP-1', 'Eski ad', $4, $5, $6, $7, $8, $7)`,
    [serial, serialKey(serial), product.id, buyer?.dealer?.id ?? null, day, status, document, until],
  )
}

export const inquire = (visitor: TestVisitor, serialNumber: unknown): Promise<Answer> =>
  visitor.send('POST', '/api/catalog/WarrantyInquiry', { body: { serialNumber } })

export async function dataOf(visitor: TestVisitor, serial: string) {
  const answer = await inquire(visitor, serial)
  expect(answer.status).toBe(200)
  return (answer.body as Reply<typeof inquireWarranty>).data
}
