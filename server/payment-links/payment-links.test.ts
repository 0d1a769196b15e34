import { describe, expect, test } from 'vitest'
import { addColleague, addDealer } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { isOpenLink, scrubLinkTokens } from './payment-links.ts'
import { day, useTestLinks } from './test-payment-links.ts'

const links = useTestLinks()

const end = (id: number, who = links.actor) =>
  links.call('DELETE /api/payment-links/:id', { params: { id: String(id) } }, who)

describe('creating a payment link', () => {
  test('returns an address with a token of 128 bits that is not stored in the database', async () => {
    const token = await links.made({ amount: 1250.5, email: ' musteri@example.com ', sendEmail: true })
    expect(token).toMatch(/^[\w-]{22}$/)
    const stored = await links.pool.one<{ all: string }>(
      "SELECT (SELECT string_agg(l::text, '') FROM payment_links l) || (SELECT string_agg(o::text, '') FROM outbox o) AS all",
    )
    expect(stored?.all).not.toContain(token)
    expect(stored?.all).toContain('musteri@example.com')
  })

  test.each([
    ['1', 1],
    ['1250,50', 1250.5],
    ['1250.5', 1250.5],
    [99.99, 99.99],
    ['9999999999.99', 9_999_999_999.99],
  ])('accepts the amount %s', async (amount, value) => {
    expect(await links.find(await links.made({ amount }))).toMatchObject({
      ok: true,
      body: { amount: value, currency: 'TRY' },
    })
  })

  test.each([
    '',
    '0',
    '0,00',
    0,
    -1,
    '-1',
    'abc',
    '1.234,56',
    '1,234.56',
    '10.005',
    10.005,
    '1e3',
    1e21,
    '₺5',
    '10000000000',
  ])('refuses the amount %s: Geçerli bir tutar giriniz.', async (amount) => {
    expect(await links.create({ amount })).toEqual({ ok: false, code: 'amount_invalid' })
  })

  test('requires a valid email address if the link is to be sent', async () => {
    expect(await links.create({ amount: 5, sendEmail: true })).toEqual({ ok: false, code: 'email_required' })
    expect(await links.create({ amount: 5, sendEmail: true, email: ' ' })).toEqual({
      ok: false,
      code: 'email_required',
    })
    for (const email of ['a', 'a@b', 'a@b.tr,c@d.tr', 'a@b.tr\nBcc: c@d.tr']) {
      expect(await links.create({ amount: 5, email })).toEqual({ ok: false, code: 'email_invalid' })
    }
    expect(await links.create({ amount: 5, email: '' })).toMatchObject({ ok: true })
  })

  test('requires the setting, an account that takes cards, and the right to order', async () => {
    const noRight = await addColleague(links.pool, links.actor.dealer as NonNullable<Actor['dealer']>, {
      canOrder: false,
    })
    expect(await links.create({ amount: 5 }, noRight)).toMatchObject({ code: 'no_order_right' })
    links.hasPos = false
    expect(await links.create({ amount: 5 })).toEqual({ ok: false, code: 'card_payment_off' })
    await links.set('b2b_cari_odeme_baglantisi', '0')
    expect(await links.create({ amount: 5 })).toEqual({ ok: false, code: 'payment_links_off' })
  })

  test('is limited to thirty links an hour and 150 a day per user, concurrent requests included', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => links.create({ amount: 5 })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(30)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: 'too_many_requests', facts: { seconds: 600 } })
    links.moment = new Date(links.moment.getTime() + 3_600_001)
    expect(await links.create({ amount: 5 })).toMatchObject({ ok: true })
    for (let hour = 0; hour < 6; hour += 1) {
      links.moment = new Date(links.moment.getTime() + 3_600_001)
      for (let i = 0; i < 30; i += 1) await links.create({ amount: 5 })
    }
    const stored = await links.pool.one<{ count: number }>(
      'SELECT count(*)::int AS count FROM payment_links WHERE user_id = $1',
      [links.actor.userId],
    )
    expect(stored?.count).toBe(150)
  })
})

describe('the page of a payment link', () => {
  test('shows payee, amount, state and the dealer’s name, and nothing else about the dealer', async () => {
    const token = await links.made({ amount: 100, email: 'musteri@example.com' })
    const answer = await links.find(token)
    expect(answer).toEqual({
      ok: true,
      body: {
        payee: { name: 'Toptan', phone: '', logo: null },
        dealer: links.actor.dealer?.name,
        amount: 100,
        currency: 'TRY',
        state: 'open',
        isPending: false,
        expiresAt: new Date(links.moment.getTime() + 7 * day).toISOString(),
      },
    })
  })

  test('returns 404 for an unknown token', async () => {
    for (const token of ['x', 'a'.repeat(22), "' OR 1=1", '\0']) {
      expect(await links.find(token)).toEqual({ ok: false, code: 'link_not_found' })
      expect(await links.start(token)).toEqual({ ok: false, code: 'link_not_found' })
      expect(await isOpenLink(links.pool, token, links.moment)).toBe(false)
    }
    expect(await links.start(null)).toEqual({ ok: false, code: 'link_not_found' })
  })
})

test('log lines do not contain link tokens', () => {
  const token = 'XlyCZrVwjLnogSsVEHZCLA'
  const lines = [
    `{"url":"/payment/link/${token}?payment=A1"}`,
    `{"url":"/api/payment-link/${token}"}`,
    `{"url":"/payment/start?type=pay&link=${token}"}`,
    `{"url":"/account/login?next=%2Fpayment%2Flink%2F${token}"}`,
  ]
  expect(lines.map(scrubLinkTokens).filter((line) => line.includes(token))).toEqual([])
  expect(scrubLinkTokens(lines[0] ?? '')).toBe('{"url":"/payment/link/***?payment=A1"}')
  expect(scrubLinkTokens('{"url":"/api/payment-links/5"}')).toBe('{"url":"/api/payment-links/5"}')
})

describe('the dealer’s payment links', () => {
  test('are listed newest first, for the dealer’s users only', async () => {
    await links.made({ amount: '1' })
    await links.made({ amount: '2' })
    expect(await links.list()).toMatchObject([{ amount: 2, state: 'open', creator: links.actor.name }, { amount: 1 }])
    const colleague = await addColleague(links.pool, links.actor.dealer as NonNullable<Actor['dealer']>)
    expect(await links.list(colleague)).toHaveLength(2)
    expect(await links.list(await addDealer(links.pool))).toEqual([])
  })

  test('can be cancelled until they are paid, by their own dealer only', async () => {
    const [token, other] = [await links.made(), await links.made()]
    const [newest, oldest] = await links.list()
    expect(await end(oldest?.id ?? 0, await addDealer(links.pool))).toEqual({ ok: false, code: 'link_not_found' })
    expect(await end(999_999_999)).toEqual({ ok: false, code: 'link_not_found' })
    const payment = await links.started(token)
    expect(await end(oldest?.id ?? 0)).toMatchObject({ ok: true })
    expect(await end(oldest?.id ?? 0)).toEqual({ ok: false, code: 'link_closed' })
    expect(await links.driver.confirm(payment.id)).toEqual({ ok: false, code: 'link_closed' })
    await links.pay(other)
    expect(await end(newest?.id ?? 0)).toEqual({ ok: false, code: 'link_closed' })
  })

  test('cannot be cancelled while a payment is pending, and late money still counts', async () => {
    const token = await links.made()
    const [link] = await links.list()
    const { id } = await links.started(token)
    await links.driver.setState(id, 'capturing')
    expect(await end(link?.id ?? 0)).toEqual({ ok: false, code: 'payment_pending' })
    await links.pool.execute('UPDATE payment_links SET cancelled_at = now() WHERE id = $1', [link?.id])
    expect(await links.driver.capture(id)).toMatchObject({ kind: 'movement' })
    expect(await links.list()).toMatchObject([{ state: 'paid' }])
  })
})
