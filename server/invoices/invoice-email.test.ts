import { beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from '#server/platform/email/mail.ts'
import { saveSetting } from '#server/settings/settings.ts'
import { invoiceMailJob, sendInvoiceMail } from './invoice-email.ts'
import { addDays } from '#domain/text/calendar-day.ts'
import { actor, addInvoice, dealerId, newInvoice, pool, today, upload, useTestInvoices } from './test-invoices.ts'

useTestInvoices()

const sent: Mail[] = []
const mailer = { send: async (mail: Mail) => void sent.push(mail) }
const send = (invoiceId: number) =>
  sendInvoiceMail({ pool, mailer, publicUrl: 'https://toptan.example' }, { invoiceId }, 'k')

beforeEach(() => void sent.splice(0))

describe('the email about a new invoice', () => {
  test('is enqueued once, with the invoice', async () => {
    const invoice = newInvoice()
    const { invoiceId } = await upload(invoice)
    await upload(invoice)
    const jobs = await pool.query('SELECT data FROM outbox WHERE name = $1 AND data @> $2', [
      invoiceMailJob,
      JSON.stringify({ invoiceId }),
    ])
    expect(jobs).toEqual([{ data: { invoiceId } }])
  })

  test('goes to the dealer’s address, otherwise to its first user, with amount, due date and a link', async () => {
    const { id, number } = await addInvoice()
    await send(id)
    await pool.execute("UPDATE dealers SET email = 'muhasebe@bayi.example' WHERE id = $1", [dealerId()])
    await send(id)
    expect(sent.map(({ to }) => to)).toEqual([actor.email, 'muhasebe@bayi.example'])
    expect(sent[0]).toMatchObject({ subject: `Yeni faturanız: ${number}` })
    expect(sent[0]?.text).toContain('₺2.400,00')
    expect(sent[0]?.text).toContain(`https://toptan.example/account/invoices/${id}`)
  })

  test('is not sent while the setting is off, for invoices of the past, and for removed ones', async () => {
    const [{ id }, old] = [await addInvoice(), await addInvoice({ day: addDays(today, -31) })]
    await saveSetting(pool, 'invoiceEmails', '0')
    await send(id)
    await saveSetting(pool, 'invoiceEmails', '1')
    await send(old.id)
    await send(999_999)
    expect(sent).toEqual([])
  })
})
