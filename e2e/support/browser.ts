import { type Browser, type BrowserContext, chromium, type Page, type Response } from 'playwright-core'
import { csrfCookie } from '#contract/core/csrf.ts'
import { browserFlags, ensureBrowser } from '#cli/tools/browser.ts'

export type Screen = { width: number; height: number }
export const phone: Screen = { width: 390, height: 844 }
export const desktop: Screen = { width: 1366, height: 768 }
export const wide: Screen = { width: 1920, height: 1080 }

/**
 * A page of a journey lives for seconds: optimizing its scripts costs more than it saves, unlike compiling each function
 * before it first runs. Not where speed is measured.
 */
const shortLived = '--js-flags=--no-opt,--no-maglev,--always-sparkplug'

/**
 * Each test file has its own browser: in a shared one every step passes through another process, which costs more than
 * the start.
 */
export function openBrowser({ isMeasured = false } = {}): Promise<Browser> {
  const args = isMeasured ? browserFlags : [...browserFlags, shortLived]
  return chromium.launch({ executablePath: ensureBrowser(), args })
}

export type VisitorOptions = {
  screen?: Screen
  locale?: 'tr' | 'en'
  theme?: 'light' | 'dark'
  /** A visitor who has not accepted the cookie notice. */
  isNew?: boolean
  /** With it, requests pass through a service worker, where `page.route` does not see them. */
  hasServiceWorker?: boolean
  hasScripts?: boolean
}

let visitors = 0

/**
 * A new visitor with separate cookies and address. `problems` collects script errors, refused resources and console
 * errors.
 */
export async function newVisitor(browser: Browser, url: string, options: VisitorOptions = {}) {
  const {
    screen = desktop,
    locale = 'tr',
    theme = 'light',
    isNew = false,
    hasServiceWorker = false,
    hasScripts = true,
  } = options
  const context: BrowserContext = await browser.newContext({
    baseURL: url,
    viewport: screen,
    locale: locale === 'tr' ? 'tr-TR' : 'en-GB',
    colorScheme: theme,
    hasTouch: screen.width < 600,
    reducedMotion: 'reduce',
    javaScriptEnabled: hasScripts,
    // A shop with TLS has a certificate of its run.
    ignoreHTTPSErrors: true,
    serviceWorkers: hasServiceWorker ? 'allow' : 'block',
    // The shop trusts a proxy on the same machine; otherwise all visitors would share one rate limit.
    extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${(visitors += 1) % 250}` },
  })
  const prefix = url.startsWith('https:') ? '__Host-' : ''
  if (!isNew) await context.addCookies([{ name: `${prefix}toptan_cookies`, value: '1', url, secure: prefix !== '' }])
  const page: Page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) problems.push(message.text())
  })
  return { context, page, problems }
}

/**
 * Opens a page and waits until it has hydrated: before that a click is lost, or a form is submitted without scripts.
 */
export async function visit(page: Page, path: string): Promise<Response | null> {
  // Does not wait for pictures.
  const answer = await page.goto(path, { waitUntil: 'domcontentloaded' })
  await hasHydrated(page)
  return answer
}

/** Waits until the scripts have hydrated what the server rendered. */
export async function hasHydrated(page: Page): Promise<void> {
  const isHydrated = () => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'))
  }
  // Polling at each frame would make the browser render frames.
  await page.waitForFunction(isHydrated, undefined, { polling: 50 })
  // Effects, which listen to keys, run after rendering.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 10_000 })))
}

/** What calls that change something send, with the cookies of the visitor. */
export async function callHeaders(page: Page): Promise<Record<string, string>> {
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name.endsWith(csrfCookie))?.value ?? ''
  return { 'x-csrf-token': token, 'x-requested-with': 'XMLHttpRequest' }
}

/** Signs in by the call of the form, and opens `next` if it is given. */
export async function signIn(page: Page, username: string, password = 'demo1234', next?: string): Promise<void> {
  await page.request.get('/account/login')
  const headers = await callHeaders(page)
  const requestSignIn = () => page.request.post('/api/account/login', { data: { username, password }, headers })
  let answer = await requestSignIn()
  while (answer.status() === 503) {
    // A shop under load asks clients to retry.
    await page.waitForTimeout(Number(answer.headers()['retry-after'] ?? 1) * 1000)
    answer = await requestSignIn()
  }
  if (!answer.ok()) throw new Error(`${username} cannot sign in: ${answer.status()}`)
  // A page brings the token of the new session.
  await (next === undefined ? page.request.get('/account/settings') : visit(page, next))
}

/** Signs in through the form. */
export async function signInByForm(page: Page, username: string, password: string, next: string): Promise<void> {
  await visit(page, `/account/login?next=${encodeURIComponent(next)}`)
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form:has(input[name=password]) button[type=submit]').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/account/login'))
  await hasHydrated(page)
}
