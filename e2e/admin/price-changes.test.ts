import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { getPriceChange } from '#contract/admin/price-changes.ts'
import type { getPriceList, listPriceLists } from '#contract/admin/price-lists.ts'
import { adminPriceListsPath } from '#contract/core/admin-pages.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { pages } from '#contract/core/pages.ts'
import type { Product } from '#contract/shop/product.ts'
import { decimal } from '#domain/money/money.ts'
import { changedPrice } from '#domain/pricing/price-rounding.ts'
import { priceText } from '#domain/pricing/price-text.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { formatsOf } from '#domain/text/format.ts'
import { listOf, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { openOwnShop, type OwnShop } from '#e2e/support/own-shop.ts'
import { t } from '#e2e/support/words.ts'

let own: OwnShop
let staff: Page
let dealer: Page

beforeAll(async () => {
  own = await openOwnShop()
  staff = await own.open(people.admin, adminPriceListsPath)
  dealer = await own.open(people.dealer, pages.account)
})
afterAll(() => own?.remove())

const textOf = (word: string, facts = {}) => t(`priceChanges.${word}`, facts)
const button = (word: string) => staff.getByRole('button', { name: textOf(word), exact: true })
const dialog = () => staff.getByRole('dialog')
const shown = (value: number) => formatsOf('tr').formatNumber(value, 2)

const priceOf = async (code: string) =>
  (await listOf(dealer, `?q=${encodeURIComponent(code)}`)).items.find((item) => item.code === code)?.salePrice?.value ??
  0

/** The default list's price of a product, and a product that the dealer pays by it: no fixed price, not below 100. */
async function findProduct(): Promise<{ product: Product; listed: number; brand: number }> {
  const product = await plainProduct(dealer)
  const { items: lists } = (await (await staff.request.get('/yonetim/price-lists')).json()) as Reply<
    typeof listPriceLists
  >
  const standard = lists.find(({ isDefault }) => isDefault)!
  const found = await staff.request.get(`/yonetim/price-lists/${standard.id}?q=${encodeURIComponent(product.code)}`)
  const { items, brands } = (await found.json()) as Reply<typeof getPriceList>
  const listed = items.find(({ code, unitId }) => code === product.code && unitId === product.defaultUnit)!
  return { product, listed: listed.sale!.value, brand: brands.find(({ name }) => name === product.brand?.name)!.id }
}

test('a price manager prepares a change from a file and a rule, and sees whom it concerns', async () => {
  const { product, listed, brand } = await findProduct()
  const before = await priceOf(product.code)
  await staff.getByRole('link', { name: textOf('open') }).click()
  await staff.getByRole('heading', { name: textOf('title'), level: 1 }).waitFor()
  // Of the demo store: one that waits for its time, and one that can be undone.
  for (const state of ['scheduled', 'published']) {
    await staff
      .getByTestId('price-change')
      .getByText(textOf(`states.${state}`))
      .filter({ visible: true })
      .first()
      .waitFor()
  }
  await button('new').click()
  await dialog()
    .getByRole('textbox', { name: textOf('fields.name') })
    .fill('Aralık fiyatları')
  await dialog()
    .getByRole('button', { name: textOf('create') })
    .click()
  await staff.getByRole('heading', { name: 'Aralık fiyatları', level: 1 }).waitFor()

  await button('steps.file').click()
  const typed = decimal(listed).times('1.01').toDecimalPlaces(2)
  const file = `Stok Kodu;Fiyat\n${product.code};${priceText(typed)}\nYOK-BÖYLE;1,50\n`
  await dialog()
    .locator('input[type=file]')
    .setInputFiles({ name: 'fiyatlar.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await dialog().waitFor({ state: 'hidden' })
  const step = staff.getByTestId('price-step')
  await step.getByText(textOf('steps.problems', { count: 1 })).click()
  await step.getByText(/YOK-BÖYLE/).waitFor()
  await staff.getByTestId('change-row').getByText(shown(typed.toNumber())).first().waitFor()

  await button('steps.raise').click()
  await dialog()
    .getByRole('textbox', { name: textOf('raise.percent') })
    .fill('8')
  await dialog()
    .getByRole('combobox', { name: textOf('raise.form') })
    .selectOption('.90')
  await dialog()
    .getByRole('combobox', { name: t('priceLists.prices.brand') })
    .selectOption(String(brand))
  await dialog()
    .getByRole('button', { name: textOf('raise.apply') })
    .click()
  await dialog().waitFor({ state: 'hidden' })
  await expect.poll(() => step.count()).toBe(2)

  const rule = { factor: '1.08', amount: '0', form: '.90', direction: 'nearest' } as const
  const raised = changedPrice(typed, rule)!.toNumber()
  const search = staff.getByRole('searchbox', { name: t('priceLists.prices.q') })
  await search.fill(product.code)
  await search.press('Enter')
  await staff.getByTestId('change-row').filter({ hasText: product.code }).getByText(shown(raised)).first().waitFor()

  await staff.getByRole('link', { name: textOf('preview.open') }).click()
  await staff.getByRole('heading', { name: textOf('preview.title'), level: 1 }).waitFor()
  expect(await staff.getByTestId('dealer-effect').count()).toBeGreaterThan(3)
  await staff.goBack()
  expect(await priceOf(product.code)).toBe(before)
})

test('at a set time the dealer sees the new prices, and after the undo the old ones', async () => {
  await staff.getByRole('heading', { name: 'Aralık fiyatları', level: 1 }).waitFor()
  const id = Number(new URL(staff.url()).pathname.split('/').at(-1))
  const { product, listed } = await findProduct()
  const before = await priceOf(product.code)
  // Small prices rounded to .90 move further than one person may decide in the demo store.
  const database = await own.shop.database()
  await database.pool.execute(
    `INSERT INTO settings (key, value) VALUES ('pricesNeedTwoOver', '0') ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  )
  const limitOf = async () =>
    ((await (await staff.request.get(`/yonetim/price-changes/${id}`)).json()) as Reply<typeof getPriceChange>)
      .secondOver
  await expect.poll(limitOf, { timeout: 20_000 }).toBe(0)
  await staff.reload()
  await button('publish.open').click()
  await dialog()
    .getByRole('combobox', { name: textOf('publish.when') })
    .selectOption('at')
  await dialog()
    .getByLabel(textOf('publish.moment'))
    .fill(`${addDays(dayInTurkey(new Date()), 1)}T08:30`)
  await dialog()
    .getByRole('button', { name: /^(Yayını planla|Onaya gönder)$/ })
    .click()
  await dialog().waitFor({ state: 'hidden' })
  await staff.getByText(textOf('states.scheduled'), { exact: true }).first().waitFor()
  expect(await priceOf(product.code)).toBe(before)

  await database.pool.execute("UPDATE price_changes SET publish_at = now() - interval '1 minute' WHERE id = $1", [id])
  const stateOf = async () =>
    ((await (await staff.request.get(`/yonetim/price-changes/${id}`)).json()) as Reply<typeof getPriceChange>).change
      .state
  await expect.poll(stateOf, { timeout: 20_000 }).toBe('published')
  const rule = { factor: '1.08', amount: '0', form: '.90', direction: 'nearest' } as const
  const raised = changedPrice(decimal(listed).times('1.01').toDecimalPlaces(2), rule)!
  const expected = raised.times(before).dividedBy(listed).toNumber()
  await expect
    .poll(async () => Math.abs((await priceOf(product.code)) - expected) < 0.02, { timeout: 20_000 })
    .toBe(true)

  await staff.reload()
  await button('undo.open').click()
  await staff
    .getByRole('alertdialog')
    .getByRole('button', { name: textOf('undo.open'), exact: true })
    .click()
  await staff.getByText(textOf('undoes', { name: 'Aralık fiyatları' })).waitFor()
  await expect.poll(() => priceOf(product.code), { timeout: 20_000 }).toBe(before)
  await database.close()
  expect(own.problems.flat()).toEqual([])
})
