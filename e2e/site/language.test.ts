import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Words } from '#contract/core/words.ts'
import en from '#locales/en.json' with { type: 'json' }
import tr from '#locales/tr.json' with { type: 'json' }
import { hasHydrated, newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { callFrom, demoUrl, emptyCart, fillCart, listOf, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { t, words } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const english = words('en')
const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang)

async function choose(page: Page, from: 'tr' | 'en', to: 'tr' | 'en'): Promise<void> {
  const translate = words(from)
  const name = translate('shell.language', { name: translate(`shell.languages.${from}`) })
  const menu = page.getByRole('button', { name }).first()
  expect(await menu.locator('svg').count()).toBeGreaterThan(1)
  await menu.click()
  const choice = page.getByRole('menuitemradio', { name: translate(`shell.languages.${to}`) })
  await choice.waitFor()
  expect(await choice.locator('svg').count()).toBe(1)
  await Promise.all([page.waitForEvent('load'), choice.click()])
  await hasHydrated(page)
  // The new document scrolls to where the choice was made, and announces it.
  const chosen = words(to)
  const label = chosen('shell.language', { name: chosen(`shell.languages.${to}`) })
  await page.getByRole('status').filter({ hasText: label }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe(label)
}

function textsOf(words: Words): string[] {
  return Object.values(words).flatMap((text) => (typeof text === 'string' ? [text] : textsOf(text)))
}

/** Texts that exist in Turkish only: one of them on an English screen was not translated. */
const turkishOnly = new Set(textsOf(tr).filter((text) => !text.includes('{{') && !textsOf(en).includes(text)))

/** All visible text, and the text for screen readers. */
async function turkishTextsOn(page: Page): Promise<string[]> {
  const lines = await page.evaluate(() => {
    const named = ['aria-label', 'placeholder', 'title', 'alt']
    const attributes = [...document.querySelectorAll(named.map((name) => `[${name}]`).join())].flatMap((element) =>
      named.map((name) => element.getAttribute(name) ?? ''),
    )
    return [
      document.title,
      ...(document.body.textContent === null ? [] : document.body.innerText.split('\n')),
      ...attributes,
    ]
  })
  return [...new Set(lines.map((line) => line.trim()))].filter((line) => turkishOnly.has(line))
}

describe('the language', () => {
  test('is chosen from the menu with flags, applies to every page and after a reload, and can be changed back', async () => {
    const { page, context, problems } = await newVisitor(browser, demoUrl)
    await visit(page, '/?view=grid')
    expect(await languageOf(page)).toBe('tr')
    await choose(page, 'tr', 'en')
    expect(await languageOf(page)).toBe('en')
    expect(new URL(page.url()).search).toBe('?view=grid')
    await page.getByRole('heading', { level: 1, name: english('catalog.allProducts') }).waitFor()
    await visit(page, '/account/login')
    expect(await languageOf(page)).toBe('en')
    await page.getByRole('textbox', { name: english('login.username') }).fill('nobody@example.com')
    await page.getByRole('textbox', { name: english('login.password') }).fill('wrong-password')
    await page.getByRole('button', { name: english('login.submit'), exact: true }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: english('errors.wrong_credentials') })
      .waitFor()
    await choose(page, 'en', 'tr')
    await page.getByRole('heading', { level: 1, name: t('login.title') }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  test('of a signed-in user applies on other devices', async () => {
    // Saved permanently: no other journey signs in an English administrator.
    const first = await newVisitor(browser, demoUrl)
    await signIn(first.page, people.admin, 'demo1234', '/account/settings')
    await choose(first.page, 'tr', 'en')
    await first.context.close()
    const second = await newVisitor(browser, demoUrl)
    await signIn(second.page, people.admin, 'demo1234', '/')
    expect(await languageOf(second.page)).toBe('en')
    await choose(second.page, 'en', 'tr')
    expect(await languageOf(second.page)).toBe('tr')
    await second.context.close()
  })

  test('in a path applies to the page and its calls; choosing one leaves the path', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    const [brand] = (await listOf(page, '')).items.flatMap(({ brand }) => brand ?? [])
    const { facets } = await listOf(page, '', `/${brand?.slug}`)
    const path = `/${brand?.slug}${facets.category[0]?.url}`
    await visit(page, `/en${path}`)
    expect(await languageOf(page)).toBe('en')
    await page.route('**/api/catalog/settings', async (route) => {
      expect(route.request().headers()['accept-language']).toBe('en')
      await route.continue()
    })
    await choose(page, 'en', 'tr')
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await languageOf(page)).toBe('tr')
    await visit(page, `/en${path}`)
    expect(await languageOf(page)).toBe('en')
    await visit(page, `/tr${path}`)
    expect(await languageOf(page)).toBe('tr')
    await context.close()
  })
})

describe('in English', () => {
  test('shows no Turkish text on any screen of a guest', async () => {
    const { page, context } = await newVisitor(browser, demoUrl, { locale: 'en', isNew: true })
    const [product] = (await listOf(page, '')).items
    const screens = [
      '/?view=grid',
      '/?view=list',
      product?.url ?? '',
      '/search?q=qqqxxxqqq',
      '/search?q=kablo&sort=-name',
    ]
    for (const path of [...screens, '/account/login?next=%2Fsepet', '/boyle-bir-yer-yok', '/?page=99999']) {
      await visit(page, path)
      expect({ path, turkish: await turkishTextsOn(page) }).toEqual({ path, turkish: [] })
    }
    await context.close()
  })

  test('shows none to a dealer either, with menus and dialogs open, on a phone too', async () => {
    const { page, context } = await newVisitor(browser, demoUrl, { locale: 'en' })
    await signIn(page, people.dealer)
    // Another journey may have saved Turkish for this user, and a saved choice takes precedence over the browser's
    // language.
    const store = (value: string) => callFrom(page, 'POST', '/api/catalog/settings', { key: 'locale', value })
    await store('en')
    const product = await plainProduct(page)
    await emptyCart(page)
    await fillCart(page, product)
    const family = (await listOf(page, '?limit=96')).items.find(({ varyantx }) => varyantx === 0)
    for (const path of ['/?view=grid', '/?view=list', product.url, family?.url ?? '/', '/sepet']) {
      await visit(page, path)
      expect({ path, turkish: await turkishTextsOn(page) }).toEqual({ path, turkish: [] })
    }
    await visit(page, '/?view=list')
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    expect(await turkishTextsOn(page)).toEqual([])
    await page.keyboard.press('Escape')
    for (const button of await page.getByRole('banner').getByRole('button').filter({ visible: true }).all()) {
      await button.click()
      expect(await turkishTextsOn(page)).toEqual([])
      await page.keyboard.press('Escape')
    }
    await page.setViewportSize(phone)
    for (const path of ['/?view=grid', product.url, '/sepet']) {
      await visit(page, path)
      expect({ path, turkish: await turkishTextsOn(page) }).toEqual({ path, turkish: [] })
    }
    await emptyCart(page)
    await store('tr')
    await context.close()
  })
})
