import { adminPriceListsPath } from '#contract/core/admin-pages.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { listPriceLists } from '#contract/admin/price-lists.ts'
import type { listAllUsers } from '#contract/admin/users.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { pages } from '#contract/core/pages.ts'
import { decimal } from '#domain/money/money.ts'
import { formatsOf } from '#domain/text/format.ts'
import { raisedPrice } from '#domain/pricing/raise-price.ts'
import { visit } from '#e2e/support/browser.ts'
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

const textOf = (word: string, facts = {}) => t(`priceLists.${word}`, facts)
const button = (word: string, facts = {}) => staff.getByRole('button', { name: textOf(word, facts), exact: true })

test('a dealer buys from a raised copy of the default list as soon as it is assigned', async () => {
  const lists = (await (await staff.request.get('/yonetim/price-lists')).json()) as Reply<typeof listPriceLists>
  expect(lists.items.filter(({ dealers, products }) => dealers > 0 && products > 0).length).toBeGreaterThan(1)
  const standard = lists.items.find(({ isDefault }) => isDefault)!
  const product = await plainProduct(dealer)
  const before = product.salePrice!

  await button('copyOf', { name: standard.name }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('textbox', { name: textOf('fields.name') }).fill('Zamlı liste')
  await dialog.getByRole('textbox', { name: textOf('fields.code') }).fill(standard.code)
  await dialog.getByRole('button', { name: textOf('save') }).click()
  await dialog.getByText(textOf('problems.codeTaken')).waitFor()
  await dialog.getByRole('textbox', { name: textOf('fields.code') }).fill('ZAMLI')
  await dialog.getByRole('button', { name: textOf('save') }).click()
  await staff.getByRole('heading', { name: 'Zamlı liste', level: 1 }).waitFor()

  await button('raise.open').click()
  await dialog.getByRole('textbox', { name: textOf('raise.percent') }).fill('10')
  await dialog.getByRole('combobox', { name: textOf('raise.step') }).selectOption('0.0001')
  await dialog.getByRole('button', { name: textOf('raise.preview') }).click()
  await dialog.getByRole('table', { name: textOf('raise.samples') }).waitFor()
  // While another import runs, the preview stays, and the same button tries again.
  const refusal = { code: 'import_running', messages: { type: t('errors.import_running') } }
  await staff.route('**/raise', (route) => route.fulfill({ status: 409, json: { error: refusal } }), { times: 1 })
  await dialog.getByRole('button', { name: /fiyatı değiştir$/ }).click()
  await dialog.getByText(t('errors.import_running')).waitFor()
  await dialog.getByRole('button', { name: /fiyatı değiştir$/ }).click()
  await staff.getByText(/fiyat değişti\.$/).waitFor()
  // A plain product of the dealer has no discount of a campaign, so the raise is what the dealer sees.
  expect((await listOf(dealer, `?q=${product.code}`)).items[0]?.salePrice).toEqual(before)

  const users = await staff.request.get(`/yonetim/users?q=${people.dealer}`)
  const company = ((await users.json()) as Reply<typeof listAllUsers>).items[0]!.dealer!
  await button('dealers.assign').click()
  await dialog.getByRole('searchbox', { name: textOf('dealers.q') }).fill(company.code)
  await dialog.getByRole('checkbox', { name: company.name }).check()
  await dialog.getByRole('button', { name: textOf('dealers.apply', { count: 1 }) }).click()
  await staff.getByRole('link', { name: company.name }).waitFor()

  const shown = (await listOf(dealer, `?q=${product.code}`)).items.find(({ id }) => id === product.id)?.salePrice
  const expected = raisedPrice(String(before.value), '10', '0.0001').toNumber()
  expect(shown?.value).toBeCloseTo(expected, 2)
})

test('one price of the list is changed, and the comparison shows only what differs', async () => {
  await visit(staff, adminPriceListsPath)
  await staff.getByRole('link', { name: 'Zamlı liste', exact: true }).click()
  const row = staff.getByTestId('list-price').first()
  const code = await row.getByRole('link').innerText()
  await row.getByRole('button').click()
  const dialog = staff.getByRole('dialog')
  const field = dialog.getByRole('textbox', { name: textOf('prices.price') })
  // Less than the change that needs a second person in the demo store.
  const price = decimal((await field.inputValue()).replaceAll('.', '').replace(',', '.'))
    .times('1.1')
    .toFixed(2)
  const shown = formatsOf('tr').formatNumber(price, 2)
  await field.fill(price.replace('.', ','))
  await dialog.getByRole('button', { name: textOf('save') }).click()
  await dialog.waitFor({ state: 'hidden' })
  await row.getByText(shown).first().waitFor()

  await staff.getByRole('link', { name: textOf('compare') }).click()
  await staff.getByRole('heading', { name: textOf('comparison.title') }).waitFor()
  const pair = staff.getByTestId('price-pair').filter({ hasText: code }).first()
  await pair.getByText(shown).first().waitFor()
  expect(await staff.getByTestId('price-pair').count()).toBeGreaterThan(5)
})

test('a list that a dealer buys from is not deleted, and the dealer’s page shows it', async () => {
  await visit(staff, adminPriceListsPath)
  await staff.getByRole('link', { name: 'Zamlı liste', exact: true }).click()
  await button('remove').click()
  await staff
    .getByRole('alertdialog')
    .getByRole('button', { name: textOf('remove'), exact: true })
    .click()
  await staff
    .getByRole('alertdialog')
    .getByText(/1 bayi kullanıyor/)
    .waitFor()
  await staff.keyboard.press('Escape')
  const company = staff
    .getByRole('region', { name: textOf('dealers.title') })
    .getByRole('listitem')
    .getByRole('link')
    .first()
  await company.click()
  const choice = staff.getByRole('combobox', { name: t('administration.audit.fields.priceList') })
  expect(await choice.inputValue()).toBe('ZAMLI')
  expect(own.problems.flat()).toEqual([])
})
