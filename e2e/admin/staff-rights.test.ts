import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPickingsPath, adminReportsPath, adminBackOrdersPath } from '#contract/core/admin-pages.ts'
import { adminAnnouncementPath, adminDocumentPath } from '#contract/core/announcement-paths.ts'
import { adminTextPath } from '#contract/core/application-paths.ts'
import { adminOrderPath, adminUserPath, pages } from '#contract/core/pages.ts'
import { staffRoles } from '#domain/people/permissions.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
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
/** A journey through all pages takes seconds: requests of one address would be limited. */
const nextAddress = () => ({ 'x-forwarded-for': `203.0.113.${(requests += 1) % 250}` })

async function htmlOf({ request }: BrowserContext, path: string) {
  const answer = await request.get(path, { headers: { accept: 'text/html', ...nextAddress() }, maxRedirects: 0 })
  return {
    status: answer.status(),
    html: (answer.headers()['content-type'] ?? '').includes('html') ? await answer.text() : '',
  }
}

/** The addresses of the administration that a page leads to, as the server renders it. */
const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*\bhref="(\/yonetim[^"]*)"/g)].map(([, path = '']) => path.replaceAll('&amp;', '&'))

/** One page of each kind that the board leads to, over any number of links: lists and their first records. */
async function pagesOf(context: BrowserContext) {
  const paths: string[] = [pages.admin]
  const kindOf = (path: string) => path.replace(/[?#].*/, '').replaceAll(/\d+/g, '1')
  const kinds = new Set(paths.map(kindOf))
  const read: { path: string; status: number; isPage: boolean }[] = []
  for (const path of paths) {
    const { status, html } = await htmlOf(context, path)
    read.push({ path, status, isPage: html !== '' })
    for (const link of linksOf(html)) {
      if (!kinds.has(kindOf(link))) paths.push(link)
      kinds.add(kindOf(link))
    }
  }
  return read
}

test.each(roles)(
  'no link of the administration leads staff with the role %s to a page that is refused',
  async (role) => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await signIn(page, staffOf(role))
    const read = await pagesOf(context)
    expect(read.length).toBeGreaterThan(3)
    // The list of reports leads to the first report.
    expect(read.filter(({ status }) => status !== 200 && status !== 302)).toEqual([])
    await context.close()
  },
)

/** The controls of a page that the visitor can use; those of filters are forms that read. */
const controlsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(button, input, select, textarea, [contenteditable=true])')]
      .filter(
        (each) =>
          each.checkVisibility() &&
          !each.matches(':disabled') &&
          each.closest('search, [role=search], form[method=get]') === null,
      )
      .map(
        (each) =>
          `${each.tagName.toLowerCase()} ${each.getAttribute('aria-label') ?? each.textContent} ${each.getAttribute('name') ?? ''} ${each.closest('form')?.getAttribute('aria-label')}`,
      ),
  )

test('staff that may only read find no control that changes something', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, staffOf('readOnly'))
  const found: unknown[] = []
  for (const { path } of (await pagesOf(context)).filter(({ isPage }) => isPage)) {
    await context.setExtraHTTPHeaders(nextAddress())
    await page.goto(path, { waitUntil: 'load' })
    const controls = await controlsOf(page)
    if (controls.length > 0) found.push({ path, controls })
  }
  await (await import('node:fs/promises')).writeFile('/tmp/ro/found.json', JSON.stringify(found, null, 1))
  expect(problems).toEqual([])
})
