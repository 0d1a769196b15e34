import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { phone } from '#e2e/support/browser.ts'
import { cardDialog } from '#e2e/support/paying.ts'
import { payButton, usePayers } from '#e2e/support/payers.ts'
import { t } from '#e2e/support/words.ts'

const payer = 'tutar@example.com'
const payers = usePayers({ [payer]: 'Tutar Ticaret' })

const field = (page: Page): Locator => page.locator('input[name=amount]')
const caretOf = (input: Locator) => input.evaluate((element: HTMLInputElement) => element.selectionStart)

test('the amount field groups thousands while typing, keeps the caret, and pays what it shows', async () => {
  const { page, context, problems } = await payers.open(payer, pages.payment)
  const amount = field(page)
  expect(await amount.getAttribute('inputmode')).toBe('decimal')
  await amount.pressSequentially('1234567,5')
  expect(await amount.inputValue()).toBe('1.234.567,5')
  await amount.press('Home')
  for (let i = 0; i < 3; i += 1) await amount.press('ArrowRight')
  await page.keyboard.type('9')
  expect([await amount.inputValue(), await caretOf(amount)]).toEqual(['12.934.567,5', 4])
  await page.keyboard.press('Backspace')
  expect([await amount.inputValue(), await caretOf(amount)]).toEqual(['1.234.567,5', 3])
  await amount.blur()
  expect(await amount.inputValue()).toBe('1.234.567,50')
  expect(await payButton(page).innerText()).toContain('₺1.234.567,50')
  expect(problems).toEqual([])
  await context.close()
})

test('an amount with two readings is shown grouped and asked about before it is paid', async () => {
  const { page, context, problems } = await payers.open(payer, pages.payment, { screen: phone })
  const amount = field(page)
  await amount.pressSequentially('10.555')
  await amount.blur()
  expect(await amount.inputValue()).toBe('10.555,00')
  expect(await page.getByText(t('amountField.question', { typed: '10.555' })).count()).toBe(0)
  await amount.fill('')
  await amount.pressSequentially('10,555')
  expect(await amount.inputValue()).toBe('10.555')
  await page.getByText(t('amountField.question', { typed: '10,555' })).waitFor()
  await payButton(page).click()
  expect(await cardDialog(page).count()).toBe(0)
  expect(await amount.inputValue()).toBe('10.555,00')
  await page.getByRole('button', { name: '10,55', exact: true }).click()
  expect(await amount.inputValue()).toBe('10,55')
  expect(await payButton(page).innerText()).toContain('₺10,55')
  expect(problems).toEqual([])
  await context.close()
})

test('pasted amounts are understood in either notation; the English page groups with commas', async () => {
  const { page, context } = await payers.open(payer, `${pages.payment}?amount=10,555`)
  await page.getByRole('button', { name: '10.555,00', exact: true }).click()
  expect(await field(page).inputValue()).toBe('10.555,00')
  for (const [pasted, shown] of [
    ['1,234.56', '1.234,56'],
    ['₺1.234,56', '1.234,56'],
    ['12 TL', '12'],
  ] as const) {
    await field(page).fill(pasted)
    expect(await field(page).inputValue()).toBe(shown)
  }
  await context.close()
  const english = await payers.open(payer, pages.payment, { locale: 'en' })
  await field(english.page).pressSequentially('10555.5')
  await field(english.page).blur()
  expect(await field(english.page).inputValue()).toBe('10,555.50')
  await english.context.close()
})
