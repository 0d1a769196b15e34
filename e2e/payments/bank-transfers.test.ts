import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminBankLinesPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { addDays, dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { callFrom, demoUrl, emptyCart, fillCart, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { addPayer, demoDatabase } from '#e2e/support/paying.ts'
import { t } from '#e2e/support/words.ts'
import type { Database } from '#server/platform/db/database.ts'
import { saveSetting } from '#server/settings/settings.ts'

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

const text = 'GELEN FAST AKDORUK YAPI SEVK ODEMESI'
const statement = {
  name: 'ekstre-yolculuk.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`Tarih;Açıklama;Tutar;Dekont No\n${formatDay(dayInTurkey(new Date()))};${text};1.234,56;YOL1\n`),
}

/** Booking and return cancel each other out: without both, the account is as before. */
async function restore(): Promise<void> {
  const { pool } = database
  await pool.execute(`DELETE FROM transfer_receipts WHERE name = 'dekont.pdf'`)
  const ofLine = `(SELECT id FROM bank_lines WHERE reference = 'YOL1')`
  const bookings = await pool.query<{ movement_id: number; reversal_id: number }>(
    `DELETE FROM bank_line_bookings WHERE line_id IN ${ofLine} RETURNING movement_id, reversal_id`,
  )
  const movements = bookings.flatMap((booking) => [booking.movement_id, booking.reversal_id])
  await pool.execute('DELETE FROM account_movements WHERE id = ANY ($1)', [movements])
  await pool.execute('DELETE FROM transfer_notices WHERE amount = 1234.56')
  await pool.execute(`DELETE FROM bank_lines WHERE reference = 'YOL1'`)
  await pool.execute('DELETE FROM bank_statements WHERE name = $1', [statement.name])
}

test('a dealer reports a transfer, the accountant finds it in the statement and books it, and the dealer sees it paid', async () => {
  const { page: dealer, problems } = await newVisitor(browser, demoUrl, { screen: phone })
  await signIn(dealer, people.dealer, 'demo1234', pages.statement)
  await dealer.getByRole('link', { name: t('statement.reportTransfer') }).click()
  const form = dealer.getByRole('form', { name: t('transfers.form.title') })
  await form.getByRole('button', { name: t('transfers.form.send') }).click()
  await form.getByText(t('payment.pay.amount_missing')).waitFor()
  await form.getByLabel(t('transfers.form.amount')).fill('1234,56')
  await form.locator('input[type=file]').setInputFiles({
    name: 'dekont.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n%%EOF\n'),
  })
  await form.getByText('dekont.pdf', { exact: true }).waitFor()
  await form.getByRole('button', { name: t('transfers.form.send') }).click()
  const notice = dealer.getByTestId('transfer-notice').filter({ hasText: '1.234,56' })
  await notice.getByText(t('transfers.states.waiting')).waitFor()
  expect(await axeViolations(dealer)).toEqual([])

  const { page: staff, problems: others } = await newVisitor(browser, demoUrl)
  await signIn(staff, people.admin, 'demo1234', adminBankLinesPath)
  const upload = staff.getByLabel(t('administration.bankLines.upload.choose'))
  const send = async () => staff.locator('input[type=file]').setInputFiles(statement)
  await upload.first().waitFor({ state: 'attached' })
  await send()
  await staff.getByText(/1 yeni hareket alındı/).waitFor()
  await send()
  await staff.getByText(/1 hareket daha önce alınmıştı/).waitFor()
  const line = staff.getByTestId('bank-line').filter({ hasText: text })
  const suggestion = line.getByTestId('suggestion').first()
  await suggestion.getByText(t('administration.bankLines.reasons.notice')).waitFor()
  expect(await axeViolations(staff)).toEqual([])
  await suggestion.getByRole('button', { name: t('administration.bankLines.book') }).click()
  await line.waitFor({ state: 'detached' })

  await visit(dealer, pages.statement)
  await dealer.getByText(t('transfers.movement.payment')).first().waitFor()
  await visit(dealer, '/account/transfers')
  await notice.getByText(t('transfers.states.matched')).waitFor()

  await staff.getByLabel(t('administration.bankLines.filter.state')).selectOption('booked')
  await line.getByRole('button', { name: t('administration.bankLines.reopen') }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel(t('administration.bankLines.reopenDialog.reason')).fill('Yanlış eşleşti')
  await dialog.getByRole('button', { name: t('administration.bankLines.reopenDialog.confirm') }).click()
  await line.waitFor({ state: 'detached' })
  await visit(dealer, '/account/transfers')
  await notice.getByText(t('transfers.states.waiting')).waitFor()
  expect([...problems, ...others]).toEqual([])
  await restore()
})

test('an accountant splits a line over two dealers and chooses the columns of an unknown table', async () => {
  const { page, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, people.admin, 'demo1234', adminBankLinesPath)
  const day = formatDay(dayInTurkey(new Date()))
  await page.locator('input[type=file]').setInputFiles({
    ...statement,
    buffer: Buffer.from(`Gün;Bilgi;Rakam;Dekont No\n${day};${text} IKI;900,00;YOL1\n`),
  })
  const columns = page.getByRole('dialog')
  await columns.getByLabel('Gün', { exact: true }).selectOption('date')
  await columns.getByLabel('Bilgi', { exact: true }).selectOption('description')
  await columns.getByLabel('Rakam', { exact: true }).selectOption('amount')
  await columns.getByRole('button', { name: t('administration.bankLines.upload.import') }).click()
  const line = page.getByTestId('bank-line').filter({ hasText: `${text} IKI` })
  await line.getByRole('button', { name: t('administration.bankLines.other') }).click()
  const dialog = page.getByRole('dialog')
  const words = (name: string) => t(`administration.bankLines.split.${name}`)
  const search = dialog.getByRole('combobox', { name: words('dealer') })
  await search.fill('B1002')
  await dialog.getByRole('option', { name: 'B1002' }).click()
  await dialog.getByLabel(words('amount')).fill('600')
  expect(await dialog.getByRole('button', { name: words('confirm') }).getAttribute('aria-disabled')).toBe('true')
  await dialog.getByRole('button', { name: words('add') }).click()
  await search.fill('B1004')
  await dialog.getByRole('option', { name: 'B1004' }).waitFor()
  await search.press('ArrowDown')
  await search.press('Enter')
  expect(
    await dialog
      .getByLabel(words('amount'))
      .nth(1)
      .evaluate((field) => field === document.activeElement),
  ).toBe(true)
  await dialog.getByRole('button', { name: words('confirm') }).click()
  await line.waitFor({ state: 'detached' })
  await page.getByLabel(t('administration.bankLines.filter.state')).selectOption('booked')
  await line.getByText('B1004').waitFor()
  expect(await line.innerText()).toMatch(/B1002\s+₺600,00[\s\S]*B1004\s+₺300,00/)
  await line.getByRole('button', { name: t('administration.bankLines.reopen') }).click()
  await page.getByRole('dialog').getByLabel(t('administration.bankLines.reopenDialog.reason')).fill('Deneme')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('administration.bankLines.reopenDialog.confirm') })
    .click()
  await line.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await restore()
})

test('a dealer orders on a plan that is due at once, copies account and number, and sees the order paid once its transfer is booked', async () => {
  const { pool } = database
  const email = 'pesin@example.com'
  await addPayer(database, email, 'Peşin Ödeyen Yapı')
  await saveSetting(pool, 'transferDays', 3)
  const { page: dealer, context, problems } = await newVisitor(browser, demoUrl, { screen: phone })
  await signIn(dealer, email, 'demo1234', '/')
  await emptyCart(dealer)
  await fillCart(dealer, await plainProduct(dealer), 2)
  const waiting = async () =>
    (
      await pool.query(
        'SELECT 1 AS one FROM awaited_transfers w JOIN users u ON u.dealer_id = w.dealer_id WHERE u.email = $1',
        [email],
      )
    ).length
  // The server applies the setting soon.
  await expect
    .poll(async () => {
      if ((await waiting()) > 0) return 1
      await fillCart(dealer, await plainProduct(dealer), 2)
      await callFrom(dealer, 'POST', '/api/catalog/cart', { advencePrice: 'advencePrice1' })
      return waiting()
    })
    .toBe(1)
  await visit(dealer, pages.checkoutSummary)
  const number = await dealer.getByTestId('order-number').innerText()
  const day = formatDay(addDays(dayInTurkey(new Date()), 3))
  await dealer.getByText(t('transfers.awaited.waiting', { day })).waitFor()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const accounts = dealer.getByRole('region', { name: t('checkout.summary.transfer') })
  await accounts.getByRole('button', { name: t('transfers.awaited.copyNumber') }).click()
  await dealer.getByText(t('transfers.awaited.numberCopied')).waitFor()
  expect(await dealer.evaluate(() => navigator.clipboard.readText())).toBe(number)
  await accounts.getByRole('button', { name: t('transfers.copy') }).click()
  await expect.poll(() => dealer.evaluate(() => navigator.clipboard.readText())).toBe('TR330006100519786457841326')
  expect(await dealer.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  expect(await axeViolations(dealer)).toEqual([])

  const total = await pool.one<{ total: string }>('SELECT total_try AS total FROM orders WHERE order_no = $1', [number])
  const amount = total?.total.replace('.', ',') ?? ''
  const { page: staff, problems: others } = await newVisitor(browser, demoUrl)
  await signIn(staff, people.admin, 'demo1234', adminBankLinesPath)
  await staff.locator('input[type=file]').setInputFiles({
    ...statement,
    buffer: Buffer.from(
      `Tarih;Açıklama;Tutar;Dekont No\n${formatDay(dayInTurkey(new Date()))};GELEN EFT ${number};${amount};YOL1\n`,
    ),
  })
  const line = staff.getByTestId('bank-line').filter({ hasText: number })
  const suggestion = line.getByTestId('suggestion').first()
  await suggestion.getByText(t('administration.bankLines.reasons.order')).waitFor()
  await suggestion.getByRole('button', { name: t('administration.bankLines.book') }).click()
  await line.waitFor({ state: 'detached' })
  await visit(dealer, `${pages.checkoutSummary}?order=${number}`)
  await dealer.getByText(t('transfers.awaited.paid')).waitFor()
  expect(await accounts.count()).toBe(0)
  expect([...problems, ...others]).toEqual([])
  await pool.execute('UPDATE awaited_transfers SET booking_id = NULL')
  await restore()
  await pool.execute('DELETE FROM awaited_transfers')
  await saveSetting(pool, 'transferDays', 0)
})
