import { describe, expect, test } from 'vitest'
import type { GoodsReturn } from '#contract/shop/returns.ts'
import { addBuyer } from '#server/orders/test-orders.ts'
import { sent, shipped } from '#server/shipping/test-shipping.ts'
import { codeOf } from '#testing/shop.ts'
import { decide, find, line, request, requested } from './test-returns.ts'
import { shop, staff, buyer, order, pageOf, dealersPage, age, emails, useTestReturns } from './test-return-shop.ts'

useTestReturns()

describe('requesting a return', () => {
  test('takes shipped lines once, tells the store, and appears on both order pages', async () => {
    await shipped(staff, [sent(order, 10)])
    const returnNo = await requested(buyer, order, [line(4)])
    const detail = await find(staff, returnNo)
    expect(detail).toMatchObject({ state: 'requested', orderNo: order.orderNo, reason: 'damaged' })
    expect(detail.lines).toMatchObject([{ quantity: 4, accepted: null, received: null }])
    const [step] = (await pageOf(order)).history.filter((each) => each.step === 'return_requested')
    expect(step?.goodsReturn).toEqual({ id: detail.id, returnNo })
    const mails = await emails()
    expect(mails.map(({ to }) => to)).toEqual(['satis@example.com'])
    expect(mails[0]?.subject).toContain(returnNo)
  })

  test('is one return for the same request sent twice, even at once', async () => {
    await shipped(staff, [sent(order, 10)])
    const key = `double-click-${order.id}`
    const replies = await Promise.all([1, 2].map(() => request(buyer, order, [line(6)], { key })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(replies[0]?.body).toEqual(replies[1]?.body)
    expect(codeOf(await request(buyer, order, [line(2)], { key }))).toBe('return_key_used')
  })

  test('never takes more than was shipped and is not in another return, even at once', async () => {
    await shipped(staff, [sent(order, 6)])
    expect(codeOf(await request(buyer, order, [line(7)]))).toBe('return_exceeds')
    const replies = await Promise.all([1, 2].map(() => request(buyer, order, [line(4)])))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(codeOf(await request(buyer, order, [line(3)]))).toBe('return_exceeds')
    await requested(buyer, order, [line(2)])
    expect(codeOf(await request(buyer, order, [line(1)]))).toBe('return_nothing')
  })

  test('is refused for what was never shipped, after the days, and for lines of no order', async () => {
    expect(codeOf(await request(buyer, order, [line(1)]))).toBe('return_nothing')
    await shipped(staff, [sent(order, 5)])
    expect(codeOf(await request(buyer, order, [line(1, 9)]))).toBe('return_line_unknown')
    await age(15)
    expect(codeOf(await request(buyer, order, [line(1)]))).toBe('return_nothing')
    await age(14)
    expect((await request(buyer, order, [line(1)])).status).toBe(200)
  })

  test('is refused for the order of another dealer, whose returns are not found either', async () => {
    await shipped(staff, [sent(order, 5)])
    const other = await addBuyer(shop)
    expect(codeOf(await request(other, order, [line(1)]))).toBe('order_not_found')
    const returnNo = await requested(buyer, order, [line(1)])
    expect((await dealersPage(returnNo, other)).status).toBe(404)
    expect((await other.send('POST', `/api/catalog/returns/${returnNo}/withdraw`, { body: { note: '' } })).status).toBe(
      404,
    )
  })

  test('needs an explanation for another reason, and accepts no malformed quantities', async () => {
    await shipped(staff, [sent(order, 5)])
    const other = { reason: 'other', description: ' ' }
    expect(codeOf(await request(buyer, order, [line(1)], other))).toBe('return_reason_missing')
    for (const quantity of [0, -1, 1.5, 1e9]) expect((await request(buyer, order, [line(quantity)])).status).toBe(422)
    expect((await request(buyer, order, [line(1), line(1)])).status).toBe(422)
  })

  test('takes photos of the user alone; its dealer and staff see them, others do not', async () => {
    await shipped(staff, [sent(order, 5)])
    const { blankPhoto } = await import('#server/fault-reports/test-photos.ts')
    const content = await blankPhoto(9, 9).png().toBuffer()
    const upload = await buyer.send('POST', '/api/catalog/fault-report-photos', { body: content })
    const { file } = upload.body as { file: string }
    const other = await addBuyer(shop)
    expect(codeOf(await request(buyer, order, [line(1)], { photos: ['0'.repeat(32)] }))).toBe('photo_missing')
    const returnNo = await requested(buyer, order, [line(1)], { photos: [file] })
    expect(((await dealersPage(returnNo)).body as GoodsReturn).photos).toMatchObject([{ file }])
    expect(codeOf(await request(buyer, order, [line(1)], { photos: [file] }))).toBe('photo_missing')
    const statuses = []
    for (const visitor of [buyer, staff, other]) {
      statuses.push((await visitor.send('GET', `/ariza-bildirimi/foto/${file}`)).status)
    }
    expect(statuses).toEqual([200, 200, 404])
  })

  test('is withdrawn by the dealer until it is decided; the goods can be requested again', async () => {
    await shipped(staff, [sent(order, 5)])
    const returnNo = await requested(buyer, order, [line(5)])
    const path = `/api/catalog/returns/${returnNo}/withdraw`
    expect((await buyer.send('POST', path, { body: { note: '' } })).body).toMatchObject({ state: 'withdrawn' })
    expect(codeOf(await buyer.send('POST', path, { body: { note: '' } }))).toBe('return_changed')
    const again = await find(staff, await requested(buyer, order, [line(5)]))
    await decide(staff, again.id, [5])
    const late = await buyer.send('POST', `/api/catalog/returns/${again.returnNo}/withdraw`, { body: { note: '' } })
    expect(codeOf(late)).toBe('return_changed')
  })
})
