import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import type { Product } from '#contract/shop/product.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { fillCart, listOf, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { confirmOrder } from '#e2e/support/confirm-order.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { t } from '#e2e/support/words.ts'
import { sandboxLogo } from '#server/sandbox-erp/sandbox-erp.ts'

let shop: Shop
let browser: Browser
let staff: Page
let dealer: Page
let product: Product
const problems: string[][] = []

beforeAll(async () => {
  shop = await openShop({ demo: 'small' })
  await shop.start()
  browser = await openBrowser()
  staff = await open(people.admin, pages.adminErp)
  dealer = await open(people.dealer, pages.account)
  product = await plainProduct(dealer)
})
afterAll(async () => {
  await browser?.close()
  await shop?.remove()
})

async function open(username: string, path: string): Promise<Page> {
  const visitor = await newVisitor(browser, shop.url)
  problems.push(visitor.problems)
  await signIn(visitor.page, username, 'demo1234', path)
  return visitor.page
}

const textOf = (word: string, facts = {}) => t(`erp.${word}`, facts)
const button = (word: string, facts = {}) => staff.getByRole('button', { name: textOf(word, facts), exact: true })
async function tab(name: string): Promise<void> {
  const link = staff
    .getByRole('navigation', { name: textOf('tabs.label') })
    .getByRole('link', { name: new RegExp(`^${textOf(`tabs.${name}`)}`) })
  await link.click()
  await staff.locator(`nav a[aria-current=page]`, { hasText: textOf(`tabs.${name}`) }).waitFor()
}
const said = (word: string, facts = {}) => staff.getByText(textOf(word, facts)).first().waitFor()
const feed = (resource: string) =>
  staff.getByTestId('erp-feed').filter({ has: staff.getByText(textOf(`resources.${resource}`), { exact: true }) })

/** Changes the sandbox ERP as a person in the ERP does. */
async function inErp(path: string, data: object): Promise<void> {
  expect((await staff.request.post(`/sandbox-erp/${path}`, { data })).status()).toBe(200)
}

describe('an administrator connects an ERP', () => {
  test('of the demo: another one is connected in its place, checked, and found by its facts', async () => {
    await staff.getByRole('link', { name: /Logo Tiger/ }).click()
    await button('remove').click()
    await staff
      .getByRole('alertdialog')
      .getByRole('button', { name: textOf('remove') })
      .click()
    await staff.getByText(textOf('empty')).waitFor()
    await button('add').click()
    const dialog = staff.getByRole('dialog')
    const type = (field: string, value: string) =>
      dialog.getByRole('textbox', { name: textOf(`fields.${field}`) }).fill(value)
    await dialog.getByRole('textbox', { name: textOf('name') }).fill('Merkez Logo')
    await type('url', 'sandbox-erp/logo')
    for (const [field, value] of Object.entries({ ...sandboxLogo, period: '1', bankAccount: '102.01' })) {
      // A password field is no text box for assistive technology.
      await dialog.locator(`input[name=${field}]`).fill(value)
    }
    await dialog.getByRole('button', { name: textOf('create') }).click()
    await dialog.getByText(textOf('problems.url')).waitFor()
    await type('url', 'http://sandbox-erp.localhost/logo')
    await dialog.getByRole('button', { name: textOf('create') }).click()
    await staff.getByRole('heading', { name: 'Merkez Logo', level: 1 }).waitFor()
    await button('check').click()
    const checked = staff.getByRole('alertdialog', { name: textOf('checkDone') })
    await checked.getByText(`${textOf('facts.firm')}: 001`).waitFor()
    await checked.getByRole('button').first().click()
  })

  test('a mapping with an unknown field is named at its place and not saved; ten records show what a mapping makes', async () => {
    await tab('esleme')
    const mapping = staff.getByRole('textbox', { name: textOf('tabs.esleme') })
    const template = await mapping.inputValue()
    await mapping.fill(template.replace('"isActive":', '"isAktive":'))
    await button('saveMapping').click()
    await staff.getByRole('alert').getByText('inbound.products.fields.isAktive').waitFor()
    // A field that the ERP does not have is a warning: it may be optional.
    await mapping.fill(template.replace('"path": "BRAND"', '"path": "BRANDD"'))
    await button('preview').click()
    await staff.getByRole('status').getByText('inbound.products.fields.brand').waitFor()
    await staff.getByText(textOf('plansLeftOut')).waitFor()
    // The default plan of the demo store has a price of its own.
    const planned = template.replace('"priceList": {', '"plan1": "PRICE",\n        "priceList": {')
    await mapping.fill(
      planned
        .replace('"0": "MERKEZ"', '"0": "MERKEZ", "1": "OSTIM"')
        .replace('"0": false,\n      "*": true', '"0": false,\n      "1": false,\n      "*": true'),
    )
    await button('saveMapping').click()
    await said('mappingSaved')
    await button('preview').click()
    await expect.poll(() => staff.getByTestId('erp-preview').count()).toBe(10)
  })

  test('a comparison shows what a first load would change before the connection is switched on', async () => {
    await setPrice('1234.5')
    await tab('ayarlar')
    for (const resource of ['products', 'prices', 'stock']) {
      await staff.getByRole('checkbox', { name: textOf(`resources.${resource}`), exact: true }).check()
    }
    await staff.getByRole('checkbox', { name: textOf('sendKinds.order') }).check()
    await button('save').click()
    await said('saved')
    await tab('durum')
    await staff.getByText(textOf('pausedHint')).waitFor()
    await button('runOf.compare', { name: textOf('resources.prices') }).click()
    await said('started', { name: textOf('resources.prices') })
    await feed('prices')
      .getByText(/ farklı$/)
      .waitFor()
    await tab('farklar')
    const difference = staff.getByTestId('erp-difference').filter({ hasText: product.code })
    expect(await difference.textContent()).toContain('1.234,5')
    expect(await shownPrice()).toBe(product.salePrice?.value)
  })

  test('after the first load a price that changes in the ERP is in the open list of a dealer', async () => {
    await tab('durum')
    await button('resume').click()
    await said('resumedNow')
    await expect.poll(shownPrice, { timeout: 60_000 }).not.toBe(product.salePrice?.value)
    await expect
      .poll(
        () =>
          feed('stock')
            .getByText(/ okundu/)
            .count(),
        { timeout: 60_000 },
      )
      .toBe(1)
    const before = (await shownPrice()) ?? 0
    await visit(dealer, `/search?q=${product.code}`)
    const card = dealer.getByRole('main').locator('li, tr, article').filter({ hasText: product.code }).first()
    const old = await card.innerText()
    await setPrice('2469')
    await button('runOf.changes', { name: textOf('resources.prices') }).click()
    // The dealer's discount applies to both.
    await expect.poll(shownPrice, { timeout: 60_000 }).toBeCloseTo(before * 2, 2)
    await dealer.reload()
    expect(await card.innerText()).not.toBe(old)
  })
})

/** The price before VAT that the dealer sees in the list. */
async function shownPrice(): Promise<number | undefined> {
  const { items } = await listOf(dealer, `?q=${product.code}`)
  return items.find(({ id }) => id === product.id)?.salePrice?.value
}

/** The page of documents is loaded anew until it shows this. */
async function appears(what: Locator): Promise<void> {
  const countAgain = async () => {
    await staff.reload()
    return what.count()
  }
  await expect.poll(countAgain, { interval: 2_000 }).toBe(1)
}

type Booked = { senderNo: string; documentNo: string }

/** In both lists of the demo store. */
async function setPrice(price: string): Promise<void> {
  for (const list of [1, 2]) await inErp('prices', { code: product.code, list, price })
}

describe('an order', () => {
  test('shows the number of the ERP to both; a refusal in the words of the ERP is mended and sent again', async () => {
    await inErp('faults', { fault: 'period_closed' })
    await fillCart(dealer, product)
    await visit(dealer, pages.cart)
    await dealer.getByRole('button', { name: t('cart.summary.order') }).click()
    await confirmOrder(dealer)
    await dealer.waitForURL('**/checkout/summary?order=*')
    const orderNo = await dealer.getByTestId('order-number').innerText()

    await tab('belgeler')
    const row = staff.getByTestId('erp-document').filter({ hasText: orderNo })
    const words = 'İşlem tarihi çalışılan dönemin dışında.'
    await appears(row.getByText(words))
    await row.getByRole('link', { name: orderNo }).click()
    const refusal = `${t('administration.orders.erpDelivery')}: ${textOf('documentStates.refused')} (${words})`
    await staff
      .getByText(refusal)
      .getByRole('link', { name: textOf('tabs.belgeler') })
      .click()
    await row.getByRole('button', { name: textOf('retryOf', { number: orderNo }) }).click()
    await said('retried')
    await tab('belgeler')
    // The link from the order has chosen refused documents.
    await staff.waitForURL((url) => !url.searchParams.has('filtre'))
    await appears(row.getByText(textOf('documentStates.booked')))
    await row.getByRole('link', { name: orderNo }).click()
    // The history of the order names it too.
    const number = staff.getByText(new RegExp(`${t('administration.orders.erpDocumentNo')}: \\d+`)).first()
    await number.waitFor()
    const { documents } = (await (await staff.request.get('/sandbox-erp/documents')).json()) as { documents: Booked[] }
    const booked = documents.filter(({ senderNo }) => senderNo === orderNo)
    expect(booked.map(({ documentNo }) => documentNo)).toEqual([(await number.innerText()).split(': ')[1]])
    await visit(dealer, pages.orders)
    await dealer.locator('main tr').filter({ hasText: orderNo }).getByText(t('orders.states.confirmed')).waitFor()
  })
})

test('the pages report no script errors', () => expect(problems.flat()).toEqual([]))
