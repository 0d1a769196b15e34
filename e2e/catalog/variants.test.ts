import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import type { Product, ProductDetail } from '#contract/shop/product.ts'
import { formatsOf } from '#domain/text/format.ts'
import { shownPrice } from '#domain/pricing/price.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, emptyCart, listOf, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

const { formatMoney, formatQuantity } = formatsOf('tr')

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const detailOf = async (page: Page, id: number) =>
  (await (await page.request.get(`/api/catalog/product/${id}`)).json()) as ProductDetail
const cartOf = async (page: Page) => (await (await page.request.get('/api/catalog/cart')).json()) as CartItem[]

async function dealer() {
  const visitor = await newVisitor(browser, demoUrl)
  await signIn(visitor.page, people.dealer)
  await emptyCart(visitor.page)
  return visitor
}

type Family = { parent: ProductDetail; variant: ProductDetail }
const families = new Map<number, Promise<Family>>()

/** A parent with this many dimensions, and one of its variants that can be added. */
function familyOf(page: Page, dimensions: number): Promise<Family> {
  const found = families.get(dimensions) ?? findFamily(page, dimensions)
  families.set(dimensions, found)
  return found
}

async function findFamily(page: Page, dimensions: number): Promise<Family> {
  for (let at = 1; at <= 20; at += 1) {
    const { items, pages } = await listOf(page, `?limit=96&page=${at}`)
    for (const { id } of items.filter(({ varyantx }) => varyantx === 0)) {
      const parent = await detailOf(page, id)
      if (parent.variants.length !== dimensions) continue
      for (const { id: child } of parent.variantProducts.filter(({ isInStock }) => isInStock)) {
        const variant = await detailOf(page, child)
        if ((variant.salePrice?.value ?? 0) > 0 && (variant.quantity ?? 0) > 20) return { parent, variant }
      }
    }
    if (at >= pages) break
  }
  throw new Error(`The demo store has no product with ${dimensions} dimensions.`)
}

const value = (page: Page, dimension: string, name: string) =>
  page
    .getByRole('region', { name: t('product.variants') })
    .getByRole('group', { name: dimension })
    .getByRole('button', { name, exact: true })

async function choose(page: Page, parent: ProductDetail, values: readonly string[]): Promise<void> {
  for (const [at, name] of values.entries()) await value(page, parent.variants[at]?.name ?? '', name).click()
}

const addButton = (page: Page, product: Product) =>
  page.getByRole('button', { name: `${t('cart.button.add')} ${product.name}` }).first()

describe('variants', () => {
  test('of three dimensions go from the list to the cart', async () => {
    const { page, context, problems } = await dealer()
    const { parent, variant } = await familyOf(page, 3)
    await visit(page, `/search?q=${encodeURIComponent(parent.code)}&view=list`)
    await page
      .getByRole('row')
      .filter({ hasText: parent.name })
      .getByRole('link', { name: t('cart.button.chooseVariantShort') })
      .click()
    await page.getByText('Ürün sayfasına yönlendiriliyorsunuz... Varyant Seçiniz!').waitFor()
    await page.getByRole('heading', { level: 1, name: parent.name }).waitFor()
    await page.getByRole('button', { name: t('cart.button.choose_variant') }).click()
    await page.getByText('Varyant Seçiniz!', { exact: true }).waitFor()

    await choose(page, parent, variant.chosen)
    await page.getByText(t('product.swapping')).waitFor()
    expect(new URL(page.url()).pathname).toBe(parent.url)
    await page.waitForURL((url) => url.pathname === variant.url)
    await page.getByRole('heading', { level: 1, name: variant.name }).waitFor()
    await page.getByText(t('product.swapping')).waitFor({ state: 'hidden' })
    await addButton(page, variant).click()
    await expect.poll(async () => (await cartOf(page)).map(({ product }) => product.code)).toEqual([variant.code])
    expect(problems).toEqual([])
    await context.close()
  })

  test.each([1, 2])('of %i dimensions lead to the page of the variant', async (dimensions) => {
    const { page, context } = await dealer()
    const { parent, variant } = await familyOf(page, dimensions)
    await visit(page, parent.url)
    await choose(page, parent, variant.chosen)
    await page.waitForURL((url) => url.pathname === variant.url)
    await addButton(page, variant).waitFor()
    await context.close()
  })

  test('have their own addresses: Back, Forward and a shared link', async () => {
    const { page, context } = await dealer()
    const { parent, variant } = await familyOf(page, 3)
    await visit(page, parent.url)
    await choose(page, parent, variant.chosen)
    await page.waitForURL((url) => url.pathname === variant.url)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: parent.name }).waitFor()
    expect(
      await page
        .getByRole('region', { name: t('product.variants') })
        .locator('[aria-pressed=true]')
        .count(),
    ).toBe(0)
    await page.goForward()
    await page.getByRole('heading', { level: 1, name: variant.name }).waitFor()

    const guest = await newVisitor(browser, demoUrl)
    await visit(guest.page, variant.url)
    for (const [at, name] of variant.chosen.entries()) {
      const button = value(guest.page, parent.variants[at]?.name ?? '', name)
      expect(await button.getAttribute('aria-pressed')).toBe('true')
    }
    await guest.context.close()
    await context.close()
  })

  test('do not redirect a visitor who goes back while they load', async () => {
    const { page, context } = await dealer()
    const { parent, variant } = await familyOf(page, 3)
    const valuesOf = ({ values }: ProductDetail['variantProducts'][number]) => values.map(({ name }) => name)
    const differences = (values: string[]) => values.flatMap((name, at) => (name === variant.chosen[at] ? [] : [at]))
    const neighbor = parent.variantProducts.find((other) => differences(valuesOf(other)).length === 1)
    if (neighbor === undefined) throw new Error('No other variant differs in one value.')
    const at = differences(valuesOf(neighbor))[0] ?? -1
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.clock.install()
    await visit(page, parent.url)
    await choose(page, parent, variant.chosen)
    await page.waitForURL((url) => url.pathname === variant.url)
    await page.getByRole('heading', { level: 1, name: variant.name }).waitFor()
    await value(page, parent.variants[at]?.name ?? '', valuesOf(neighbor)[at] ?? '').click()
    await page.getByText(t('product.swapping')).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: parent.name }).waitFor()
    await page.clock.runFor(10_000)
    await page.evaluate(() => fetch('/healthz'))
    expect(requested).not.toContain(`/api/catalog/product/${neighbor.url.split('-p-').at(-1)}`)
    expect(requested).toContain('/healthz')
    expect(new URL(page.url()).pathname).toBe(parent.url)
    await page.getByText(t('product.swapping')).waitFor({ state: 'hidden' })
    await context.close()
  })

  test('that do not exist say so, and clear the choices that do not fit them', async () => {
    const { page, context } = await dealer()
    const { parent } = await familyOf(page, 3)
    const names = parent.variants.map(({ values }) => values.map(({ name }) => name))
    const existing = new Set(parent.variantProducts.map(({ values }) => values.map(({ name }) => name).join('|')))
    const missing = (names[0] ?? [])
      .flatMap((a) => (names[1] ?? []).flatMap((b) => (names[2] ?? []).map((c) => [a, b, c] as const)))
      .find(
        ([a, b, c]) =>
          !existing.has([a, b, c].join('|')) && (names[2] ?? []).some((d) => existing.has([a, b, d].join('|'))),
      )
    if (missing === undefined) throw new Error('Every combination exists.')
    await visit(page, parent.url)
    await choose(page, parent, missing.slice(0, 2))
    const impossible = value(page, parent.variants[2]?.name ?? '', `${missing[2]} ${t('product.impossible')}`)
    await page.getByText(t('product.impossibleNote')).waitFor()
    await impossible.click()
    await page.getByText(t('product.cleared', { names: '' }).split(':')[0] ?? '').waitFor()
    const chosen = value(page, parent.variants[2]?.name ?? '', missing[2] ?? '')
    expect(await chosen.getAttribute('aria-pressed')).toBe('true')
    expect(new URL(page.url()).pathname).toBe(parent.url)
    await context.close()
  })
})

describe('units', () => {
  test('change price and barcode, and go to the cart', async () => {
    const { page, context } = await dealer()
    const product = await plainProduct(page)
    const unit = product.units.find(({ multiplier }) => multiplier > 1)
    if (unit?.defaultPrice === undefined) throw new Error('The product has one unit only.')
    const { currency, currencies, settings } = await (await page.request.get('/api/visitor')).json()
    const rates = Object.fromEntries(
      (currencies as { code: string; exchangeRate: number }[]).map(({ code, exchangeRate }) => [code, exchangeRate]),
    )
    const view = { currency: currency.code as string, rates, withTax: settings.productsWithKdv === '1' }
    const price = formatMoney(shownPrice(unit.defaultPrice, view, { taxRate: product.taxRate }), view.currency)
    const label = t('catalog.unitOf', { name: product.name })

    await visit(page, `/search?q=${encodeURIComponent(product.code)}&view=grid`)
    const card = page.getByRole('article').filter({ hasText: product.code }).first()
    const option = `${unit.value} (${formatQuantity(unit.multiplier)}) · ${price}`
    expect(await card.getByLabel(label).locator('option').allInnerTexts()).toContainEqual(
      unit.barcode === null ? option : `${option} · ${unit.barcode}`,
    )
    await card.getByLabel(label).selectOption(String(unit.id))
    await card.getByText(price, { exact: true }).first().waitFor()

    await visit(page, product.url)
    await page.getByRole('radio', { name: new RegExp(`^${unit.value} `) }).check()
    await page.getByText(`/ ${unit.value}`, { exact: true }).waitFor()
    await addButton(page, product).click()
    await expect
      .poll(async () => (await cartOf(page)).map(({ productUnit, quantity }) => [productUnit.id, quantity]))
      .toEqual([[unit.id, 1]])
    await emptyCart(page)
    await context.close()
  })
})

describe('stock per warehouse', () => {
  test('opens from list and product page, one row per warehouse', async () => {
    const { page, context } = await dealer()
    const product = await plainProduct(page)
    const rows = (product.inventory ?? []).map(({ warehouseName, quantity = 0 }) => [
      warehouseName,
      formatQuantity(quantity),
    ])
    const dialog = page.getByRole('dialog', { name: 'Stok Envanteri' })
    const cells = async () =>
      Promise.all((await dialog.getByRole('row').all()).map((row) => row.locator('th, td').allInnerTexts()))

    await visit(page, `/search?q=${encodeURIComponent(product.code)}&view=list`)
    const opener = page.getByRole('button', { name: t('catalog.stockInventoryOf', { name: product.name }) }).first()
    await opener.click()
    await dialog.waitFor()
    expect((await cells()).slice(0, rows.length + 1)).toEqual([['DEPO', 'MİKTAR'], ...rows])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)

    await visit(page, product.url)
    await page.getByRole('button', { name: 'Stok Envanteri' }).click()
    await dialog.waitFor()
    expect((await cells()).slice(0, rows.length + 1)).toEqual([['DEPO', 'MİKTAR'], ...rows])
    await context.close()
  })
})
