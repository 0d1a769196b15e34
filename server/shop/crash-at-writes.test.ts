import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminOrder } from '#contract/admin/orders.ts'
import type { AdminPicking } from '#contract/admin/pickings.ts'
import { addDays, dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { type UblInvoice, ublInvoice } from '#demo/trade/ubl-invoice.ts'
import { findBroken } from '#faults/invariants.ts'
import { documentsFolder, purgeDocuments } from '#server/announcements/announcements.ts'
import { noteFilesFolder, purgeNoteFiles } from '#server/notes/notes.ts'
import { pdf, post, postAsStore, upload } from '#server/notes/test-notes.ts'
import { addBuyer, type Buyer, type Placed, placeOrder, product } from '#server/orders/test-orders.ts'
import { createTestDatabase } from '#server/platform/db/test-database.ts'
import { decide, find, line, receive, request, requested } from '#server/returns/test-returns.ts'
import { moveTo, sent, shipLines, shipped } from '#server/shipping/test-shipping.ts'
import { addCrashPoints, type CrashPoints } from '#testing/crash-at-writes.ts'
import { type Answer, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addWarehouse, setStock } from '#testing/store-rows.ts'

let shop: TestShop
let staff: TestVisitor
let buyer: Buyer
let warehouse: number
let crashes: CrashPoints
const storeTaxNumber = '1234567890'
const taxNumber = '9876500001'

beforeAll(async () => {
  // Each crash ends all connections of a pool, and new ones cost most of the time: so there are few.
  shop = await openTestShop({ database: await createTestDatabase({ max: 2 }) })
  const { pool } = shop.database
  staff = await shop.signedIn(await addAdmin(pool))
  buyer = await addBuyer(shop)
  warehouse = await addWarehouse(pool, 'İade deposu')
  await shop.setSetting('storeEmail', 'satis@example.com')
  await shop.setSetting('cartStockControl', '1')
  await shop.setSetting('storeTaxNumber', storeTaxNumber)
  await shop.setSetting('bankAccounts', `Ziraat Bankası · ${iban}`)
  await pool.execute('UPDATE dealers SET tax_number = $2 WHERE id = $1', [buyer.actor.dealer?.id, taxNumber])
  crashes = await addCrashPoints(pool)
})
afterAll(async () => {
  expect(await findBroken(shop.database.pool)).toEqual([])
  await shop.close()
})

let lastKey = 0
const newKey = () => `crash-key-${(lastKey += 1)}`

/** A request, prepared until it can be sent; each time it is sent it is the same. */
type Prepared = () => Promise<Answer>

/** An order of ten drills and four saws that is confirmed; of the drills, so many are in stock. */
async function confirmed(stock = 10): Promise<Placed & { productId: number }> {
  const [drill, saw] = [await product(shop, { stock }), await product(shop, { stock: 10 })]
  const order = await placeOrder(shop, buyer, { [drill.unitId]: 10, [saw.unitId]: 4 })
  await moveTo(staff, order, 'received', 'confirmed')
  return { ...order, productId: drill.id }
}
const pageOf = async ({ id }: Placed) => (await staff.send('GET', `/yonetim/orders/${id}`)).body as AdminOrder

async function successOf(answer: Promise<Answer>): Promise<Answer> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`The preparation was refused: ${JSON.stringify(body)}`)
  return answer
}

const changeLines = async (order: Placed, lines: object[]) =>
  staff.send('POST', `/yonetim/orders/${order.id}/lines`, { body: { state: 'confirmed', reason: 'Az', lines } })
const answerChange = ({ id }: Placed, accept: boolean) =>
  buyer.send('POST', `/api/catalog/order/${id}/change`, { body: { accept, reason: 'Cevap' } })
const askForChange = ({ id }: Placed, quantity = 3) =>
  buyer.send('POST', `/api/catalog/order/${id}/request`, {
    body: { lineNo: 1, before: 10, quantity, reason: 'Fazla' },
  })
/** An order with an open request of its dealer, with the id of the request. */
async function asked(quantity = 3): Promise<Placed & { requestId: number }> {
  const order = await confirmed()
  await successOf(askForChange(order, quantity))
  return { ...order, requestId: (await pageOf(order)).request?.id ?? 0 }
}
const answerRequest = ({ id, requestId }: Placed & { requestId: number }, accept: boolean) =>
  staff.send('POST', `/yonetim/orders/${id}/request`, { body: { requestId, accept, reason: 'Cevap' } })

/** A return of four of ten shipped drills. */
async function returned(): Promise<{ id: number; returnNo: string }> {
  const order = await confirmed()
  await shipped(staff, [sent(order, 10)])
  return find(staff, await requested(buyer, order, [line(4)]))
}
async function accepted() {
  const found = await returned()
  await successOf(decide(staff, found.id, [3]))
  return found
}

async function picking(): Promise<{ id: number; order: Placed }> {
  const order = await confirmed()
  const { body } = await staff.send('POST', '/yonetim/pickings', { body: { key: newKey(), orders: [order.id] } })
  return { id: (body as { id: number }).id, order }
}

const orders: Record<string, () => Promise<Prepared>> = {
  'staff change lines': async () => {
    const order = await confirmed()
    return () => changeLines(order, [{ lineNo: 1, quantity: 7 }])
  },
  'the dealer accepts changed lines': async () => {
    const order = await confirmed()
    await successOf(changeLines(order, [{ lineNo: 1, quantity: 7 }]))
    return () => answerChange(order, true)
  },
  'the dealer refuses a changed line': async () => {
    const order = await confirmed()
    await successOf(changeLines(order, [{ lineNo: 1, quantity: 7 }]))
    return () => answerChange(order, false)
  },
  'the dealer refuses all lines, which cancels the order': async () => {
    const order = await confirmed()
    await successOf(
      changeLines(order, [
        { lineNo: 1, quantity: 7 },
        { lineNo: 2, quantity: 2 },
      ]),
    )
    return () => answerChange(order, false)
  },
  'the dealer requests a change': async () => {
    const order = await confirmed()
    return () => askForChange(order)
  },
  'the dealer withdraws a request': async () => {
    const { id, requestId } = await asked()
    const body = { requestId }
    return () => buyer.send('POST', `/api/catalog/order/${id}/request/withdraw`, { body })
  },
  'staff accept a request': async () => {
    const order = await asked()
    return () => answerRequest(order, true)
  },
  'staff accept that a line is cancelled': async () => {
    const order = await asked(0)
    return () => answerRequest(order, true)
  },
  'staff refuse a request': async () => {
    const order = await asked()
    return () => answerRequest(order, false)
  },
  'staff assign stock to back-orders': async () => {
    const order = await confirmed(2)
    await setStock(shop.database.pool, order.productId, 5)
    return () => staff.send('POST', '/yonetim/back-orders/fill', { body: { lines: null } })
  },
  'staff ship lines': async () => {
    const order = await confirmed()
    const key = newKey()
    return () => shipLines(staff, [sent(order, 6), sent(order, 4, { lineNo: 2 })], { key })
  },
  'staff withdraw a shipment': async () => {
    const order = await confirmed()
    const { id } = await shipped(staff, [sent(order, 6)])
    return () => staff.send('POST', `/yonetim/shipments/${id}/withdraw`, { body: { reason: 'Yanlış' } })
  },
  'staff begin to pick': async () => {
    const order = await confirmed()
    const body = { key: newKey(), orders: [order.id] }
    return () => staff.send('POST', '/yonetim/pickings', { body })
  },
  'staff count what is picked': async () => {
    const { id, order } = await picking()
    const body = { key: newKey(), orderId: order.id, lineNo: 1, change: 2 }
    return () => staff.send('POST', `/yonetim/pickings/${id}/count`, { body })
  },
  'staff end picking with goods that are not on their shelf': async () => {
    const { id } = await picking()
    const page = (await staff.send('GET', `/yonetim/pickings/${id}`)).body as AdminPicking
    const lines = page.lines.map(({ orderId, lineNo, picked }) => ({
      orderId,
      lineNo,
      picked,
      rest: lineNo === 1 ? 'cancel' : 'open',
    }))
    const body = { key: newKey(), isMissing: true, reason: 'Rafta yok', lines }
    return () => staff.send('POST', `/yonetim/pickings/${id}/end`, { body })
  },
}

const returns: Record<string, () => Promise<Prepared>> = {
  'the dealer requests a return': async () => {
    const order = await confirmed()
    await shipped(staff, [sent(order, 10)])
    const key = `return-${newKey()}`
    return () => request(buyer, order, [line(4)], { key })
  },
  'the dealer withdraws a return': async () => {
    const { returnNo } = await returned()
    return () => buyer.send('POST', `/api/catalog/returns/${returnNo}/withdraw`, { body: { note: '' } })
  },
  'staff accept a return in part': async () => {
    const { id } = await returned()
    return () => decide(staff, id, [3])
  },
  'staff refuse a return': async () => {
    const { id } = await returned()
    return () => decide(staff, id, [0], 'Kullanılmış')
  },
  'staff receive a return into a warehouse': async () => {
    const { id } = await accepted()
    return () => receive(staff, id, [{ quantity: 3, warehouseId: warehouse }], 'IAD1')
  },
  'staff receive a return as scrap': async () => {
    const { id } = await accepted()
    return () => receive(staff, id, [{ quantity: 3, warehouseId: null }])
  },
  'staff close a return': async () => {
    const { id } = await accepted()
    await successOf(receive(staff, id, [{ quantity: 3, warehouseId: null }]))
    return () => staff.send('POST', `/yonetim/returns/${id}/close`, { body: { invoiceNo: 'IAD2', note: '' } })
  },
}

const announcement = () => ({
  title: 'Bayram tatili',
  html: '<p>Kapalıyız.</p>',
  isBanner: true,
  from: addDays(dayInTurkey(new Date()), -1),
  until: null,
  audience: { isForAll: false, dealers: [buyer.actor.dealer?.code] },
})
async function announced(): Promise<{ id: number; revision: number }> {
  const { body } = await successOf(staff.send('POST', '/yonetim/announcements', { body: announcement() }))
  return body as { id: number; revision: number }
}

async function uploaded(): Promise<string> {
  const answer = await successOf(staff.send('POST', '/yonetim/document-files?name=liste.pdf', { body: pdf }))
  return (answer.body as { file: string }).file
}
async function document(): Promise<object> {
  const { code } = await product(shop)
  const { html: _html, isBanner: _isBanner, ...values } = announcement()
  return { ...values, kind: 'catalog', language: null, products: [code], file: await uploaded() }
}
async function shelved(): Promise<{ id: number; revision: number }> {
  const { body } = await successOf(staff.send('POST', '/yonetim/documents', { body: await document() }))
  return body as { id: number; revision: number }
}

const texts: Record<string, () => Promise<Prepared>> = {
  'staff announce': async () => () => staff.send('POST', '/yonetim/announcements', { body: announcement() }),
  'staff change an announcement': async () => {
    const { id, revision } = await announced()
    const body = { ...announcement(), title: 'Yaz tatili', revision }
    return () => staff.send('PATCH', `/yonetim/announcements/${id}`, { body })
  },
  'staff delete an announcement': async () => {
    const { id } = await announced()
    return () => staff.send('DELETE', `/yonetim/announcements/${id}`)
  },
  'the dealer closes an announcement': async () => {
    const { id } = await announced()
    return () => buyer.send('POST', `/api/account/announcements/${id}/seen`, { body: { isClosed: true } })
  },
  'staff upload a file of the shelf': async () => () =>
    staff.send('POST', '/yonetim/document-files?name=liste.pdf', { body: pdf }),
  'staff shelve a document': async () => {
    const body = await document()
    return () => staff.send('POST', '/yonetim/documents', { body })
  },
  'staff give a document another file': async () => {
    const { id, revision } = await shelved()
    const body = { ...(await document()), revision }
    return () => staff.send('PATCH', `/yonetim/documents/${id}`, { body })
  },
  'staff delete a document': async () => {
    const { id } = await shelved()
    return () => staff.send('DELETE', `/yonetim/documents/${id}`)
  },
  'the dealer uploads a file of a note': async () => () =>
    buyer.send('POST', '/api/catalog/note-files?name=a.pdf', { body: pdf }),
  'the dealer writes a note with a file': async () => {
    const { orderNo } = await confirmed()
    const body = { text: 'Bir kez', files: [(await upload(buyer, 'a.pdf', pdf)).file], key: newKey() }
    return () => post(buyer, `order/${orderNo}`, body)
  },
  'staff write a note with a file': async () => {
    const { orderNo } = await confirmed()
    const { file } = await upload(staff, 'a.pdf', pdf, '/yonetim/note-files')
    const body = { text: 'Bir kez', files: [file], key: newKey() }
    return () => postAsStore(staff, `order/${orderNo}`, body)
  },
}

const sendInvoice = (invoice: UblInvoice, books = '') =>
  staff.send('POST', `/yonetim/invoice-files?name=fatura.xml&post=${books}`, { body: Buffer.from(ublInvoice(invoice)) })
function invoice(): UblInvoice {
  const day = addDays(dayInTurkey(new Date()), -10)
  return {
    number: `ABC2026${String((lastInvoice += 1)).padStart(9, '0')}`,
    ettn: crypto.randomUUID(),
    day,
    dueDay: addDays(day, 30),
    seller: { taxNumber: storeTaxNumber, name: 'Örnek Toptan A.Ş.' },
    buyer: { taxNumber, name: 'Işık Elektrik Ltd. Şti.' },
    lines: [{ code: 'MTK-18', name: 'Şarjlı matkap', quantity: '2', price: '1000', taxRate: '20' }],
  }
}
let lastInvoice = 0
async function invoiced(books = ''): Promise<number> {
  const { body } = await successOf(sendInvoice(invoice(), books))
  return (body as { files: { invoiceId: number }[] }).files[0]?.invoiceId ?? 0
}

const invoices: Record<string, () => Promise<Prepared>> = {
  'staff add an invoice': async () => {
    const added = invoice()
    return () => sendInvoice(added)
  },
  'staff add an invoice and book it': async () => {
    const added = invoice()
    return () => sendInvoice(added, '1')
  },
  'staff book an invoice': async () => {
    const id = await invoiced()
    return () => staff.send('POST', `/yonetim/invoices/${id}/post`, { body: {} })
  },
  'staff give an invoice its PDF file': async () => {
    const id = await invoiced()
    return () => staff.send('POST', `/yonetim/invoices/${id}/pdf`, { body: pdf })
  },
  'staff link an invoice to an order': async () => {
    const [id, { orderNo }] = [await invoiced(), await confirmed()]
    return () => staff.send('PATCH', `/yonetim/invoices/${id}`, { body: { orderNo } })
  },
  'staff remove a booked invoice': async () => {
    const id = await invoiced('1')
    return () => staff.send('DELETE', `/yonetim/invoices/${id}`)
  },
}

const iban = 'TR330006100519786457841326'
let lastLine = 0
/** Imports an incoming line and returns its id. */
async function bankLine(text = 'EFT'): Promise<number> {
  lastLine += 1
  const content = `Tarih;Açıklama;Tutar;Dekont No\n${formatDay(dayInTurkey(new Date()))};${text};120,00;DK${lastLine}\n`
  await successOf(
    staff.send('POST', `/yonetim/bank-statements?name=a.csv&iban=${iban}`, { body: Buffer.from(content) }),
  )
  const { body } = await staff.send('GET', '/yonetim/bank-lines?limit=100')
  const { items } = body as { items: { id: number; reference: string }[] }
  return items.find(({ reference }) => reference === `DK${lastLine}`)?.id ?? 0
}
const report = (orderNo: string | null = null) => ({
  ...{ amount: '120,00', day: formatDay(dayInTurkey(new Date())), iban, sender: 'Işık Elektrik', note: '', debts: [] },
  ...{ orderNo, receipt: null, key: newKey() },
})
async function reported(orderNo: string | null = null): Promise<number> {
  const answer = await successOf(buyer.send('POST', '/api/account/transfers', { body: report(orderNo) }))
  return (answer.body as { id: number }).id
}
const bookTo = (id: number, noticeId: number | null = null) => {
  const parts = [{ dealerId: buyer.actor.dealer?.id ?? 0, amount: '120,00', noticeId, debts: [] }]
  return staff.send('POST', `/yonetim/bank-lines/${id}/book`, { body: { parts } })
}
/** A line that names an order which waits for its transfer. */
async function awaitedLine(): Promise<number> {
  const { pool } = shop.database
  await pool.execute(
    `INSERT INTO payment_plans (key, name, is_default, due_days) VALUES ('advencePrice1', 'Peşin', true, 0) ON CONFLICT DO NOTHING`,
  )
  const item = await product(shop, { stock: 10 })
  const { id, orderNo } = await placeOrder(shop, buyer, { [item.unitId]: 1 })
  await pool.execute('UPDATE orders SET total_try = 120 WHERE id = $1', [id])
  await pool.execute(
    'INSERT INTO awaited_transfers (order_id, dealer_id, due_on) SELECT id, dealer_id, now() FROM orders WHERE id = $1',
    [id],
  )
  return bankLine(`EFT ${orderNo}`)
}

const transfers: Record<string, () => Promise<Prepared>> = {
  'the dealer reports a transfer': async () => {
    const body = report()
    return () => buyer.send('POST', '/api/account/transfers', { body })
  },
  'the dealer withdraws a report': async () => {
    const id = await reported()
    return () => buyer.send('POST', `/api/account/transfers/${id}/withdraw`, { body: {} })
  },
  'staff reject a report': async () => {
    const id = await reported()
    return () => staff.send('POST', `/yonetim/transfer-notices/${id}/reject`, { body: { reason: 'Gelmedi' } })
  },
  'staff import a statement': async () => {
    const rows = ['10,00', '10,00', '-5,00'].map((amount, n) => `01.11.2026;EFT ${(lastLine += 1)};${amount};X${n}`)
    const body = Buffer.from(`Tarih;Açıklama;Tutar;Dekont No\n${rows.join('\n')}\n`)
    return () => staff.send('POST', `/yonetim/bank-statements?name=b.csv&iban=${iban}`, { body })
  },
  'staff book a line with the report of its dealer': async () => {
    const [id, notice] = [await bankLine(), await reported()]
    return () => bookTo(id, notice)
  },
  'staff book a line that pays an order': async () => {
    const id = await awaitedLine()
    return () => bookTo(id)
  },
  'staff take a booking back': async () => {
    const id = await awaitedLine()
    await successOf(bookTo(id, await reported()))
    return () => staff.send('POST', `/yonetim/bank-lines/${id}/reopen`, { body: { reason: 'Yanlış' } })
  },
  'staff set a line aside': async () => {
    const id = await bankLine()
    return () => staff.send('POST', `/yonetim/bank-lines/${id}/ignore`, { body: { reason: 'POS' } })
  },
}

/**
 * Sent again, these add another one, which staff see and delete or the cleaner removes, or write the same values again.
 */
const repeatable = [
  'staff announce',
  'staff upload a file of the shelf',
  'the dealer uploads a file of a note',
  'the dealer closes an announcement',
  'staff give an invoice its PDF file',
  'staff link an invoice to an order',
  // A statement without new lines.
  'staff import a statement',
]

describe.each([
  ['orders', orders],
  ['returns', returns],
  ['announcements, documents and notes', texts],
  ['invoices', invoices],
  ['bank transfers', transfers],
])('%s: a crash after any write of a transaction changes nothing', (_, cases) => {
  test.each(Object.entries(cases))('%s', async (name, prepare) => {
    const send = await prepare()
    expect(await crashes.crashAtEach(send)).toBeGreaterThan(0)
    // Its answer may be lost after the commit. Sent again, it changes nothing more.
    if (!repeatable.includes(name)) expect(await crashes.changedBy(send)).toEqual([])
  })
})

test.each([
  ['documents', documentsFolder, purgeDocuments, uploaded],
  ['notes', noteFilesFolder, purgeNoteFiles, async () => (await upload(buyer, 'a.pdf', pdf)).file],
])(
  'files of %s that a crash left without a row, or that nothing uses, are removed after a day',
  async (_, folderOf, purge, add) => {
    const { pool } = shop.database
    const files = folderOf(shop.app.files)
    const folder = files.place
    const [unused, fresh] = [await add(), await add()]
    const age = "UPDATE %I SET created_at = now() - interval '25 hours' WHERE file = $1"
    for (const table of ['document_files', 'note_files']) await pool.execute(age.replace('%I', table), [unused])
    const yesterday = new Date(Date.now() - 25 * 3600 * 1000)
    const [left, received] = ['f'.repeat(32), 'e'.repeat(32)]
    for (const name of [left, `${left}.part`, received]) await writeFile(join(folder, name), 'x')
    for (const name of [left, `${left}.part`]) await utimes(join(folder, name), yesterday, yesterday)
    await purge(pool, files)
    const names = await readdir(folder)
    expect([fresh, received].filter((name) => !names.includes(name))).toEqual([])
    expect([unused, left, `${left}.part`].filter((name) => names.includes(name))).toEqual([])
  },
)
