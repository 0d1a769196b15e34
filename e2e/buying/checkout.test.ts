import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { csrfTokenIn } from '#contract/core/csrf.ts'
import { pages } from '#contract/core/pages.ts'
import { findBroken } from '#faults/invariants.ts'
import type { Database } from '#server/platform/db/database.ts'
import { hasHydrated, newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { confirmOrder } from '#e2e/support/confirm-order.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { pattern, t } from '#e2e/support/words.ts'

const email = 'bayi@example.com'
const [drill, cable, pliers] = ['E2E-MATKAP', 'E2E-KABLO', 'E2E-PENSE'] as const

let shop: Shop
let database: Database
let browser: Browser
let branch: string

beforeAll(async () => {
  shop = await openShop({ demo: 'small' })
  database = await shop.database()
  await addProducts()
  const row = await database.pool.one<{ name: string }>(
    `INSERT INTO branches (dealer_id, name) SELECT dealer_id, 'Kadıköy Şube' FROM users WHERE email = $1 RETURNING name`,
    [email],
  )
  branch = row?.name ?? ''
  await shop.start()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await database?.close()
  await shop?.remove()
})
beforeEach(async () => {
  await database.pool.execute('DELETE FROM carts WHERE user_id = (SELECT id FROM users WHERE email = $1)', [email])
  await database.pool.execute("UPDATE users SET choices = '{}' WHERE email = $1", [email])
  await setStock(drill, 500)
})

/**
 * Three products with round prices: 100, 10 per piece and 110 per box of twelve, and 7. The 30-day plan adds 2 lira to
 * the drill.
 */
async function addProducts(): Promise<void> {
  for (const [code, price] of [
    [drill, 100],
    [cable, 10],
    [pliers, 7],
  ] as const) {
    await database.pool.execute(
      `WITH made AS (
         INSERT INTO products (code, name, seo, tax_rate) VALUES ($1, $1, lower($1), 20) RETURNING id
       ), piece AS (
         INSERT INTO product_units (product_id, name, multiplier) SELECT id, 'ADET', 1 FROM made RETURNING id
       )
       INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency)
       SELECT l.id, piece.id, $2, 'TRY' FROM price_lists l, piece`,
      [code, price],
    )
    await database.pool.execute(
      `UPDATE products p SET default_unit_id = u.id FROM product_units u WHERE u.product_id = p.id AND p.code = $1`,
      [code],
    )
    await setStock(code, 500)
  }
  await database.pool.execute(
    `WITH box AS (INSERT INTO product_units (product_id, name, multiplier) SELECT id, 'KOLİ', 12 FROM products
       WHERE code = $1 RETURNING id)
     INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency)
     SELECT l.id, box.id, 110, 'TRY' FROM price_lists l, box`,
    [cable],
  )
  await database.pool.execute(
    `UPDATE unit_prices SET plan2_value = 102, plan2_currency = 'TRY' WHERE unit_id =
       (SELECT default_unit_id FROM products WHERE code = $1)`,
    [drill],
  )
  // The test dealer gets round prices.
  await database.pool.execute(
    'UPDATE dealers SET discount = 0, risk_limit = 0 WHERE id = (SELECT dealer_id FROM users WHERE email = $1)',
    [email],
  )
}

async function setStock(code: string, quantity: number): Promise<void> {
  await database.pool.execute(
    `WITH place AS (SELECT p.id AS product_id, (SELECT min(id) FROM warehouses) AS warehouse_id FROM products p WHERE code = $1),
          moved AS (INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason)
            SELECT product_id, warehouse_id, $2 - coalesce((SELECT sum(quantity) FROM inventory i
              WHERE i.product_id = place.product_id), 0), 'import' FROM place
            WHERE $2 <> coalesce((SELECT sum(quantity) FROM inventory i WHERE i.product_id = place.product_id), 0))
     INSERT INTO inventory (product_id, warehouse_id, quantity) SELECT product_id, warehouse_id, $2 FROM place
     ON CONFLICT (product_id, warehouse_id) DO UPDATE SET quantity = excluded.quantity`,
    [code, quantity],
  )
}

async function fillCart(lines: Record<string, number>): Promise<void> {
  await database.pool.execute(
    `WITH cart AS (INSERT INTO carts (user_id) SELECT id FROM users WHERE email = $1 RETURNING id)
     INSERT INTO cart_lines (cart_id, product_id, unit_id, quantity)
     SELECT cart.id, p.id, p.default_unit_id, w.quantity
       FROM cart, unnest($2::text[], $3::integer[]) WITH ORDINALITY AS w (code, quantity, place)
       JOIN products p ON p.code = w.code ORDER BY place`,
    [email, Object.keys(lines), Object.values(lines)],
  )
}

const ordered = () =>
  database.pool.one<{ order_no: string; description: string; plan_key: string; branch: string; subtotal: string }>(
    `SELECT order_no, description, plan_key, b.name AS branch, subtotal::float AS subtotal
       FROM orders o LEFT JOIN branches b ON b.id = branch_id ORDER BY o.id DESC LIMIT 1`,
  )
const orderCount = async () => (await database.pool.one<{ n: number }>('SELECT count(*)::int AS n FROM orders'))?.n ?? 0

async function signedIn() {
  const visitor = await newVisitor(browser, shop.url)
  await signIn(visitor.page, email)
  return visitor
}

/** The same user in a browser without scripts. */
async function withoutScripts(context: BrowserContext): Promise<Page> {
  const storageState = await context.storageState()
  const plain = await browser.newContext({ storageState, javaScriptEnabled: false, baseURL: shop.url, locale: 'tr-TR' })
  const page = await plain.newPage()
  page.setDefaultTimeout(20_000)
  return page
}

const total = (page: Page, value: string) => page.getByText(value, { exact: true }).first().waitFor()
const scan = async (page: Page, code: string) => {
  await page.getByRole('combobox', { name: t('cartPage.quick.code') }).fill(code)
  await page.keyboard.press('Enter')
}

test('part of a code shows suggestions: arrows select, Escape restores the typed text, Enter adds', async () => {
  const { page, problems, context } = await signedIn()
  await visit(page, pages.cart)
  const field = page.getByRole('combobox', { name: t('cartPage.quick.code') })
  const half = drill.slice(0, -1)
  await field.pressSequentially(half)
  const option = page.getByRole('option').filter({ hasText: drill })
  await option.waitFor()
  const shown = await page.getByRole('option').count()
  const at = (await page.getByRole('option').allInnerTexts()).findIndex((text) => text.includes(drill))
  for (let i = 0; i <= at; i += 1) await page.keyboard.press('ArrowDown')
  expect(await field.inputValue()).toBe(drill)
  expect(await option.getAttribute('aria-selected')).toBe('true')
  expect(await field.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  expect({ shown: shown > 0, text: await field.inputValue() }).toEqual({ shown: true, text: half })
  await field.fill('')
  await field.pressSequentially(half)
  await option.click()
  expect(await field.inputValue()).toBe(drill)
  await page.keyboard.press('Enter')
  await page.getByText(`1 ADET × ${drill}`).waitFor()
  expect(await page.getByRole('listbox').count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test('codes are scanned, unit and plan change the prices, and three steps lead to the order', async () => {
  const { page, problems, context } = await signedIn()
  await visit(page, pages.cart)
  await page.getByRole('heading', { name: t('cart.empty.title') }).waitFor()
  await scan(page, drill)
  await page.getByText(`1 ADET × ${drill}`).waitFor()
  await scan(page, cable.toLowerCase())
  await page.getByText(`1 ADET × ${cable}`).waitFor()
  await scan(page, 'BÖYLE-KOD-YOK')
  await page.getByText(t('errors.product_not_found')).waitFor()
  await page.getByRole('button', { name: t('ui.ok'), exact: true }).click()
  // 110 + 20 %
  await total(page, '₺132,00')

  const changed = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await page.getByRole('combobox', { name: t('cart.unitOf', { name: cable }) }).selectOption({ label: 'KOLİ (12)' })
  await changed
  await total(page, '₺252,00')
  await page.getByRole('radio', { name: /^30 gün/ }).check()
  await total(page, '₺254,40')
  await page.getByRole('combobox', { name: t('cartPage.branch.title') }).selectOption({ label: branch })
  await page.getByRole('textbox', { name: t('cart.summary.note') }).fill('Öğleden önce <b>getirin</b>')
  await page.getByText(t('cart.saved')).waitFor()

  await page.getByRole('link', { name: t('cart.summary.review') }).click()
  await page.getByRole('heading', { level: 1, name: t('checkout.preview.title') }).waitFor()
  expect(await page.getByRole('row').count()).toBe(3)
  await page.getByRole('button', { name: t('checkout.preview.continue') }).click()
  await page.getByRole('heading', { level: 1, name: t('checkout.payment.title') }).waitFor()
  for (const text of ['30 gün', branch, 'Öğleden önce <b>getirin</b>', '₺254,40'])
    await page.getByText(text).first().waitFor()
  // The choices survive a reload.
  await page.reload()
  await hasHydrated(page)
  await total(page, '₺254,40')
  await page.getByRole('button', { name: t('checkout.payment.confirm') }).click()
  await page.waitForURL('**/checkout/summary?order=*')
  await page.getByRole('heading', { level: 1, name: 'Siparişiniz başarılı.' }).waitFor()
  await page.getByText('Öğleden önce <b>getirin</b>').waitFor()
  expect(await ordered()).toMatchObject({
    description: 'Öğleden önce <b>getirin</b>',
    plan_key: 'advencePrice2',
    branch,
    subtotal: 212,
  })
  expect(await findBroken(database.pool)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})

test('with the keyboard only: from the cart through the steps to the order, with the focus always visible', async () => {
  await fillCart({ [drill]: 1 })
  const { page, problems, context } = await signedIn()
  await visit(page, pages.cart)
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement ?? document.body
      const frame = at.closest('.field, .stepper') ?? at
      const { outlineStyle, boxShadow } = getComputedStyle(frame)
      // The button of a date field has the focus within the field, whose ring shows it.
      const hasRing = at.matches(':focus-visible') || (at instanceof HTMLInputElement && at.type === 'date')
      const isInSight = hasRing && (outlineStyle !== 'none' || boxShadow !== 'none')
      return { text: at.textContent?.trim() ?? '', tag: at.tagName, isInSight }
    })
  const tabTo = async (name: string) => {
    for (let presses = 0; (await focused()).text !== name; presses += 1) {
      if (presses > 40) throw new Error(`The Tab key does not lead to ${name}.`)
      await page.keyboard.press('Tab')
      expect(await focused()).toMatchObject({ isInSight: true })
    }
    await page.keyboard.press('Enter')
  }
  await page.getByRole('combobox', { name: t('cartPage.quick.code') }).focus()
  await tabTo(t('cart.summary.review'))
  await page.getByRole('heading', { level: 1, name: t('checkout.preview.title') }).waitFor()
  // The focused element was removed: focus moves to the new content, where a screen reader continues.
  await expect.poll(async () => (await focused()).tag).toBe('MAIN')
  await tabTo(t('checkout.preview.continue'))
  await page.getByRole('heading', { level: 1, name: t('checkout.payment.title') }).waitFor()
  await expect.poll(async () => (await focused()).tag).toBe('MAIN')
  await tabTo(t('checkout.payment.confirm'))
  await page.getByRole('heading', { level: 1, name: 'Siparişiniz başarılı.' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

/** The demo store's POS accounts that take cards. */
const cardAccounts = ['demo-arti', 'demo-kule', 'demo-craftgate']

async function takesCards(page: Page): Promise<boolean> {
  const visitor = (await (await page.request.get('/api/visitor')).json()) as { hasCardPayment: boolean }
  return visitor.hasCardPayment
}

test('a card plan offers another plan when no card can be accepted', async () => {
  for (const account of cardAccounts) await shop.toptan('pos', 'deactivate', account)
  await fillCart({ [drill]: 1 })
  const { page, problems, context } = await signedIn()
  await expect.poll(async () => takesCards(page)).toBe(false)
  await visit(page, pages.cart)
  await page.getByRole('radio', { name: /^Kredi kartı/ }).check()
  await page.getByText(t('cartPage.plan.noCard')).waitFor()
  expect(await page.getByRole('button', { name: t('cart.summary.order') }).count()).toBe(0)
  await page.getByRole('button', { name: t('cartPage.plan.choose', { name: 'Peşin (havale)' }) }).click()
  await page
    .getByRole('button', { name: t('cart.summary.order') })
    .first()
    .waitFor()
  for (const account of cardAccounts) await shop.toptan('pos', 'activate', account)
  await expect.poll(async () => takesCards(page)).toBe(true)
  expect(problems).toEqual([])
  await context.close()
})

test('pasted spreadsheet rows are previewed, and the valid ones are added', async () => {
  const { page, problems, context } = await signedIn()
  await visit(page, pages.cart)
  await page.getByRole('button', { name: t('cartPage.paste.open') }).click()
  const dialog = page.getByRole('dialog')
  const text = `Stok Kodu\tMiktar\n${drill}\t12\n${cable}\t2\tKOLİ\nYOK\t1\n${drill}\t99.999\n${pliers}\tbeş`
  expect(await dialog.getByRole('textbox').evaluate((field) => field === document.activeElement)).toBe(true)
  await dialog.getByRole('textbox').fill(text)
  await dialog.getByRole('button', { name: t('cartPage.paste.check') }).click()
  await dialog.getByText(t('cartPage.paste.good', { count: 2 })).waitFor()
  await dialog.getByText(t('cartPage.paste.bad', { count: 3 })).waitFor()
  await dialog.getByText('Bu üründen 100.011 adet bulunmamaktadır!').waitFor()
  await dialog.getByRole('button', { name: t('cartPage.paste.add', { count: 2 }) }).click()
  // Rows that could not be added stay as typed, also for the next time.
  await dialog.getByText(t('cartPage.paste.added', { count: 2 })).waitFor()
  // Row numbers are those of the pasted list.
  const code = dialog.getByRole('textbox', { name: t('cartPage.paste.codeOf', { row: 4 }) })
  expect(await code.inputValue()).toBe('YOK')
  const remaining = `YOK\t1\n${drill}\t99.999\n${pliers}\tbeş`
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: t('cartPage.paste.open') }).click()
  expect(await dialog.getByRole('textbox').inputValue()).toBe(remaining)
  await dialog.getByRole('button', { name: t('ui.cancel') }).click()
  // 12 × 100 + 2 × 110, and 20 %
  await total(page, '₺1.704,00')
  expect(await page.locator('tbody').getByRole('row').count()).toBe(2)
  // In print, quantities are text.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  for (const text of ['12 ADET', '2 KOLİ']) await page.getByRole('cell', { name: text, exact: true }).waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  expect(problems).toEqual([])
  await context.close()
})

test('without scripts the forms lead through the steps, and the same form sent twice is one order', async () => {
  const { context } = await signedIn()
  await fillCart({ [drill]: 2, [cable]: 1 })
  const page = await withoutScripts(context)
  await page.goto(pages.checkout)
  await page.getByRole('radio', { name: /^30 gün/ }).check()
  await page.getByRole('combobox', { name: t('cartPage.branch.title') }).selectOption({ label: branch })
  await page.getByRole('textbox', { name: t('cart.summary.note') }).fill('Kapıda teslim')
  await page.getByRole('button', { name: t('checkout.preview.continue') }).click()
  await page.getByRole('heading', { level: 1, name: t('checkout.payment.title') }).waitFor()
  // 2 × 102 + 10, and 20 %
  for (const text of ['30 gün', branch, 'Kapıda teslim', '₺256,80']) await page.getByText(text).first().waitFor()
  const before = await orderCount()
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    page.getByRole('button', { name: t('checkout.payment.confirm') }).click(),
  ])
  await page.waitForURL('**/checkout/summary?order=*')
  expect(await ordered()).toMatchObject({
    description: 'Kapıda teslim',
    plan_key: 'advencePrice2',
    branch,
    subtotal: 214,
  })

  const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }
  const again = await page.request.post(pages.checkoutCart, {
    data: sent.postData() ?? '',
    headers,
    maxRedirects: 0,
  })
  expect([again.status(), again.headers()['location']]).toEqual([
    303,
    new URL(page.url()).pathname + new URL(page.url()).search,
  ])
  expect(await orderCount()).toBe(before + 1)
  await page.context().close()
  await context.close()
})

test('without scripts the cart orders too, and a refusal returns to it with the note', async () => {
  const { context } = await signedIn()
  await fillCart({ [drill]: 5 })
  const page = await withoutScripts(context)
  await page.goto(pages.cart)
  await page.getByRole('textbox', { name: t('cart.summary.note') }).fill('Acele')
  await setStock(drill, 4)
  await page
    .getByRole('button', { name: t('cart.summary.order') })
    .first()
    .click()
  await page.waitForURL('**/sepet?refused=*')
  await page.getByRole('alert').getByText('Bu üründen 5 adet bulunmamaktadır!').waitFor()
  expect(await page.getByRole('textbox', { name: t('cart.summary.note') }).inputValue()).toBe('Acele')
  await setStock(drill, 5)
  await page
    .getByRole('button', { name: t('cart.summary.order') })
    .first()
    .click()
  await page.waitForURL('**/checkout/summary?order=*')
  expect(await ordered()).toMatchObject({ description: 'Acele', plan_key: 'advencePrice1', branch: null })
  await page.context().close()
  await context.close()
})

test('two tabs order the same cart: one order, and the other tab shows why it was refused', async () => {
  await fillCart({ [drill]: 1 })
  const { page, context } = await signedIn()
  const other = await context.newPage()
  await visit(page, pages.cart)
  await visit(other, pages.cart)
  const before = await orderCount()
  await page
    .getByRole('button', { name: t('cart.summary.order') })
    .first()
    .click()
  await confirmOrder(page)
  await page.waitForURL('**/checkout/summary?order=*')
  await other
    .getByRole('button', { name: t('cart.summary.order') })
    .first()
    .click()
  await confirmOrder(other)
  await other.getByRole('alertdialog').getByText(t('errors.cart_empty')).waitFor()
  expect(await orderCount()).toBe(before + 1)
  await context.close()
})

test('a long cart shows the totals of all lines at once, and loads the remaining lines afterwards', async () => {
  const many = await database.pool.query<{ code: string }>(
    `SELECT p.code FROM products p JOIN inventory i ON i.product_id = p.id AND i.quantity > 5
       JOIN unit_prices up ON up.unit_id = p.default_unit_id AND up.sale_value > 0
      WHERE p.is_active AND p.variant_names IS NULL GROUP BY p.id ORDER BY p.id LIMIT 149`,
  )
  const lines = [...new Set([...many.map(({ code }) => code), drill])]
  await fillCart(Object.fromEntries(lines.map((code) => [code, 1])))
  const { page, problems, context } = await signedIn()
  const count = t('cart.lines', { count: lines.length })
  const plain = await withoutScripts(context)
  await plain.goto(pages.cart)
  await plain.getByText(count).first().waitFor()
  expect(await plain.locator('tbody').getByRole('row').count()).toBeLessThanOrEqual(100)
  const summary = { name: t('cart.summary.title') }
  const initialTotal = await plain.getByRole('region', summary).getByRole('definition').nth(2).innerText()

  await visit(page, pages.cart)
  await page
    .getByRole('button', { name: t('cart.summary.order') })
    .first()
    .waitFor()
  const waitForAllLines = () => page.getByText(pattern('cartPage.coming')).waitFor({ state: 'hidden' })
  await waitForAllLines()
  expect(await page.getByRole('region', summary).getByRole('definition').nth(2).innerText()).toBe(initialTotal)
  await page.getByRole('heading', { level: 1, name: t('cart.title') }).scrollIntoViewIfNeeded()
  // Rendered rows are higher than estimated, so the end of the page moves.
  const drawnLines = async () => {
    await page.keyboard.press('End')
    return page.getByRole('link', { name: drill }).count()
  }
  await expect.poll(drawnLines).toBe(1)
  const field = page.getByRole('textbox', { name: t('cart.quantityOf', { name: drill }) })
  const response = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await field.fill('3')
  await field.press('Enter')
  const sums = (await (await response).json()) as { cart: { totals: { total: number } } }
  const shown = new Intl.NumberFormat('tr-TR', { minimumFractionDigits: 2 }).format(sums.cart.totals.total)
  await total(page, `₺${shown}`)

  // A page that is restored at a scroll position hydrates the server's rows first, not those at that position.
  const middle = page.locator('tr[aria-rowindex="50"]')
  await page.evaluate(() => void window.scrollTo(0, 3000))
  await middle.waitFor()
  await page.reload({ waitUntil: 'domcontentloaded' })
  await hasHydrated(page)
  await waitForAllLines()
  await middle.waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(2000)
  expect(problems).toEqual([])
  await plain.context().close()
  await context.close()
})

test('a guest’s form leads to sign-in, and a form of another page is refused', async () => {
  const { page, context } = await newVisitor(browser, shop.url)
  await visit(page, pages.home)
  const token = csrfTokenIn(await page.evaluate(() => document.cookie))
  const send = (form: Record<string, string>) =>
    page.request.post(pages.checkoutCart, { form, headers: { accept: 'text/html' }, maxRedirects: 0 })
  const guest = await send({ _token: token, _key: 'a-key-of-a-guest' })
  expect([guest.status(), guest.headers()['location']]).toEqual([303, '/account/login?next=%2Fcheckout'])
  const foreign = await send({ _token: 'nothing', _key: 'a-key-of-a-guest' })
  expect(foreign.status()).toBe(403)
  expect(await foreign.text()).toContain(t('errors.csrf_failed'))
  await page.goto(pages.checkout)
  expect(page.url()).toMatch(/\/account\/login\?next=/)
  await context.close()
})
