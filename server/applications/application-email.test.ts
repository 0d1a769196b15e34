import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { addPeople } from '#testing/people.ts'
import { openTestShop, testSecret, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { applicationMailJob, sendApplicationMail } from './applications.ts'
import { type Applicant, company, newApplicant, tokenOf } from './test-applications.ts'

let shop: TestShop
let admin: TestVisitor
let applicant: Applicant
let clock = new Date()
type Mail = Parameters<Mailer['send']>[0]
const publicUrl = 'https://toptan.example'

beforeAll(async () => {
  shop = await openTestShop({ now: () => clock })
  admin = await shop.signedIn((await addPeople(shop)).admin)
  applicant = await newApplicant(shop, () => {
    clock = new Date(clock.getTime() + 60_000)
  })
  await shop.setSetting('storeEmail', 'magaza@example.com')
})
afterAll(() => shop.close())

/** Sends the emails that wait, with these secrets. */
async function sendMails(secret: string | [string, string] = testSecret): Promise<Mail[]> {
  const sent: Mail[] = []
  const { pool } = shop.database
  const jobs = await pool.query<{ data: object }>('DELETE FROM outbox WHERE name = $1 RETURNING data', [
    applicationMailJob,
  ])
  const mailer = { send: async (message: Mail) => void sent.push(message) }
  for (const { data } of jobs) await sendApplicationMail({ pool, mailer, publicUrl, secret }, data, 'key')
  return sent.toSorted((a, b) => a.to.localeCompare(b.to))
}

test('the emails about an application lead each side to its page and show what was typed as text', async () => {
  const body = await applicant.fillIn({ note: '<b>Merhaba</b>' })
  const token = tokenOf(await applicant.send(body))
  const [toApplicant, toStore] = await sendMails()
  expect([toApplicant?.to, toStore?.to]).toEqual([company.email, 'magaza@example.com'])
  expect(toApplicant?.text).toContain(`${publicUrl}/bayi-ol/basvuru/${token}`)
  expect(toStore?.text).toContain(`${publicUrl}/yonetim/basvurular/`)
  expect(toStore?.text).not.toContain(token)
  expect(toStore?.html).toContain('&lt;b&gt;Merhaba&lt;/b&gt;')
  const { id } = (await shop.database.pool.one<{ id: number }>('SELECT max(id) AS id FROM applications')) ?? { id: 0 }

  await admin.send('POST', `/yonetim/applications/${id}/ask`, { body: { note: 'Ne satıyorsunuz?' } })
  const [question] = await sendMails()
  expect(question).toMatchObject({ to: company.email, subject: expect.stringContaining('soru') })
  expect(question?.text).toContain('Ne satıyorsunuz?')
  // The link stays the same while the secret is being changed.
  await admin.send('POST', `/yonetim/applications/${id}/refuse`, { body: { note: 'Bölgenizde bayimiz var.' } })
  const [refused] = await sendMails(['another secret of at least thirty-two letters', testSecret])
  expect(refused?.text).toContain(`/bayi-ol/basvuru/${token}`)
  expect(refused?.text).toContain('Bölgenizde bayimiz var.')
})

test('a link whose secret is gone is replaced by one that works', async () => {
  const token = tokenOf(await applicant.send(await applicant.fillIn()))
  const [mail] = await sendMails('another secret of at least thirty-two letters')
  const link = /\/bayi-ol\/basvuru\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  expect(link).not.toBe(token)
  expect((await applicant.follow(link)).status).toBe(200)
  expect((await applicant.follow(token)).status).toBe(404)
})
