import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import type { CartItem } from '#contract/shop/cart.ts'
import { addDraftLines, type OrderDraft } from '#contract/shop/order-pad.ts'
import type { Product } from '#contract/shop/product.ts'
import { pages } from '#contract/core/pages.ts'
import type { DraftLine } from '#domain/cart/draft-line.ts'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { callFrom, demoUrl, emptyCart, listOf, orderableOf, people } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
let context: BrowserContext
let page: Page
let problems: string[]
/** Products without variants and rules of quantity, with more than 20 in stock. */
let products: Product[]

beforeAll(async () => {
  browser = await openBrowser()
  ;({ page, context, problems } = await newVisitor(browser, demoUrl))
  await signIn(page, people.dealer)
  const { items } = await listOf(page, '?limit=96&sort=-quantity')
  products = orderableOf(items, 6)
})
afterAll(() => browser?.close())
beforeEach(async () => {
  await context.setOffline(false)
  await visit(page, '/account/settings')
  // What an earlier journey could not save.
  await page.evaluate(() => localStorage.clear())
  await callFrom(page, 'PATCH', '/api/account/order-question', { asksBeforeOrder: true })
  await emptyCart(page)
  await saveDraft([])
  await visit(page, pages.orderPad)
})

const draftOf = async () => (await (await page.request.get('/api/catalog/order-pad')).json()) as OrderDraft
const saveDraft = async (lines: DraftLine[]) =>
  callFrom(page, 'PATCH', '/api/catalog/order-pad', { revision: (await draftOf()).revision, lines })
const cartOf = async () => (await (await page.request.get('/api/catalog/cart')).json()) as CartItem[]
const cartLines = async () => (await cartOf()).map(({ product, quantity }) => [product.code, quantity])
const codeAt = (at: number) => products[at]?.code ?? expect.fail('The demo store has too few products.')

const cell = (column: 'code' | 'unit' | 'quantity', row: number, on = page) =>
  on.getByLabel(t(`orderPad.${column}Of`, { row }), { exact: true })
const isFocused = (column: 'code' | 'unit' | 'quantity', row: number) =>
  cell(column, row).evaluate((element) => element === document.activeElement)
const savedLines = async () => (await draftOf()).lines.map(({ code, quantity }) => [code, quantity])

/** Pastes a text at the focus, as Ctrl+V does. */
async function paste(text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const data = new DataTransfer()
    data.setData('text', pasted)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
}

test('sixty typed lines become an order by the keyboard alone, with few keys beyond the data', async () => {
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await cell('code', 1).focus()
  for (let at = 0; at < 60; at += 1) {
    // One code is mistyped.
    await page.keyboard.insertText(at === 9 ? `${codeAt(at)}QQ` : codeAt(at))
    await page.keyboard.press('Enter')
    await page.keyboard.insertText(String((at % 3) + 1))
    await page.keyboard.press('Enter')
  }
  await page.getByText(t('orderPad.problems', { count: 1 })).waitFor()
  await press('F8')
  await expect.poll(() => isFocused('code', 10)).toBe(true)
  await page.keyboard.insertText(codeAt(9))
  await press('Enter')
  await page.getByText(t('orderPad.validCount', { count: 60 })).waitFor()
  await press('Control+Enter')
  await page.getByText(t('orderPad.added', { count: 60 })).waitFor()
  await press('Control+Enter')
  await page.waitForURL(`**${pages.cart}`)
  await page
    .getByText(t('cart.lines', { count: 60 }))
    .first()
    .waitFor()
  expect(await cartLines()).toEqual(products.slice(0, 60).map(({ code }, at) => [code, (at % 3) + 1]))
  await page
    .getByRole('button', { name: t('cart.summary.order') })
    .first()
    .waitFor()
  await press('Control+Enter')
  await page.getByRole('alertdialog', { name: t('checkout.confirm.title') }).waitFor()
  await press('Control+Enter')
  await page.waitForURL('**/checkout/summary?order=*')
  expect(keys).toBeLessThanOrEqual(40)
  expect(problems).toEqual([])
})

test('a part of a name is completed by the arrows, Enter leads to the quantity and to the next row, letters choose units', async () => {
  const boxed = products.find(({ units }) => units.length > 1) ?? expect.fail('no product with several units')
  await cell('code', 1).focus()
  await page.keyboard.type(boxed.code.slice(0, -1))
  const option = page.getByRole('option').filter({ hasText: boxed.code })
  await option.waitFor()
  while ((await cell('code', 1).inputValue()) !== boxed.code) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused('quantity', 1)).toBe(true)
  await page.getByText(boxed.name).first().waitFor()
  await page.keyboard.press('ArrowLeft')
  expect(await isFocused('unit', 1)).toBe(true)
  const unit = boxed.units.findLast(({ id }) => id !== boxed.defaultUnit) ?? expect.fail()
  await page.keyboard.type(unit.value.slice(0, 2))
  await expect.poll(() => cell('unit', 1).inputValue()).toBe(unit.value)
  await page.keyboard.press('Enter')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  expect(await isFocused('code', 2)).toBe(true)
  await expect
    .poll(async () => (await draftOf()).lines)
    .toEqual([{ code: boxed.code, quantity: '2', unit: unit.value }])
})

test('cells and rows are left, cleared, removed and restored as in a spreadsheet', async () => {
  await cell('code', 1).focus()
  for (const at of [0, 1, 2]) {
    await page.keyboard.insertText(codeAt(at))
    await page.keyboard.press('Enter')
    await page.keyboard.insertText('4')
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('ArrowUp')
  expect(await isFocused('code', 3)).toBe(true)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await isFocused('quantity', 2)).toBe(true)
  await page.keyboard.press('Delete')
  await expect.poll(savedLines).toEqual([
    [codeAt(0), '4'],
    [codeAt(1), ''],
    [codeAt(2), '4'],
  ])
  await page.keyboard.press('Control+Delete')
  await expect.poll(savedLines).toEqual([
    [codeAt(0), '4'],
    [codeAt(2), '4'],
  ])
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(savedLines).toEqual([0, 1, 2].map((at) => [codeAt(at), '4']))
  await page.keyboard.press('Control+y')
  expect(await cell('quantity', 2).inputValue()).toBe('')
  await page.keyboard.press('?')
  await page
    .getByRole('dialog', { name: t('keys.title') })
    .getByText(t('keys.pad.title'))
    .waitFor()
  await page.keyboard.press('Escape')
  // A scanner types its barcode where the focus is, and Enter.
  await cell('quantity', 3).focus()
  await page.keyboard.type('8690000000012')
  await page.keyboard.press('Enter')
  await expect.poll(() => isFocused('quantity', 4)).toBe(true)
  expect([await cell('quantity', 3).inputValue(), await cell('code', 4).inputValue()]).toEqual(['4', '8690000000012'])
})

describe('a pasted list', () => {
  test('of 2,000 rows is read by its columns; only rows on screen are rendered', async () => {
    const rows = Array.from({ length: 2000 }, (_, i) => `${i + 1}\t${codeAt(i % 40)}\tAd\t${(i % 5) + 1}\t12,50`)
    await cell('code', 1).focus()
    await paste(['Sıra\tStok Kodu\tÜrün Adı\tMiktar\tFiyat', ...rows].join('\n'))
    await page.getByText(t('orderPad.pastedPrice')).waitFor()
    await page.getByText(t('orderPad.lines', { count: 2000 }), { exact: true }).waitFor()
    await expect.poll(() => page.locator('main tbody tr').count()).toBeLessThan(60)
    await expect.poll(async () => (await draftOf()).lines.length).toBe(2000)
    await page.keyboard.press('Control+End')
    await expect.poll(() => isFocused('code', 2000)).toBe(true)
    // One more does not fit, and nothing is lost.
    await paste('A\t1\nB\t2')
    await page.getByText(t('orderPad.tooMany', { count: 2, max: '2.000' })).waitFor()
    expect((await draftOf()).lines).toHaveLength(2000)
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await draftOf()).lines).toEqual([])
  })

  test('is put before the rows below; problems are repaired in place, and what is valid is added', async () => {
    await saveDraft([{ code: codeAt(5), quantity: '7', unit: '' }])
    await visit(page, pages.orderPad)
    await cell('code', 1).focus()
    const near = `${codeAt(1).slice(0, -1)}#`
    await paste(`${codeAt(0)}\t2\n${near}\t3\n${codeAt(2)}\t999.999\n${codeAt(3)}\t1 PALET`)
    await page.getByText(t('orderPad.problems', { count: 3 })).waitFor()
    expect(await cell('code', 5).inputValue()).toBe(codeAt(5))
    await page.keyboard.press('F8')
    await page
      .getByRole('button', { name: codeAt(1) })
      .first()
      .click()
    await page.getByText(t('orderPad.problems', { count: 2 })).waitFor()
    await page.getByRole('button', { name: /^Miktarı .* yap$/ }).click()
    await page.getByText(t('orderPad.problems', { count: 1 })).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText(t('orderPad.added', { count: 4 })).waitFor()
    await page.getByText(t('orderPad.addedRest', { count: 1 })).waitFor()
    expect(await savedLines()).toEqual([[codeAt(3), '1']])
    expect((await cartLines()).map(([code]) => code)).toEqual([0, 1, 2, 5].map(codeAt))
  })

  test('can come from a file', async () => {
    const workbook = await writeWorkbook([
      [{ value: 'Adet' }, { value: 'Açıklama' }, { value: 'Kod' }, { value: 'Birim Fiyat' }],
      [{ value: 4 }, { value: 'Pense' }, { value: codeAt(0) }, { value: 12.5 }],
      [{ value: 6 }, { value: 'Keski' }, { value: codeAt(1) }, { value: 7 }],
    ]).toBuffer()
    await page.locator('main input[type=file]').setInputFiles({
      name: 'siparis.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: workbook,
    })
    await page.getByText(t('orderPad.pastedPrice')).waitFor()
    await expect.poll(savedLines).toEqual([
      [codeAt(0), '4'],
      [codeAt(1), '6'],
    ])
    await page.locator('main input[type=file]').setInputFiles({
      name: 'fotograf.png',
      mimeType: 'image/png',
      buffer: Buffer.from([0x89, 0x50, 0, 1]),
    })
    await page.getByText(t('cartPage.paste.unread', { name: 'fotograf.png' })).waitFor()
    expect(await savedLines()).toHaveLength(2)
  })
})

test('what was added is taken back from the cart, and the lines return', async () => {
  await cell('code', 1).focus()
  await paste(`${codeAt(0)}\t2\n${codeAt(1)}\t3`)
  await page.getByText(t('orderPad.validCount', { count: 2 })).waitFor()
  // A press during the addition adds nothing, and does not lead to the cart as one after it would.
  const pressed = Promise.withResolvers<void>()
  let additions = 0
  await page.route(`**${addDraftLines.path}`, async (route) => {
    additions += 1
    await pressed.promise
    await route.continue()
  })
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => additions).toBe(1)
  await page.keyboard.press('Control+Enter')
  pressed.resolve()
  await page.getByText(t('orderPad.added', { count: 2 })).waitFor()
  await page.unroute(`**${addDraftLines.path}`)
  expect(additions).toBe(1)
  expect(await cartLines()).toEqual([
    [codeAt(0), 2],
    [codeAt(1), 3],
  ])
  expect((await draftOf()).lines).toEqual([])
  await cell('code', 1).focus()
  await page.keyboard.press('Control+z')
  await page.getByText(t('orderPad.undone', { count: 2 })).waitFor()
  expect(await cell('code', 2).inputValue()).toBe(codeAt(1))
  expect(await cartLines()).toEqual([])
})

test('of two windows the second is told, and merging loses no line', async () => {
  await saveDraft([{ code: codeAt(0), quantity: '1', unit: '' }])
  await visit(page, pages.orderPad)
  const second = await context.newPage()
  await visit(second, pages.orderPad)
  await cell('code', 2).focus()
  await paste(`${codeAt(1)}\t2\n${codeAt(2)}\t3`)
  await expect.poll(async () => (await draftOf()).lines.length).toBe(3)
  await cell('code', 2, second).fill(codeAt(3))
  await second.getByText(t('orderPad.changed')).waitFor()
  expect((await draftOf()).lines).toHaveLength(3)
  await second.getByRole('button', { name: t('orderPad.merge') }).click()
  await expect.poll(async () => (await savedLines()).map(([code]) => code)).toEqual([0, 1, 2, 3].map(codeAt))
  await second.close()
})

test('without a connection typing goes on, also after the page was left, and is saved later', async () => {
  await context.setOffline(true)
  await cell('code', 1).focus()
  await page.keyboard.insertText(codeAt(0))
  await page.getByText(t('orderPad.offline')).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.insertText('6')
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).some((key) => localStorage.getItem(key)?.includes('"6"'))),
    )
    .toBe(true)
  // As if the browser was closed.
  await page.goto('about:blank')
  await context.setOffline(false)
  await visit(page, pages.orderPad)
  expect(await cell('quantity', 1).inputValue()).toBe('6')
  await expect.poll(savedLines).toEqual([[codeAt(0), '6']])
})

test('on a phone codes are scanned into cards, the same code again counts one more', async () => {
  const visitor = await newVisitor(browser, demoUrl, { screen: phone })
  await signIn(visitor.page, people.dealer, 'demo1234', pages.orderPad)
  const scan = visitor.page.getByRole('combobox', { name: t('orderPad.scan') })
  for (const code of [codeAt(0), codeAt(0), codeAt(1)]) {
    await scan.fill(code)
    await scan.press('Enter')
  }
  expect(await cell('quantity', 1, visitor.page).inputValue()).toBe('2')
  await visitor.page.getByRole('button', { name: t('orderPad.add', { count: 2 }) }).click()
  await visitor.page.getByText(t('orderPad.added', { count: 2 })).waitFor()
  expect(await cartLines()).toEqual([
    [codeAt(0), 2],
    [codeAt(1), 1],
  ])
  expect(visitor.problems).toEqual([])
  await visitor.context.close()
})
