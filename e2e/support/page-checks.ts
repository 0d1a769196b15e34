import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Locale } from '#contract/core/visitor.ts'
import { pages } from '#contract/core/pages.ts'
import { axeViolations } from './axe-violations.ts'
import { desktop, newVisitor, phone, type Screen, signIn, visit, wide } from './browser.ts'
import { demoUrl } from './demo-shop.ts'
import { chooseLocale, foreignNumbers } from './notation.ts'

/** Pages of one visitor; `details` adds the first page that a list leads to. */
export type PageGroup = {
  who: string
  as?: string
  locale?: Locale
  paths: (page: Page) => Promise<string[]>
  details?: RegExp
  checks?: readonly Check[]
}

/** How a page is checked: all accessibility rules, or those whose result the width or the theme changes. */
type Check = { screen: Screen; theme: 'light' | 'dark'; rules: Parameters<typeof axeViolations>[1] }

const between: Screen = { width: 700, height: 800 }
const allChecks: readonly Check[] = [
  { screen: desktop, theme: 'dark', rules: 'colors' },
  { screen: desktop, theme: 'light', rules: 'all' },
  { screen: wide, theme: 'light', rules: 'layout' },
  { screen: between, theme: 'light', rules: 'layout' },
  { screen: phone, theme: 'light', rules: 'all' },
]
/** Of lists and forms of administrators, which are made of the same parts. */
export const widthChecks: readonly Check[] = [
  { screen: desktop, theme: 'light', rules: 'all' },
  { screen: wide, theme: 'light', rules: 'layout' },
  { screen: between, theme: 'light', rules: 'layout' },
  { screen: phone, theme: 'light', rules: 'layout' },
]

/**
 * Checks that the pages of a group have no accessibility violation and no error, fit every width, and format numbers in
 * their language.
 */
export async function checkPages(
  browser: Browser,
  { as, locale = 'tr', paths: pathsOf, details, checks = allChecks }: PageGroup,
): Promise<void> {
  const { page, context, problems } = await newVisitor(browser, demoUrl, { locale })
  await (as === undefined ? visit(page, pages.login) : signIn(page, as))
  if (as !== undefined) await chooseLocale(page, locale)
  const switchTo = await createSwitch(page)
  const found: unknown[] = []
  const paths = await pathsOf(page)
  let order = checks
  for (const path of paths) {
    await visit(page, path)
    expect(await page.locator('html').getAttribute('lang')).toBe(locale)
    found.push(...(await foreignNumbers(page, locale)).map((text) => ({ path, text })))
    for (const { screen, theme, rules } of order) {
      await switchTo(screen, theme)
      const { width } = screen
      const violations = await axeViolations(page, rules)
      found.push(...violations.map((violation) => ({ path, width, theme, ...violation })))
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
      if (scrollWidth > width) found.push({ path, width, scrollWidth })
    }
    found.push(...problems.splice(0).map((problem) => ({ path, problem })))
    // The next page opens on the screen of the last check: pages open and change on both screens.
    order = order.toReversed()
    const links = await page.locator('main a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    const detail = links.find((link) => details?.test(link) === true && link.startsWith(path.replace(/liste$/, '')))
    if (detail !== undefined && !paths.includes(detail)) paths.push(detail)
  }
  if (as !== undefined) await chooseLocale(page, 'tr')
  expect(found).toEqual([])
  await context.close()
}

/** Switches an open page to another screen and theme, which is faster than opening it again. */
async function createSwitch(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  let current: { screen?: Screen; theme?: 'light' | 'dark' } = {}
  return async (screen: Screen, theme: 'light' | 'dark') => {
    // Each of these renews all styles of the page, even when nothing differs.
    if (screen !== current.screen) {
      await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: screen === phone })
      await page.setViewportSize(screen)
    }
    if (theme !== current.theme) await page.emulateMedia({ colorScheme: theme })
    current = { screen, theme }
    // Not requestIdleCallback: after a change of the window, it sometimes runs only at its timeout.
    const check = await page.evaluate(() => {
      const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition).length
      const isTouched = () => matchMedia('(pointer: coarse)').matches
      const afterFrame = (then: () => void) => requestAnimationFrame(() => requestAnimationFrame(then))
      return new Promise((resolve) => afterFrame(() => resolve({ transitions, isTouched: isTouched() })))
    })
    // With reduced motion there are no transitions: thousands of short ones, each triggering the next, blocked the page
    // for seconds.
    expect(check).toEqual({ transitions: 0, isTouched: screen === phone })
  }
}
