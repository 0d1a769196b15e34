import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { InvoiceFileResult } from '#contract/admin/invoices.ts'
import type { Invoice, InvoiceState, ListedInvoice } from '#contract/shop/invoices.ts'
import { type UblInvoice, ublInvoice } from '#demo/trade/ubl-invoice.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { findBroken } from '#faults/invariants.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'

export let shop: TestShop
export let pool: TestShop['database']['pool']
export let actor: Actor
export let dealer: TestVisitor
export let other: TestVisitor
export let admin: TestVisitor
export let taxNumber: string

export const storeTaxNumber = '1234567890'
export const today = dayInTurkey(new Date())
let serial = 0

/** Opens a shop for the file's tests; each test has a dealer of its own. */
export function useTestInvoices(): void {
  beforeAll(async () => {
    shop = await openTestShop()
    pool = shop.database.pool
    admin = await shop.signedIn(await addAdmin(pool))
    other = await shop.signedIn(await addDealer(pool))
    await shop.setSetting('storeTaxNumber', storeTaxNumber)
  })
  beforeEach(async () => {
    actor = await addDealer(pool)
    serial += 1
    taxNumber = `98765${String(serial).padStart(5, '0')}`
    await pool.execute('UPDATE dealers SET tax_number = $2 WHERE id = $1', [dealerId(), taxNumber])
    dealer = await shop.signedIn(actor)
  })
  afterAll(async () => {
    expect(await findBroken(pool)).toEqual([])
    await shop.close()
  })
}

export const dealerId = () => actor.dealer?.id ?? 0

/** An invoice of 2.400 TL to the dealer of the test. */
export function newInvoice(change: Partial<UblInvoice> = {}): UblInvoice {
  serial += 1
  return {
    number: `ABC2026${String(serial).padStart(9, '0')}`,
    ettn: crypto.randomUUID(),
    day: addDays(today, -10),
    dueDay: addDays(today, 20),
    seller: { taxNumber: storeTaxNumber, name: 'Örnek Toptan A.Ş.' },
    buyer: { taxNumber, name: 'Işık Elektrik Ltd. Şti.' },
    lines: [{ code: 'MTK-18', name: 'Şarjlı matkap', quantity: '2', price: '1000', taxRate: '20' }],
    ...change,
  }
}

export async function sendFile(name: string, body: Buffer, post = ''): Promise<InvoiceFileResult[]> {
  const answer = await admin.send('POST', `/yonetim/invoice-files?name=${encodeURIComponent(name)}&post=${post}`, {
    body,
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect(answer.status).toBe(200)
  return (answer.body as { files: InvoiceFileResult[] }).files
}

export async function upload(invoice: UblInvoice, post = ''): Promise<InvoiceFileResult> {
  const [result] = await sendFile('fatura.xml', Buffer.from(ublInvoice(invoice)), post)
  return result ?? expect.fail('no result')
}

export async function addInvoice(change: Partial<UblInvoice> = {}, post = ''): Promise<{ id: number; number: string }> {
  const invoice = newInvoice(change)
  const { invoiceId, message } = await upload(invoice, post)
  return { id: invoiceId ?? expect.fail(message), number: invoice.number }
}

export async function list(query = '', visitor = dealer): Promise<ListedInvoice[]> {
  const answer = await visitor.send('GET', `/api/account/invoices${query}`)
  expect(answer.status).toBe(200)
  return (answer.body as { items: ListedInvoice[] }).items
}

export const getInvoice = async (id: number): Promise<Invoice> =>
  (await dealer.send('GET', `/api/account/invoices/${id}`)).body as Invoice

export const stateOf = async (id: number): Promise<[InvoiceState, number | null]> => {
  const { state, openAmount } = await getInvoice(id)
  return [state, openAmount]
}

export const pdf = (text = 'a'): Buffer => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`)

export const movementRows = () =>
  pool.query<{ reference: string | null }>(
    'SELECT document_no, kind, debit, credit, reference, unpaid FROM account_movements WHERE dealer_id = $1 ORDER BY id',
    [dealerId()],
  )
