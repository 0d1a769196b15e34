import { adminBankFindingsPath } from '#contract/core/admin-pages.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { newVisitor, openBrowser, signIn } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'
import { demoDatabase } from '#e2e/support/paying.ts'
import type { Database } from '#server/platform/db/database.ts'

let browser: Browser
let database: Database
beforeAll(async () => {
  browser = await openBrowser()
  database = await demoDatabase()
})
afterAll(async () => {
  await browser?.close()
  await database?.close()
})

test('an administrator finds a sale of the bank’s panel above the payments, and returns it to the card', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, people.admin, 'demo1234', pages.adminPayments)
  await page.getByRole('link', { name: 'Göster', exact: true }).click()
  const row = page.getByTestId('bank-finding')
  await expect.poll(() => row.count()).toBe(1)
  expect(await row.innerText()).toContain('FUAR-2026-17')
  await row.getByRole('button', { name: 'Karta geri ver' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Neden').fill('Fuarda iki kez çekilmiş')
  await dialog.getByRole('button', { name: 'Karta geri ver' }).click()
  await page.getByText('Fark yok').waitFor()
  await page.getByLabel('Durum').selectOption('settled')
  await page.getByText('Karta geri verildi').waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('an administrator searches the payment that a sale of the list is, and links them with a note', async () => {
  const { pool } = database
  // A payment of 640.00 that the bank lists under another number, with 641.00.
  await pool.execute(
    `INSERT INTO payments (reference, kind, intent, state, dealer_id, user_id, pos_account_id, installment, base_amount, amount, attention,
       attention_settled_at, captured_at, closed_at)
     SELECT 'ESLESECEKODEME000001', 'account', 'account:linked', 'captured', u.dealer_id, u.id, a.id, 1, 640, 640, 'panel', now(), now(), now()
       FROM users u, pos_accounts a WHERE u.email = $1 AND a.code = 'demo-odeme'`,
    [people.dealer],
  )
  await pool.execute(
    `INSERT INTO bank_findings (pos_account_id, transaction_id, kind, day, reference, amount, currency, found_at, notified_at)
     SELECT id, 'link:1', 'sale_missing', current_date, 'TERMINAL-88', 641, 'TRY', now(), now()
       FROM pos_accounts WHERE code = 'demo-odeme'`,
  )
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, people.admin, 'demo1234', adminBankFindingsPath)
  const row = page.getByTestId('bank-finding').filter({ hasText: 'TERMINAL-88' })
  await row.getByRole('button', { name: 'Ödemeyle eşleştir' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Aynı tutarda, yakın tarihli ödeme yok.').waitFor()
  await dialog.getByLabel('Ödeme ara').fill('640,00')
  await dialog.getByRole('radio', { name: 'ESLESECEKODEME000001' }).check()
  const confirm = dialog.getByRole('button', { name: 'Eşleştir' })
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByLabel('Not').fill('Terminal 1 TL fazla göstermiş')
  await confirm.click()
  await row.waitFor({ state: 'detached' })
  await page.getByLabel('Durum').selectOption('settled')
  await row.getByText('Ödemeyle eşleştirildi').waitFor()
  await row.getByRole('link', { name: 'ESLESECEKODEME000001' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
  await pool.execute("DELETE FROM bank_findings WHERE reference = 'TERMINAL-88'")
  await pool.execute("DELETE FROM payments WHERE reference = 'ESLESECEKODEME000001'")
})
