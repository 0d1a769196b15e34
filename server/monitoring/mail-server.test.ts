import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ErrorBody } from '#contract/core/errors.ts'
import { type MailServer, openMailServer } from '#e2e/support/mail-server.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addDealer, addProduct, fillCart } from '#testing/store-rows.ts'

let mailServer: MailServer
let shop: TestShop
let staff: TestVisitor

beforeAll(async () => {
  mailServer = await openMailServer()
  const smtpUrl = mailServer.url.replace('://', '://store:geheim@')
  shop = await openTestShop({ env: { SMTP_URL: smtpUrl, PUBLIC_URL: 'https://bayi.example.com' } })
  staff = await shop.signedIn(await addAdmin(shop.database.pool))
})
afterAll(async () => {
  await shop?.close()
  await mailServer?.close()
})

test('returns the mail server without its password, and the set-up step as done', async () => {
  const { body, text } = await staff.send('GET', '/yonetim/mail-server')
  const host = new URL(mailServer.url).host
  expect(body).toEqual({ server: host, sender: '', publicUrl: 'https://bayi.example.com' })
  expect(text).not.toContain('geheim')
  expect((await staff.send('GET', '/yonetim/setup')).body).toMatchObject({ done: expect.arrayContaining(['email']) })
})

test('returns no link of an invitation that an email delivers, and reports a password email as sent', async () => {
  const { dealer } = await addDealer(shop.database.pool)
  const values = {
    email: 'davetli@example.com',
    name: 'Davetli',
    role: 'dealer',
    dealer: dealer?.code,
    canOrder: true,
    userRole: 'buyer',
  }
  const created = await staff.send('POST', '/yonetim/users', { body: { values, invite: true } })
  expect(created.body).toMatchObject({ invitationLink: null })
  const { id } = created.body as { id: number }
  expect((await staff.send('POST', `/yonetim/users/${id}/invitation`)).body).toMatchObject({ invitationLink: null })
  await shop.database.pool.execute("UPDATE users SET password_hash = 'x' WHERE id = $1", [id])
  expect(codeOf(await staff.send('POST', `/yonetim/users/${id}/invitation`))).toBe('user_has_password')
  const asked = await (await shop.guest()).send('POST', '/api/account/forgotten', { body: { email: values.email } })
  expect(asked.body).toEqual({ success: true, isSent: true })
})

test('sends a test email to the administrator, and returns the reason when the mail server refuses it', async () => {
  await mailServer.close()
  const open = await openMailServer()
  const sending = await openTestShop({ env: { SMTP_URL: open.url } })
  try {
    const admin = await addAdmin(sending.database.pool)
    const visitor = await sending.signedIn(admin)
    expect((await visitor.send('POST', '/yonetim/mail-server/test')).body).toEqual({ to: admin.email })
    expect(open.emails).toHaveLength(1)
    expect(open.emails[0]).toContain(`To: ${admin.email}`)
  } finally {
    await sending.close()
    await open.close()
  }
  const refused = await staff.send('POST', '/yonetim/mail-server/test')
  expect([refused.status, codeOf(refused)]).toEqual([409, 'mail_not_accepted'])
  expect((refused.body as ErrorBody).error.facts?.['reason']).toContain('ECONNREFUSED')
  expect(refused.text).not.toContain('geheim')
})

test('refuses to email offers and payment links in production without a mail server, where they would reach no one', async () => {
  const silent = await openTestShop({ env: { NODE_ENV: 'production', PUBLIC_URL: 'https://bayi.example.com' } })
  try {
    const { pool } = silent.database
    const actor = await addDealer(pool)
    const dealer = await silent.signedIn(actor)
    const { unitId } = await addProduct(pool, { price: 10 })
    await fillCart(pool, actor, [{ unitId, quantity: 1 }])
    const { id } = (await dealer.send('POST', '/api/catalog/cart/offer', { body: {} })).body as { id: number }
    await silent.setSetting('b2b_cari_odeme_baglantisi', '1')
    const link = { amount: '10', email: 'payer@example.com', sendEmail: true }
    const answers = [
      await dealer.send('PATCH', `/api/catalog/offer/mail/${id}`),
      await dealer.send('POST', '/api/payment-link', { body: link }),
    ]
    expect(answers.map(codeOf)).toEqual(['mail_server_missing', 'mail_server_missing'])
    expect(await pool.query("SELECT FROM outbox WHERE name IN ('offer-mail', 'payment-link-mail')")).toEqual([])
  } finally {
    await silent.close()
  }
})
