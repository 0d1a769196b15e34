import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { fillCart, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { openShop, type Shop, waitForQueue } from '#e2e/support/shop.ts'
import { t } from '#e2e/support/words.ts'
import type { Database } from '#server/platform/db/database.ts'

let browser: Browser
let shop: Shop
let database: Database
beforeAll(async () => {
  ;[browser, shop] = await Promise.all([openBrowser(), openShop()])
  await shop.start()
  database = await shop.database()
  await waitForQueue(database)
})
afterAll(async () => {
  await database?.close()
  await shop?.remove()
  await browser?.close()
})

/** What the server does when its disk is full, and when it has space again. */
const setReadOnly = (isOn: boolean) =>
  database.pool.withClient(async (client) => {
    await client.query(`ALTER SYSTEM ${isOn ? 'SET' : 'RESET'} default_transaction_read_only ${isOn ? '= on' : ''}`)
    await client.query('SELECT pg_reload_conf()')
  })

test.each([
  [
    'a dealer on a phone',
    people.dealer,
    '/',
    phone,
    (page: Page) =>
      page
        .getByRole('button', { name: /sepete ekle/i })
        .first()
        .click(),
  ],
  [
    'an administrator',
    people.admin,
    '/yonetim/isler',
    undefined,
    (page: Page) =>
      page
        .getByRole('button', { name: /şimdi dene/iu })
        .first()
        .click(),
  ],
] as const)('%s sees that the shop cannot save, until it can again', async (_, user, path, screen, press) => {
  await database.pool.withClient((client) =>
    client.query(
      "INSERT INTO pgboss.job (name, data, state, retry_count, retry_limit, completed_on) VALUES ('export', '{}', 'failed', 14, 14, now())",
    ),
  )
  const { page, context } = await newVisitor(browser, shop.url, screen ? { screen } : {})
  await signIn(page, user, 'demo1234', path)
  const product = user === people.dealer ? await plainProduct(page) : null
  await visit(page, product?.url ?? path)
  const notice = page.getByText(t('shell.trouble.title'))
  expect(await notice.count()).toBe(0)
  await setReadOnly(true)
  try {
    await press(page)
    await notice.waitFor()
    const box = await notice.boundingBox()
    expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  } finally {
    await setReadOnly(false)
  }
  await notice.waitFor({ state: 'detached' })
  if (product !== null) await fillCart(page, product, 2)
  await context.close()
})
