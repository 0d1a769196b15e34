import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import type { CartItem } from '#contract/shop/cart.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import { pages } from '#contract/core/pages.ts'
import { unitTitle } from '#domain/cart/unit-title.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { callFrom, demoUrl, emptyCart, listOf, orderableOf, people } from '#e2e/support/demo-shop.ts'
import { pattern, t } from '#e2e/support/words.ts'

let browser: Browser
let page: Page
let problems: string[]
/** Products that can be ordered, and one with variants. */
let products: Product[]
let parent: Product

beforeAll(async () => {
  browser = await openBrowser()
  ;({ page, problems } = await newVisitor(browser, demoUrl))
  await signIn(page, people.dealer)
  const { items } = await listOf(page, '?limit=96&sort=-quantity')
  const found = items.find(({ varyantx }) => varyantx === 0)
  products = orderableOf(items, 6)
  const variants = found ?? (await listOf(page, '?limit=96')).items.find(({ varyantx }) => varyantx === 0)
  if (variants === undefined) throw new Error('The demo store has no product with variants on its first pages.')
  parent = variants
})
afterAll(() => browser?.close())
beforeEach(async () => {
  await visit(page, '/account/settings')
  await callFrom(page, 'PATCH', '/api/account/order-question', { asksBeforeOrder: true })
  await emptyCart(page)
  await visit(page, pages.cart)
})

const dialog = () => page.getByRole('dialog', { name: t('cartPage.paste.title') })
const main = (name: string) => dialog().getByRole('button', { name, exact: true })
const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)
const cartOf = async () => (await (await page.request.get('/api/catalog/cart')).json()) as CartItem[]
const field = (key: string, row: number) => dialog().getByLabel(t(key, { row }), { exact: true })
const defaultUnitOf = ({ units, defaultUnit }: Product) => units.find(({ id }) => id === defaultUnit)
/** A code with two letters exchanged. */
const misspelled = (code: string) => `${code.slice(0, -2)}${code.at(-1)}${code.at(-2)}`

test('sixty pasted lines become an order by the keyboard alone', async () => {
  const chosen = products.slice(0, 60)
  expect(chosen).toHaveLength(60)
  const rows = chosen.map((product, i) => {
    const { code } = product
    const unit = defaultUnitOf(product)?.value ?? ''
    if (i === 4) return `${code}\t5 ${unit}`
    if (i === 9) return `${code}x9\t2`
    return i === 14 ? `${code}\tbeş` : `${code}\t${(i % 3) + 1}`
  })
  await page.keyboard.press('F9')
  await expect.poll(() => isFocused(dialog().getByRole('textbox'))).toBe(true)
  await page.keyboard.insertText(['Stok Kodu\tMiktar', ...rows].join('\n'))
  await page.keyboard.press('Control+Enter')
  await dialog()
    .getByText(t('cartPage.paste.bad', { count: 2 }))
    .waitFor()
  // Units are shown with their content.
  const boxed = chosen.findIndex((product) => (defaultUnitOf(product)?.multiplier ?? 1) > 1)
  const row = dialog().getByRole('row', { name: chosen[boxed]?.code ?? '' })
  await row
    .getByText(`${(boxed % 3) + 1} ${unitTitle(defaultUnitOf(chosen[boxed] as Product) as Unit, 'tr')}`)
    .waitFor()
  // The skipped heading stays visible.
  await dialog().getByText('Stok Kodu · Miktar').waitFor()

  // The first problem has the focus: a wrong code, then a quantity in words.
  await expect.poll(() => isFocused(field('cartPage.paste.codeOf', 11))).toBe(true)
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(chosen[9]?.code ?? '')
  await page.keyboard.press('Enter')
  await dialog()
    .getByText(t('cartPage.paste.bad', { count: 1 }))
    .waitFor()
  await expect.poll(() => isFocused(field('cartPage.paste.quantityOf', 16))).toBe(true)
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText('5')
  await page.keyboard.press('Enter')
  await dialog()
    .getByText(t('cartPage.paste.good', { count: 60 }))
    .waitFor()
  // Nothing is left to repair: the main button has the focus.
  await expect.poll(() => isFocused(main(t('cartPage.paste.add', { count: 60 })))).toBe(true)
  await page.keyboard.press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await page.getByText(new RegExp(`^${t('cartPage.paste.added', { count: 60 })} · ₺`)).waitFor()

  const lines = await cartOf()
  expect(lines).toHaveLength(60)
  expect([4, 9, 14].map((i) => lines[i]?.quantity)).toEqual([5, 2, 5])
  await page
    .getByRole('button', { name: t('cart.summary.order') })
    .first()
    .waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alertdialog', { name: t('checkout.confirm.title') }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.waitForURL('**/checkout/summary?order=*')
  expect(await cartOf()).toEqual([])
  expect(problems).toEqual([])
})

test('problems are repaired in place: a variant is chosen, a near code, a unit, the quantity that stock covers', async () => {
  const [boxed, short] = products as [Product, Product]
  // A letter beside a digit: with two digits exchanged, the code could be one of another product, or the same.
  const near = products.slice(2).find(({ code }) => /[A-Z]\d$|\d[A-Z]$/.test(code)) ?? expect.fail('no such code')
  await page.getByRole('button', { name: t('cartPage.paste.open') }).click()
  const rows = [`${parent.code}\t1`, `${misspelled(near.code)}\t2`, `${boxed.code}\t3\tPALET`, `${short.code}\t999.999`]
  await dialog().getByRole('textbox').fill(rows.join('\n'))
  await main(t('cartPage.paste.check')).click()
  await dialog()
    .getByText(t('cartPage.paste.bad', { count: 4 }))
    .waitFor()

  const variant = field('cartPage.paste.variantOf', 1)
  await variant.selectOption({ index: 1 })
  await variant.waitFor({ state: 'detached' })
  const row = (number: number) =>
    dialog()
      .getByRole('row')
      .filter({ has: page.getByLabel(t('cartPage.paste.codeOf', { row: number }), { exact: true }) })
  await row(1).getByText(t('cartPage.paste.repaired')).waitFor()
  await row(2).getByRole('button', { name: near.code }).click()
  await row(2).getByText(t('cartPage.paste.repaired')).waitFor()
  const units = boxed.units.map((unit) => unitTitle(unit, 'tr'))
  expect((await field('cartPage.paste.unitOf', 3).locator('option').allInnerTexts()).slice(1)).toEqual(units)
  await field('cartPage.paste.unitOf', 3).selectOption(boxed.units[0]?.value ?? '')
  await row(3).getByText(t('cartPage.paste.repaired')).waitFor()
  await row(4)
    .getByRole('button', { name: pattern('cart.line.setFits') })
    .click()
  await row(4).getByText(t('cartPage.paste.repaired')).waitFor()
  // What was given stays readable beside what it became.
  await row(2)
    .getByText(`${misspelled(near.code)} · 2`)
    .waitFor()

  const total = await dialog()
    .getByText(pattern('cartPage.paste.total'))
    .or(dialog().getByText(t('cartPage.paste.total')))
    .innerText()
  await main(t('cartPage.paste.add', { count: 4 })).click()
  await dialog().waitFor({ state: 'detached' })
  const amount = /₺[\d.,]+/.exec(total)?.[0] ?? ''
  await page.getByText(`${t('cartPage.paste.added', { count: 4 })} · ${amount}`).waitFor()
  // The subtotal of the cart is what was added.
  const subtotal = page
    .getByRole('region', { name: t('cart.summary.title') })
    .getByRole('definition')
    .first()
  await expect.poll(() => subtotal.innerText()).toBe(amount)
  expect((await cartOf()).map(({ quantity }) => quantity).slice(0, 3)).toEqual([1, 2, 3])
})

test('rows that stay refused remain visible after the others were added, until the main button finishes', async () => {
  const [first] = products as [Product]
  await page.getByRole('button', { name: t('cartPage.paste.open') }).click()
  await dialog().getByRole('textbox').fill(`${first.code}\t2\nhiç böyle kod yok\tüç`)
  await main(t('cartPage.paste.check')).click()
  await main(t('cartPage.paste.add', { count: 1 })).click()
  await dialog()
    .getByText(t('cartPage.paste.added', { count: 1 }))
    .waitFor()
  expect(await field('cartPage.paste.codeOf', 2).inputValue()).toBe('hiç böyle kod yok')
  // Far codes are not suggested.
  await dialog().getByText(t('cartPage.paste.noneNear')).waitFor()
  expect(await field('cartPage.paste.quantityOf', 2).inputValue()).toBe('üç')
  await main(t('cartPage.paste.finish')).click()
  await dialog().waitFor({ state: 'detached' })
  await page.keyboard.press('F9')
  expect(await dialog().getByRole('textbox').inputValue()).toContain('hiç böyle kod yok\tüç')
  await dialog()
    .getByRole('button', { name: t('ui.cancel') })
    .click()
  expect(await cartOf()).toHaveLength(1)
})

test('a dropped file is read: a workbook, a text in the Turkish code page; another file is refused by its name', async () => {
  const [first, second] = products as [Product, Product]
  const unit = 'KOLİ'
  const workbook = await writeWorkbook([
    [{ value: 'Kod' }, { value: 'Miktar' }],
    [{ value: first.code }, { value: 4 }],
  ]).toBuffer()
  const csv = Buffer.from(`${second.code};2;KOL`, 'latin1')
  // İ in windows-1254.
  const turkish = Buffer.concat([csv, Buffer.from([0xdd])])
  await page.getByRole('button', { name: t('cartPage.paste.open') }).click()
  const text = dialog().getByRole('textbox')
  const drop = async (name: string, content: Buffer) => {
    const data = await page.evaluateHandle(
      ([fileName, base64]) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)], fileName))
        return transfer
      },
      [name, content.toString('base64')] as const,
    )
    await text.dispatchEvent('drop', { dataTransfer: data })
  }
  await drop('siparis.xlsx', workbook)
  await expect.poll(() => text.inputValue()).toBe(`Kod\tMiktar\n${first.code}\t4`)
  await drop('liste.csv', turkish)
  await expect.poll(() => text.inputValue()).toBe(`Kod\tMiktar\n${first.code}\t4\n${second.code};2;${unit}`)
  await drop('fotograf.png', Buffer.from([0x89, 0x50, 0, 1]))
  await dialog()
    .getByText(t('cartPage.paste.unread', { name: 'fotograf.png' }))
    .waitFor()
  expect(await text.inputValue()).toContain(second.code)
})

test('a message becomes lines: quantities before and after codes, codes with spaces; greetings and prices are set aside', async () => {
  const [first, second, third] = products.slice(0, 3)
  // A code whose last part could be a quantity.
  const spaced = products.slice(3).find(({ code }) => /[-/.]\d{1,4}$/.test(code))
  if (first === undefined || second === undefined || third === undefined || spaced === undefined) {
    throw new Error('The demo store has too few products.')
  }
  const text = [
    'Selam, kolay gelsin',
    `2 ${first.code}`,
    '',
    `${second.code.toLowerCase()} x 3`,
    `${third.code} - 4 ad 12,50 tl`,
    spaced.code.replace(/[-/.]/g, ' '),
    'teşekkürler',
  ].join('\n')
  await page.keyboard.press('F9')
  await expect.poll(() => isFocused(dialog().getByRole('textbox'))).toBe(true)
  await page.keyboard.insertText(text)
  await page.keyboard.press('Control+Enter')
  await dialog().getByText('Selam, kolay gelsin · teşekkürler').waitFor()
  await dialog()
    .getByText(t('cartPage.paste.price', { price: '12,50 tl' }))
    .waitFor()
  expect(await dialog().locator('[data-problem]').count()).toBe(0)
  await page.keyboard.press('Control+Enter')
  await dialog().waitFor({ state: 'detached' })
  const added = new Map((await cartOf()).map(({ product, quantity }) => [product.code, quantity]))
  expect(added).toEqual(
    new Map([
      [first.code, 2],
      [second.code, 3],
      [third.code, 4],
      [spaced.code, 1],
    ]),
  )
})
