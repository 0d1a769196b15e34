import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { newVisitor, desktop, openBrowser, phone, type Screen, signIn, visit, wide } from '#e2e/support/browser.ts'
import { openShop } from '#e2e/support/shop.ts'
import { words } from '#e2e/support/words.ts'
import { pages } from '#contract/core/pages.ts'
import { buildIfNeeded } from './build.ts'
import { root } from '#cli/root.ts'
import { accounts, createRecords } from '#cli/screenshots/screen-records.ts'
import { type Actor, type Shot, shotsOf } from '#cli/screenshots/screens.ts'

const screens: Record<string, Screen> = { 390: phone, 1366: desktop, 1920: wide }

/** How to show a screen: width-locale-theme, as in 390-en-dark. */
type Variant = { width: string; locale: 'tr' | 'en'; theme: 'light' | 'dark' }
type ScreenshotOptions = { url: string; out: string; only: string[]; variants: Variant[] }

const listOf = (value: string) => value.split(',').filter((part) => part !== '')

function parseVariants({
  looks,
  widths,
  locales,
  themes,
}: Record<'looks' | 'widths' | 'locales' | 'themes', string>): Variant[] {
  const named = listOf(looks).map((variant) => variant.split('-') as [string, Variant['locale'], Variant['theme']])
  const all = listOf(widths).flatMap((width) =>
    (listOf(locales) as Variant['locale'][]).flatMap((locale) =>
      (listOf(themes) as Variant['theme'][]).map((theme): [string, Variant['locale'], Variant['theme']] => [
        width,
        locale,
        theme,
      ]),
    ),
  )
  return (named.length > 0 ? named : all).map(([width, locale, theme]) => ({ width, locale, theme }))
}

/**
 * Captures every screen as guest, dealer and administrator, in each width, language and theme or in the given
 * combinations.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      /** Only screens whose name contains one of these, separated by commas. */
      only: { type: 'string', default: '' },
      /**
       * Combinations of width, language and theme (`390-en-dark,1366-tr-light`) in place of the three options below.
       */
      looks: { type: 'string', default: '' },
      widths: { type: 'string', default: '390,1366,1920' },
      locales: { type: 'string', default: 'tr,en' },
      themes: { type: 'string', default: 'light,dark' },
      out: { type: 'string', default: join(root, 'screenshots') },
      /** The address of a running shop with the demo store; without it a shop is started. */
      shop: { type: 'string', default: '' },
      lighthouse: { type: 'boolean', default: false },
    },
  })
  await buildIfNeeded()
  const shop = values.shop === '' ? await openShop({ demo: 'medium' }) : null
  await shop?.start()
  const url = shop?.url ?? values.shop
  try {
    if (values.lighthouse) return await printScores(url)
    await mkdir(values.out, { recursive: true })
    return await captureAll({ url, out: values.out, only: values.only.split(','), variants: parseVariants(values) })
  } finally {
    await shop?.remove()
  }
}

/** Returns 1 if a screen could not be captured; the other screens are captured anyway. */
async function captureAll(options: ScreenshotOptions): Promise<number> {
  const browser = await openBrowser()
  let failed = 0
  try {
    const shots = shotsOf(await createRecords(browser, options.url)).filter(({ name }) =>
      options.only.some((part) => name.includes(part)),
    )
    for (const variant of options.variants)
      for (const actor of ['guest', 'dealer', 'admin'] as const)
        failed += await captureAs(browser, options, {
          variant,
          actor,
          shots: shots.filter(({ actors, on }) => actors.includes(actor) && isOn(variant, on)),
        })
  } finally {
    await browser.close()
  }
  return failed > 0 ? 1 : 0
}

const isOn = ({ width }: Variant, on: Shot['on']) =>
  on === undefined || on === (width === String(phone.width) ? 'phone' : 'wide')

type VisitorShots = { variant: Variant; actor: Actor; shots: Shot[] }

async function captureAs(
  browser: Browser,
  { url, out }: ScreenshotOptions,
  { variant, actor, shots }: VisitorShots,
): Promise<number> {
  if (shots.length === 0) return 0
  const { width, locale, theme } = variant
  const visitor = { screen: screens[width] ?? desktop, locale, theme }
  const { context, page, problems } = await newVisitor(browser, url, visitor)
  page.setDefaultTimeout(15_000)
  if (actor !== 'guest') await signIn(page, accounts[actor])
  let failed = 0
  for (const shot of shots) {
    const file = join(out, `${shot.name}-${actor}-${width}-${locale}-${theme}.png`)
    try {
      await capture(page, shot, file, words(locale))
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      console.log(file)
    } catch (error) {
      failed += 1
      console.error(`${file}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  for (const problem of problems) console.error(`  ${problem}`)
  await context.close()
  return failed
}

/** Runs Lighthouse on the list, a product, a search and the cart, and measures a slow phone. Needs an otherwise idle machine. */
async function printScores(url: string): Promise<number> {
  const { scorePages } = await import('#bench/lighthouse.ts')
  const { items } = (await (await fetch(`${url}/api/catalog/products?limit=1`)).json()) as { items: { url: string }[] }
  const paths = ['/', items[0]?.url ?? '/', '/search?q=kablo', pages.cart]
  for (const page of await scorePages(paths.map((path) => `${url}${path}`))) {
    const scores = Object.entries(page.scores).map(([name, score]) => `${name} ${score}`)
    const { first, largest, blocked } = page.waits
    const waits = `first ${first.toFixed(1)} s, largest ${largest.toFixed(1)} s, blocked ${blocked.toFixed(2)} s`
    const rest = `scripts ${page.scriptKilobytes.toFixed(0)} kB, layout shift ${page.layoutShift.toFixed(3)}, ${waits}`
    console.log(`${new URL(page.url).pathname}: ${scores.join(', ')}; ${rest}`)
  }
  const { measureInteractions } = await import('#bench/interactions.ts')
  const { interactions, blocked, cpu, toCart } = await measureInteractions(url)
  const waits = interactions.map(({ name, milliseconds }) => `${name} ${milliseconds}`)
  const sums = `blocked ${blocked.toFixed(0)}; list to cart ${toCart.toFixed(0)}; CPU of the list ${cpu.toFixed(0)}`
  console.log(`Slow phone, ms: ${waits.join(', ')}; ${sums}`)
  return 0
}

async function capture(page: Page, shot: Shot, file: string, t: ReturnType<typeof words>): Promise<void> {
  await visit(page, shot.path)
  await shot.step?.(page, t)
  // A request that is never answered keeps the network busy.
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined)
  // Rows far from the screen are not drawn otherwise.
  await page.addStyleTag({ content: '*{content-visibility:visible!important}' })
  await page.screenshot({ path: file, fullPage: shot.isWindow !== true, timeout: 60_000 })
}
