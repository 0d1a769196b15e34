import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCurrenciesPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import type { Database } from '#server/platform/db/database.ts'
import { testActor } from '#server/visitor/test-context.ts'
import { addProduct, fillCart as fillCartOf } from '#testing/store-rows.ts'
import { desktop, newVisitor, openBrowser, phone, type Screen, signIn, visit } from '#e2e/support/browser.ts'
import { confirmOrder } from '#e2e/support/confirm-order.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { t } from '#e2e/support/words.ts'

let shop: Shop
let database: Database
let browser: Browser
let unitId: number

const people = { fixed: 'sabitkur@example.com', invoiceDay: 'faturakuru@example.com', admin: 'yonetici@example.com' }

beforeAll(async () => {
  shop = await openShop({ demo: 'small' })
  database = await shop.database()
  unitId = (await addProduct(database.pool, { code: 'KUR-1', price: 10, currency: 'USD', taxRate: 20, stock: 1000 }))
    .unitId
  await database.pool.execute("UPDATE dealers SET discount = 0 WHERE rate_policy <> 'order_day'")
  await shop.start()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await database?.close()
  await shop?.remove()
})

async function fillCart(email: string, quantity: number): Promise<void> {
  const user = await database.pool.one<{ id: number }>('SELECT id FROM users WHERE email = $1', [email])
  const actor = testActor({ userId: user?.id ?? 0 })
  await database.pool.execute('DELETE FROM carts WHERE user_id = $1', [actor.userId])
  await fillCartOf(database.pool, actor, [{ unitId, quantity }])
}

async function as(email: string, action: (page: Page) => Promise<void>, screen: Screen = desktop): Promise<void> {
  const { context, page, problems } = await newVisitor(browser, shop.url, { screen })
  try {
    await signIn(page, email)
    await action(page)
    expect(problems).toEqual([])
  } finally {
    await context.close()
  }
}

const orderButton = (page: Page) => page.getByRole('button', { name: t('cart.summary.order') }).first()
const notes = (page: Page) => page.getByTestId('rate-notes').first()

test('a dealer with a fixed rate sees it in the cart and on the order, with its amount', async () => {
  await fillCart(people.fixed, 2)
  await as(people.fixed, async (page) => {
    await visit(page, pages.cart)
    await notes(page)
      .getByText(`1 USD = 44,5000 TL (${t('rates.sources.fixed')})`)
      .waitFor()
    // 20 dollars at 44.5, plus 20 %.
    await page.getByText('₺1.068,00').first().waitFor()
    await orderButton(page).click()
    await confirmOrder(page)
    await page.waitForURL(/checkout\/summary/)
    await notes(page).getByText('1 USD = 44,5000 TL').waitFor()
    await page.getByText('₺1.068,00').first().waitFor()
  })
})

test.each([
  ['desktop', desktop],
  ['phone', phone],
])(
  'a dealer with the rate of the invoice day reads in cart and order that amounts are preliminary: %s',
  async (_name, screen) => {
    await fillCart(people.invoiceDay, 1)
    await as(
      people.invoiceDay,
      async (page) => {
        await visit(page, pages.cart)
        await notes(page).getByText(t('rates.invoiceDay')).waitFor()
        await orderButton(page).click()
        await confirmOrder(page)
        await page.waitForURL(/checkout\/summary/)
        await notes(page).getByText(t('rates.invoiceDayOrder')).waitFor()
      },
      screen,
    )
  },
)

test('staff see the next bulletin, the holidays and the dealers with rates of their own', async () => {
  await as(people.admin, async (page) => {
    await visit(page, adminCurrenciesPath)
    await page.getByTestId('next-bulletin').waitFor()
    const dealers = page.getByRole('table', { name: t('administration.currencies.dealers.title') })
    await dealers.getByText('Sabit Kurlu Otomasyon').waitFor()
    await dealers.getByText('EUR 51,7500; USD 44,5000').waitFor()
    await page.getByText(t('rates.holidays.republic')).first().waitFor()
    await dealers.getByText('Sabit Kurlu Otomasyon').click()
    await page.getByLabel(t('administration.audit.fields.fixedRates'), { exact: true }).waitFor()
    expect(await page.getByLabel(t('administration.audit.fields.ratePolicy'), { exact: true }).inputValue()).toBe(
      'fixed',
    )
  })
})
