import { adminRolesPath, adminSearchesPath } from '#contract/core/admin-pages.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { adminDealerPath, adminUserPath } from '#contract/core/record-paths.ts'
import { staffRoles } from '#domain/people/permissions.ts'
import { hasHydrated, newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'
import { demoDatabase } from '#e2e/support/paying.ts'
import { t } from '#e2e/support/words.ts'

const staffOf = (role: string) => `rights-${role.toLowerCase()}@example.com`
const roles = Object.keys(staffRoles).filter((role) => role !== 'full')

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
  const database = await demoDatabase()
  for (const role of roles) {
    await database.pool.execute(
      `INSERT INTO users (email, name, role, user_role, password_hash)
       SELECT $1, 'Yetkisi Sınırlı', 'admin', $2, known.password_hash FROM users known WHERE known.email = $3`,
      [staffOf(role), role, people.admin],
    )
  }
  await database.close()
})
afterAll(() => browser?.close())

let requests = 0
/** A walk through all pages takes seconds: the requests of one network would be limited. No other journey has these. */
function nextAddress() {
  requests += 1
  return { 'x-forwarded-for': `198.18.${requests % 250}.${Math.floor(requests / 250) + 1}` }
}

/** Pages are rendered for one visitor at a limited pace: a walk that is told to wait waits. */
async function load({ request }: BrowserContext, path: string) {
  const get = () => request.get(path, { headers: { accept: 'text/html', ...nextAddress() }, maxRedirects: 0 })
  let answer = await get()
  while (answer.status() === 429) {
    await sleep(Number(answer.headers()['retry-after'] ?? 1) * 1000)
    answer = await get()
  }
  const isPage = (answer.headers()['content-type'] ?? '').includes('html')
  return { status: answer.status(), html: isPage ? await answer.text() : '' }
}

/** The addresses of the administration that a page leads to, as the server renders it. */
const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*\bhref="(\/yonetim[^"]*)"/g)].map(([, path = '']) => path.replaceAll('&amp;', '&'))

/** A page of each kind that the board leads to, over any number of links: lists and their first records. */
async function walk(context: BrowserContext) {
  const paths: string[] = [pages.admin]
  const kindOf = (path: string) => path.replace(/[?#].*/, '').replaceAll(/\d+/g, '1')
  const kinds = new Set(paths.map(kindOf))
  const walked: { path: string; status: number; html: string }[] = []
  for (const path of paths) {
    const { status, html } = await load(context, path)
    walked.push({ path, status, html })
    for (const link of linksOf(html)) {
      if (!kinds.has(kindOf(link))) paths.push(link)
      kinds.add(kindOf(link))
    }
  }
  return walked
}

test.each(roles)(
  'no link leads staff with the role %s to a page of the administration that is refused',
  async (role) => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await signIn(page, staffOf(role))
    const walked = await walk(context)
    // Lists that the role reads, and records of theirs.
    // A representative without dealers has its own page only.
    expect(walked.length).toBeGreaterThan(role === 'representative' ? 0 : 3)
    // The list of reports leads to the first one.
    expect(walked.filter(({ status }) => status !== 200 && status !== 302)).toEqual([])
    await context.close()
  },
)

/** Controls that change nothing; orders are also chosen to print their slips. */
const reading = [
  t('monitoring.search.refresh'),
  t('administration.list.export.xlsx'),
  t('orders.action.print'),
  t('administration.pickings.print'),
  t('administration.shipments.printSlip'),
  t('administration.currencies.historyOf', { code: '' }).trim(),
  t('imports.sources.historyOf', { name: '' }).trim(),
  t('representatives.targets.month'),
  t('priceReasons.ofLine', { name: '' }).trim(),
  t('administration.limitApprovals.openOf', { dealer: '', total: '' }).replace(/[ ,]+$/, ''),
  t('administration.orders.chooseAll'),
  t('administration.orders.choose', { number: '' }).trim(),
]

/** Answers with these pages and the shop's styles only: what the server renders, without its scripts and pictures. */
const show = (context: BrowserContext, htmlOf: ReadonlyMap<string, string>) =>
  context.route(/./, (route) => {
    const request = route.request()
    if (request.resourceType() === 'stylesheet') return route.continue()
    const { pathname, search } = new URL(request.url())
    const html = request.isNavigationRequest() ? htmlOf.get(pathname + search) : undefined
    if (html === undefined) return route.abort()
    return route.fulfill({ contentType: 'text/html', body: html.replaceAll(/<link rel="modulepreload"[^>]*>/g, '') })
  })

/** The names of the controls of a page that can be used, without those of filters and navigation. */
const controlsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(button, input, select, textarea, [contenteditable=true])')]
      .filter((each) => each.checkVisibility() && !each.matches(':disabled'))
      .filter((each) => each.closest('search, [role=search], form[method=get], nav') === null)
      .map((each) => (each.getAttribute('aria-label') ?? each.textContent.trim()) || each.outerHTML.slice(0, 80)),
  )

test.each([
  ['readOnly', /^$/],
  [
    'orders',
    /^\/yonetim\/(siparisler|bekleyenler|limit-onaylari|toplama|sevkiyatlar|iadeler|teklifler|ariza-bildirimleri)/,
  ],
] as const)('staff with the role %s find no control that changes what the role may not change', async (role, own) => {
  const { page, context } = await newVisitor(browser, demoUrl)
  await signIn(page, staffOf(role))
  const walked = (await walk(context)).filter(({ path, html }) => html !== '' && !own.test(path))
  // Pages as they were walked, which is faster; one page with its scripts follows below.
  await show(context, new Map(walked.map(({ path, html }) => [path, html])))
  const found: unknown[] = []
  // Files of all areas are imported on the same page: those of orders are the role's own.
  const others = walked.filter(({ path }) => {
    // The words of the search dashboard narrow its own lists.
    return path !== adminSearchesPath && (role === 'readOnly' || !path.startsWith(pages.adminImports))
  })
  for (const { path } of others) {
    await page.goto(path, { waitUntil: 'load' })
    const controls = (await controlsOf(page)).filter((name) => !reading.some((part) => name.includes(part)))
    if (controls.length > 0) found.push({ path, controls })
  }
  expect(found).toEqual([])
  await context.close()
})

test('staff with a role of less find the fields of a form, but no buttons; full administrators find both', async () => {
  const [reader, admin] = [await newVisitor(browser, demoUrl), await newVisitor(browser, demoUrl)]
  await signIn(reader.page, staffOf('readOnly'), 'demo1234', adminDealerPath(1))
  await signIn(admin.page, people.admin, 'demo1234', adminDealerPath(1))
  const nameOf = (page: Page) => page.locator('main input[name=name]')
  const save = (page: Page) => page.getByRole('button', { name: t('people.save') })
  expect(await nameOf(reader.page).inputValue()).toBe(await nameOf(admin.page).inputValue())
  expect([await nameOf(reader.page).isDisabled(), await nameOf(admin.page).isDisabled()]).toEqual([true, false])
  expect([await save(reader.page).count(), await save(admin.page).count()]).toEqual([0, 1])
  const header = reader.page.locator('header')
  await header.getByText(t('people.staffRoles.readOnly.name')).waitFor()
  await admin.page.locator('header').getByText(t('shell.admin')).first().waitFor()
  for (const { page } of [reader, admin]) await visit(page, pages.adminOrders)
  await reader.page.getByTestId('admin-order').first().getByRole('link').first().click()
  const thread = reader.page.getByRole('region', { name: t('notes.title') })
  await thread
    .getByTestId('note')
    .or(thread.getByText(t('notes.none')))
    .first()
    .waitFor()
  expect(await thread.getByRole('textbox').count()).toBe(0)
  await admin.page.getByTestId('admin-order').first().getByRole('link').first().click()
  await admin.page
    .getByRole('region', { name: t('notes.title') })
    .getByRole('textbox')
    .waitFor()
  expect([...reader.problems, ...admin.problems]).toEqual([])
})

test('who manages people gives only roles of which it has all rights, and staff land in the administration', async () => {
  const { page, problems } = await newVisitor(browser, demoUrl)
  await visit(page, pages.login)
  await page.locator('input[name=username]').fill(staffOf('people'))
  await page.locator('input[name=password]').fill('demo1234')
  await page.locator('form:has(input[name=password]) button[type=submit]').click()
  await page.waitForURL((url) => url.pathname === pages.admin)
  await hasHydrated(page)
  await visit(page, adminUserPath('yeni'))
  await page.getByLabel(t('people.kindLabel')).selectOption('admin')
  const role = page.getByLabel(t('people.roleLabel'))
  expect(await role.locator('option').allTextContents()).toEqual([t('people.staffRoles.people.name')])
  await visit(page, adminRolesPath)
  await page.getByRole('button', { name: t('people.ownRoles.add') }).click()
  const dialog = page.getByRole('dialog')
  const see = dialog.locator('input[name="people:read"]')
  expect(await see.isChecked()).toBe(false)
  await dialog.locator('input[name="people:write"]').check()
  expect([await see.isChecked(), await see.isDisabled()]).toEqual([true, true])
  await dialog.locator('input[name="people:write"]').uncheck()
  expect([await see.isChecked(), await see.isDisabled()]).toEqual([false, false])
  expect(problems).toEqual([])
})

test('a role of a dealer without orders and offers finds no cart', async () => {
  const { page, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, 'muhasebe@example.com', 'demo1234', '/?view=grid')
  await page.locator('main article').first().waitFor()
  const adds = page.locator('[data-adds]')
  expect(await adds.count()).toBe(0)
  await visit(page, pages.cart)
  await page.getByText(t('cart.noRight')).waitFor()
  expect(await page.getByRole('region', { name: t('cartPage.quick.title') }).count()).toBe(0)
  await signIn(page, people.dealer, 'demo1234', '/?view=grid')
  await adds.first().waitFor()
  expect(problems).toEqual([])
})
