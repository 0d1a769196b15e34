import { afterAll, describe, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { paymentLinkPath } from '#contract/core/record-paths.ts'
import { type TestCard, uniqueCard } from '#server/payments/start/test-cards.ts'
import { phone, visit } from '#e2e/support/browser.ts'
import { payButton, usePayers } from '#e2e/support/payers.ts'
import { answerBank, confirm, expectNoCard, setSetting, typeCard } from '#e2e/support/paying.ts'
import { t } from '#e2e/support/words.ts'

const dealer = 'baglanti@example.com'
const linkSetting = 'b2b_cari_odeme_baglantisi'

const payers = usePayers({ [dealer]: 'Bağlantı İnşaat' })
afterAll(() => setSetting(payers.database, linkSetting, '0'))

describe('a payment link', () => {
  test('is created, copied, paid by someone who is not signed in, and shown as paid', async () => {
    await setSetting(payers.database, linkSetting, '1')
    const { page, context, problems } = await payers.open(dealer, pages.payment)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const create = page.getByRole('button', { name: t('payment.links.create') })
    await page.getByRole('button', { name: t('payment.links.copy') }).click()
    await page.getByText(t('payment.links.createFirst')).waitFor()
    await create.click()
    await page.getByText(t('payment.links.invalidAmount')).waitFor()
    // A third decimal could mean thousands: no link is made before the field has its answer.
    await page.locator('input[name=link-amount]').pressSequentially('250,505')
    expect(await page.locator('input[name=link-amount]').inputValue()).toBe('250.505')
    await create.click()
    await page.getByText(t('amountField.question', { typed: '250,505' })).waitFor()
    await page.getByRole('button', { name: '250,50', exact: true }).click()
    expect(await page.locator('input[name=link-amount]').inputValue()).toBe('250,50')
    await create.click()
    await page.getByText(t('paymentMail.link.created')).waitFor()
    await page.getByRole('button', { name: t('payment.links.copy') }).click()
    await page.getByText(t('payment.links.copied')).waitFor()
    await page.getByText(t('payment.links.shownOnce')).waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('button', { name: t('payment.links.mail') }).click()
    await page.getByText(t('payment.links.needEmail')).waitFor()
    await page.locator('input[name=link-email]').fill('musteri@example.com')
    await page.getByRole('button', { name: t('payment.links.mail') }).click()
    await page.getByText(t('paymentMail.link.sent', { email: 'musteri@example.com' })).waitFor()
    expect(await page.getByText(t('payment.links.states.open'), { exact: true }).count()).toBe(1)

    const card = uniqueCard({ bin: 'amex' })
    await payLink(new URL(link).pathname, card)

    await page.reload()
    await page.getByText(t('payment.links.states.paid'), { exact: true }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  test('that does not exist says so, and the screens are off without the setting', async () => {
    await setSetting(payers.database, linkSetting, '0')
    const { page, context } = await payers.open(dealer, pages.payment)
    expect(await page.getByText(t('payment.links.title'), { exact: true }).count()).toBe(0)
    const answer = await page.goto(paymentLinkPath('boyle-bir-baglanti-yok'))
    expect(answer?.status()).toBe(404)
    await page.getByRole('heading', { name: t('payment.link.unknown') }).waitFor()
    await context.close()
  })
})

/** A stranger on a phone pays, gets the receipt, and finds the link paid. */
async function payLink(path: string, card: TestCard): Promise<void> {
  const { page, context, problems, traffic } = await payers.open(null, path, { screen: phone })
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
  expect(await page.getByRole('searchbox').count()).toBe(0)
  await page.getByText(t('payment.link.onBehalf', { dealer: 'Bağlantı İnşaat' })).waitFor()
  await page.getByText('₺250,50').waitFor()
  await payButton(page).click()
  await typeCard(page, card)
  await confirm(page)
  await answerBank(page)
  await page.getByRole('heading', { name: t('payment.paid') }).waitFor()
  expect(await page.getByTestId('paid-amount').innerText()).toBe('₺250,50')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  await expectNoCard(page, card, traffic)
  await page.reload()
  await page.getByRole('button', { name: t('payment.mailOrder.print') }).waitFor()
  await visit(page, path)
  await page.getByRole('heading', { name: t('payment.link.states.paid.title') }).waitFor()
  expect(await payButton(page).count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
}
