import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import type { ProductDetail } from '#contract/shop/product.ts'
import type { VariantCell } from '#contract/shop/variants.ts'
import { newVisitor, openBrowser, phone, type Screen, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, emptyCart, listOf, people } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

async function dealer(screen?: Screen) {
  const visitor = await newVisitor(browser, demoUrl, screen && { screen })
  await signIn(visitor.page, people.dealer)
  await emptyCart(visitor.page)
  return visitor
}

const cartOf = async (page: Page) => (await (await page.request.get('/api/catalog/cart')).json()) as CartItem[]
const cartLines = async (page: Page) =>
  (await cartOf(page)).map(({ product, quantity }) => `${quantity} ${product.code}`).toSorted()

type Family = { parent: ProductDetail; cells: VariantCell[] }

/** A product with this many dimensions, of which several variants can be added without rules of quantity. */
async function familyOf(page: Page, dimensions: number): Promise<Family> {
  for (let at = 1; at <= 20; at += 1) {
    const { items, pages } = await listOf(page, `?limit=96&page=${at}`)
    for (const { id } of items.filter(({ varyantx }) => varyantx === 0)) {
      const parent = (await (await page.request.get(`/api/catalog/product/${id}`)).json()) as ProductDetail
      if (parent.variants.length !== dimensions) continue
      const { items: cells } = (await (await page.request.get(`/api/catalog/variants/${id}`)).json()) as {
        items: VariantCell[]
      }
      if (cells.filter((cell) => canBeAdded(cell)).length >= 4) return { parent, cells }
    }
    if (at >= pages) break
  }
  throw new Error(`The demo store has no product with ${dimensions} dimensions.`)
}

const canBeAdded = ({ quantity = 0, units }: VariantCell) =>
  quantity > 5 &&
  units.every(({ terms, defaultPrice }) => {
    const { least = 1, step = 1 } = terms?.allowed ?? {}
    return least === 1 && step === 1 && (defaultPrice?.value ?? 0) > 0
  })

const section = (page: Page) => page.getByRole('region', { name: t('product.grid.title') })
const field = (page: Page, cell: VariantCell) =>
  section(page).getByLabel(t('product.grid.quantityOf', { name: cell.values.join(', ') }), { exact: true })
const addButton = (page: Page, count: number) =>
  section(page).getByRole('button', { name: t('product.grid.add', { count, number: count }) })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-place'))

describe('the grid of a product', () => {
  test('is filled by the keyboard as a spreadsheet, and added at once', async () => {
    const { page, context, problems } = await dealer()
    const { parent, cells } = await familyOf(page, 2)
    const added = cells.filter((cell) => canBeAdded(cell)).slice(0, 4)
    const requests: string[] = []
    page.on('request', (request) => request.method() === 'POST' && requests.push(new URL(request.url()).pathname))
    await visit(page, parent.url)
    await field(page, added[0] ?? expect.fail()).waitFor()
    for (const [at, cell] of added.entries()) await field(page, cell).fill(String(at + 1))
    await section(page)
      .getByText(t('product.grid.count', { count: 4, number: 4 }))
      .first()
      .waitFor()

    // Arrows skip what cannot be typed into; Enter leads down and on to the next column.
    await page.keyboard.press('Control+Home')
    const first = await focused(page)
    await page.keyboard.press('ArrowDown')
    const below = await focused(page)
    expect(below).not.toBe(first)
    await page.keyboard.press('ArrowUp')
    expect(await focused(page)).toBe(first)
    await page.keyboard.press('Enter')
    expect(await focused(page)).toBe(below)
    await page.keyboard.press('Shift+Enter')
    expect(await focused(page)).toBe(first)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: t('keys.title') }).waitFor()
    await page.keyboard.press('Escape')

    await field(page, added[3] ?? expect.fail()).focus()
    requests.length = 0
    await page.keyboard.press('Control+Enter')
    await page.getByText(t('cart.added.title')).waitFor()
    const expected = added.map(({ code }, at) => `${at + 1} ${code}`).toSorted()
    expect(await cartLines(page)).toEqual(expected)
    expect(requests.filter((path) => path.startsWith('/api/catalog/cart'))).toEqual(['/api/catalog/cart/units'])
    for (const cell of added) expect(await field(page, cell).inputValue()).toBe('')
    expect(problems).toEqual([])
    await context.close()
  })

  test('says in a refused cell why, keeps all quantities, and can add the others', async () => {
    const { page, context } = await dealer()
    const { parent, cells } = await familyOf(page, 2)
    const [scarce, other] = cells.filter((cell) => canBeAdded(cell))
    if (scarce === undefined || other === undefined) throw new Error('Too few variants.')
    await visit(page, parent.url)
    await field(page, scarce).fill(String((scarce.quantity ?? 0) + 1))
    await field(page, other).fill('2')
    await section(page).getByText(t('product.grid.noStock')).waitFor()
    await addButton(page, 2).click()
    await section(page)
      .getByText(t('product.grid.refused', { count: 1 }))
      .waitFor()
    expect(await cartOf(page)).toEqual([])
    expect(await field(page, scarce).getAttribute('aria-invalid')).toBe('true')
    expect(await field(page, scarce).inputValue()).toBe(String((scarce.quantity ?? 0) + 1))
    expect(await field(page, other).inputValue()).toBe('2')

    await section(page)
      .getByRole('button', { name: t('product.grid.addOthers', { count: 1 }) })
      .click()
    await expect.poll(() => cartLines(page)).toEqual([`2 ${other.code}`])
    // The refused one stays; what fits is one press away.
    await expect.poll(() => field(page, other).inputValue()).toBe('')
    const fits = scarce.quantity ?? 0
    await section(page)
      .getByRole('button', { name: t('product.grid.take', { quantity: fits }), exact: true })
      .click()
    expect(await field(page, scarce).inputValue()).toBe(String(fits))
    await addButton(page, 1).click()
    await expect.poll(() => cartLines(page)).toEqual([`${fits} ${scarce.code}`, `2 ${other.code}`].toSorted())
    await context.close()
  })

  test('of three dimensions has a choice above, counts what is typed below each, and takes a block from a spreadsheet', async () => {
    const { page, context, problems } = await dealer()
    const { parent, cells } = await familyOf(page, 3)
    const [first] = cells.filter((cell) => canBeAdded(cell))
    if (first === undefined) throw new Error('No variant can be added.')
    await visit(page, parent.url)
    const choice = section(page).getByRole('group', { name: parent.variants[0]?.name ?? '' })
    await choice.getByRole('button', { name: first.values[0] ?? '' }).click()
    await field(page, first).focus()
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.setData('text', '3\n0')
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    })
    expect(await field(page, first).inputValue()).toBe('3')
    await choice.getByText(t('product.grid.filled', { count: 1 })).waitFor({ state: 'attached' })
    const elsewhere = parent.variants[0]?.values.find(({ name }) => name !== first.values[0])?.name ?? ''
    await choice.getByRole('button', { name: elsewhere }).click()
    await addButton(page, 1).click()
    await expect.poll(() => cartLines(page)).toEqual([`3 ${first.code}`])
    expect(problems).toEqual([])
    await context.close()
  })

  test('works on a phone, without scrolling sideways', async () => {
    const { page, context, problems } = await dealer(phone)
    const { parent, cells } = await familyOf(page, 2)
    const [first] = cells.filter((cell) => canBeAdded(cell))
    if (first === undefined) throw new Error('No variant can be added.')
    await visit(page, parent.url)
    await page.getByRole('link', { name: t('product.grid.jump') }).click()
    await field(page, first).fill('2')
    await addButton(page, 1).click()
    await expect.poll(() => cartLines(page)).toEqual([`2 ${first.code}`])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(phone.width)
    expect(problems).toEqual([])
    await context.close()
  })

  test('shows guests what they may see, and no prices', async () => {
    const { page, context } = await dealer()
    const { parent } = await familyOf(page, 2)
    await context.close()
    const guest = await newVisitor(browser, demoUrl)
    await visit(guest.page, parent.url)
    await section(guest.page).getByRole('table').waitFor()
    expect(await section(guest.page).innerText()).not.toContain('₺')
    await guest.context.close()
  })
})
