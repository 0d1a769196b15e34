import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import { formatsOf } from '#domain/text/format.ts'
import { addProduct, fillCart as fillCartOf } from '#testing/store-rows.ts'
import { testActor } from '#server/visitor/test-context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { newVisitor, desktop, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { confirmOrder } from '#e2e/support/confirm-order.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { pattern, t } from '#e2e/support/words.ts'

const { formatMoney } = formatsOf('tr')

let shop: Shop
let database: Database
let browser: Browser
/** 100 lira, 120 with tax. */
let unitId: number

const people = {
  blocked: 'limitsiz@example.com',
  late: 'vadesigecmis@example.com',
  balance: 'bakiye@example.com',
  usual: 'bayi@example.com',
}

beforeAll(async () => {
  shop = await openShop({ demo: 'small' })
  database = await shop.database()
  unitId = (await addProduct(database.pool, { code: 'LIMIT-1', price: 100, taxRate: 20, stock: 100_000 })).unitId
  await shop.start()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await database?.close()
  await shop?.remove()
})

async function setDealer(email: string, sql: string): Promise<void> {
  await database.pool.execute(`UPDATE dealers SET ${sql} WHERE id = (SELECT dealer_id FROM users WHERE email = $1)`, [
    email,
  ])
}

/** Puts only this many pieces into the user's cart. */
async function fillCart(email: string, quantity: number): Promise<void> {
  const user = await database.pool.one<{ id: number }>('SELECT id FROM users WHERE email = $1', [email])
  const actor = testActor({ userId: user?.id ?? 0 })
  await database.pool.execute('DELETE FROM carts WHERE user_id = $1', [actor.userId])
  await fillCartOf(database.pool, actor, [{ unitId, quantity }])
}

async function ordersOf(email: string): Promise<number> {
  const row = await database.pool.one<{ n: number }>(
    'SELECT count(*)::int AS n FROM orders WHERE user_id = (SELECT id FROM users WHERE email = $1)',
    [email],
  )
  return row?.n ?? -1
}

async function withDealer(email: string, action: (page: Page) => Promise<void>, screen = desktop): Promise<void> {
  const { context, page, problems } = await newVisitor(browser, shop.url, { screen })
  try {
    await signIn(page, email, 'demo1234', pages.account)
    await action(page)
    expect(problems).toEqual([])
  } finally {
    await context.close()
  }
}

const orderButton = (page: Page) => page.getByRole('button', { name: t('cart.summary.order') }).first()
const summary = (page: Page) => page.getByRole('region', { name: t('cart.summary.title') })

/** The order button says why it is blocked; pressing it opens nothing. */
async function expectBlocked(page: Page, text: string): Promise<void> {
  const button = page.getByRole('button', { name: text, exact: true }).first()
  await button.click()
  await button.waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  expect(await orderButton(page).count()).toBe(0)
}

async function placeOrder(page: Page): Promise<void> {
  await orderButton(page).click()
  await confirmOrder(page)
  await page.waitForURL(/checkout\/summary/)
}

describe('the risk limit in the cart', () => {
  test('a limit of 1 is shown in the cart and on the order button', async () => {
    await fillCart(people.blocked, 1)
    const before = await ordersOf(people.blocked)
    await withDealer(people.blocked, async (page) => {
      await visit(page, pages.cart)
      await summary(page).getByText(t('cartPage.limit.blocked')).waitFor()
      await expectBlocked(page, t('cart.summary.blocked'))
    })
    expect(await ordersOf(people.blocked)).toBe(before)
  })

  test('an order above the limit shows the excess and the largest possible order in TL; one that just fits is placed', async () => {
    await database.pool.execute('UPDATE dealers SET discount = 0')
    await setDealer(people.usual, 'risk_limit = 1200')
    await fillCart(people.usual, 11)
    const before = await ordersOf(people.usual)
    await withDealer(people.usual, async (page) => {
      await visit(page, pages.cart)
      await page.getByText(t('shell.orderLimit', { amount: formatMoney(1200, 'TRY') })).waitFor()
      await summary(page)
        .getByText(t('cartPage.limit.exceeded', { excess: '₺120,00' }))
        .waitFor()
      await summary(page)
        .getByText(t('cartPage.limit.largest', { largest: '₺1.200,00' }))
        .waitFor()
      await expectBlocked(page, t('cart.summary.overLimit', { excess: '₺120,00' }))

      const response = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
      await page.getByRole('button', { name: pattern('cart.decreaseOf') }).click()
      await response
      await summary(page).getByText(pattern('cartPage.limit.largest')).waitFor({ state: 'detached' })
      await placeOrder(page)
    })
    expect(await ordersOf(people.usual)).toBe(before + 1)
  })

  test('a limit that was raised since the page was loaded is found by pressing the blocked button', async () => {
    await setDealer(people.usual, 'risk_limit = 1200')
    await fillCart(people.usual, 11)
    await withDealer(people.usual, async (page) => {
      await visit(page, pages.cart)
      const blocked = page.getByRole('button', { name: t('cart.summary.overLimit', { excess: '₺120,00' }) }).first()
      await blocked.waitFor()
      await setDealer(people.usual, 'risk_limit = 5000')
      await blocked.click()
      await orderButton(page).waitFor()
      // Lowered while the page shows the order button: the server refuses, and the button says why from then on.
      await setDealer(people.usual, 'risk_limit = 1200')
      await orderButton(page).click()
      await confirmOrder(page)
      const refusal = t('errors.risk_limit_exceeded', { excessText: '120,00', largestText: '1.200,00' })
      await page.getByRole('alertdialog').getByText(refusal).waitFor()
      await page.keyboard.press('Escape')
      await blocked.waitFor()
    })
  })

  test('an overdue amount leaves no limit for orders', async () => {
    await fillCart(people.late, 1)
    await withDealer(
      people.late,
      async (page) => {
        await visit(page, pages.cart)
        await summary(page)
          .getByText(t('cartPage.limit.largest', { largest: '₺0,00' }))
          .waitFor()
      },
      phone,
    )
  })

  test('in the second mode the previous order counts', async () => {
    await setDealer(people.balance, 'risk_limit = 74900 + 360')
    await database.pool.execute(
      'UPDATE orders SET sent_to_erp_at = now() WHERE dealer_id = (SELECT dealer_id FROM users WHERE email = $1)',
      [people.balance],
    )
    await fillCart(people.balance, 2)
    await withDealer(people.balance, async (page) => {
      await visit(page, pages.cart)
      await page.getByText(t('shell.availableLimit', { amount: '₺360,00' })).waitFor()
      await placeOrder(page)
      await page.getByText(t('shell.availableLimit', { amount: '₺120,00' })).waitFor()
      await fillCart(people.balance, 2)
      await visit(page, pages.cart)
      await expectBlocked(page, t('cart.summary.overLimit', { excess: '₺120,00' }))
    })
  })
})

describe('the overdue notice', () => {
  const words = 'Vadesi 34 gün geçmiş 62.310,75 TRY ödemeniz bulunmaktadır'

  test.each([
    ['desktop', desktop],
    ['phone', phone],
  ])('is on every page of this dealer, and of no other (%s)', async (_, screen) => {
    await withDealer(
      people.late,
      async (page) => {
        for (const path of [pages.home, pages.statement, pages.cart]) {
          await visit(page, path)
          await page
            .getByRole('region', { name: t('shell.overdueLabel') })
            .getByText(words, { exact: true })
            .waitFor()
        }
      },
      screen,
    )
    const { context, page } = await newVisitor(browser, shop.url, { screen })
    await visit(page, pages.home)
    expect(await page.getByText(words).count()).toBe(0)
    await context.close()
  })

  test('stays while its code loads and the rest of the page changes', async () => {
    await withDealer(people.late, async (page) => {
      const code = Promise.withResolvers<void>()
      await page.route(/\/assets\/notices-[\da-f]{7}\.js$/, async (route) => {
        await code.promise
        await route.continue()
      })
      await visit(page, '/search?q=LIMIT-1')
      const notice = page.getByRole('region', { name: t('shell.overdueLabel') })
      await notice.evaluate((element) => element.setAttribute('data-of-server', ''))
      const pieces = async () => {
        const items = (await (await page.request.get('/api/catalog/cart')).json()) as CartItem[]
        return items.reduce((sum, { quantity }) => sum + quantity, 0)
      }
      const before = await pieces()
      await page.getByRole('main').locator('[data-adds]').first().click()
      await expect.poll(pieces).toBe(before + 1)
      expect(await notice.count()).toBe(1)
      code.resolve()
      await page.waitForLoadState('networkidle')
      expect(await notice.getAttribute('data-of-server')).toBe('')
    })
  })

  test('is hidden below the store’s limit and when the store does not show it', async () => {
    for (const [key, value] of [
      ['overdueDebtInfoLimit', '70000'],
      ['showOverdueDebtInfo', '0'],
    ] as const) {
      await shop.toptan('settings', key, value)
      await expect
        .poll(async () => {
          let count = -1
          await withDealer(people.late, async (page) => {
            count = await page.getByText(words).count()
          })
          return count
        })
        .toBe(0)
      await shop.toptan('settings', key, '--default')
    }
  })
})

describe('the account statement', () => {
  test('shows movements with balances, can be filtered, and downloads as files', async () => {
    await withDealer(people.usual, async (page) => {
      await page.getByRole('button', { name: new RegExp(t('shell.orderLimit', { amount: '' }).trim()) }).click()
      await page.getByRole('menuitem', { name: t('shell.statement') }).click()
      await page.waitForURL(pages.statement)
      await page.getByRole('heading', { level: 1, name: t('statement.title') }).waitFor()
      const table = page.getByRole('table', { name: t('statement.table') })
      await expect.poll(() => table.getByRole('row').nth(1).innerText()).toContain('₺42.300,40')

      await page.getByRole('searchbox').fill('havale')
      await page.getByRole('button', { name: t('statement.filter.apply'), exact: true }).click()
      await page.waitForURL(/q=havale/)
      const isFiltered = async () =>
        (await table.getByRole('row').allInnerTexts()).slice(1).every((text) => text.toLowerCase().includes('havale'))
      await expect.poll(isFiltered).toBe(true)

      for (const format of ['xlsx', 'pdf'] as const) {
        const saved = page.waitForEvent('download')
        await page.getByRole('link', { name: t(`statement.${format}`) }).click()
        expect((await saved).suggestedFilename()).toMatch(new RegExp(`^ekstre-B1001-TRY-[\\d-]+\\.${format}$`))
      }

      await page.getByRole('link', { name: /^USD/ }).click()
      await page.waitForURL(/currency=USD/)
      await page.getByRole('link', { name: t('statement.filter.clear') }).click()
      await table.getByText('$1.840,60').waitFor()
    })
  })

  test('reports when nothing is found, and leads guests to sign-in and back', async () => {
    await withDealer(people.usual, async (page) => {
      await visit(page, `${pages.statement}?q=yokböyle`)
      await page.getByText(t('statement.empty.filteredTitle')).waitFor()
      await visit(page, `${pages.statement}?page=99`)
      await page.getByRole('link', { name: t('statement.empty.first') }).click()
      await page.getByRole('table', { name: t('statement.table') }).waitFor()
    })
    const { context, page } = await newVisitor(browser, shop.url)
    await page.goto(`${pages.statement}?currency=USD`)
    expect(new URL(page.url()).searchParams.get('next')).toBe(`${pages.statement}?currency=USD`)
    await context.close()
  })
})
