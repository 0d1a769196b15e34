import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OfferList } from '#contract/shop/offers.ts'
import { formatsOf } from '#domain/text/format.ts'
import { findBroken } from '#faults/invariants.ts'
import { hasHydrated, newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { confirmOrder } from '#e2e/support/confirm-order.ts'
import { emptyCart, fillCart, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { type MailServer, openMailServer } from '#e2e/support/mail-server.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { pattern, t } from '#e2e/support/words.ts'

const { formatMoney } = formatsOf('tr')

let mail: MailServer
let shop: Shop
let browser: Browser
let page: Page
let problems: string[]

beforeAll(async () => {
  mail = await openMailServer()
  shop = await openShop({ demo: 'small', env: { SMTP_URL: mail.url } })
  await shop.start()
  browser = await openBrowser()
  const visitor = await newVisitor(browser, shop.url)
  ;({ page, problems } = visitor)
  // Printing and closing are recorded instead of executed, in every window.
  await visitor.context.addInitScript(() => {
    const noted: string[] = []
    Object.assign(window, { noted, print: () => noted.push('print'), close: () => noted.push('close') })
  })
  await signIn(page, people.dealer)
})
afterAll(async () => {
  await browser?.close()
  await shop?.remove()
  await mail?.close()
})

const offers = async () => (await (await page.request.get('/api/catalog/offers')).json()) as OfferList
const row = () => page.getByTestId('offer').first()
const press = (name: string) =>
  row()
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()

/** Decodes the parts of an email, texts and attachments. */
function contentsOf(email: string): { texts: string; pdf: Buffer } {
  const parts = email.split(/\r\n--/)
  const decoded = parts.map((part) => {
    const [head = '', ...body] = part.split('\r\n\r\n')
    const content = body.join('\r\n\r\n')
    const isBase64 = /content-transfer-encoding: base64/i.test(head)
    const bytes = isBase64
      ? Buffer.from(content.replaceAll(/\s/g, ''), 'base64')
      : Buffer.from(
          content
            .replaceAll('=\r\n', '')
            .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
          'latin1',
        )
    return { head, bytes }
  })
  const pdf = decoded.find(({ head }) => /content-type: application\/pdf/i.test(head))?.bytes ?? Buffer.alloc(0)
  const texts = decoded.filter(({ head }) => /text\/plain/i.test(head)).map(({ bytes }) => bytes.toString('utf8'))
  return { texts: texts.join('\n'), pdf }
}

test('an offer is made from the cart, discounted, given a customer, sent, printed, moved back to the cart and ordered', async () => {
  const product = await plainProduct(page)
  await fillCart(page, product)
  await visit(page, '/sepet')
  await page.getByRole('button', { name: t('offers.make.action') }).click()
  await page.waitForURL('**/teklif/liste?made=*')
  await hasHydrated(page)
  const createdOffer = (await offers()).items[0]
  const line = createdOffer?.offerItems[0]
  const price = line?.price?.value ?? 0
  if (createdOffer === undefined || line === undefined) throw new Error('No offer was made.')
  expect(createdOffer.orderNo).toMatch(/^T\d{10}$/)
  await page.getByText(t('offers.made.title', { number: createdOffer.orderNo })).waitFor()
  // The cart comes back if the buyer goes on with the same products.
  await page.getByRole('button', { name: t('offers.made.restore') }).click()
  await page.waitForURL('**/sepet')
  await page.locator('main').getByText(product.name).first().waitFor()
  await emptyCart(page)
  await visit(page, `/teklif/liste?made=${createdOffer.orderNo}`)

  // The offer is open; saving is possible only while its lines are shown.
  await press(t('offers.action.close'))
  expect(
    await row()
      .getByRole('button', { name: t('offers.action.save'), exact: true })
      .count(),
  ).toBe(0)
  await press(t('offers.action.detail'))
  const lines = page.getByRole('table', { name: t('offers.detail.of', { number: createdOffer.orderNo }) })
  await page
    .getByRole('group', { name: t('offers.detail.mode') })
    .getByRole('button', { name: t('offers.detail.markUp') })
    .click()
  await page.getByRole('textbox', { name: t('offers.detail.percentAll') }).fill('25')
  expect(await lines.getByRole('textbox', { name: pattern('offers.detail.markUpOf') }).inputValue()).toBe('25')
  // Below the dealer's cost, with a warning; the price that is saved is not.
  const basePrice = lines.getByRole('textbox', { name: pattern('offers.detail.basePriceOf') })
  await basePrice.fill('0,01')
  await lines.getByText(t('offers.detail.belowCost')).waitFor()
  await basePrice.fill(String(Math.ceil(price) + 1))
  await lines.getByText(t('offers.detail.belowCost')).waitFor({ state: 'detached' })
  await lines.getByRole('textbox', { name: pattern('offers.detail.quantityOf') }).fill('12')
  await page.getByText(t('offers.unsaved')).waitFor()
  await press(t('offers.action.save'))
  await page.getByText(t('offers.profit.saved')).waitFor()
  expect((await offers()).items[0]?.offerItems).toMatchObject([
    { profit: 25, quantity: 12, basePrice: Math.ceil(price) + 1 },
  ])
  await page.getByRole('button', { name: t('offers.terms.action') }).click()
  const terms = page.getByRole('dialog', { name: t('offers.terms.action') })
  await terms.getByLabel(t('offers.terms.validUntil')).fill('2030-12-31')
  await terms.getByRole('textbox', { name: t('offers.terms.terms') }).fill('Yarısı peşin.\nNakliye dahil.')
  await terms.getByRole('button', { name: t('offers.terms.save') }).click()
  await terms.waitFor({ state: 'detached' })
  await page.getByText('31.12.2030').waitFor()

  await row()
    .getByRole('button', { name: t('offers.customer.add') })
    .click()
  const dialog = page.getByRole('dialog', { name: t('offers.customer.add') })
  await dialog.getByRole('button', { name: t('offers.customer.add') }).click()
  await dialog.getByText(t('offers.customer.nobody')).waitFor()
  // A customer of an earlier offer fills the fields.
  const known = dialog.getByLabel(t('offers.customer.known'))
  await known.selectOption({ index: 1 })
  expect(await dialog.getByRole('textbox', { name: t('offers.customer.companyName') }).inputValue()).not.toBe('')
  await dialog.getByRole('textbox', { name: t('offers.customer.companyName') }).fill('')
  await dialog.getByRole('textbox', { name: t('offers.customer.phone') }).fill('')
  await dialog.getByRole('textbox', { name: t('offers.customer.name') }).fill('Çiğdem Işık')
  await dialog.getByRole('textbox', { name: t('offers.customer.email') }).fill('cigdem')
  await dialog.getByRole('button', { name: t('offers.customer.add') }).click()
  await dialog.getByText(t('offers.customer.emailInvalid')).waitFor()
  await dialog.getByRole('textbox', { name: t('offers.customer.email') }).fill('cigdem@ornek.com.tr')
  await dialog.getByRole('button', { name: t('offers.customer.add') }).click()
  await dialog.waitFor({ state: 'detached' })
  await row().getByText('Çiğdem Işık').waitFor()

  await press(t('offers.action.mail'))
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('offers.mail.confirm') })
    .click()
  await page.getByText('Teklif mailiniz gönderilmiştir.').waitFor()
  await row().getByText(t('offers.sent')).waitFor()
  await expect.poll(() => mail.emails.length).toBe(1)
  const email = mail.emails[0] ?? ''
  const { texts, pdf } = contentsOf(email)
  const [offer] = (await offers()).items
  expect(email).toMatch(/^To: cigdem@ornek\.com\.tr$/m)
  expect(email).toMatch(/^Message-ID: <[^>]+>$/m)
  expect(texts).toContain('Sayın Çiğdem Işık,')
  expect(texts).toContain(formatMoney(offer?.total ?? 0, 'TRY'))
  expect(texts).not.toContain(formatMoney(price, 'TRY'))
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(email).toContain(`${createdOffer.orderNo}.pdf`)

  const opening = page.waitForEvent('popup')
  await press(t('offers.action.print'))
  const form = await opening
  await form.getByRole('heading', { name: t('offers.quote.title') }).waitFor()
  await form.waitForFunction(() => (window as unknown as { noted: string[] }).noted.includes('close'))
  expect(await form.evaluate(() => (window as unknown as { noted: string[] }).noted)).toEqual(['print', 'close'])
  const printed = await form.content()
  for (const text of ['Çiğdem Işık', '31 Aralık 2030', 'Nakliye dahil.', t('offers.quote.customerSignature')])
    expect(printed).toContain(text)
  expect(printed).toContain(formatMoney(offer?.total ?? 0, 'TRY'))
  expect(printed).not.toContain(formatMoney(price, 'TRY'))
  expect(printed).not.toContain('"profit"')
  await form.close()

  for (const format of ['xlsx', 'pdf'] as const) {
    await page
      .getByRole('main')
      .getByRole('button', { name: t('sharing.menu'), exact: true })
      .click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: t(`sharing.${format}`) }).click()
    expect((await saved).suggestedFilename()).toBe(`${createdOffer.orderNo}.${format}`)
  }
  await page
    .getByRole('main')
    .getByRole('button', { name: t('sharing.menu'), exact: true })
    .click()
  await page.getByRole('menuitem', { name: t('sharing.link') }).click()
  const link = new URL(await page.getByRole('textbox', { name: t('sharing.linkTitle') }).inputValue())
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('ui.ok') })
    .click()
  const shared = await page.request.get(`/api/catalog/shared-drafts/${link.searchParams.get('paylasilan')}`)
  expect(await shared.json()).toMatchObject({ lines: [{ code: line.code, quantity: '12' }] })

  await press(t('offers.action.edit'))
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('offers.edit.confirm') })
    .click()
  await page.waitForURL('**/sepet')
  // The address changes before the page does, and the buttons of other offers contain the same words.
  await page.getByRole('button', { name: t('cart.summary.order'), exact: true }).click()
  await confirmOrder(page)
  await page.waitForURL('**/checkout/summary**')
  const placed = (await (await page.request.get('/api/catalog/orders/summary')).json()) as { orderItems: object[] }
  // Our own price, never the customer's.
  expect(placed.orderItems).toMatchObject([{ code: line.code, price: { value: price } }])
  expect((await offers()).items[0]).toMatchObject({ isCancel: false, orderNo: createdOffer.orderNo })
})

test('leaving with an unsaved discount asks first; a cancelled offer is read-only', async () => {
  await visit(page, '/teklif/liste')
  await press(t('offers.action.detail'))
  await page.getByRole('textbox', { name: pattern('offers.detail.markUpOf') }).fill('10')
  await page.getByText(t('offers.unsaved')).waitFor()
  await page
    .getByRole('link', { name: /Toptan/ })
    .first()
    .click()
  const question = page.getByRole('alertdialog', { name: t('offers.leave.title') })
  await question.getByRole('button', { name: t('offers.leave.stay') }).click()
  expect(new URL(page.url()).pathname).toBe('/teklif/liste')
  expect(await page.getByRole('textbox', { name: pattern('offers.detail.markUpOf') }).inputValue()).toBe('10')

  await press(t('offers.action.cancel'))
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('offers.cancel.confirm') })
    .click()
  await row().getByText('İptal Edildi').waitFor()
  expect(await row().getByRole('button').allInnerTexts()).toEqual([t('offers.action.close')])
  const database = await shop.database()
  expect(await findBroken(database.pool)).toEqual([])
  await database.close()
  expect(problems).toEqual([])
})
