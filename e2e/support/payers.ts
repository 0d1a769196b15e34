import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import type { Database } from '#server/platform/db/database.ts'
import { newVisitor, openBrowser, signIn, visit, type VisitorOptions } from './browser.ts'
import { demoUrl } from './demo-shop.ts'
import { addPayer, cardDialog, demoDatabase, watchTraffic } from './paying.ts'
import { t } from './words.ts'

/** `url`: another address of the demo shop. */
type PayerOptions = VisitorOptions & { url?: string }

/** The demo shop for the payments of a test file. `database` is set before the first test. */
type Payers = {
  database: Database
  /** Opens a page as a signed-in user, or as a guest. */
  open(username: string | null, path: string, options?: PayerOptions): ReturnType<typeof openPage>
  paymentOf(reference: string): ReturnType<typeof readPayment>
}

/** Creates users by email, with their companies' names, for the tests of a file. */
export function usePayers(companies: Record<string, string>): Payers {
  let browser: Browser
  const payers = {
    open: (username, path, options = {}) => openPage(browser, username, path, options),
    paymentOf: (reference) => readPayment(payers.database, reference),
  } as Payers
  beforeAll(async () => {
    browser = await openBrowser()
    payers.database = await demoDatabase()
    for (const [email, company] of Object.entries(companies)) await addPayer(payers.database, email, company)
  })
  afterAll(async () => {
    await browser?.close()
    await payers.database?.close()
  })
  return payers
}

async function openPage(
  browser: Browser,
  username: string | null,
  path: string,
  { url = demoUrl, ...options }: PayerOptions,
) {
  const visitor = await newVisitor(browser, url, options)
  const traffic = watchTraffic(visitor.context)
  await (username === null ? visit(visitor.page, path) : signIn(visitor.page, username, 'demo1234', path))
  return { ...visitor, traffic }
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

const readPayment = ({ pool }: Database, reference: string) =>
  pool.one<{
    state: string
    amount: string
    fee: string
    order_no: string | null
    movement_id: number | null
  }>(
    `SELECT p.state, p.amount::text, p.fee::text, o.order_no, p.movement_id
       FROM payments p LEFT JOIN orders o ON o.id = p.order_id WHERE p.reference = $1`,
    [reference],
  )
