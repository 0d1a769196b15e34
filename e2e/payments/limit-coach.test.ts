import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { adminLimitApprovalsPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { uniqueCard } from '#server/payments/start/test-cards.ts'
import { addProduct, fillCart } from '#testing/store-rows.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { hasHydrated, phone, visit } from '#e2e/support/browser.ts'
import { confirmOrder } from '#e2e/support/confirm-order.ts'
import { people } from '#e2e/support/demo-shop.ts'
import { payButton, usePayers } from '#e2e/support/payers.ts'
import { answerBank, confirm, typeCard } from '#e2e/support/paying.ts'
import { pattern, t } from '#e2e/support/words.ts'

const [paying, parting, asking] = ['sinirda@example.com', 'parca@example.com', 'onayla@example.com'] as const
const payers = usePayers({ [paying]: 'Sınırda Yapı', [parting]: 'Parça Hırdavat', [asking]: 'Onay İnşaat' })

/** 120 lira with tax. */
let unitId = 0

beforeAll(async () => {
  const { pool } = payers.database
  unitId = (await addProduct(pool, { code: 'SINIR-1', price: 100, taxRate: 20, stock: 100_000 })).unitId
})

/** A cart of 600 lira and a limit of 500. */
async function exceed(email: string): Promise<void> {
  const { pool } = payers.database
  await pool.execute(
    `UPDATE dealers SET risk_limit = 500, risk_mode = 'balance' WHERE id = (SELECT dealer_id FROM users WHERE email = $1)`,
    [email],
  )
  const user = await pool.one<{ id: number }>('SELECT id FROM users WHERE email = $1', [email])
  await pool.execute('DELETE FROM carts WHERE user_id = $1', [user?.id])
  await fillCart(pool, { userId: user?.id ?? 0 }, [{ unitId, quantity: 5 }])
}

const panel = (page: Page) => page.getByTestId('limit-coach')

async function lastTotal(email: string): Promise<number> {
  const row = await payers.database.pool.one<{ total: string }>(
    'SELECT total_try AS total FROM orders WHERE user_id = (SELECT id FROM users WHERE email = $1) ORDER BY id DESC LIMIT 1',
    [email],
  )
  return Number(row?.total)
}

describe('a cart over the limit', () => {
  test('is ordered after the sum was paid by card', async () => {
    await exceed(paying)
    const { page, context, problems } = await payers.open(paying, pages.cart)
    await panel(page).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await panel(page)
      .getByRole('link', { name: t('limitCoach.pay.button', { sum: '₺100,00' }) })
      .click()
    await page.waitForURL((url) => url.pathname === pages.payment)
    await hasHydrated(page)
    expect(await page.locator('input[name=amount]').inputValue()).toBe('100,00')
    await payButton(page).click()
    await typeCard(page, uniqueCard({ bin: 'arti' }))
    await confirm(page)
    await answerBank(page)
    await page.waitForURL((url) => url.pathname === pages.cart)
    await hasHydrated(page)
    await page.getByText(t('limitCoach.paid.title')).waitFor()
    expect(await panel(page).count()).toBe(0)
    await page
      .getByRole('button', { name: t('cart.summary.order') })
      .first()
      .click()
    await confirmOrder(page)
    await page.waitForURL(/checkout\/summary/)
    expect(await lastTotal(paying)).toBe(600)
    expect(problems).toEqual([])
    await context.close()
  })

  test('is ordered in part, and the rest stays in the cart', async () => {
    await exceed(parting)
    const { page, context, problems } = await payers.open(parting, pages.cart, { screen: phone })
    await panel(page)
      .getByRole('button', { name: t('limitCoach.part.button') })
      .click()
    const dialog = page.getByRole('dialog', { name: t('limitCoach.part.dialog') })
    expect(await dialog.getByRole('row').last().innerText()).toMatch(/4 ADET\s+1 ADET/)
    expect(await axeViolations(page)).toEqual([])
    // Nothing changes before the order.
    await dialog.getByRole('button', { name: t('ui.cancel') }).click()
    await panel(page)
      .getByRole('button', { name: t('limitCoach.part.button') })
      .click()
    await dialog.getByRole('button', { name: t('limitCoach.part.button') }).click()
    await page.waitForURL(/checkout\/summary/)
    expect(await lastTotal(parting)).toBe(480)
    await visit(page, pages.cart)
    await page.getByRole('link', { name: 'SINIR-1' }).first().waitFor()
    const rest = await payers.database.pool.query(
      'SELECT quantity FROM cart_lines WHERE cart_id = (SELECT c.id FROM carts c JOIN users u ON u.id = c.user_id WHERE u.email = $1)',
      [parting],
    )
    expect(rest).toEqual([{ quantity: 1 }])
    expect(problems).toEqual([])
    await context.close()
  })

  test('is ordered with one press after the store has approved it', async () => {
    await exceed(asking)
    const { page, context, problems } = await payers.open(asking, pages.cart)
    await panel(page)
      .getByRole('button', { name: t('limitCoach.ask.button') })
      .click()
    await page.getByLabel(t('limitCoach.ask.note')).fill('Ödememiz cuma günü')
    await page.getByRole('button', { name: t('limitCoach.ask.send') }).click()
    await panel(page).getByText(t('limitCoach.waiting.title')).waitFor()

    const staff = await payers.open(people.admin, `${adminLimitApprovalsPath}?state=waiting`)
    await staff.page.getByRole('button', { name: /Onay İnşaat/ }).click()
    const dialog = staff.page.getByRole('dialog', { name: t('administration.limitApprovals.one') })
    await dialog.getByText('Ödememiz cuma günü').waitFor()
    expect(await axeViolations(staff.page)).toEqual([])
    await dialog.getByRole('button', { name: t('administration.limitApprovals.refuse') }).click()
    await staff.page.getByRole('alertdialog').getByText(t('errors.limit_reason_missing')).waitFor()
    await staff.page.keyboard.press('Escape')
    await dialog.getByLabel(t('administration.limitApprovals.answer')).fill('Tamam')
    await dialog.getByRole('button', { name: t('administration.limitApprovals.approve') }).click()
    await staff.page.getByText(t('administration.limitApprovals.approved')).waitFor()

    await visit(page, pages.cart)
    await panel(page).getByText(t('limitCoach.approved.title')).waitFor()
    await panel(page).getByText(pattern('limitCoach.approved.text')).waitFor()
    await panel(page)
      .getByRole('button', { name: t('cart.summary.order'), exact: true })
      .click()
    await confirmOrder(page)
    await page.waitForURL(/checkout\/summary/)
    expect(await lastTotal(asking)).toBe(600)
    expect([problems, staff.problems]).toEqual([[], []])
    await context.close()
    await staff.context.close()
  })
})
