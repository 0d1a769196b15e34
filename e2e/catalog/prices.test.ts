import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import type { Product } from '#contract/shop/product.ts'
import type { Visitor } from '#contract/core/visitor.ts'
import { formatsOf } from '#domain/text/format.ts'
import { discountBadge, isListPriceShown, type PriceView, shownPrice } from '#domain/pricing/price.ts'
import type { Database } from '#server/platform/db/database.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { emptyCart, fillCart, listOf, people } from '#e2e/support/demo-shop.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { pattern, t } from '#e2e/support/words.ts'

const { formatMoney } = formatsOf('tr')

let browser: Browser
let shop: Shop
let database: Database
let page: Page
let problems: string[]
/** One in lira with a higher list price and plan prices, one in dollars. */
let full: Product
let dollar: Product

beforeAll(async () => {
  shop = await openShop({ demo: 'small' })
  await shop.start()
  database = await shop.database()
  browser = await openBrowser()
  const visitor = await newVisitor(browser, shop.url)
  page = visitor.page
  problems = visitor.problems
  await signIn(page, people.dealer)
  const view = await viewOf(page)
  const { items } = await listOf(page, '?limit=96')
  const simpleProducts = items.filter(
    ({ varyantx, salePrice, quantity }) => varyantx === 1 && salePrice?.value && Number(quantity) > 100,
  )
  const isFull = ({ listPrice, salePrice, advencePrice2 }: Product) =>
    advencePrice2 !== undefined && salePrice !== undefined && Number(discountBadge(listPrice, salePrice, view)) > 0
  full = requireProduct(simpleProducts.find((item) => item.salePrice?.currency === 'TRY' && isFull(item)))
  dollar = requireProduct(simpleProducts.find(({ salePrice }) => salePrice?.currency === 'USD'))
})
afterAll(async () => {
  await browser?.close()
  await database?.close()
  await shop?.remove()
})

function requireProduct(product: Product | undefined): Product {
  if (product === undefined) throw new Error('The demo store has no such product.')
  return product
}

const visitorOf = async (of: Page) => (await (await of.request.get('/api/visitor')).json()) as Visitor

async function viewOf(of: Page): Promise<PriceView> {
  const { currency, currencies, settings } = await visitorOf(of)
  const rates = Object.fromEntries(currencies.map(({ code, exchangeRate }) => [code, exchangeRate]))
  return { currency: currency.code, rates, withTax: settings.productsWithKdv === '1' }
}

const textOf = (amount: Product['salePrice'], view: PriceView, taxRate: number) =>
  amount === undefined ? '' : formatMoney(shownPrice(amount, view, { taxRate }), view.currency)
const search = (product: Product, view: 'grid' | 'list') => `/search?q=${encodeURIComponent(product.code)}&view=${view}`
const main = (of = page) => of.getByRole('main')

async function choose(of: Page, from: string, to: string): Promise<void> {
  await of
    .getByRole('button', { name: t('shell.currency', { name: from }) })
    .first()
    .click()
  await of.getByRole('menuitemradio', { name: new RegExp(`${to} · `) }).click()
  await of
    .getByRole('button', { name: t('shell.currency', { name: to }) })
    .first()
    .waitFor()
}

/** Repeats until the pages show it: other processes apply a change within a second. */
async function waitUntilTrue(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition).toBe(true)
}

describe('a dealer', () => {
  test.each(['1', '0'] as const)('sees list, sale and plan prices with productsWithKdv %s', async (withTax) => {
    await shop.toptan('settings', 'productsWithKdv', withTax)
    await waitUntilTrue(async () => (await viewOf(page)).withTax === (withTax === '1'))
    const view = await viewOf(page)
    const { plans } = await visitorOf(page)
    const { salePrice, listPrice, taxRate } = full
    const price = textOf(salePrice, view, taxRate)
    expect(isListPriceShown(listPrice, salePrice ?? { value: 0, currency: 'TRY' }, view)).toBe(true)
    for (const kind of ['grid', 'list'] as const) {
      await visit(page, search(full, kind))
      const row = main()
        .getByRole(kind === 'grid' ? 'article' : 'row')
        .filter({ hasText: full.code })
        .first()
      await row.getByText(price, { exact: true }).waitFor()
      expect(await row.locator('s').innerText()).toContain(textOf(listPrice, view, taxRate))
      const badge = t('catalog.percent', {
        value: discountBadge(listPrice, salePrice ?? { value: 0, currency: '' }, view) ?? -1,
      })
      await row.getByText(badge).first().waitFor()
      await row.getByRole('button', { name: plans.find(({ varsayilan }) => varsayilan)?.name ?? '' }).click()
      const dialog = page.getByRole('dialog', { name: 'Fiyat Bilgileri' })
      const planTable = dialog.getByRole('table').first()
      await planTable.locator('tbody tr').first().waitFor()
      expect(await planTable.getByRole('columnheader').allInnerTexts()).toEqual(['ADI', 'DEĞERİ'])
      const rows = await planTable.locator('tbody tr').allInnerTexts()
      const priced = plans.filter(({ priceName }) => (full[priceName]?.value ?? 0) > 0)
      expect(rows).toHaveLength(priced.length)
      for (const [i, { name, priceName, varsayilan, isVirtual }] of priced.entries()) {
        expect(rows[i]).toContain(name)
        expect(rows[i]).toContain(textOf(full[priceName], view, taxRate))
        expect(rows[i]?.includes(t('product.yourPlan'))).toBe(varsayilan)
        expect(rows[i]?.includes(t('product.paidByCard'))).toBe(isVirtual)
      }
      await page.keyboard.press('Escape')
    }
    await visit(page, full.url)
    await main().getByText(price, { exact: true }).first().waitFor()
    const other = t(withTax === '1' ? 'product.withoutTax' : 'product.withTax', {
      amount: textOf(salePrice, { ...view, withTax: withTax === '0' }, taxRate),
    })
    await main().getByText(other).waitFor()
  })

  test('sees the price that the cart charges, and its plan, also where plan prices are hidden', async () => {
    const view = await viewOf(page)
    const charged = textOf(full.advencePrice3, view, full.taxRate)
    expect(charged).not.toBe(textOf(full.salePrice, view, full.taxRate))
    const setDefault = async (key: string) => {
      await database.pool.execute('UPDATE payment_plans SET is_default = false')
      await database.pool.execute('UPDATE payment_plans SET is_default = true WHERE key = $1', [key])
      await waitUntilTrue(async () => (await visitorOf(page)).cartPlan === key)
    }
    await setDefault('advencePrice3')
    const name = (await visitorOf(page)).plans.find(({ varsayilan }) => varsayilan)?.name ?? ''
    for (const path of [search(full, 'grid'), search(full, 'list'), full.url]) {
      await visit(page, path)
      await main().getByText(charged, { exact: true }).first().waitFor()
      await main().getByText(name, { exact: true }).first().waitFor()
    }
    await shop.toptan('settings', 'showPaymentPlanPrice', '0')
    await waitUntilTrue(async () => (await visitorOf(page)).settings.showPaymentPlanPrice === '0')
    await visit(page, search(full, 'list'))
    await main().getByText(charged, { exact: true }).first().waitFor()
    expect(await main().getByText(name, { exact: true }).count()).toBe(0)
    await emptyCart(page)
    await fillCart(page, full, 1)
    const [line] = (await (await page.request.get('/api/catalog/cart')).json()) as CartItem[]
    expect(line?.productUnit.advencePrice3).toEqual(full.advencePrice3)
    await visit(page, '/sepet')
    await main()
      .getByText(formatMoney(full.advencePrice3?.value ?? 0, 'TRY'), { exact: true })
      .first()
      .waitFor()
    await emptyCart(page)
    await shop.toptan('settings', 'showPaymentPlanPrice', '1')
    await setDefault('advencePrice1')
  })

  test('changes the currency: list, range, mini cart, product page and cart at once, without another document', async () => {
    await emptyCart(page)
    await fillCart(page, full, 3)
    await visit(page, '/?view=list&filters=price:100-5000&sort=price')
    await page.evaluate(() => ((window as { mark?: boolean }).mark = true))
    const before = (await listOf(page, '?filters=price:100-5000')).total
    await choose(page, 'TRY', 'USD')
    const range = /filters=price:([\d.]+)-([\d.]+)/.exec(page.url()) ?? []
    const view = await viewOf(page)
    expect(Number(range[2])).toBeCloseTo(5000 / Number(view.rates['USD']), 1)
    expect((await listOf(page, `?filters=price:${range[1]}-${range[2]}`)).total).toBe(before)
    await main()
      .getByText(formatMoney(range[2] ?? 0, 'USD'))
      .first()
      .waitFor()
    expect(await main().innerText()).not.toMatch(/₺\d/)
    await page.getByRole('banner').getByRole('button', { name: /\$/ }).waitFor()
    await page.getByRole('banner').getByRole('button', { name: /\$/ }).click()
    await page.getByText(t('cart.totals.totalTry')).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: full.name }).first().or(page.locator('tbody a').first()).click()
    await page.waitForURL(/-p-/)
    await main().getByText(/\$\d/).first().waitFor()
    expect(await main().innerText()).not.toMatch(/₺\d/)
    await choose(page, 'USD', 'EUR')
    await main().getByText(/€\d/).first().waitFor()
    expect(await page.evaluate(() => (window as { mark?: boolean }).mark)).toBe(true)
    await visit(page, '/sepet')
    expect(await main().getByRole('row').nth(1).innerText()).toMatch(/€\d/)
    await main().getByText(t('cart.totals.totalTry')).waitFor()
    await choose(page, 'EUR', 'TRY')
    await main().getByText(t('cart.totals.totalTry')).waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  test('sees a new rate in an open page at the next call', async () => {
    await emptyCart(page)
    await fillCart(page, dollar, 1)
    await visit(page, '/sepet')
    const rate = Number((await viewOf(page)).rates['USD'])
    const net = (at: number) => formatMoney(Number(dollar.salePrice?.value) * at, 'TRY')
    await main().getByText(net(rate), { exact: true }).first().waitFor()
    expect(await shop.toptan('rates', 'set', 'USD', String(rate * 2))).toContain(`was ${rate}`)
    await waitUntilTrue(async () => (await viewOf(page)).rates['USD'] === rate * 2)
    await main()
      .getByRole('button', { name: pattern('cart.increaseOf') })
      .first()
      .click()
    await main()
      .getByText(net(rate * 2), { exact: true })
      .first()
      .waitFor()
    await shop.toptan('rates', 'set', 'USD', String(rate))
    await waitUntilTrue(async () => (await viewOf(page)).rates['USD'] === rate)
  })
})

describe('a lost rate', () => {
  test('shows prices on request, and ₺0,00 nowhere', async () => {
    await emptyCart(page)
    await fillCart(page, dollar, 2)
    await database.pool.execute("UPDATE currencies SET exchange_rate = NULL WHERE code = 'USD'")
    await waitUntilTrue(async () => (await visitorOf(page)).currencies.every(({ code }) => code !== 'USD'))
    const zero = /(?<![\d.])0,00/
    for (const path of [search(dollar, 'grid'), search(dollar, 'list'), dollar.url]) {
      await visit(page, path)
      await main().getByText('Fiyat Sorunuz').first().waitFor()
      expect(await page.locator('body').innerText()).not.toMatch(zero)
      expect(await (await page.request.get(path)).text()).not.toMatch(/"offers":|"price":"0/)
    }
    await visit(page, '/sepet')
    await main().getByText('Fiyat Sorunuz').first().waitFor()
    await main().getByText(t('cart.line.noPriceText')).waitFor()
    await page
      .getByRole('banner')
      .getByRole('button', { name: new RegExp(`^${t('cart.title')}`) })
      .click()
    await page.getByRole('banner').getByText('Fiyat Sorunuz').waitFor()
    expect(await page.locator('body').innerText()).not.toMatch(zero)
    await page.keyboard.press('Escape')
    await shop.toptan('rates', 'set', 'USD', '40')
    await waitUntilTrue(async () => (await visitorOf(page)).currencies.some(({ code }) => code === 'USD'))
    await emptyCart(page)
  })
})

test('a price that changes while the cart is open is announced, and an unchanged cart is not read again', async () => {
  await emptyCart(page)
  await fillCart(page, full, 1)
  await visit(page, '/sepet')
  const priceNotice = page.getByRole('status').filter({ hasText: t('cartPage.told.prices', { count: 1 }) })
  expect(await priceNotice.count()).toBe(0)
  const checkRevision = async () => {
    const response = page.waitForResponse((response) => response.url().includes('/api/catalog/cart/revision'))
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    return (await (await response).json()) as { isCurrent: boolean }
  }
  const raise = (by: number) =>
    database.pool.execute(
      `UPDATE unit_prices SET sale_value = sale_value + $2
        WHERE unit_id = (SELECT default_unit_id FROM products WHERE id = $1)`,
      [full.id, by],
    )
  await raise(1)
  expect(await checkRevision()).toMatchObject({ isCurrent: false })
  await priceNotice.waitFor()
  await expect.poll(checkRevision).toMatchObject({ isCurrent: true })
  await raise(-1)
  await emptyCart(page)
})

test('hidden prices are in no page source, neither for guests nor for dealers', async () => {
  const paths = ['/?view=grid', '/?view=list', search(full, 'grid'), full.url]
  const figures = [full, dollar].flatMap(({ salePrice, listPrice }) =>
    [salePrice, listPrice].flatMap((price) =>
      price && price.value % 1 !== 0 ? [String(price.value), formatMoney(price.value, price.currency)] : [],
    ),
  )
  const sources = async (of: Page) =>
    (await Promise.all(paths.map(async (path) => (await of.request.get(path)).text()))).join('\n')
  expect(figures.filter((figure) => figure.length > 4).length).toBeGreaterThan(0)
  expect(await sources(page)).toContain(String(full.salePrice?.value))
  const guest = (await newVisitor(browser, shop.url)).page
  const hidden = /salePrice|defaultPrice|listPrice"|advencePrice\d"|"offers":|priceCurrency/
  const isWithoutPrices = (text: string) =>
    !hidden.test(text.replace(/"showListPrice"/g, '')) &&
    figures.filter((figure) => figure.length > 4).every((figure) => !text.includes(figure))
  expect(isWithoutPrices(await sources(guest))).toBe(true)
  await shop.toptan('settings', 'showPriceStatus', '0')
  await waitUntilTrue(async () => !(await visitorOf(page)).seesPrices)
  expect(isWithoutPrices(await sources(page))).toBe(true)
  await visit(page, full.url)
  await main().getByText(t('catalog.priceHidden')).first().waitFor()
  await shop.toptan('settings', 'showPriceStatus', '1')
  await shop.toptan('settings', 'guestPrices', '1')
  await waitUntilTrue(async () => (await visitorOf(guest)).seesPrices)
  await visit(guest, full.url)
  await choose(guest, 'TRY', 'EUR')
  await main(guest).getByText(/€\d/).first().waitFor()
  await visit(guest, search(full, 'grid'))
  await main(guest).getByText(/€\d/).first().waitFor()
})
