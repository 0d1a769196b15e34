import { expect, test } from 'vitest'
import { addAdmin } from '#testing/store-rows.ts'
import { codeOf, type TestVisitor } from '#testing/shop.ts'
import { actor, madeOffer, patch, shop, useTestOffers } from './test-offers.ts'

useTestOffers()

const staff = async (): Promise<TestVisitor> => shop.signedIn(await addAdmin(shop.database.pool))

test('lists the offers of all dealers by number, customer, dealer, state and day', async () => {
  const visitor = await staff()
  const { id, orderNo } = await madeOffer()
  await patch('update/customer', { [orderNo]: { companyName: 'Işık İnşaat', email: 'a@example.com' } })
  const listed = async (query: string) => {
    const { body } = await visitor.send('GET', `/yonetim/offers?dealer=${actor.dealer?.code}&${query}`)
    return (body as { items: { offerNo: string }[] }).items.map(({ offerNo }) => offerNo)
  }
  expect(await listed('')).toEqual([orderNo])
  expect(await listed(`q=${orderNo.toLowerCase()}`)).toEqual([orderNo])
  expect(await listed('q=ISIK insaat')).toEqual([orderNo])
  expect(await listed('q=%25')).toEqual([])
  expect(await listed('status=cancelled')).toEqual([])
  expect(await listed('to=2020-01-01')).toEqual([])
  const { body } = await visitor.send('GET', `/yonetim/offers?dealer=${actor.dealer?.code}`)
  // 3 × 100 with 20 percent tax and 2 × 33.335, rounded to 33.34, with 10 percent.
  expect(body).toMatchObject({ total: 1, items: [{ customer: 'Işık İnşaat', lineCount: 2, total: 433.35 }] })
  await patch(String(id), { cancel: true })
  expect(await listed('status=cancelled')).toEqual([orderNo])
})

test('returns one offer with its lines, and all offers as a file', async () => {
  const visitor = await staff()
  const { id, orderNo } = await madeOffer()
  const { body } = await visitor.send('GET', `/yonetim/offers/${id}`)
  expect(body).toMatchObject({
    orderNo,
    dealerCode: actor.dealer?.code,
    offerItems: [{ quantity: 3 }, { quantity: 2 }],
  })
  expect(codeOf(await visitor.send('GET', '/yonetim/offers/999999'))).toBe('offer_not_found')
  const { text } = await visitor.send('GET', `/yonetim/teklifler.csv?dealer=${actor.dealer?.code}`)
  expect(text).toContain(`"${actor.dealer?.code}";"${actor.dealer?.name}";"${orderNo}";`)
  expect(text).toContain(';433,35\r\n')
})
