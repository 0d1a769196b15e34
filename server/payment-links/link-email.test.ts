import { beforeEach, describe, expect, test } from 'vitest'
import { addDealer } from '#testing/store-rows.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import { receiptMailJob, sendReceipt } from '#server/statement/statement.ts'
import { linkEmailJob, sendLinkEmail } from './payment-links.ts'
import { publicUrl, secret, useTestLinks } from './test-payment-links.ts'

const links = useTestLinks()

const sent: Mail[] = []
const mailer = { send: async (mail: Mail) => void sent.push(mail) }
beforeEach(() => {
  sent.length = 0
})

describe('payment link emails', () => {
  const jobs = (name: string) => links.pool.query<{ data: object }>('SELECT data FROM outbox WHERE name = $1', [name])
  const sendLinks = async () => {
    for (const { data } of await jobs(linkEmailJob)) {
      await sendLinkEmail({ pool: links.pool, mailer, publicUrl, secret }, data, 'k')
    }
  }

  test.each([
    ['tr', 'Toptan ödeme bağlantısı: ₺1.250,50', 'Ödeme sayfasını aç: ', /\d{1,2} \p{L}+ \d{4} \d\d:\d\d /u],
    [
      'en',
      'Payment link from Toptan: ₺1,250.50',
      'Open the payment page: ',
      /\d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d[^:]/,
    ],
  ] as const)('the link is sent in the language of the request (%s)', async (locale, subject, line, expiry) => {
    await links.pool.execute("UPDATE dealers SET name = 'Kara <script>' WHERE id = $1", [links.actor.dealer?.id])
    const answer = await links.create(
      { amount: '1250,50', email: 'musteri@example.com', sendEmail: true },
      links.actor,
      locale,
    )
    const { link, message } = (answer as { body: { link: string; message: string } }).body
    expect(message).toContain('musteri@example.com')
    await sendLinks()
    expect(sent).toMatchObject([{ to: 'musteri@example.com', subject }])
    expect(sent[0]?.text).toContain(`${line}${link}`)
    expect(sent[0]?.text).toMatch(expiry)
    expect(sent[0]?.text).toContain('Kara <script>')
    expect(sent[0]?.html).toContain('Kara &lt;script&gt;')
  })

  test('nothing is sent unless requested, nor once the link is paid', async () => {
    await links.made({ amount: '5', email: 'musteri@example.com' })
    expect(await jobs(linkEmailJob)).toEqual([])
    const token = await links.made({ amount: '5', email: 'musteri@example.com', sendEmail: true })
    await links.pay(token)
    await sendLinks()
    expect(sent).toEqual([])
  })

  test('an existing link is sent once, and no second link is created', async () => {
    const mine = { amount: '5', email: 'musteri@example.com', sendEmail: true }
    const token = await links.made({ amount: '5,00' })
    const link = `${publicUrl}/payment/link/${token}`
    expect(await links.create({ ...mine, link, amount: '6' })).toEqual({ ok: false, code: 'link_closed' })
    expect(await links.create({ ...mine, link }, await addDealer(links.pool))).toEqual({
      ok: false,
      code: 'link_closed',
    })
    expect(await links.create({ ...mine, link: `${link}x` })).toEqual({ ok: false, code: 'link_closed' })
    expect(await links.create({ ...mine, link })).toMatchObject({ ok: true, body: { link } })
    expect(await links.list()).toMatchObject([{ amount: 5, email: 'musteri@example.com' }])
    expect(JSON.stringify(await jobs(linkEmailJob))).not.toContain(token)
    await sendLinks()
    expect(sent).toMatchObject([{ to: 'musteri@example.com' }])
    expect(sent[0]?.text).toContain(link)
    expect(await links.create({ ...mine, link })).toEqual({ ok: false, code: 'link_closed' })
  })

  test('receipts go to the link’s address and to the user who created the link', async () => {
    await links.pay(await links.made({ amount: '5', email: 'musteri@example.com' }))
    for (const { data } of await jobs(receiptMailJob))
      await sendReceipt({ pool: links.pool, mailer, publicUrl: '' }, data, 'k')
    expect(sent.map(({ to }) => to).toSorted()).toEqual(['musteri@example.com', links.actor.email])
    expect(sent.every(({ text }) => text.includes('Karttan çekilen: ₺5,00'))).toBe(true)
  })
})
