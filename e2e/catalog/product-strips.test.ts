import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import type { ShopDocument } from '#contract/shop/documents.ts'
import type { Product } from '#contract/shop/product.ts'
import { adminProductPath } from '#contract/core/record-paths.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { callFrom, demoUrl, emptyCart, listOf, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const strip = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const codesIn = (page: Page, name: string) => strip(page, name).locator('.code').allInnerTexts()

describe('products seen before', () => {
  test.each([
    ['a dealer’s user', true],
    ['a guest', false],
  ])('of %s are on the next product’s page, until they are cleared', async (_, isUser) => {
    const { page, context, problems } = await newVisitor(browser, demoUrl)
    if (isUser) {
      await signIn(page, people.other)
      await callFrom(page, 'DELETE', '/api/catalog/seen')
    }
    const { items } = await listOf(page, '?limit=24')
    const [first, second] = items.filter(({ varyantx }) => varyantx === 1)
    if (first === undefined || second === undefined) throw new Error('The demo store has too few products.')
    const seen = page.waitForResponse((response) => response.url().endsWith('/api/catalog/seen'))
    await visit(page, first.url)
    await seen
    await visit(page, second.url)
    await strip(page, t('product.seen.title')).waitFor()
    expect(await codesIn(page, t('product.seen.title'))).toEqual([first.code])
    await strip(page, t('product.seen.title'))
      .getByRole('button', { name: t('product.seen.clear') })
      .click()
    await strip(page, t('product.seen.title')).waitFor({ state: 'detached' })
    expect(problems).toEqual([])
    await context.close()
  })
})

test('what dealers buy together is added from the product’s page with one press', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, people.dealer)
  await emptyCart(page)
  const together = async ({ id }: Product) =>
    ((await (await page.request.get(`/api/catalog/together/${id}`)).json()) as { items: Product[] }).items
  const { items } = await listOf(page, '?limit=96')
  const found = await Promise.all(items.map(async (product) => ({ product, others: await together(product) })))
  const pair = found.find(({ others }) => others.length > 1) ?? expect.fail('Nothing is bought together.')
  const other = pair.others[0] ?? expect.fail()
  await visit(page, pair.product.url)
  await strip(page, t('product.together.title')).getByRole('button', { name: other.name }).first().click()
  const cart = async () => (await (await page.request.get('/api/catalog/cart')).json()) as CartItem[]
  await expect.poll(async () => (await cart()).map(({ product }) => product.code)).toEqual([other.code])
  await visit(page, '/sepet')
  await strip(page, t('product.together.ofCart')).waitFor()
  expect(await codesIn(page, t('product.together.ofCart'))).not.toContain(other.code)
  expect(problems).toEqual([])
  await emptyCart(page)
  await context.close()
})

test('a document is added to a product in the administration and is on its page', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, people.admin)
  const product = await plainProduct(page)
  await visit(page, adminProductPath(product.id))
  await page.getByRole('button', { name: t('shelf.ofProduct.add') }).click()
  const form = page.locator('form', { has: page.getByLabel(t('shelf.fields.choose')) })
  await form.getByLabel(t('shelf.fields.choose')).setInputFiles({
    name: 'CE_belgesi.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%%EOF\n'),
  })
  await expect.poll(() => form.getByLabel(t('shelf.fields.title')).inputValue()).toBe('CE belgesi')
  await form.getByLabel(t('shelf.fields.kind')).selectOption('certificate')
  await form.getByLabel(t('shelf.fields.language')).selectOption('en')
  await page.getByRole('button', { name: t('shelf.ofProduct.publish') }).click()
  await page.getByTestId('document').filter({ hasText: 'CE belgesi' }).waitFor()
  expect(problems).toEqual([])

  const dealer = await newVisitor(browser, demoUrl)
  await signIn(dealer.page, people.dealer)
  await visit(dealer.page, product.url)
  const listed = dealer.page.getByTestId('document').filter({ hasText: 'CE belgesi' })
  await listed.getByText(t('shelf.languages.en')).waitFor()
  const download = dealer.page.waitForEvent('download')
  await listed.getByRole('link').click()
  expect((await download).suggestedFilename()).toBe('CE_belgesi.pdf')
  await dealer.context.close()
  const { items } = (await (await page.request.get(`/api/account/product-documents/${product.id}`)).json()) as {
    items: ShopDocument[]
  }
  for (const { id } of items) await callFrom(page, 'DELETE', `/yonetim/documents/${id}`)
  await context.close()
})
