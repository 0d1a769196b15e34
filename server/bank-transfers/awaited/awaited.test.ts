import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SummaryOrder } from '#contract/shop/orders.ts'
import { addDays, formatDay } from '#domain/text/calendar-day.ts'
import { addProduct, fillCart, stockOf, type TestProduct } from '#testing/store-rows.ts'
import {
  actor,
  admin,
  book,
  dealer,
  dealerId,
  emails,
  line,
  linesOf,
  part,
  pool,
  reopen,
  reported,
  shop,
  today,
  useTestTransfers,
} from '#server/bank-transfers/test-transfers.ts'
import { followAwaited } from './follow-awaited.ts'

useTestTransfers()

let product: TestProduct
beforeAll(async () => {
  await pool.execute(
    `INSERT INTO payment_plans (key, name, is_enabled, is_default, is_virtual, due_days)
     VALUES ('advencePrice1', 'Peşin (havale)', true, true, false, 0), ('advencePrice2', '30 gün', true, false, false, 30)
     ON CONFLICT (key) DO UPDATE SET is_enabled = true, is_virtual = false, due_days = excluded.due_days`,
  )
  await shop.setSetting('transferDays', 3)
})
beforeEach(async () => {
  product = await addProduct(pool, { price: 1000, taxRate: 20, stock: 50 })
})

/** Orders two pieces for 2,400.00 lira; returns the order's number and id. */
async function order(plan = 'advencePrice1'): Promise<{ id: number; orderNo: string }> {
  await fillCart(pool, actor, [{ unitId: product.unitId, quantity: 2 }])
  const placed = await dealer.send('POST', '/api/catalog/cart', { body: { advencePrice: plan } })
  expect(placed).toMatchObject({ status: 200 })
  return placed.body as { id: number; orderNo: string }
}
async function summaryOf(orderNo: string) {
  const { body } = await dealer.send('GET', `/api/catalog/orders/summary?order=${orderNo}`)
  const { transfer, state, bankAccounts, cancelReason } = body as SummaryOrder
  return { transfer, state, accounts: bankAccounts.length, cancelReason }
}
const inDays = (days: number) => new Date(`${addDays(today, days)}T09:00:00+03:00`)
const bookTo = (id: number, amount: string, change = {}) => book(id, [part({ amount, ...change })])

describe('an order on a plan that is due at once', () => {
  test('waits for its transfer for the days of the setting, with its stock; other plans do not', async () => {
    const { orderNo } = await order()
    expect(await summaryOf(orderNo)).toMatchObject({
      transfer: { dueOn: addDays(today, 3), isPaid: false },
      ...{ state: 'received', accounts: 1 },
    })
    expect(await stockOf(pool, product.id)).toBe(48)
    expect((await summaryOf((await order('advencePrice2')).orderNo)).transfer).toBeNull()
    await shop.setSetting('transferDays', 0)
    expect((await summaryOf((await order()).orderNo)).transfer).toBeNull()
    await shop.setSetting('transferDays', 3)
  })

  test('is suggested by its number in the text, paid by the booking of its amount, and waits again without it', async () => {
    const { orderNo } = await order()
    const { id } = await line('2.400,00', `GELEN EFT SIPARIS ${orderNo.toLowerCase()}`)
    const [found] = await linesOf('open')
    expect(found?.suggestions[0]).toMatchObject({ dealerId: dealerId(), reasons: ['order'], isStrong: true })
    expect((await bookTo(id, '2.400,00')).status).toBe(200)
    expect(await summaryOf(orderNo)).toMatchObject({ transfer: { isPaid: true }, accounts: 0 })
    await followAwaited(pool, inDays(9))
    expect((await summaryOf(orderNo)).state).toBe('received')
    expect((await reopen(id)).status).toBe(200)
    expect(await summaryOf(orderNo)).toMatchObject({ transfer: { isPaid: false }, accounts: 1 })
  })

  test('is paid by the transfer that its buyer reported for it, and named in the statement', async () => {
    const { id: orderId, orderNo } = await order()
    const notice = await reported({ amount: '2.400,00', orderNo })
    const { body: listed } = await admin.send('GET', '/yonetim/transfer-notices')
    expect(listed).toMatchObject({ items: [{ id: notice.id, orderId, orderNo }] })
    const { id } = await line('2.400,00', 'GELEN FAST')
    expect((await bookTo(id, '2.400,00', { noticeId: notice.id })).status).toBe(200)
    expect((await summaryOf(orderNo)).transfer).toMatchObject({ isPaid: true })
    const { body } = await dealer.send('GET', '/api/account/statement')
    expect(body).toMatchObject({ items: [{ description: `Havale/EFT, sipariş ${orderNo}` }] })
  })

  test('goes on waiting after a part of its amount, or a transfer that names another order or dealer', async () => {
    const { orderNo } = await order()
    const short = await line('2.399,99', `EFT ${orderNo}`)
    await bookTo(short.id, '2.399,99')
    const unnamed = await line('2.400,00', 'EFT')
    await bookTo(unnamed.id, '2.400,00')
    expect((await summaryOf(orderNo)).transfer).toMatchObject({ isPaid: false })
    const second = await order()
    const both = await line('4.800,00', `EFT ${orderNo} ${second.orderNo}`)
    await bookTo(both.id, '4.800,00')
    for (const number of [orderNo, second.orderNo])
      expect((await summaryOf(number)).transfer).toMatchObject({ isPaid: true })
  })

  test('is reminded of once, a day before, and cancelled after its last day: its stock is free again', async () => {
    const { id, orderNo } = await order()
    await followAwaited(pool, inDays(1))
    expect(await emails()).toEqual([])
    await followAwaited(pool, inDays(2))
    await followAwaited(pool, inDays(3))
    const mails = await emails()
    expect(mails.map(({ subject }) => subject)).toEqual(['Siparişinizin ödemesi bekleniyor: ₺2.400,00'])
    for (const text of [orderNo, formatDay(addDays(today, 3)), `checkout/summary?order=${orderNo}`])
      expect(mails[0]?.text).toContain(text)
    expect((await summaryOf(orderNo)).state).toBe('received')
    await Promise.all([followAwaited(pool, inDays(4)), followAwaited(pool, inDays(4))])
    expect(await summaryOf(orderNo)).toMatchObject({
      ...{ state: 'cancelled', cancelReason: 'Havale/EFT süresi içinde gelmedi', accounts: 0 },
    })
    expect(await stockOf(pool, product.id)).toBe(50)
    const sent = await pool.query<{ data: object }>(
      "SELECT data FROM outbox WHERE name = 'order-mail' AND data @> $1",
      [JSON.stringify({ orderId: id, isCancelled: true })],
    )
    expect(sent).toHaveLength(1)
  })

  test('is not cancelled once the store has confirmed it', async () => {
    const { id, orderNo } = await order()
    await pool.execute("UPDATE orders SET state = 'confirmed' WHERE id = $1", [id])
    await followAwaited(pool, inDays(9))
    expect((await summaryOf(orderNo)).state).toBe('confirmed')
  })

  test('is either paid or cancelled when its transfer is booked while it runs out', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { orderNo } = await order()
      const { id } = await line('2.400,00', `EFT ${orderNo}`)
      await Promise.all([bookTo(id, '2.400,00'), followAwaited(pool, inDays(4))])
      const { transfer, state } = await summaryOf(orderNo)
      expect([transfer?.isPaid, state]).toEqual(transfer?.isPaid === true ? [true, 'received'] : [false, 'cancelled'])
    }
  })
})

describe('the history of an order', () => {
  const reject = (id: number, reason: string) =>
    admin.send('POST', `/yonetim/transfer-notices/${id}/reject`, { body: { reason } })
  const withdraw = (id: number) => dealer.send('POST', `/api/account/transfers/${id}/withdraw`)

  /** Its steps about transfers on both pages, which show the same. */
  async function stepsOf({ id, orderNo }: { id: number; orderNo: string }) {
    const answers = await Promise.all([
      dealer.send('GET', `/api/catalog/orders/summary?order=${orderNo}`),
      admin.send('GET', `/yonetim/orders/${id}`),
    ])
    const [mine, theirs] = answers.map(({ body }) =>
      (body as SummaryOrder).history
        .filter(({ step }) => step.startsWith('transfer_'))
        .map(({ step, amount, reason, by }) => [step, amount, by.kind, reason]),
    )
    expect(mine).toEqual(theirs)
    return mine
  }

  test('has a transfer that was reported for it, rejected, reported again, booked, and taken back', async () => {
    const placed = await order('advencePrice2')
    const { orderNo } = placed
    expect(await stepsOf(placed)).toEqual([])
    const first = await reported({ amount: '2.400,00', orderNo })
    expect(await stepsOf(placed)).toEqual([['transfer_reported', 2400, 'dealer', '']])
    await reject(first.id, 'Hesapta yok')
    const second = await reported({ amount: '2.399,50', orderNo })
    const { id } = await line('2.399,50', 'GELEN FAST')
    expect((await bookTo(id, '2.399,50', { noticeId: second.id })).status).toBe(200)
    await reopen(id)
    expect(await stepsOf(placed)).toEqual([
      ['transfer_reported', 2400, 'dealer', ''],
      ['transfer_rejected', 2400, 'staff', 'Hesapta yok'],
      ['transfer_reported', 2399.5, 'dealer', ''],
      ['transfer_booked', 2399.5, 'staff', ''],
      ['transfer_reversed', 2399.5, 'staff', ''],
    ])
  })

  test('has a notice that was withdrawn, and none of another order', async () => {
    const [placed, another] = [await order(), await order()]
    await withdraw((await reported({ orderNo: placed.orderNo })).id)
    expect(await stepsOf(placed)).toEqual([
      ['transfer_reported', 1250, 'dealer', ''],
      ['transfer_withdrawn', 1250, 'dealer', ''],
    ])
    expect(await stepsOf(another)).toEqual([])
  })

  test('has the booking of a transfer whose text names it, without a notice', async () => {
    const placed = await order()
    const { id } = await line('2.400,00', `EFT ${placed.orderNo}`)
    await bookTo(id, '2.400,00')
    expect(await stepsOf(placed)).toEqual([['transfer_booked', 2400, 'staff', '']])
  })
})

describe('a transfer for an order is due', () => {
  const isDue = async (orderNo: string) =>
    ((await dealer.send('GET', `/api/catalog/orders/summary?order=${orderNo}`)).body as SummaryOrder).isTransferDue

  test('while its plan is due at once, until one is reported; again after that is withdrawn', async () => {
    await shop.setSetting('transferDays', 0)
    const { orderNo } = await order()
    await shop.setSetting('transferDays', 3)
    expect(await isDue(orderNo)).toBe(true)
    const { id } = await reported({ orderNo })
    expect(await isDue(orderNo)).toBe(false)
    await dealer.send('POST', `/api/account/transfers/${id}/withdraw`)
    expect(await isDue(orderNo)).toBe(true)
    expect(await isDue((await order('advencePrice2')).orderNo)).toBe(false)
  })

  test('neither after a booking that names it, nor once it is cancelled or delivered', async () => {
    const [paid, cancelled, delivered] = [await order(), await order(), await order()]
    const { id } = await line('2.400,00', `EFT ${paid.orderNo}`)
    await bookTo(id, '2.400,00')
    await dealer.send('PATCH', `/api/catalog/order/${cancelled.id}`, { body: { cancel: true } })
    expect(await isDue(delivered.orderNo)).toBe(true)
    await pool.execute("UPDATE orders SET state = 'delivered' WHERE id = $1", [delivered.id])
    for (const { orderNo } of [paid, cancelled, delivered]) expect(await isDue(orderNo)).toBe(false)
  })
})
