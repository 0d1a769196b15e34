import type { Page } from 'playwright-core'
import { t } from './words.ts'

/** Confirms an order from the cart in the question that its button opens. */
export async function confirmOrder(page: Page, translate: typeof t = t): Promise<void> {
  await page
    .getByRole('alertdialog', { name: translate('checkout.confirm.title') })
    .getByRole('button', { name: translate('checkout.confirm.order') })
    .click()
}
