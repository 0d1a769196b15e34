import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'
import { t, words } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const field = (page: Page) => page.getByRole('combobox', { name: t('search.label') })
const recent = (page: Page) => page.getByRole('listbox', { name: t('search.recent') })
const suggestions = (page: Page) => page.getByRole('listbox', { name: t('search.suggestions') })

async function search(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === text)
}

describe('a redirect of the demo store', () => {
  test('opens its page, says so, and the search can be made anyway', async () => {
    const { page, context, problems } = await newVisitor(browser, demoUrl)
    await visit(page, '/')
    await field(page).fill('İNDİRİM')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/kampanyalar?searched=*')
    await page.getByText(t('catalog.notes.redirected', { q: 'İNDİRİM' })).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: t('catalog.notes.anywayLink', { q: 'İNDİRİM' }) }).click()
    await page.waitForURL((url) => url.pathname === '/search' && url.searchParams.get('exact') === '1')
    await page.getByText(t('catalog.notes.exact', { q: 'İNDİRİM' })).waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  test('works without scripts, from the address', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    const answer = await page.request.get('/search?q=indirim', { maxRedirects: 0 })
    expect([answer.status(), answer.headers()['location']]).toEqual([302, '/kampanyalar?searched=indirim'])
    await context.close()
  })
})

test('another code of a product shows the product, names it, and leads to the exact search and back', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  await visit(page, '/search?q=eski+4850')
  await page.getByRole('main').getByText('MKR-DDF485').first().waitFor()
  // The index may find the product by the code itself; then nothing was read differently.
  const link = page.getByRole('link', { name: t('catalog.notes.exactLink', { q: 'eski 4850' }) })
  if ((await link.count()) > 0) await link.click()
  else await visit(page, '/search?q=eski+4850&exact=1')
  await page.waitForURL(/exact=1/)
  await page.getByText(t('catalog.notes.exact', { q: 'eski 4850' })).waitFor()
  await page.getByRole('link', { name: t('catalog.notes.similarLink') }).click()
  await page.waitForURL((url) => !url.searchParams.has('exact'))
  expect(problems).toEqual([])
  await context.close()
})

test('a search without a full match says which words it leaves out, also where the first products lack different ones', async () => {
  for (const locale of ['tr', 'en'] as const) {
    const { page, context, problems } = await newVisitor(browser, demoUrl, { locale })
    const tt = words(locale)
    const without = (list: string) => page.getByText(tt('catalog.notes.without', { words: list }))
    await visit(page, '/search?q=toptan+sigorta+3x25')
    await without('“toptan”').waitFor()
    expect(await page.getByRole('main').innerText()).toContain('VLT-B3C25')
    await visit(page, '/search?q=toptan+matkap+eldiven')
    const choices = tt('catalog.notes.or', { words: '“toptan”, “matkap”', more: '“eldiven”' })
    await without(choices).waitFor()
    expect(problems).toEqual([])
    await context.close()
  }
})

test('categories and brands are suggested with their number of products, and Enter opens one', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  await visit(page, '/')
  const places = (await (await page.request.get('/api/catalog/places?q=kablo')).json()) as {
    name: string
    path: string
    count: number
  }[]
  const [first] = places
  if (first === undefined) throw new Error('The demo store has no category or brand for this word.')
  await field(page).fill('kablo')
  const option = suggestions(page).getByRole('option').first()
  await option.waitFor()
  expect(await option.innerText()).toContain(first.name)
  expect(await option.innerText()).toContain(String(first.count))
  await page.keyboard.press('ArrowDown')
  expect(await field(page).inputValue()).toBe('kablo')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${first.path}`)
  expect(await field(page).inputValue()).toBe('')
  expect(problems).toEqual([])
  await context.close()
})

test('a text without suggestions says so until another one is typed', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  await visit(page, '/')
  await field(page).fill('zzqxzzqx')
  const none = page.getByText(t('search.none', { q: 'zzqxzzqx' }))
  await none.waitFor()
  expect(await page.getByRole('search').getByRole('status').innerText()).toBe(t('search.count', { count: 0 }))
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await none.waitFor({ state: 'detached' })
  await field(page).fill('zzqxzzqxz')
  await page.getByText(t('search.none', { q: 'zzqxzzqxz' })).waitFor()
  await field(page).fill('kablo')
  await suggestions(page).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

test('a guest’s searches stay in the browser, are offered on the empty field, and can be cleared by keyboard', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await visit(page, '/')
  await search(page, 'kablo')
  await search(page, 'pense')
  await visit(page, '/')
  await field(page).focus()
  const options = recent(page).getByRole('option')
  await options.first().waitFor()
  expect(await options.allInnerTexts()).toEqual(['pense', 'kablo', t('search.clear')])
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await field(page).inputValue()).toBe('kablo')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=kablo')
  await visit(page, '/')
  await field(page).focus()
  await options.first().waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await recent(page).waitFor({ state: 'detached' })
  await visit(page, '/')
  await field(page).focus()
  await page.keyboard.press('ArrowDown')
  expect(await recent(page).count()).toBe(0)
  expect(asked).not.toContain('GET /api/catalog/searches')
  expect(problems).toEqual([])
  await context.close()
})

test('a dealer’s user finds the own searches in another browser, until they are cleared', async () => {
  const first = await newVisitor(browser, demoUrl)
  await signIn(first.page, people.dealer, 'demo1234', pages.account)
  const word = `vida ${Date.now()}`
  await search(first.page, word)
  await first.context.close()
  const second = await newVisitor(browser, demoUrl, { screen: phone })
  await signIn(second.page, people.dealer, 'demo1234', pages.account)
  const options = recent(second.page).getByRole('option')
  // The search log is written every second.
  await expect
    .poll(async () => {
      await visit(second.page, '/')
      await field(second.page).focus()
      await options
        .first()
        .waitFor({ timeout: 1_000 })
        .catch(() => undefined)
      return options.allInnerTexts()
    })
    .toContain(word)
  for (const option of await options.all()) expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await options.last().click()
  await recent(second.page).waitFor({ state: 'detached' })
  await expect.poll(async () => (await second.page.request.get('/api/catalog/searches')).json()).toEqual([])
  expect(second.problems).toEqual([])
  await second.context.close()
})
