import { describe, expect, test } from 'vitest'
import { codeOf } from '#testing/shop.ts'
import { actor, dealer, listOf, madeOffer, other, patch, shop, useTestOffers } from './test-offers.ts'

useTestOffers()

describe('sending an offer by email', () => {
  const outbox = () =>
    shop.database.pool.query<{ name: string; data: object }>("SELECT name, data FROM outbox WHERE name = 'offer-mail'")

  test('enqueues the email', async () => {
    const { id, orderNo } = await madeOffer()
    await patch('update/customer', { [orderNo]: { email: 'musteri@ornek.com' } })
    const before = (await outbox()).length
    const letters = async () => (await listOf(dealer)).items.map(({ emails }) => emails)
    expect(await letters()).toEqual([[]])
    expect((await patch(`mail/${id}`)).body).toEqual({ success: true })
    expect(await letters()).toEqual([
      [{ date: expect.stringMatching(/T.*Z$/), to: 'musteri@ornek.com', by: actor.name }],
    ])
    expect((await outbox()).slice(before)).toEqual([
      { name: 'offer-mail', data: { mailId: expect.any(Number), locale: 'tr' } },
    ])
    expect((await patch(`mail/${id}`, undefined, other)).status).toBe(404)
  })

  test('requires the customer’s address', async () => {
    const { id } = await madeOffer()
    const answer = await patch(`mail/${id}`)
    expect([answer.status, codeOf(answer)]).toEqual([422, 'offer_email_missing'])
  })

  test('is limited to five emails per offer and hour', async () => {
    const { id, orderNo } = await madeOffer()
    await patch('update/customer', { [orderNo]: { email: 'musteri@ornek.com' } })
    const answers = await Promise.all(Array.from({ length: 8 }, () => patch(`mail/${id}`)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 200, 429, 429, 429,
    ])
    expect(answers.find(({ status }) => status === 429)?.headers).toHaveProperty('retry-after')
  })
  test('is limited to thirty emails per user and hour', async () => {
    const { id, orderNo } = await madeOffer()
    await patch('update/customer', { [orderNo]: { email: 'musteri@ornek.com' } })
    const older = await madeOffer()
    await shop.database.pool.execute(
      `INSERT INTO offer_mails (offer_id, user_id, sent_to, created_at)
       SELECT $1, $2, 'x@ornek.com', now() - make_interval(mins => CASE n WHEN 1 THEN 61 ELSE 5 END)
         FROM generate_series(1, 30) n`,
      [older.id, actor.userId],
    )
    expect([(await patch(`mail/${id}`)).status, (await patch(`mail/${id}`)).status]).toEqual([200, 429])
  })
  test('is limited to 150 emails per user and day', async () => {
    const { id, orderNo } = await madeOffer()
    await patch('update/customer', { [orderNo]: { email: 'musteri@ornek.com' } })
    const older = await madeOffer()
    await shop.database.pool.execute(
      `INSERT INTO offer_mails (offer_id, user_id, sent_to, created_at)
       SELECT $1, $2, 'x@ornek.com', now() - interval '2 hours' FROM generate_series(1, 149) n`,
      [older.id, actor.userId],
    )
    expect([(await patch(`mail/${id}`)).status, (await patch(`mail/${id}`)).status]).toEqual([200, 429])
  })
})
