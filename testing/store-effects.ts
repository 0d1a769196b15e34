import type { AdminText } from '#contract/admin/texts.ts'
import type { SettingKey } from '#contract/shop/settings.ts'
import type { PaymentDetail } from '#contract/admin/payments.ts'
import type { Visitor } from '#contract/core/visitor.ts'
import { companyLines, loadStoreRow, settingsOf } from '#server/settings/settings.ts'
import { sendInvoiceMail } from '#server/invoices/invoices.ts'
import { sendOrderMail } from '#server/orders/orders.ts'
import type { OutsideRequest } from '#server/platform/http/outside-call.ts'
import { purgeExpiredData } from '#server/shop/jobs.ts'
import { type SettingEffect, password, type EffectsShop } from './effects-shop.ts'
import { addAdmin } from './store-rows.ts'
import { codeOf, type TestVisitor } from './shop.ts'

const accountFor = async (visitor: TestVisitor) => ((await visitor.send('GET', '/api/visitor')).body as Visitor).account

async function inquireWarranty(test: EffectsShop): Promise<OutsideRequest | undefined> {
  test.outsideRequests.length = 0
  await test.dealer.send('POST', '/api/catalog/WarrantyInquiry', { body: { serialNumber: 'SN-1' } })
  return test.outsideRequests[0]
}

function addOrder(test: EffectsShop) {
  return test.shop.database.pool.one<{ id: number }>(
    `INSERT INTO orders (order_no, dealer_id, user_id, description, currency, rates, subtotal, tax, total, total_try)
     SELECT 'S2020' || nextval('order_number'), dealer_id, id, '-', 'TRY', '{"TRY": "1"}', 0, 0, 0, 0
       FROM users WHERE email = $1 RETURNING id`,
    [test.username],
  )
}

/** The number of lines in the footer of an email that contain a value. */
async function footerLines(test: EffectsShop, value: string): Promise<number> {
  const { pool } = test.shop.database
  const settings = settingsOf((await loadStoreRow(pool)).settings, () => {})
  return companyLines(settings, 'tr').filter((line) => line.includes(value)).length
}

function footerEffects(test: EffectsShop) {
  const effect = (value: string) => ({ value, read: () => footerLines(test, value), before: 0, after: 1 })
  return {
    storeTitle: effect('Deneme Ticaret A.Ş.'),
    storeMersis: effect('0123456789012345'),
    storeTradeRegistry: effect('Ankara 1234-5'),
    storeKep: effect('deneme@hs01.kep.example.com'),
  }
}

/** Whether a rise of the drill's price from 100 to 150 waits for a second person. The price is 100 again afterwards. */
async function priceWaits(test: EffectsShop): Promise<unknown> {
  const { shop, drill } = test
  const { pool } = shop.database
  const staff = await shop.signedIn(await addAdmin(pool))
  const list = await pool.one<{ id: number }>('SELECT id FROM price_lists WHERE is_default')
  const answer = await staff.send('PATCH', `/yonetim/price-lists/${list?.id}/prices/${drill.unitId}`, {
    body: { before: { value: '100', currency: 'TRY' }, price: { value: '150', currency: 'TRY' } },
  })
  await pool.execute('DELETE FROM price_proposals')
  await pool.execute('UPDATE unit_prices SET sale_value = 100 WHERE unit_id = $1', [drill.unitId])
  return (answer.body as { isWaiting: boolean }).isWaiting
}

/** The sum above which the page of a payment announces a second person. */
async function refundLimit(test: EffectsShop): Promise<unknown> {
  const { pool } = test.shop.database
  const staff = await test.shop.signedIn(await addAdmin(pool))
  const payment = await pool.one<{ id: number }>(
    `INSERT INTO payments (reference, kind, intent, state, dealer_id, user_id, pos_account_id, installment, base_amount, amount)
     SELECT 'IADE' || lpad(count(p.*)::text, 16, '0'), 'account', 'iade-' || count(p.*), 'declined', u.dealer_id, u.id,
            (SELECT min(id) FROM pos_accounts), 1, 10, 10
       FROM users u LEFT JOIN payments p ON true WHERE u.email = $1 GROUP BY u.id RETURNING id`,
    [test.username],
  )
  return ((await staff.send('GET', `/yonetim/payments/${payment?.id}`)).body as PaymentDetail).secondOver
}

/** Settings of offers, accounts, payments, warranty, emails and retention times. */
export const storeEffects = (test: EffectsShop) =>
  ({
    pricesNeedTwoOver: { value: 20, read: () => priceWaits(test), before: false, after: true },
    refundsNeedTwoOver: { value: 500, read: () => refundLimit(test), before: 0, after: 500 },
    b2b_teklif_ver_durum: {
      value: '0',
      // A plan that is not offered is refused, but missing rights are refused first.
      read: async () =>
        (await test.dealer.send('POST', '/api/catalog/cart/offer', { body: { advencePrice: 'advencePrice5' } })).status,
      before: 422,
      after: 403,
    },
    b2b_risk_limit_islem: {
      value: '1',
      read: async () => (await accountFor(test.dealer))?.availableLimit,
      before: null,
      after: 4950,
    },
    showOverdueDebtInfo: {
      value: '0',
      read: async () => (await accountFor(test.dealer))?.overdueDebts.length,
      before: 1,
      after: 0,
    },
    overdueDebtInfoLimit: {
      value: 50.01,
      read: async () => (await accountFor(test.dealer))?.overdueDebts.length,
      before: 1,
      after: 0,
    },
    installmentLimit: {
      value: 1000,
      read: async () => {
        const body = { binNumber: '49999000', type: 'pay', amount: '1.000,00' }
        const answer = await test.dealer.send('POST', '/api/catalog/bin-control', { body })
        return (answer.body as { plans: unknown[] }).plans.length
      },
      before: 12,
      after: 1,
    },
    b2b_cari_odeme_baglantisi: {
      value: '1',
      read: async () => codeOf(await test.dealer.send('POST', '/api/payment-link', { body: { amount: 'x' } })),
      before: 'payment_links_off',
      after: 'amount_invalid',
    },
    paymentLinkDays: {
      value: 3,
      read: async () => {
        await test.put('b2b_cari_odeme_baglantisi', '1')
        const created = (await test.dealer.send('POST', '/api/payment-link', { body: { amount: '5' } })).body as {
          link: string
        }
        const token = created.link.slice(created.link.lastIndexOf('/') + 1)
        const { expiresAt } = (await test.guest.send('GET', `/api/payment-link/${token}`)).body as { expiresAt: string }
        await test.put('b2b_cari_odeme_baglantisi', '0')
        return Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)
      },
      before: 7,
      after: 3,
    },
    warrantyServiceUrl: {
      value: 'https://garanti.example/sorgu',
      read: async () => (await inquireWarranty(test))?.url,
      before: undefined,
      after: 'https://garanti.example/sorgu',
    },
    warrantyServiceKey: {
      value: 'anahtar',
      read: async () => {
        await test.put('warrantyServiceUrl', 'https://garanti.example/sorgu')
        const request = await inquireWarranty(test)
        await test.put('warrantyServiceUrl', '')
        return request?.headers?.['authorization']
      },
      before: undefined,
      after: 'Bearer anahtar',
    },
    sessionDays: {
      value: 7,
      read: async () => {
        const visitor = await test.shop.guest()
        await visitor.send('POST', '/api/account/login', { body: { username: test.username, password } })
        const row = await test.shop.database.pool.one<{ days: number }>(
          'SELECT round(extract(epoch FROM expires_at - created_at) / 86400)::int AS days FROM sessions ORDER BY created_at DESC',
        )
        return row?.days
      },
      before: 30,
      after: 7,
    },
    searchLogDays: {
      value: 30,
      read: async () => {
        const { pool } = test.shop.database
        await pool.execute(
          `INSERT INTO searches (query, folded, result_count, created_at)
         VALUES ('old one', 'old one', 0, now() - interval '100 days')`,
        )
        await purgeExpiredData(pool)
        return (await pool.query("SELECT id FROM searches WHERE query = 'old one'")).length
      },
      before: 1,
      after: 0,
    },
    guestCarts: {
      value: '1',
      read: async () => (await test.guest.send('GET', '/api/catalog/cart')).status,
      before: 401,
      after: 200,
    },
    staffSecondFactor: {
      value: '1',
      read: async () => {
        const admin = await test.shop.signedIn(await addAdmin(test.shop.database.pool))
        return codeOf(await admin.send('GET', '/yonetim/setup'))
      },
      before: undefined,
      after: 'factor_required',
    },
    signInLinks: {
      value: '1',
      read: async () =>
        (await test.guest.send('POST', '/api/account/login/link', { body: { email: 'kimse@example.com' } })).status,
      before: 403,
      after: 200,
    },
    dealerApplications: {
      value: '0',
      read: async () => ((await test.guest.send('GET', '/api/applications/form')).body as { isOpen: boolean }).isOpen,
      before: true,
      after: false,
    },
    applicationDays: {
      value: 30,
      read: async () => {
        const { pool } = test.shop.database
        await pool.execute(
          `INSERT INTO applications (application_no, form, request_hash, token_hash, state, company, tax_office, tax_number,
             address, district, city, contact_name, email, phone, business, locale, network, decided_at)
           VALUES ('B2020000001', 'form of an old application', '', sha256('old'), 'refused', 'A', '', '1234567890', '', '',
             '', '', '', '', 'other', 'tr', '::', now() - interval '100 days') ON CONFLICT DO NOTHING`,
        )
        await purgeExpiredData(pool)
        return (await pool.query("SELECT id FROM applications WHERE state = 'refused'")).length
      },
      before: 1,
      after: 0,
    },
    textGraceDays: {
      value: 30,
      read: async () => {
        const { pool } = test.shop.database
        const admin = await test.shop.signedIn(await addAdmin(pool))
        const { body } = await admin.send('GET', '/yonetim/texts/privacy_notice')
        const { version } = body as AdminText
        const text = { html: `<p>${version ?? 0}</p>`, htmlEn: '', version, mustAccept: true }
        await admin.send('POST', '/yonetim/texts/privacy_notice', { body: text })
        const row = await pool.one<{ days: number }>(
          `SELECT round(extract(epoch FROM accept_until - published_at) / 86400)::int AS days FROM text_versions
            WHERE kind = 'privacy_notice' ORDER BY version DESC LIMIT 1`,
        )
        await pool.execute(
          "UPDATE text_versions SET must_accept = false, accept_until = NULL WHERE kind = 'privacy_notice'",
        )
        return row?.days
      },
      before: 14,
      after: 30,
    },
    guestCartDays: {
      value: 7,
      read: async () => {
        const { pool } = test.shop.database
        await pool.execute(
          `INSERT INTO carts (guest_hash, updated_at) VALUES (sha256('old one'), now() - interval '10 days')
         ON CONFLICT DO NOTHING`,
        )
        await purgeExpiredData(pool)
        return (await pool.query("SELECT id FROM carts WHERE guest_hash = sha256('old one')")).length
      },
      before: 1,
      after: 0,
    },
    storeLogo: {
      value: 'logo/toptan.png',
      read: async () => {
        const { pool } = test.shop.database
        const order = await addOrder(test)
        const emails: string[] = []
        const mailer = { send: async ({ html = '' }: { html?: string }) => void emails.push(html), close: () => {} }
        const job = { orderId: order?.id, reader: 'dealer', locale: 'tr' }
        await sendOrderMail({ pool, mailer, publicUrl: 'https://toptan.example' }, job, 'key')
        return /<img src="([^"]*)"/.exec(emails[0] ?? '')?.[1]
      },
      before: undefined,
      after: 'https://toptan.example/images/logo/toptan.png',
    },
    bankAccounts: {
      value: 'Ziraat Bankası · TR330006100519786457841326',
      read: async () => {
        await addOrder(test)
        const { body } = await test.dealer.send('GET', '/api/catalog/orders/summary')
        return (body as { bankAccounts: object[] }).bankAccounts
      },
      before: [],
      after: [{ bank: 'Ziraat Bankası', iban: 'TR33 0006 1005 1978 6457 8413 26' }],
    },
    invoiceEmails: {
      value: '0',
      read: async () => {
        const { pool } = test.shop.database
        const invoice = await pool.one<{ id: number }>(
          `INSERT INTO invoices (dealer_id, invoice_no, side, issued_on, currency, net, tax, total)
           SELECT dealer_id, gen_random_uuid()::text, 'debit', now(), 'TRY', 100, 20, 120 FROM users WHERE email = $1 RETURNING id`,
          [test.username],
        )
        let emails = 0
        const mailer = { send: async () => void (emails += 1) }
        await sendInvoiceMail({ pool, mailer, publicUrl: '' }, { invoiceId: invoice?.id }, 'key')
        return emails
      },
      before: 1,
      after: 0,
    },
    orderMailTo: {
      value: 'siparis@example.com',
      read: async () => {
        const { pool } = test.shop.database
        const order = await addOrder(test)
        const recipients: string[] = []
        const mailer = { send: async ({ to }: { to: string }) => void recipients.push(to), close: () => {} }
        const job = { orderId: order?.id, reader: 'store', locale: 'tr' }
        await sendOrderMail({ pool, mailer, publicUrl: '' }, job, 'key')
        return recipients
      },
      before: [],
      after: ['siparis@example.com'],
    },
    ...footerEffects(test),
  }) satisfies Partial<Record<SettingKey, SettingEffect>>
