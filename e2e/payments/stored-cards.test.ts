import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { uniqueCard } from '#server/payments/start/test-cards.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { visit } from '#e2e/support/browser.ts'
import { openDialog, summary, usePayers } from '#e2e/support/payers.ts'
import { answerBank, cardDialog, confirm, expectNoCard, typeCard, useAccounts } from '#e2e/support/paying.ts'
import { t } from '#e2e/support/words.ts'

const [owner, colleague] = ['kart-saklayan@example.com', 'kart-ortagi@example.com'] as const
const payers = usePayers({ [owner]: 'Kart Saklayan Yapı', [colleague]: 'Kart Ortağı Yapı' })

const stored = (page: Page) => page.getByTestId('stored-card')

async function paidAmount(reference: string): Promise<string | undefined> {
  const payment = await payers.paymentOf(reference)
  expect(payment).toMatchObject({ state: 'captured' })
  return payment?.amount
}

test('a card is stored with consent, pays without its number, gets a name and is removed', async () => {
  await useAccounts(payers.database, ['demo-arti', 'demo-kule', 'demo-craftgate'])
  const { page, context, problems, traffic } = await payers.open(owner, pages.accountCards)
  await page.getByText(t('payment.stored.empty')).waitFor()

  // Without consent nothing is stored.
  const card = uniqueCard({ bin: 'cuzdan' })
  for (const isStored of [false, true]) {
    await visit(page, '/payment')
    await openDialog(page, '120')
    await typeCard(page, card)
    const consent = cardDialog(page).getByRole('checkbox', { name: t('payment.stored.store') })
    expect(await consent.isChecked()).toBe(false)
    if (isStored) await consent.check()
    await confirm(page)
    await answerBank(page)
    expect(await paidAmount(await summary(page))).toBe('120.00')
    await visit(page, pages.accountCards)
    await expect.poll(() => stored(page).count()).toBe(isStored ? 1 : 0)
  }
  expect(await stored(page).innerText()).toContain(card.ccno.slice(-4))
  expect(await axeViolations(page)).toEqual([])

  const other = await payers.open(colleague, pages.accountCards)
  await other.page.getByText(t('payment.stored.empty')).waitFor()
  await other.context.close()

  await page.getByRole('button', { name: t('payment.stored.nameOf', { last4: card.ccno.slice(-4) }) }).click()
  await page.locator('input[name=cardName]').fill('Firma kartı')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('payment.stored.save') })
    .click()
  await stored(page).getByText('Firma kartı').waitFor()

  await visit(page, '/payment')
  await openDialog(page, '80')
  const choice = cardDialog(page).getByRole('radio', { name: /Firma kartı/ })
  await choice.check()
  expect(await cardDialog(page).locator('input[name=cardnumber]').count()).toBe(0)
  await confirm(page)
  await answerBank(page)
  expect(await paidAmount(await summary(page))).toBe('80.00')
  await expectNoCard(page, card, traffic)

  await visit(page, pages.accountCards)
  await page.getByRole('button', { name: t('payment.stored.removeOf', { last4: card.ccno.slice(-4) }) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('payment.stored.remove') })
    .click()
  await page.getByText(t('payment.stored.empty')).waitFor()
  await visit(page, '/payment')
  await openDialog(page, '80')
  await cardDialog(page).locator('input[name=cardnumber]').waitFor()
  expect(
    await cardDialog(page)
      .getByRole('radio', { name: /Firma kartı/ })
      .count(),
  ).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})
