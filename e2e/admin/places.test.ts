import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPosPath, adminWarehousesPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { visit } from '#e2e/support/browser.ts'
import { people } from '#e2e/support/demo-shop.ts'
import { openOwnShop, type OwnShop } from '#e2e/support/own-shop.ts'
import { t } from '#e2e/support/words.ts'

let own: OwnShop
let staff: Page
let dealer: Page

beforeAll(async () => {
  own = await openOwnShop()
  staff = await own.open(people.admin, adminWarehousesPath)
  dealer = await own.open(people.dealer, pages.account)
})
afterAll(() => own?.remove())

test('a warehouse is added; one with stock is closed after its stock has moved', async () => {
  const textOf = (word: string, facts = {}) => t(`administration.warehouses.${word}`, facts)
  await staff.getByRole('button', { name: textOf('add'), exact: true }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('textbox', { name: textOf('code'), exact: true }).fill('MERKEZ')
  await dialog.getByRole('textbox', { name: textOf('name'), exact: true }).fill('Bursa deposu')
  await dialog.getByRole('button', { name: textOf('save') }).click()
  // The typed text stays next to the error.
  await dialog.getByText(textOf('problems.codeTaken')).waitFor()
  await dialog.getByRole('textbox', { name: textOf('code'), exact: true }).fill('BURSA')
  await dialog.getByRole('button', { name: textOf('save') }).click()
  const bursa = staff.getByTestId('warehouse-BURSA')
  await bursa.waitFor()

  const main = staff.getByTestId('warehouse-MERKEZ')
  const stockInMain = await main.locator('dd').last().innerText()
  await main.getByRole('button', { name: /^Kapat:/ }).click()
  await dialog.getByRole('combobox').selectOption({ label: 'Bursa deposu' })
  await dialog.getByRole('button', { name: textOf('moveAndClose') }).click()
  await main.getByText(textOf('closed'), { exact: true }).waitFor()
  expect(await bursa.locator('dd').last().innerText()).toBe(stockInMain)
  expect(await main.locator('dd').last().innerText()).toBe('0')
})

test('nine installments with a fee are in the dealer’s table once they are saved', async () => {
  const textOf = (word: string, facts = {}) => t(`administration.pos.plans.${word}`, facts)
  await visit(staff, pages.adminPos)
  await staff.getByRole('link', { name: 'Örnek Bank' }).click()
  await staff.waitForURL((url) => url.pathname.startsWith(adminPosPath('yeni').replace('yeni', '')))
  const row = staff.getByTestId('plan-9')
  await row.getByRole('checkbox').check()
  const fee = row.getByRole('textbox', { name: `${textOf('count', { number: 9 })}: ${textOf('commission')}` })
  await fee.fill('yüzde on')
  const save = staff
    .locator('form')
    .filter({ has: row })
    .getByRole('button', { name: t('people.save') })
  await save.click()
  await row.getByText(t('administration.pos.problems.percent')).waitFor()
  expect(await fee.inputValue()).toBe('yüzde on')
  await fee.fill('10,25')
  await save.click()
  await staff.getByText(textOf('saved')).first().waitFor()

  await visit(dealer, pages.payment)
  await dealer.locator('input[name=amount]').fill('1000')
  const bank = dealer.getByRole('table').filter({ hasText: 'Örnek Bank' })
  const nineInstallments = bank.getByRole('row').filter({ hasText: t('payment.plans.count', { count: 9 }) })
  await nineInstallments.getByRole('cell', { name: '%10,25', exact: true }).waitFor()
  await nineInstallments.getByText('₺1.102,50').waitFor()
  expect(own.problems.flat()).toEqual([])
})

test('an installment limit is added, shortens the dealer’s table, and is removed', async () => {
  const textOf = (word: string, facts = {}) => t(`administration.limits.${word}`, facts)
  await visit(staff, pages.adminPos)
  await staff.getByRole('button', { name: textOf('add') }).click()
  const dialog = staff.getByRole('dialog')
  const maxField = dialog.getByRole('textbox', { name: textOf('most') })
  await maxField.fill('13')
  await dialog.getByRole('button', { name: textOf('save') }).click()
  await dialog.getByText(textOf('problems.most_invalid')).waitFor()
  await maxField.fill('2')
  await dialog.getByRole('button', { name: textOf('save') }).click()
  const name = [textOf('upTo', { number: 2 }), textOf('classes.all'), textOf('allGoods')].join(' · ')
  const row = staff.getByRole('listitem').filter({ hasText: name })
  await row.getByText(textOf('states.in_force'), { exact: true }).waitFor()

  const rows = () => dealer.getByRole('table').first().getByRole('row').count()
  await visit(dealer, pages.payment)
  await dealer.locator('input[name=amount]').fill('1000')
  await expect.poll(rows).toBe(3)

  await row.getByRole('button', { name: textOf('removeRow', { name }) }).click()
  await staff
    .getByRole('alertdialog')
    .getByRole('button', { name: textOf('remove') })
    .click()
  await staff.getByText(textOf('empty')).waitFor()
  expect(own.problems.flat()).toEqual([])
})
