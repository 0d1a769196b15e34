import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BackOrder } from '#contract/shop/back-orders.ts'
import { noteFilePath } from '#contract/core/note-paths.ts'
import { invoicesFilePath, ordersFilePath } from '#contract/core/record-paths.ts'
import type { GoodsReturn } from '#contract/shop/returns.ts'
import type { Order } from '#contract/shop/orders.ts'
import { dealerScopes } from '#contract/core/dealer-scopes.ts'
import { pdf, post, postAsStore, unread, upload } from '#server/notes/test-notes.ts'
import { addBuyer, type Buyer, type Placed, product } from '#server/orders/test-orders.ts'
import { moveTo, sent, shipped } from '#server/shipping/test-shipping.ts'
import { blankPhoto } from '#server/fault-reports/test-photos.ts'
import { requested, line, request } from '#server/returns/test-returns.ts'
import { insertPos } from '#demo/trade/pos.ts'
import { addressForm } from '#testing/address-requests.ts'
import { addDealerProgram, type Program } from '#testing/programs.ts'
import {
  type Answer,
  codeOf,
  type Method,
  openTestShop,
  testSecret,
  type TestShop,
  type TestVisitor,
} from '#testing/shop.ts'
import { addAdmin, addColleague, fillCart, type TestProduct } from '#testing/store-rows.ts'

/** An order with everything that hangs on it. */
type Branch = {
  addressId: number
  order: Placed
  /** Not confirmed; three of it wait for stock. */
  open: Placed
  returnNo: string
  returnPhoto: string
  noteFile: string
  invoiceId: number
  payment: string
}

let shop: TestShop
let owner: Buyer
let staff: TestVisitor
let drill: TestProduct
let bound: Buyer
let program: Program
let own: Branch
let other: Branch
/** Goes to the dealer's own address. */
let central: Placed
const db = () => shop.database.pool

beforeAll(async () => {
  shop = await openTestShop()
  owner = await addBuyer(shop)
  staff = await shop.signedIn(await addAdmin(db()))
  drill = await product(shop, { code: 'MTK-9', price: 100, stock: 1000 })
  await insertPos(db(), testSecret)
  await shop.setSetting('cartStockControl', '1')
  await shop.settle()
  own = await addBranch('Gebze', 'AAAAAAAAAAAAAAAAAAA1')
  other = await addBranch('Ankara', 'AAAAAAAAAAAAAAAAAAA2')
  central = await order('own', 1)
  const actor = await addColleague(db(), owner.actor.dealer ?? expect.fail())
  bound = { ...(await shop.signedIn(actor)), actor }
  // The key of a user who is bound later on is bound too.
  program = await addDealerProgram(shop, bound, dealerScopes)
  const body = { name: actor.name, userRole: 'buyer', before: 'buyer', addresses: [own.addressId] }
  const answer = await owner.send('PATCH', `/api/account/users/${actor.userId}`, { body })
  if (answer.status !== 200) throw new Error(answer.text)
})
afterAll(() => shop.close())

async function order(deliverTo: string, quantity: number, by = owner, unitId = drill.unitId): Promise<Placed> {
  await fillCart(db(), by.actor, [{ unitId, quantity }])
  const answer = await by.send('POST', '/api/catalog/cart', { body: { deliverTo } })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body as Placed
}

async function addBranch(name: string, reference: string): Promise<Branch> {
  const values = { ...addressForm, name }
  const { body } = await owner.send('POST', '/api/account/addresses', { body: { values } })
  const { items } = body as { items: { id: number; values: { name: string } }[] }
  const addressId = items.find((each) => each.values.name === name)?.id ?? 0
  const placed = await order(String(addressId), 5)
  await moveTo(staff, placed, 'received', 'confirmed')
  await shipped(staff, [sent(placed, 5)], { deliveryNoteNo: `IRS-${name}` })
  const photo = await owner.send('POST', '/api/catalog/fault-report-photos', {
    body: await blankPhoto(9, 9).png().toBuffer(),
  })
  const { file: returnPhoto } = photo.body as { file: string }
  const returnNo = await requested(owner, placed, [line(1)], { photos: [returnPhoto] })
  const { file: noteFile } = await upload(owner, 'irsaliye.pdf', pdf)
  await post(owner, `order/${placed.orderNo}`, { text: 'Belge ektedir', files: [noteFile] })
  await postAsStore(staff, `order/${placed.orderNo}`, { text: 'Gördük' })
  await postAsStore(staff, `return/${returnNo}`, { text: 'Bekliyoruz' })
  const scarce = await product(shop, { price: 10, stock: 0 })
  const open = await order(String(addressId), 3, owner, scarce.unitId)
  const invoice = await db().one<{ id: number }>(
    `INSERT INTO invoices (dealer_id, invoice_no, side, issued_on, currency, net, tax, total, order_id)
     VALUES ($1, $2, 'debit', '2026-01-05', 'TRY', 100, 20, 120, $3) RETURNING id`,
    [owner.actor.dealer?.id, `FTR-${name}`, placed.id],
  )
  await db().execute(
    `INSERT INTO payments (reference, kind, intent, state, dealer_id, user_id, pos_account_id, installment, base_amount,
                           amount, order_id, captured_at)
     SELECT $1, 'order', $1, 'captured', o.dealer_id, o.user_id, (SELECT min(id) FROM pos_accounts), 1, 1, 1, o.id, now()
       FROM orders o WHERE o.id = $2`,
    [reference, open.id],
  )
  return {
    addressId,
    order: placed,
    open,
    returnNo,
    returnPhoto,
    noteFile,
    invoiceId: invoice?.id ?? 0,
    payment: reference,
  }
}

const numbersIn = ({ body }: Answer) => (body as { items: { orderNo: string }[] }).items.map(({ orderNo }) => orderNo)
const ownNumbers = () => [own.open.orderNo, own.order.orderNo]

async function refill(): Promise<void> {
  await bound.send('DELETE', '/api/catalog/cart')
  await fillCart(db(), bound.actor, [{ unitId: drill.unitId, quantity: 1 }])
}

describe('a user who is bound to an address', () => {
  test('lists and finds the orders that go there, and no others', async () => {
    expect(numbersIn(await bound.send('GET', '/api/catalog/orders'))).toEqual(ownNumbers())
    expect(numbersIn(await bound.send('GET', `/api/catalog/orders?q=${other.order.orderNo}`))).toEqual([])
    expect(numbersIn(await bound.send('GET', `/api/catalog/orders?q=${central.orderNo}`))).toEqual([])
    expect(codeOf(await program.send('GET', '/orders'))).toBe('no_right')
    expect(numbersIn(await owner.send('GET', '/api/catalog/orders'))).toHaveLength(5)
  })

  test('gets files of these orders alone', async () => {
    const textOf = async (path: string) => (await bound.send('GET', path)).text
    const csv = await textOf(ordersFilePath('csv'))
    expect([csv.includes(own.order.orderNo), csv.includes(other.order.orderNo)]).toEqual([true, false])
    const invoices = await textOf(invoicesFilePath('csv'))
    expect([invoices.includes('FTR-Gebze'), invoices.includes('FTR-Ankara')]).toEqual([true, false])
  })

  const details: [string, (branch: Branch) => [Method, string, object?], string][] = [
    [
      'the order',
      ({ order: { orderNo } }) => ['GET', `/api/catalog/orders/summary?order=${orderNo}`],
      'order_not_found',
    ],
    [
      'a return draft',
      ({ order: { orderNo } }) => ['GET', `/api/catalog/return-draft?order=${orderNo}`],
      'order_not_found',
    ],
    ['the return', ({ returnNo }) => ['GET', `/api/catalog/returns/${returnNo}`], 'return_not_found'],
    [
      'the notes of the order',
      ({ order: { orderNo } }) => ['GET', `/api/catalog/notes/order/${orderNo}`],
      'note_subject_not_found',
    ],
    [
      'the notes of the return',
      ({ returnNo }) => ['GET', `/api/catalog/notes/return/${returnNo}`],
      'note_subject_not_found',
    ],
    [
      'writing a note',
      ({ order: { orderNo } }) => [
        'POST',
        `/api/catalog/notes/order/${orderNo}`,
        { text: 'Merhaba', files: [], key: 'anahtar-bagli' },
      ],
      'note_subject_not_found',
    ],
    [
      'opening the notes',
      ({ order: { orderNo } }) => ['POST', `/api/catalog/notes/order/${orderNo}/read`, { last: 1 }],
      'note_subject_not_found',
    ],
    ['ordering again', ({ order: { id } }) => ['POST', `/api/catalog/order/${id}/again`, {}], 'order_not_found'],
    ['the invoice', ({ invoiceId }) => ['GET', `/api/account/invoices/${invoiceId}`], 'invoice_not_found'],
    ['the card payment', ({ payment }) => ['GET', `/api/payment/${payment}`], 'not_found'],
    ['the photo of the return', ({ returnPhoto }) => ['GET', `/ariza-bildirimi/foto/${returnPhoto}`], 'not_found'],
    ['a file of the notes', ({ noteFile }) => ['GET', noteFilePath(noteFile)], 'not_found'],
  ]
  test.each(details)('reaches %s of the own address, and not of another', async (_name, of, code) => {
    const send = async (branch: Branch) => {
      const [method, url, body] = of(branch)
      return bound.send(method, url, body === undefined ? {} : { body })
    }
    expect((await send(own)).status).toBe(200)
    const foreign = await send(other)
    expect([foreign.status, codeOf(foreign)]).toEqual([404, code])
  })

  test('changes no order of another address', async () => {
    const { id } = other.open
    const answers = [
      await bound.send('PATCH', `/api/catalog/order/${id}`, { body: { cancel: true } }),
      await bound.send('POST', `/api/catalog/order/${id}/change`, { body: { accept: false, reason: 'Olmaz' } }),
      await bound.send('POST', `/api/catalog/order/${id}/request/withdraw`, { body: { requestId: 1 } }),
      await bound.send('POST', `/api/catalog/order/${id}/request`, {
        body: { lineNo: 1, before: 3, quantity: 0, reason: 'Vazgeçtik' },
      }),
      await request(bound, other.order, [line(1)]),
    ]
    expect(answers.map(codeOf)).toEqual(Array(5).fill('order_not_found'))
    const withdrawn = await bound.send('POST', `/api/catalog/returns/${other.returnNo}/withdraw`, {
      body: { note: '' },
    })
    expect(codeOf(withdrawn)).toBe('return_not_found')
    const order = (await owner.send('GET', `/api/catalog/orders/summary?order=${other.open.orderNo}`)).body as Order
    expect(order.state).toBe('received')
  })

  test('lists returns, waiting lines, unread notes and invoices of the own address alone', async () => {
    const returns = (await bound.send('GET', '/api/catalog/returns')).body as { items: GoodsReturn[] }
    expect(returns.items.map(({ returnNo }) => returnNo)).toEqual([own.returnNo])
    const waiting = (await bound.send('GET', '/api/catalog/back-orders')).body as { lines: BackOrder[] }
    expect(waiting.lines.map(({ orderNo }) => orderNo)).toEqual([own.open.orderNo])
    const threads = (await unread(bound)).map(({ number }) => number)
    expect(threads.filter((number) => [other.order.orderNo, other.returnNo].includes(number))).toEqual([])
    expect((await unread(owner)).map(({ number }) => number)).toContain(other.returnNo)
    const invoices = (await bound.send('GET', '/api/account/invoices')).body as { items: { invoiceNo: string }[] }
    expect(invoices.items.map(({ invoiceNo }) => invoiceNo)).toEqual(['FTR-Gebze'])
  })

  test('orders to the own address only, and not by the program that it had before', async () => {
    const refused = async (fields: object) => {
      await refill()
      return codeOf(await bound.send('POST', '/api/catalog/cart', { body: fields }))
    }
    expect(await refused({ deliverTo: other.addressId })).toBe('delivery_address_unknown')
    expect(await refused({ deliverTo: 'own' })).toBe('delivery_address_bound')
    expect(await refused({ deliverTo: 'typed', toRecipient: 'Ben' })).toBe('delivery_address_bound')
    const byProgram = await program.send('POST', '/orders', {
      body: { lines: [{ code: 'MTK-9', quantity: 1 }] },
      headers: { 'idempotency-key': 'bound-program-1' },
    })
    expect(codeOf(byProgram)).toBe('no_right')
    await refill()
    const { orderNo } = (await bound.send('POST', '/api/catalog/cart', { body: {} })).body as { orderNo: string }
    const placed = (await bound.send('GET', `/api/catalog/orders/summary?order=${orderNo}`)).body as Order
    expect(placed.delivery?.address?.name).toBe('Gebze')
    expect((await bound.send('GET', '/api/catalog/delivery')).body).toMatchObject({
      addresses: [{ name: 'Gebze' }],
      chosen: own.addressId,
      own: null,
      mayType: false,
      mayStore: false,
    })
    await db().execute('UPDATE orders SET is_cancel = true, state = $2, cancelled_at = now() WHERE order_no = $1', [
      orderNo,
      'cancelled',
    ])
  })

  test('orders nothing while the own address is disabled', async () => {
    const disable = (isDisabled: boolean) =>
      db().execute('UPDATE dealer_addresses SET is_disabled = $2 WHERE id = $1', [own.addressId, isDisabled])
    await disable(true)
    await refill()
    const answer = await bound.send('POST', '/api/catalog/cart', { body: {} })
    await disable(false)
    expect(codeOf(answer)).toBe('delivery_address_missing')
  })
})
