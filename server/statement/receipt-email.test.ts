import { describe, expect, test } from 'vitest'
import type { Mail } from '#server/platform/email/mail.ts'
import { saveSetting } from '#server/settings/settings.ts'
import { receiptMailJob, sendReceipt } from './receipt-email.ts'
import { actor, pay, pool, start, usePaidAccounts, withFee } from './test-paid-accounts.ts'

usePaidAccounts()

describe('the receipt of a payment', () => {
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail) }

  test('is sent to the payer in their language, with the charged amount', async () => {
    await pool.execute('UPDATE users SET choices = \'{"locale": "en"}\', name = \'Ali <b>\' WHERE id = $1', [
      actor.userId,
    ])
    const paymentId = await pay('1000', withFee)
    const jobs = await pool.query('SELECT data FROM outbox WHERE name = $1 AND data @> $2', [
      receiptMailJob,
      JSON.stringify({ paymentId }),
    ])
    expect(jobs).toEqual([{ data: { paymentId, reader: 'dealer' } }])
    const publicUrl = 'https://toptan.example'
    await saveSetting(pool, 'storeLogo', 'magaza-logo/abc.png')
    await sendReceipt({ pool, mailer, publicUrl }, { paymentId, reader: 'dealer' }, 'k1')
    const [mail] = sent.splice(0)
    expect(mail?.html).toContain('src="https://toptan.example/images/magaza-logo/abc.png"')
    expect(mail).toMatchObject({ to: actor.email, subject: 'We received your payment: ₺1,050.00' })
    expect(mail?.text).toContain(
      'Credited to the account: ₺1,000.00\nInstallment fee: ₺50.00\nCharged to the card: ₺1,050.00',
    )
    expect(mail?.text).toContain('4355 08** **** 4358')
    // British notation: the American one differs from the amounts and screens of the shop.
    expect(mail?.text).toMatch(/: \d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d\n/)
    expect(mail?.html).toContain('Dear Ali &lt;b&gt;')
  })

  test('is not sent for a payment that was not captured', async () => {
    const started = await start('5')
    await sendReceipt(
      { pool, mailer, publicUrl: '' },
      { paymentId: started.ok ? started.id : 0, reader: 'dealer' },
      'k2',
    )
    expect(sent).toEqual([])
  })
})
