import { describe, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { formatsOf } from '#domain/text/format.ts'
import { uniqueCard } from '#server/payments/start/test-cards.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { phone, visit } from '#e2e/support/browser.ts'
import { callFrom, demoUrl, emptyCart, fillCart, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { openDialog, payButton, summary, usePayers } from '#e2e/support/payers.ts'
import {
  answerBank,
  bank,
  cardDialog,
  confirm,
  expectNoCard,
  paymentCount,
  typeCard,
  typedCard,
  useAccounts,
} from '#e2e/support/paying.ts'
import { t } from '#e2e/support/words.ts'

const { formatMoney } = formatsOf('tr')

const [buyer, bookkeeper, third] = ['kartla@example.com', 'defter@example.com', 'ucuncu@example.com'] as const
const accounts = ['demo-arti', 'demo-kule']

const payers = usePayers({ [buyer]: 'Kartla Yapı Market', [bookkeeper]: 'Muhasebe İnşaat', [third]: 'Üçüncü Yapı' })

describe('a cart paid by card', () => {
  test('is ordered once the bank has captured the money; an amount changed in the browser is refused', async () => {
    const { page, context, problems, traffic } = await payers.open(buyer, '/')
    const product = await plainProduct(page)
    await emptyCart(page)
    await fillCart(page, product)
    // The demo store's card plan.
    await callFrom(page, 'PATCH', '/api/catalog/cart', { advencePrice: 'advencePrice5' })
    await visit(page, `${pages.checkout}?step=payment`)
    await payButton(page).click()
    const card = uniqueCard({ bin: 'kule' })
    await typeCard(page, card)
    const amount = await cardDialog(page).getByTestId('payment-amount').innerText()

    await context.route('**/api/payment/start', async (route) => {
      const body = { ...(route.request().postDataJSON() as object), amount: '1.00' }
      await route.continue({ postData: JSON.stringify(body) })
    })
    const before = await paymentCount(payers.database)
    await confirm(page)
    await cardDialog(page).getByText(t('errors.amount_changed')).waitFor()
    expect(await paymentCount(payers.database)).toBe(before)
    await context.unroute('**/api/payment/start')

    // Reloading the page during the bank's step shows the state of the attempt.
    await confirm(page)
    await bank(page).locator('input[name=code]').waitFor()
    await visit(page, pages.cart)
    await page.getByText(t('payment.unfinished.left')).waitFor()
    // So does another tab.
    const tab = await context.newPage()
    await visit(tab, pages.cart)
    await tab.getByText(t('payment.unfinished.left')).waitFor()
    await tab.close()
    await visit(page, `${pages.checkout}?step=payment`)
    await page.getByText(t('payment.unfinished.left')).waitFor()
    await payButton(page).click()
    await typeCard(page, card)
    await confirm(page)
    await answerBank(page)
    const reference = await summary(page)
    const paid = await payers.paymentOf(reference)
    expect(paid?.state).toBe('captured')
    expect(formatMoney(paid?.amount ?? 0, 'TRY')).toBe(amount)
    expect(new URL(page.url()).searchParams.get('order')).toBe(paid?.order_no)
    expect(await page.getByTestId('paid-amount').innerText()).toBe(amount)
    await expectNoCard(page, card, traffic)

    const [form] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: t('payment.summary.mailOrder') }).click(),
    ])
    await form.getByRole('heading', { name: t('payment.mailOrder.title') }).waitFor()
    await form.getByText(`${card.ccno.slice(0, 4)} ${card.ccno.slice(4, 6)}** **** ${card.ccno.slice(-4)}`).waitFor()
    await expectNoCard(form, card, traffic)
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('a payment into the account', () => {
  test('accepts positive amounts only, and six installments cost what the table says', async () => {
    const { page, context, problems, traffic } = await payers.open(buyer, pages.payment)
    await payButton(page).click()
    await page.getByText(t('payment.pay.amount_missing')).waitFor()
    await page.locator('input[name=amount]').fill('-5')
    await payButton(page).click()
    await page.getByText(t('payment.pay.amount_invalid')).waitFor()
    expect(await page.locator('input[name=amount]').inputValue()).toBe('-5')
    await page.locator('input[name=amount]').fill('1.234,56')
    // 1.234,56 plus 6,4 % is 1.313,57, a sixth of which is 218,93
    const row = page.getByRole('row', { name: t('payment.plans.count', { count: 6 }) }).first()
    expect(await row.innerText()).toMatch(/%6,4\s+₺218,93\s+₺1\.313,57/)

    await openDialog(page, '1.234,56')
    const card = uniqueCard({ bin: 'arti' })
    await typeCard(page, card)
    await cardDialog(page)
      .getByRole('radio', { name: t('payment.plans.count', { count: 6 }) })
      .check()
    expect(await cardDialog(page).getByTestId('payment-total').innerText()).toBe('₺1.313,57')
    await confirm(page)
    await answerBank(page)
    const paid = await payers.paymentOf(await summary(page))
    expect(paid).toMatchObject({ state: 'captured', amount: '1313.57', fee: '79.01', order_no: null })
    expect(paid?.movement_id).not.toBeNull()
    expect(await page.getByTestId('paid-amount').innerText()).toBe('₺1.313,57')
    await expectNoCard(page, card, traffic)
    expect(problems).toEqual([])
    await context.close()
  })

  test('loses nothing after a wrong code, a decline and an abandoned bank page, on a phone', async () => {
    const { page, context, problems, traffic } = await payers.open(bookkeeper, pages.payment, { screen: phone })
    await openDialog(page, '75')
    const first = uniqueCard({ bin: 'debit' })
    await typeCard(page, first)
    await confirm(page)
    for (const code of ['000000', '111111', '222222']) {
      await answerBank(page, code)
      if (code !== '222222') await bank(page).getByText(t('sandbox.page.wrong')).waitFor()
    }
    await cardDialog(page).getByText(t('paymentOutcome.declined.authentication')).waitFor()
    expect(await typedCard(page)).toEqual(first)

    const poor = uniqueCard({ bin: 'prepaid', last4: '0051' })
    await typeCard(page, poor)
    await confirm(page)
    await answerBank(page)
    await cardDialog(page).getByText(t('paymentOutcome.declined.limit')).waitFor()
    expect(await typedCard(page)).toEqual(poor)

    const abandoned = uniqueCard({ bin: 'foreign' })
    await typeCard(page, abandoned)
    await confirm(page)
    await bank(page).locator('input[name=code]').waitFor()
    await page.reload()
    await visit(page, pages.payment)
    await openDialog(page, '75')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
    const last = uniqueCard({ bin: 'commercial' })
    await typeCard(page, last)
    await confirm(page)
    await answerBank(page)
    expect(await payers.paymentOf(await summary(page))).toMatchObject({ state: 'captured', amount: '75.00' })
    for (const card of [first, poor, abandoned, last]) await expectNoCard(page, card, traffic)
    const states = await payers.database.pool.query<{ state: string }>(
      'SELECT state FROM payments WHERE user_id = (SELECT id FROM users WHERE email = $1) ORDER BY id',
      [bookkeeper],
    )
    expect(states.map(({ state }) => state)).toEqual(['declined', 'declined', 'cancelled', 'captured'])
    expect(problems).toEqual([])
    await context.close()
  })

  test('returns to the form with the reason after a return that the bank did not sign', async () => {
    const { page, context, problems } = await payers.open(third, pages.payment)
    await openDialog(page, '60')
    const unsigned = uniqueCard({ bin: 'arti', last4: '1305' })
    await typeCard(page, unsigned)
    await confirm(page)
    await answerBank(page)
    await cardDialog(page).getByText(t('paymentOutcome.unverified.not_charged')).waitFor()
    expect(await typedCard(page)).toEqual(unsigned)
    await typeCard(page, uniqueCard({ bin: 'arti' }))
    await confirm(page)
    await answerBank(page)
    expect(await payers.paymentOf(await summary(page))).toMatchObject({ state: 'captured', amount: '60.00' })
    const [first] = await payers.database.pool.query<{ state: string; attention: string }>(
      `SELECT state, attention FROM payments WHERE amount = 60 AND user_id = (SELECT id FROM users WHERE email = $1)
        ORDER BY id`,
      [third],
    )
    expect(first).toEqual({ state: 'cancelled', attention: 'return_unverified' })
    expect(problems).toEqual([])
    await context.close()
  })

  test('is paid at 127.0.0.1, where the bank’s page comes back to', async () => {
    const url = demoUrl.replace('localhost', '127.0.0.1')
    const { page, context, problems } = await payers.open(third, pages.payment, { url })
    await openDialog(page, '40')
    await typeCard(page, uniqueCard({ bin: 'arti' }))
    await confirm(page)
    await answerBank(page)
    expect(await payers.paymentOf(await summary(page))).toMatchObject({ state: 'captured', amount: '40.00' })
    expect(new URL(page.url()).hostname).toBe('127.0.0.1')
    expect(problems).toEqual([])
    await context.close()
  })

  test('accepts messages only between the page and its own frame', async () => {
    const { page, context, problems } = await payers.open(buyer, pages.payment)
    const before = await paymentCount(payers.database)
    // Another window of the shop that is not a frame of the page: a card sent to it goes nowhere.
    const [other] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(
        (path) => void Object.assign(globalThis, { opened: globalThis.open(path) }),
        `${pages.paymentStart}?type=pay`,
      ),
    ])
    await other.waitForLoadState()
    const card = uniqueCard({ bin: 'kule' })
    const message = { ...card, plan: null, installment: 1, amount: '5.00', description: '', advencePrice: '' }
    await page.evaluate((data) => (globalThis as unknown as { opened: Window }).opened.postMessage(data, '*'), message)

    await openDialog(page, '5')
    await typeCard(page, card)
    const started = page.waitForResponse((response) => response.url().endsWith('/api/payment/start'))
    await confirm(page)
    const { reference } = (await (await started).json()) as { reference: string }
    await bank(page).locator('input[name=code]').waitFor()
    const asked = page.waitForResponse((response) => response.url().includes(`/api/payment/${reference}`))
    await page.evaluate((reference) => {
      const told = { type: 'payment_succeed', reference }
      const source = document.querySelector('iframe')?.contentWindow ?? null
      window.postMessage(told, location.origin)
      window.dispatchEvent(new MessageEvent('message', { data: told, origin: 'https://kotu.example', source }))
      window.dispatchEvent(
        new MessageEvent('message', { data: { type: 'dialogClose', reference: null }, origin: location.origin }),
      )
      // Even the frame's message is only a hint: the server decides.
      window.dispatchEvent(new MessageEvent('message', { data: told, origin: location.origin, source }))
    }, reference)
    await asked
    await bank(page).locator('input[name=code]').waitFor()
    expect(new URL(page.url()).pathname).toBe(pages.payment)
    expect(await paymentCount(payers.database)).toBe(before + 1)

    await cardDialog(page)
      .getByRole('button', { name: t('ui.cancel') })
      .click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('payment.leave.confirm') })
      .click()
    await cardDialog(page).waitFor({ state: 'detached' })
    expect(await payers.paymentOf(reference)).toMatchObject({ state: 'cancelled' })
    expect(problems).toEqual([])
    await context.close()
  })

  test('with a hosted form at the bank, the shop never sees the card', async () => {
    await useAccounts(payers.database, ['demo-pusula'])
    try {
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      const { page, context, traffic } = await payers.open(buyer, `${pages.payment}?amount=42`)
      await payButton(page).click()
      const card = uniqueCard({ bin: 'pusula' })
      expect(await cardDialog(page).locator('input[name=cardnumber]').count()).toBe(0)
      await cardDialog(page)
        .getByRole('button', { name: t('payment.form.openHosted') })
        .click()
      await bank(page).locator('input[name=number]').fill(card.ccno)
      await bank(page).locator('input[name=expiry]').fill(card.expiry)
      await bank(page).locator('input[name=cvc]').fill(card.ccv)
      await bank(page).locator('button[value=card]').click()
      await answerBank(page)
      expect(await payers.paymentOf(await summary(page))).toMatchObject({ state: 'captured', amount: '42.00' })
      await expectNoCard(page, card, traffic)
      expect(traffic.sentTo(card).filter((path) => !path.startsWith('/sandbox-bank/'))).toEqual([])
      await context.close()
    } finally {
      await useAccounts(payers.database, accounts)
    }
  })

  test('at a bank that forbids frames, the whole window goes there and comes back to the outcome', async () => {
    await useAccounts(payers.database, ['demo-kuveytturk'])
    try {
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      const { page, context, traffic } = await payers.open(third, `${pages.payment}?amount=43`)
      await payButton(page).click()
      const card = uniqueCard({ bin: 'arti' })
      await typeCard(page, card)
      await confirm(page)
      await bank(page)
        .getByRole('button', { name: t('payment.frame.leave') })
        .click()
      await page.waitForURL('**/sandbox-bank/**')
      await page.locator('input[name=code]').fill('123456')
      await page.locator('button[value=code]').click()
      await page.getByRole('heading', { name: t('payment.paid') }).waitFor()
      await page.getByRole('link', { name: t('payment.result.summary') }).click()
      expect(await payers.paymentOf(await summary(page))).toMatchObject({ state: 'captured', amount: '43.00' })
      await expectNoCard(page, card, traffic)
      await context.close()
    } finally {
      await useAccounts(payers.database, accounts)
    }
  })
})

test('an administrator finds a payment and refunds part of it', async () => {
  const paid = await payers.database.pool.one<{ reference: string }>(
    `SELECT reference FROM payments WHERE state = 'captured' AND fee > 0
        AND user_id = (SELECT id FROM users WHERE email = $1) ORDER BY id DESC LIMIT 1`,
    [buyer],
  )
  const { page, context, problems } = await payers.open(people.admin, pages.adminPayments)
  await page.getByRole('searchbox', { name: t('administration.payments.filter.q') }).fill(paid?.reference ?? '')
  await page.getByRole('button', { name: t('administration.list.apply') }).click()
  await page.getByRole('link', { name: paid?.reference ?? '' }).click()
  await page.getByRole('button', { name: t('administration.payments.actions.refund') }).click()
  const dialog = page.getByRole('dialog')
  for (const width of [390, 1366]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await axeViolations(page)).toEqual([])
  }
  await dialog.getByRole('textbox', { name: t('administration.payments.refund.amount') }).fill('25,50')
  const toAccount = await dialog.getByRole('status').innerText()
  await dialog.getByRole('button', { name: t('administration.payments.refund.confirm') }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await payers.paymentOf(paid?.reference ?? ''))?.state).toBe('partially_refunded')
  // What the dialog announced, without the refunded part of the fee.
  const booked = await payers.database.pool.one<{ debit: string }>(
    `SELECT m.debit::text FROM account_movements m JOIN payment_refunds r ON r.movement_id = m.id
       JOIN payments p ON p.id = r.payment_id WHERE p.reference = $1`,
    [paid?.reference ?? ''],
  )
  const facts = { amount: '₺25,50', account: formatsOf('tr').formatMoney(booked?.debit ?? '', 'TRY') }
  expect(toAccount).toBe(t('administration.payments.refund.toAccount', facts))
  await page.reload()
  await page.getByText(t('administration.payments.states.partially_refunded')).first().waitFor()
  expect(problems).toEqual([])
  await context.close()
})
