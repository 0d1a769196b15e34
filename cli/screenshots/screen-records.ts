import type { Browser, Page } from 'playwright-core'
import { csrfTokenIn } from '#contract/core/csrf.ts'
import type { ProductList } from '#contract/shop/catalog.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { quotePath } from '#contract/core/record-paths.ts'
import type { listSettings } from '#contract/admin/settings.ts'
import { words } from '#e2e/support/words.ts'
import { newVisitor, signIn, visit } from '#e2e/support/browser.ts'
import { answerBank, inSequence, openBank, openCardForm, typeCard } from './screen-steps.ts'

export const accounts = { dealer: 'bayi@example.com', admin: 'yonetici@example.com' }

/** Addresses of pages that no list links to. */
export type RecordAddresses = { link: string; mailOrder: string; quote: string }

/** Sends a request as the pages do. */
async function sendRequest(page: Page, method: string, path: string, data?: object): Promise<unknown> {
  const headers = {
    'x-csrf-token': csrfTokenIn(await page.evaluate(() => document.cookie)),
    'x-requested-with': 'XMLHttpRequest',
  }
  const answer = await page.request.fetch(path, { method, headers, ...(data && { data }) })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

export const emptyCart = (page: Page) => sendRequest(page, 'DELETE', '/api/catalog/cart')

/** Fills the cart with `lines` products and nothing else. */
export async function fillCart(page: Page, lines = 6): Promise<void> {
  await emptyCart(page)
  const { items } = (await sendRequest(page, 'GET', '/api/catalog/products?limit=96&sort=-quantity')) as ProductList
  const plain = items.filter(({ varyantx, salePrice }) => varyantx === 1 && (salePrice?.value ?? 0) > 0)
  for (const [at, { id, defaultUnit }] of plain.slice(0, lines).entries())
    await sendRequest(page, 'POST', `/api/catalog/cart/${id}`, { quantity: 2 + at * 3, productValue: defaultUnit })
}

/**
 * Creates the records that lists and detail pages need: an order, an offer, a card payment, a payment link, a fault
 * report and an import.
 */
export async function createRecords(browser: Browser, url: string): Promise<RecordAddresses> {
  const { page: admin, context: adminContext } = await newVisitor(browser, url)
  await signIn(admin, accounts.admin)
  await enablePaymentLinks(admin)
  await createImport(admin)
  const { page, context } = await newVisitor(browser, url)
  await signIn(page, accounts.dealer)
  const records = await createDealerRecords(page)
  await Promise.all([context.close(), adminContext.close()])
  return records
}

async function enablePaymentLinks(page: Page): Promise<void> {
  const key = 'b2b_cari_odeme_baglantisi'
  const { items } = (await sendRequest(page, 'GET', '/yonetim/settings')) as Reply<typeof listSettings>
  const stamp = items.find((setting) => setting.key === key)?.stamp
  await sendRequest(page, 'PATCH', '/yonetim/settings', { changes: [{ key, value: '1', stamp }] })
}

async function createDealerRecords(page: Page): Promise<RecordAddresses> {
  await fillCart(page)
  const offer = (await sendRequest(page, 'POST', '/api/catalog/cart/offer', { description: '' })) as { orderNo: string }
  await fillCart(page)
  await sendRequest(page, 'POST', '/api/catalog/cart', { description: 'Kabloları ayrı paletleyin.' })
  const { items } = (await sendRequest(page, 'GET', '/api/catalog/products?limit=1')) as ProductList
  await sendRequest(page, 'POST', '/api/catalog/fault-reports', {
    productCode: items[0]?.code,
    description: 'Motor iki dakika çalıştıktan sonra duruyor ve kokuyor.',
    contactName: 'Deniz Akdoruk',
    contactPhone: '0532 555 08 17',
    contactEmail: '',
    photos: [],
  })
  const { link } = (await sendRequest(page, 'POST', '/api/payment-link', { amount: '1250,50' })) as { link: string }
  await visit(page, '/payment?amount=1250')
  await inSequence(openCardForm, typeCard, openBank, answerBank)(page, words('tr'))
  const mailOrder = `/payment/form/${new URL(page.url()).searchParams.get('payment')}`
  await fillCart(page)
  return { link: new URL(link).pathname, mailOrder, quote: quotePath(offer.orderNo) }
}

/** Uploads and previews a file with one change, one new product and one unreadable row, without applying it. */
async function createImport(page: Page): Promise<void> {
  const { items } = (await sendRequest(page, 'GET', '/api/catalog/products?limit=1')) as ProductList
  const record = (code: string, price: string) =>
    `<urun><StokKodu>${code}</StokKodu><SatisFiyati1>${price}</SatisFiyati1></urun>`
  const rows = [record(items[0]?.code ?? '', '98765,43'), record('YENI-1', '12,50'), record('BOZUK-1', 'pahalı')]
  const feed = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><urunler>${rows.join('')}</urunler>`)
  await visit(page, '/yonetim/aktarim')
  const file = { name: 'besleme.xml', mimeType: 'application/xml', buffer: feed }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.waitForURL(/\/yonetim\/aktarim\/\d+$/)
  await page.getByTestId('import-change').first().waitFor()
}
