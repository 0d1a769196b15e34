import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { decimal } from '#domain/money/money.ts'
import { earlyDiscount } from '#domain/payments/compare-payments.ts'
import { formatsOf } from '#domain/text/format.ts'
import { uniqueCard } from '#server/payments/start/test-cards.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { phone, visit } from '#e2e/support/browser.ts'
import { emptyCart, fillCart, plainProduct } from '#e2e/support/demo-shop.ts'
import { openDialog, summary, usePayers } from '#e2e/support/payers.ts'
import { answerBank, cardDialog, confirm, typeCard } from '#e2e/support/paying.ts'
import { t } from '#e2e/support/words.ts'

const { formatMoney, formatQuantity } = formatsOf('tr')
const buyer = 'karsilastiran@example.com'
const payers = usePayers({ [buyer]: 'Karşılaştıran Yapı' })

const openPanel = (page: Page) => page.getByRole('button', { name: t('paymentComparison.title') }).click()
const rowOf = (page: Page, name: string): Locator => page.getByTestId('payment-option').filter({ hasText: name })
const totalOf = (row: Locator) => row.locator('td').nth(1).innerText()
const installments = t('paymentComparison.installments', { count: 6 })

describe('a dealer compares the ways to pay its cart', () => {
  test('and pays by card in six installments: the bank takes the total of the row', async () => {
    const { page, context, problems } = await payers.open(buyer, '/')
    await emptyCart(page)
    await fillCart(page, await plainProduct(page), 3)
    await visit(page, pages.cart)
    await openPanel(page)
    await rowOf(page, t('paymentComparison.cheapest')).first().waitFor()
    expect(await page.getByTestId('payment-option').first().innerText()).toContain(t('paymentComparison.cheapest'))
    expect(await axeViolations(page)).toEqual([])

    const digits = page.locator('input[name=card-start]')
    await digits.fill('kart')
    await page.getByText(t('paymentComparison.card.letters')).waitFor()
    expect(await digits.inputValue()).toBe('kart')
    const card = uniqueCard({ bin: 'arti' })
    await digits.fill(card.ccno)
    await page.getByText(t('paymentComparison.card.tooLong')).waitFor()
    expect(await digits.inputValue()).toBe('')
    await digits.fill('123456')
    await page.getByText(t('paymentComparison.card.unknown')).waitFor()
    await digits.fill(card.ccno.slice(0, 6))
    await page.getByText(t('paymentComparison.card.found', { bank: 'Demo Bankası', families: 'Artı' })).waitFor()
    const row = rowOf(page, installments)
    const total = await totalOf(row)
    await row.getByRole('button', { name: t('paymentComparison.payOf', { name: installments }) }).click()

    await cardDialog(page).waitFor()
    await typeCard(page, card)
    await expect.poll(() => cardDialog(page).getByTestId('payment-total').innerText()).toBe(total)
    await confirm(page)
    await answerBank(page)
    const paid = await payers.paymentOf(await summary(page))
    expect(formatMoney(paid?.amount ?? 0, 'TRY')).toBe(total)
    expect(problems).toEqual([])
    await context.close()
  })

  test('on a phone, and the discount for early payment arrives on the statement', async () => {
    const { page, context, problems } = await payers.open(buyer, '/', { screen: phone })
    await emptyCart(page)
    await fillCart(page, await plainProduct(page), 2)
    await visit(page, pages.cart)
    await openPanel(page)
    // The plan of 60 days, then cash again.
    await page.getByRole('button', { name: t('paymentComparison.chooseOf', { name: '60 gün' }) }).click()
    await rowOf(page, '60 gün')
      .filter({ hasText: t('paymentComparison.chosen') })
      .waitFor()
    await page.getByRole('button', { name: t('paymentComparison.chooseOf', { name: 'Peşin (havale)' }) }).click()
    await rowOf(page, 'Peşin (havale)')
      .filter({ hasText: t('paymentComparison.chosen') })
      .waitFor()
    expect(await axeViolations(page)).toEqual([])
    const earlyRow = rowOf(page, t('paymentComparison.early', { percent: formatQuantity(2) }))
    const early = await totalOf(earlyRow)
    // It is an order under the plan that is chosen: a button would do nothing.
    expect(await earlyRow.getByRole('button').count()).toBe(0)

    await visit(page, `${pages.checkout}?step=payment`)
    await page.getByRole('button', { name: t('checkout.payment.confirm') }).click()
    await page.waitForURL((url) => url.pathname === pages.checkoutSummary)
    const number = await page.getByTestId('order-number').innerText()
    await page.getByText(t('earlyPayment.ofOrder', { days: 10, percent: '2' })).waitFor()
    const { debt, total } = await invoiceOf(number)
    const saved = earlyDiscount(total, { days: 10, percent: '2' })
    const rest = decimal(total).minus(saved)
    expect(formatMoney(rest, 'TRY')).toBe(early)

    await visit(page, `${pages.payment}?debts=${debt}`)
    await openDialog(page, formatMoney(rest, 'TRY').replace('₺', ''))
    await typeCard(page, uniqueCard({ bin: 'kule' }))
    await confirm(page)
    await answerBank(page)
    await page.getByText(t('payment.paid')).first().waitFor()
    await visit(page, pages.statement)
    const booked = t('earlyPayment.booked', { days: 10, percent: '2' })
    await page.getByText(booked).first().waitFor()
    const row = page.getByRole('row').filter({ hasText: booked })
    expect(await row.first().innerText()).toContain(formatMoney(saved, 'TRY').replace('₺', ''))
    expect(problems).toEqual([])
    await context.close()
  })

  test('or of a product in its unit and quantity', async () => {
    const { page, context, problems } = await payers.open(buyer, '/')
    await emptyCart(page)
    const product = await plainProduct(page)
    await visit(page, product.url)
    await openPanel(page)
    const row = rowOf(page, t('paymentComparison.single'))
    await row.waitFor()
    await row
      .getByRole('button', { name: t('paymentComparison.addOf', { name: t('paymentComparison.single') }) })
      .click()
    await page.waitForURL((url) => url.pathname === pages.cart)
    // The address changes before the page does, and the product's page has such a panel too.
    await page.getByRole('heading', { level: 1, name: t('cart.title') }).waitFor()
    await openPanel(page)
    await rowOf(page, t('paymentComparison.single'))
      .filter({ hasText: t('paymentComparison.chosen') })
      .waitFor()
    await emptyCart(page)
    expect(problems).toEqual([])
    await context.close()
  })
})

/** Posts the invoice of an order, as the ERP does. */
async function invoiceOf(orderNo: string): Promise<{ debt: number; total: string }> {
  const row = await payers.database.pool.one<{ debt: number; total: string }>(
    `WITH ordered AS (SELECT id, dealer_id, total_try, (now() AT TIME ZONE 'Europe/Istanbul')::date AS day FROM orders WHERE order_no = $1
     ), posted AS (
       INSERT INTO account_movements (dealer_id, posted_on, document_no, kind, debit, currency, reference, unpaid)
       SELECT dealer_id, day, 'FTR' || id, 'invoice', total_try, 'TRY', 'FTR' || id, total_try FROM ordered RETURNING id, debit
     ), invoiced AS (
       INSERT INTO invoices (dealer_id, invoice_no, side, issued_on, currency, net, tax, total, order_id, movement_id)
       SELECT dealer_id, 'FTR' || ordered.id, 'debit', day, 'TRY', total_try, 0, total_try, ordered.id, posted.id FROM ordered, posted)
     SELECT id AS debt, debit AS total FROM posted`,
    [orderNo],
  )
  return row ?? expect.fail('The order is missing.')
}
