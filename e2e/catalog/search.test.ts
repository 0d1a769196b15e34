import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import type { Suggestion } from '#contract/shop/catalog.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, emptyCart, listOf, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const field = (page: Page) => page.getByRole('combobox', { name: t('search.label') })
const list = (page: Page) => page.getByRole('listbox', { name: t('search.suggestions') })
/** Products; categories and brands come before them. */
const options = (page: Page) =>
  list(page)
    .getByRole('option')
    .filter({ has: page.locator('img') })
const isRequested = (url: URL) => url.pathname === '/autocomplete'
const suggestionsFor = async (page: Page, q: string) =>
  (await (await page.request.get(`/autocomplete?q=${encodeURIComponent(q)}`)).json()) as Suggestion[]

const cartOf = async (page: Page) => (await (await page.request.get('/api/catalog/cart')).json()) as CartItem[]

/** A product whose larger unit has a barcode and a price, and is in stock. */
async function productWithCarton(page: Page): Promise<{ product: Product; carton: Unit; barcode: string }> {
  for (const product of (await listOf(page, '?limit=96&sort=-quantity')).items) {
    const { units, defaultUnit, quantity = 0, varyantx } = product
    const carton = units.find(({ id, barcode, multiplier, defaultPrice }) => {
      return id !== defaultUnit && barcode !== null && multiplier <= quantity && (defaultPrice?.value ?? 0) > 0
    })
    if (varyantx === 1 && carton?.barcode) return { product, carton, barcode: carton.barcode }
  }
  throw new Error('The demo store has no product with a barcode on a larger unit.')
}

async function type(page: Page, text: string): Promise<void> {
  await field(page).focus()
  await page.keyboard.type(text)
}

describe('suggestions', () => {
  test('are requested once after typing has paused, and never for an empty text', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    const requested: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (isRequested(url)) requested.push(url.searchParams.get('q') ?? '')
    })
    await visit(page, '/')
    await type(page, '   ')
    await type(page, 'kablo')
    await options(page).first().waitFor()
    expect(requested).toEqual(['kablo'])
    await field(page).fill('')
    await list(page).waitFor({ state: 'detached' })
    expect(requested).toEqual(['kablo'])
    await context.close()
  })

  test('of an outdated request are never shown: it is cancelled', async () => {
    const { page, context, problems } = await newVisitor(browser, demoUrl)
    await visit(page, '/')
    const heldRoute = Promise.withResolvers<void>()
    const cancelled = Promise.withResolvers<string>()
    page.on('requestfailed', (request) => cancelled.resolve(new URL(request.url()).search))
    await page.route(isRequested, async (route) => {
      if (route.request().url().endsWith('q=kablo')) await heldRoute.promise
      await route.continue().catch(() => undefined)
    })
    const first = page.waitForRequest((request) => request.url().endsWith('q=kablo'))
    await type(page, 'kablo')
    await first
    await field(page).fill('pense')
    expect(await cancelled.promise).toBe('?q=kablo')
    await options(page).first().waitFor()
    heldRoute.resolve()
    const names = (await suggestionsFor(page, 'pense')).map(({ name }) => name)
    expect((await options(page).allInnerTexts()).map((text) => text.split(' - ').slice(1).join(' - '))).toEqual(names)
    // A cancelled request is not an error and is not reported.
    expect(problems).toEqual([])
    await context.close()
  })

  test('show picture, code and name, link to their products, and announce how many they are', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await visit(page, '/')
    await type(page, 'kablo')
    await options(page).first().waitFor()
    const found = await suggestionsFor(page, 'kablo')
    expect(await options(page).count()).toBe(found.length)
    for (const [at, { code, name, url, id }] of found.slice(0, 3).entries()) {
      const option = options(page).nth(at)
      expect((await option.innerText()).replace(/\s+/g, ' ')).toBe(`${code} - ${name}`)
      expect(await option.getAttribute('href')).toMatch(new RegExp(`^${url}-p-`))
      expect(await option.locator('img').evaluate((image: HTMLImageElement) => [image.width, image.height])).toEqual([
        48, 48,
      ])
      expect(id).toBeGreaterThan(0)
    }
    expect(await options(page).first().locator('mark').first().innerText()).toMatch(/^kablo$/i)
    await page
      .getByRole('search')
      .getByRole('status')
      .getByText(t('search.count', { count: await list(page).getByRole('option').count() }))
      .waitFor()
    await options(page).first().click()
    await page.waitForURL(`**${found[0]?.path}`)
    expect(await field(page).inputValue()).toBe('')
    await context.close()
  })

  test('without a picture show the placeholder', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await page.route(isRequested, async (route) => {
      const items = (await (await route.fetch()).json()) as Suggestion[]
      await route.fulfill({ json: items.map((item) => ({ ...item, image: '/images/no-such-picture.webp' })) })
    })
    await page.route('**/images/no-such-picture.webp*', (route) => route.abort())
    await visit(page, '/')
    await type(page, 'kablo')
    const image = options(page).first().locator('img')
    await expect
      .poll(() => image.evaluate((image: HTMLImageElement) => new URL(image.src).pathname))
      .toBe('/images/404.png')
    await context.close()
  })

  test('that fail are reported and leave the search unchanged', async () => {
    const { page, context, problems } = await newVisitor(browser, demoUrl)
    await visit(page, '/')
    await page.route(isRequested, (route) => route.abort())
    await type(page, 'kablo')
    await expect.poll(() => problems.join()).toContain('Suggestions failed')
    expect(await list(page).count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=kablo')
    await context.close()
  })
})

describe('the keyboard', () => {
  test('arrows move, Escape closes and restores the typed text, Enter submits the form', async () => {
    const { page, context, problems } = await newVisitor(browser, demoUrl)
    await visit(page, '/')
    expect(await field(page).getAttribute('aria-expanded')).toBe('false')
    await type(page, 'pense')
    await options(page).first().waitFor()
    const found = await suggestionsFor(page, 'pense')
    const state = () =>
      field(page).evaluate((input: HTMLInputElement) => ({
        text: input.value,
        isExpanded: input.getAttribute('aria-expanded'),
        controls: document.getElementById(input.getAttribute('aria-controls') ?? '')?.getAttribute('role'),
        active: document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.ariaSelected,
      }))
    const open = { isExpanded: 'true', controls: 'listbox' }
    const places = (await list(page).getByRole('option').count()) - found.length
    expect(await state()).toEqual({ ...open, text: 'pense', active: undefined })
    for (let place = 0; place < places; place++) {
      await page.keyboard.press('ArrowDown')
      expect(await state()).toEqual({ ...open, text: 'pense', active: 'true' })
    }
    await page.keyboard.press('ArrowDown')
    expect(await state()).toEqual({ ...open, text: found[0]?.code, active: 'true' })
    for (let place = 0; place <= places; place++) await page.keyboard.press('ArrowUp')
    expect(await state()).toEqual({ ...open, text: 'pense', active: undefined })
    await page.keyboard.press('ArrowUp')
    expect(await state()).toEqual({ ...open, text: found.at(-1)?.code, active: 'true' })
    const [whole, last] = await Promise.all([list(page).boundingBox(), options(page).last().boundingBox()])
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((whole?.y ?? 0) + (whole?.height ?? 0))
    await page.keyboard.press('Escape')
    expect(await state()).toEqual({ text: 'pense', isExpanded: 'false', controls: undefined, active: undefined })
    await page.keyboard.press('ArrowDown')
    for (let place = 0; place <= places; place++) await page.keyboard.press('ArrowDown')
    expect((await state()).text).toBe(found[0]?.code)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/search?q=${encodeURIComponent(found[0]?.code ?? '').replaceAll('%20', '+')}`)
    await list(page).waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await context.close()
  })

  test('leads from a search to the product’s quantity to the cart', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await signIn(page, people.dealer)
    const product = await plainProduct(page)
    const barcode = product.units.find(({ id }) => id === product.defaultUnit)?.barcode ?? ''
    for (const code of [product.code, barcode]) {
      await visit(page, '/')
      await page.keyboard.press('/')
      // A scanner types without pauses and ends with Enter.
      await page.keyboard.type(code)
      await page.keyboard.press('Enter')
      const name = t('cart.quantityOf', { name: product.name })
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(name)
    }
    await context.close()
  })

  test('a scanned barcode of a carton orders a carton: in the list, by a suggestion, and on the product page', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await signIn(page, people.dealer)
    const { product, carton, barcode } = await productWithCarton(page)
    await emptyCart(page)
    const scan = async () => {
      await visit(page, '/')
      await page.keyboard.press('/')
      await page.keyboard.type(barcode)
    }
    const chosenUnit = () =>
      page.getByRole('combobox', { name: t('catalog.unitOf', { name: product.name }) }).inputValue()
    await scan()
    await page.keyboard.press('Enter')
    const quantity = t('cart.quantityOf', { name: product.name })
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(quantity)
    expect(await chosenUnit()).toBe(String(carton.id))
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => (await cartOf(page)).map(({ productUnit, quantity: count }) => [productUnit.id, count]))
      .toEqual([[carton.id, 1]])
    // The row's link keeps the unit.
    await page.getByRole('link', { name: product.name }).last().click()
    const inPage = page.getByRole('radio', { name: carton.value }).first()
    await inPage.waitFor()
    expect(await inPage.isChecked()).toBe(true)

    await scan()
    await options(page).first().waitFor()
    expect(await options(page).first().innerText()).toContain(carton.value)
    await options(page).first().click()
    await page.waitForURL(`**-p-*?unit=${carton.id}`)
    await inPage.waitFor()
    expect(await inPage.isChecked()).toBe(true)
    await emptyCart(page)
    await context.close()
  })

  test('an empty field sends nothing', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await visit(page, '/')
    await type(page, '  ')
    await page.keyboard.press('Enter')
    expect(new URL(page.url()).pathname).toBe('/')
    await context.close()
  })
})

test('a click outside closes the suggestions and keeps the text', async () => {
  const { page, context } = await newVisitor(browser, demoUrl)
  await visit(page, '/')
  await type(page, 'kablo')
  await options(page).first().waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  await list(page).waitFor({ state: 'detached' })
  expect(await field(page).inputValue()).toBe('kablo')
  await page.locator('main a[href*="-p-"]').first().click()
  await page.waitForURL('**/*-p-*')
  await expect.poll(() => field(page).inputValue()).toBe('')
  await type(page, 'pense')
  await page.goBack()
  await expect.poll(() => field(page).inputValue()).toBe('')
  await context.close()
})

test('on a phone the suggestions are as wide as the field and scroll within the screen', async () => {
  const { page, context } = await newVisitor(browser, demoUrl, { screen: phone })
  await visit(page, '/')
  await type(page, 'kablo')
  await options(page).first().waitFor()
  const [own, box] = await Promise.all([list(page).boundingBox(), field(page).boundingBox()])
  expect([own?.x, own?.width]).toEqual([box?.x, box?.width])
  expect((own?.y ?? 0) + (own?.height ?? 0)).toBeLessThanOrEqual(phone.height)
  for (const option of await options(page).all())
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await context.close()
})
