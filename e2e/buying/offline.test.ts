import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderDraft } from '#contract/shop/order-pad.ts'
import { pages } from '#contract/core/pages.ts'
import type { DraftLine } from '#domain/cart/draft-line.ts'
import { browserFlags, ensureBrowser } from '#cli/tools/browser.ts'
import { hasHydrated, newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { callFrom, demoShop, demoUrl, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'
import { openDatabase } from '#server/platform/db/database.ts'

let browser: Browser
let folder: string
/** A product that can be ordered. */
let code: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toptan-offline-'))
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await rm(folder, { recursive: true, force: true })
})

const draftOf = async (page: Page) => (await (await page.request.get('/api/catalog/order-pad')).json()) as OrderDraft
const linesOf = async (page: Page) => (await draftOf(page)).lines.map((line) => [line.code, line.quantity])
const saveDraft = async (page: Page, lines: DraftLine[]) =>
  callFrom(page, 'PATCH', '/api/catalog/order-pad', { revision: (await draftOf(page)).revision, lines })
const cell = (page: Page, column: 'code' | 'quantity', row: number) =>
  page.getByLabel(t(`orderPad.${column}Of`, { row }), { exact: true })

const openPhone = () => newVisitor(browser, demoUrl, { screen: phone, hasServiceWorker: true })

/** Signs in and opens the pad; resolves when the phone is ready to be without a connection. */
async function openReadyPad(page: Page, username: string): Promise<void> {
  await signIn(page, username)
  await saveDraft(page, [])
  await visit(page, pages.orderPad)
  await isReady(page)
}
async function isReady(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

/** Types a code on the pad without a connection, as a scanner does. */
async function scanOffline(page: Page, scanned: string): Promise<void> {
  const field = page.getByRole('textbox', { name: t('offline.scan') })
  await field.fill(scanned)
  await field.press('Enter')
  await page.getByRole('status').filter({ hasText: scanned }).waitFor()
}

beforeEach(async () => {
  const { page, context } = await newVisitor(browser, demoUrl)
  await signIn(page, people.dealer)
  ;({ code } = await plainProduct(page))
  await context.close()
})

test('the shop can be installed: its manifest has no error and a service worker answers for it', async () => {
  const { page, context, problems } = await openPhone()
  await visit(page, '/')
  await isReady(page)
  const session = await context.newCDPSession(page)
  const { data = '', errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data)).toMatchObject({ lang: 'tr', display: 'standalone', start_url: '/' })
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

test('two users of one browser leave nothing of theirs in its caches, and signing out removes what is theirs', async () => {
  const { page, context } = await openPhone()
  for (const username of [people.dealer, people.other]) {
    await openReadyPad(page, username)
    await cell(page, 'code', 1).fill(code)
    await page.getByText(t('orderPad.validCount', { count: 1 })).waitFor()
    for (const path of [pages.home, pages.cart, pages.orders, pages.statement]) await visit(page, path)
    const stored = await page.evaluate(readStored)
    expect(stored.caches.map(({ path }) => path).filter((path) => !/^\/(assets\/|cevrimdisi$)/.test(path))).toEqual([])
    const texts = stored.caches.map(({ text }) => text).join('\n')
    for (const secret of [people.dealer, people.other, code, 'demo1234']) expect(texts).not.toContain(secret)
    expect(stored.owner).toMatchObject({ userId: expect.any(Number) })
    await page.getByRole('button', { name: t('shell.account') }).click()
    await page.getByRole('button', { name: t('shell.signOut') }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await hasHydrated(page)
    expect(await page.evaluate(readStored)).toMatchObject({ owner: null, lines: 0, seen: 0, drafts: 0 })
  }
  await context.close()
})

/** Everything that this browser stores of the shop. */
async function readStored() {
  const entries: { path: string; text: string }[] = []
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const answer = await cache.match(request)
      entries.push({ path: new URL(request.url).pathname, text: (await answer?.text()) ?? '' })
    }
  }
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('toptan')
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
  const read = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve) => {
      request.addEventListener('success', () => resolve(request.result))
    })
  const stores = db.transaction(['lines', 'owner', 'seen'])
  const [lines, owner, seen] = await Promise.all([
    read(stores.objectStore('lines').count()),
    read(stores.objectStore('owner').get('owner')),
    read(stores.objectStore('seen').count()),
  ])
  db.close()
  const drafts = Object.keys(localStorage).filter((key) => key.startsWith('toptan.order-pad')).length
  return { caches: entries, lines, owner: (owner as object | undefined) ?? null, seen, drafts }
}

test('without a connection the pad opens after the browser was restarted, stores scans through another restart, and sends them once', async () => {
  const profile = join(folder, 'restart')
  const open = async (isOffline: boolean): Promise<{ context: BrowserContext; page: Page }> => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: ensureBrowser(),
      args: browserFlags,
      baseURL: demoUrl,
      viewport: phone,
      locale: 'tr-TR',
      offline: isOffline,
      extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.251' },
    })
    return { context, page: context.pages()[0] ?? (await context.newPage()) }
  }
  let { context, page } = await open(false)
  await openReadyPad(page, people.dealer)
  await context.close()

  ;({ context, page } = await open(true))
  await page.goto(pages.orderPad)
  for (const scanned of [code, code, 'RAF-7']) await scanOffline(page, scanned)
  await page.getByText(t('offline.count', { count: 2 })).waitFor()
  await context.close()

  ;({ context, page } = await open(true))
  await page.goto(pages.orderPad)
  await page.getByText(t('offline.count', { count: 2 })).waitFor()
  expect(await page.getByLabel(t('offline.quantity', { code })).inputValue()).toBe('2')
  await context.setOffline(false)
  // The pad opens by itself once the shop answers.
  await page.getByText(t('orderPad.queuedSent', { count: 2 })).waitFor()
  const sent = [
    [code, '2'],
    ['RAF-7', '1'],
  ]
  expect(await linesOf(page)).toEqual(sent)
  await cell(page, 'code', 2).waitFor()
  expect(await cell(page, 'code', 2).inputValue()).toBe('RAF-7')
  await visit(page, pages.orderPad)
  expect(await linesOf(page)).toEqual(sent)
  await context.close()
})

describe('lines that were scanned without a connection', () => {
  test('are not doubled when the answer to sending them is lost', async () => {
    const { page, context } = await openPhone()
    await openReadyPad(page, people.dealer)
    await context.setOffline(true)
    await page.goto(pages.orderPad)
    await scanOffline(page, code)
    await scanOffline(page, 'RAF-1')
    await page.route('**/api/catalog/order-pad/lines', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await context.setOffline(false)
    await expect
      .poll(() => linesOf(page))
      .toEqual([
        [code, '1'],
        ['RAF-1', '1'],
      ])
    await page.unroute('**/api/catalog/order-pad/lines')
    await visit(page, pages.orderPad)
    await expect.poll(async () => (await page.evaluate(readStored)).lines).toBe(0)
    expect(await linesOf(page)).toEqual([
      [code, '1'],
      ['RAF-1', '1'],
    ])
    await context.close()
  })

  test('wait for their user when the session has ended, and go to no other user', async () => {
    const { page, context } = await openPhone()
    await openReadyPad(page, people.dealer)
    await context.setOffline(true)
    await page.goto(pages.orderPad)
    await scanOffline(page, code)
    await context.clearCookies()
    await context.addCookies([{ name: 'toptan_cookies', value: '1', url: demoUrl }])
    await context.setOffline(false)
    await page.waitForURL('**/account/login?*')

    await openReadyPad(page, people.other)
    expect(await linesOf(page)).toEqual([])
    expect(await page.evaluate(readStored)).toMatchObject({ lines: 1 })
    await context.clearCookies()

    await signIn(page, people.dealer, 'demo1234', pages.orderPad)
    await page.getByText(t('orderPad.queuedSent', { count: 1 })).waitFor()
    expect(await linesOf(page)).toEqual([[code, '1']])
    await context.close()
  })

  test('arrive from two phones, beside what was typed on a third that lost its connection while the pad was open', async () => {
    const phones = [await openPhone(), await openPhone(), await openPhone()]
    for (const { page } of phones) await openReadyPad(page, people.dealer)
    for (const { context } of phones) await context.setOffline(true)
    for (const [at, { page }] of phones.slice(0, 2).entries()) {
      await page.goto(pages.orderPad)
      await scanOffline(page, `RAF-${at}`)
    }
    const third = phones[2]?.page ?? expect.fail()
    await cell(third, 'code', 1).fill('RAF-2')
    await third.getByText(t('orderPad.offline')).waitFor()
    for (const { context } of phones) await context.setOffline(false)
    await expect
      .poll(async () => (await linesOf(third)).map(([scanned = '']) => scanned).toSorted((a, b) => a.localeCompare(b)))
      .toEqual(['RAF-0', 'RAF-1', 'RAF-2'])
    for (const { context } of phones) await context.close()
  })
})

test('a price that has changed since the scan is shown before anything is ordered, until the user has read it', async () => {
  const { page, context } = await openPhone()
  await openReadyPad(page, people.dealer)
  await cell(page, 'code', 1).fill(code)
  await page.getByText(t('orderPad.validCount', { count: 1 })).waitFor()
  await expect.poll(() => linesOf(page)).toEqual([[code, '']])
  await expect.poll(async () => (await page.evaluate(readStored)).seen).toBeGreaterThan(0)
  const database = await openDatabase({ dataDir: demoShop.dataDir }, { role: 'command' })
  const scalePrices = (factor: number) =>
    database.pool.execute(
      `UPDATE unit_prices SET sale_value = sale_value * $2, plan1_value = plan1_value * $2, plan2_value = plan2_value * $2,
              plan3_value = plan3_value * $2, plan4_value = plan4_value * $2, plan5_value = plan5_value * $2
        WHERE unit_id IN (SELECT u.id FROM product_units u JOIN products p ON p.id = u.product_id WHERE p.code = $1)`,
      [code, factor],
    )
  await scalePrices(2)
  try {
    await visit(page, pages.orderPad)
    await page.getByText(t('orderPad.changedSince', { count: 1 })).waitFor()
    await page.getByText(t('orderPad.priceBefore')).waitFor()
    await page
      .getByRole('alert')
      .filter({ hasText: t('orderPad.changedSince', { count: 1 }) })
      .getByRole('button')
      .click()
    await visit(page, pages.orderPad)
    await page.getByText(t('orderPad.validCount', { count: 1 })).waitFor()
    expect(await page.getByText(t('orderPad.changedSince', { count: 1 })).count()).toBe(0)
  } finally {
    await scalePrices(0.5)
    await database.close()
  }
  await context.close()
})

test('other pages say that there is no connection, lead to the pad, and return by themselves', async () => {
  const { page, context } = await openPhone()
  await openReadyPad(page, people.dealer)
  await context.setOffline(true)
  await page.goto(pages.cart)
  await page.getByRole('heading', { name: t('offline.title') }).waitFor()
  await page.getByRole('link', { name: t('offline.toPad') }).click()
  await page.getByRole('heading', { name: t('offline.pad') }).waitFor()
  await page.goto(pages.cart)
  await context.setOffline(false)
  await page
    .getByRole('heading', { level: 1, name: t('cart.title') })
    .first()
    .waitFor()
  await context.close()
})
