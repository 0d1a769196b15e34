import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import type { Database } from '#server/platform/db/database.ts'
import { newVisitor, openBrowser, signIn, visit, type VisitorOptions } from './browser.ts'
import { demoUrl } from './demo-shop.ts'
import { addPayer, cardDialog, demoDatabase, watch } from './paying.ts'
import { t } from './words.ts'

/** The browser and the demo shop's database of the test file. */
let browser: Browser
export let database: Database

/** Creates users by email, with their companies' names, for the tests of a file. */
export function usePayers(companies: Record<string, string>): void {
  beforeAll(async () => {
    browser = await openBrowser()
    database = await demoDatabase()
    for (const [email, company] of Object.entries(companies)) await addPayer(database, email, company)
  })
  afterAll(async () => {
    await browser?.close()
    await database?.close()
  })
}

/** A page of a signed-in user, or of a stranger. */
export async function open(who: string | null, path: string, options: VisitorOptions = {}) {
  const visitor = await newVisitor(browser, demoUrl, options)
  const seen = watch(visitor.context)
  await (who === null ? visit(visitor.page, path) : signIn(visitor.page, who, 'demo1234', path))
  return { ...visitor, seen }
}

export const payButton = (page: Page) => page.getByRole('button', { name: t('payment.order.pay') })

/** Goes from the direct payment page to the card dialog. */
export async function openDialog(page: Page, amount: string): Promise<void> {
  await page.locator('input[name=amount]').fill(amount)
  await payButton(page).click()
  await cardDialog(page).waitFor()
}

/** The reference of the payment that the page confirms. */
export async function summary(page: Page): Promise<string> {
  await page.waitForURL((url) => url.pathname === pages.checkoutSummary)
  await page.getByText(t('payment.paid')).first().waitFor()
  return new URL(page.url()).searchParams.get('payment') ?? ''
}

export const paymentOf = (reference: string) =>
  database.pool.one<{
    state: string
    amount: string
    fee: string
    order_no: string | null
    movement_id: number | null
  }>(
    `SELECT state, p.amount::text, p.fee::text, o.order_no, movement_id
       FROM payments p LEFT JOIN orders o ON o.id = p.order_id WHERE p.reference = $1`,
    [reference],
  )
