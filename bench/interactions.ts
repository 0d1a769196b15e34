import type { Browser, Page } from 'playwright-core'
import { accounts } from '#cli/screenshots/screen-records.ts'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'

/** Milliseconds from a press to the next frame, on a CPU that is four times slower. */
export type Interaction = { name: string; milliseconds: number }
export type Interactions = {
  interactions: Interaction[]
  /** Milliseconds of tasks beyond 50 ms while the list loads and hydrates. */
  blocked: number
  /** CPU milliseconds of the main thread for that, at full speed: other work on the machine hardly changes them. */
  cpu: number
  /** Milliseconds from opening the list to the product shown in the cart, on such a CPU and a slow line. */
  toCart: number
}

const cpuFactor = 4
const cpuRuns = 5
/** Slow 4G as Lighthouse has it: bits a second, and milliseconds. */
const line = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 675_000 / 8 }

/** Runs in the page before its scripts: collects durations of interactions and of long tasks. */
function observe(): void {
  const seen = { events: [] as number[], blocked: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ((entry as PerformanceEventTiming & { interactionId: number }).interactionId > 0)
        seen.events.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blocked += duration - 50
  }).observe({ type: 'longtask', buffered: true })
}
declare const seen: { events: number[]; blocked: number }

/** CPU milliseconds for loading and hydrating the list at full speed, the median of several times. */
async function measureCpu(browser: Browser, url: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < cpuRuns; i += 1) {
    const { page, context } = await newVisitor(browser, url, { screen: phone })
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await visit(page, '/?view=list')
    await page.waitForLoadState('networkidle')
    const { metrics } = await session.send('Performance.getMetrics')
    times.push((metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000)
    await context.close()
  }
  return times.toSorted((a, b) => a - b)[Math.floor(cpuRuns / 2)] ?? 0
}

async function slow(page: Page, hasSlowLine: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuFactor })
  if (hasSlowLine) await session.send('Network.emulateNetworkConditions', line)
}

async function isIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 300))))
}

/** Durations are multiples of 8 ms; an interaction below 16 ms counts as 0. */
async function measure(page: Page, name: string, act: () => Promise<unknown>): Promise<Interaction> {
  await page.evaluate(() => void (seen.events = []))
  await act()
  await isIdle(page)
  return { name, milliseconds: await page.evaluate(() => Math.max(0, ...seen.events)) }
}

async function openDealer(browser: Browser, url: string, hasSlowLine: boolean) {
  const { context, page } = await newVisitor(browser, url, { screen: phone })
  await signIn(page, accounts.dealer)
  await page.addInitScript(observe)
  await slow(page, hasSlowLine)
  return { context, page }
}

/** What a dealer does in the list on a slow phone. Needs the demo store and an otherwise idle machine. */
export async function measureInteractions(url: string): Promise<Interactions> {
  const browser = await openBrowser({ isMeasured: true })
  try {
    const { page, context } = await openDealer(browser, url, false)
    await visit(page, '/?view=list')
    await page.waitForLoadState('networkidle')
    const blocked = await page.evaluate(() => seen.blocked)
    const add = page.locator('[data-adds]').first()
    const interactions = [
      await measure(page, 'quantity', () => page.locator('[data-steps]').nth(1).click()),
      await measure(page, 'add', () => add.click()),
      // An option that is chosen without a key or a press is no interaction.
      await measure(page, 'sort', () => page.locator('main select').first().press('ArrowDown')),
      await measure(page, 'filters', () => page.locator('main [aria-haspopup=dialog]').first().click()),
      await measure(page, 'filter', () => page.locator('dialog input[type=checkbox]').first().click()),
    ]
    await visit(page, '/?view=list')
    const next = page.locator('main a[rel=next]')
    // Nobody jumps to the end of the list and presses in the same frame.
    await next.scrollIntoViewIfNeeded()
    await isIdle(page)
    interactions.push(await measure(page, 'page', () => next.click()))
    await context.close()
    return { interactions, blocked, cpu: await measureCpu(browser, url), toCart: await timeToCart(browser, url) }
  } finally {
    await browser.close()
  }
}

async function timeToCart(browser: Browser, url: string): Promise<number> {
  const { page, context } = await openDealer(browser, url, true)
  const start = performance.now()
  await page.goto('/?view=list', { waitUntil: 'commit' })
  // Nobody presses what is not visible, and looking for it earlier would lay out the page without its styles.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true }),
      ),
  )
  await page.locator('[data-adds]').first().click()
  await page.locator('nav a[href="/sepet"]').first().click()
  await page.locator('main tr[id^=line-]').first().waitFor()
  const duration = performance.now() - start
  await context.close()
  return duration
}
