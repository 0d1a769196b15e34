import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { newVisitor, office, openBrowser, phone, type Screen, signIn, wide } from '#e2e/browser.ts'
import { openShop } from '#e2e/shop.ts'
import { buildIfNeeded } from './build.ts'
import { root } from './root.ts'

type Actor = 'guest' | 'dealer' | 'admin'
type Shot = { name: string; path: string; actors: Actor[]; prepare?: (page: Page) => Promise<void> }

const accounts = { dealer: 'bayi@example.com', admin: 'yonetici@example.com' }
const screens: Record<string, Screen> = { 390: phone, 1366: office, 1920: wide }

const adminPages = [
  ...[
    '',
    '/online',
    '/sepetler',
    '/siparisler',
    '/teklifler',
    '/odemeler',
    '/urunler',
    '/urunler/yeni',
    '/kategoriler',
  ],
  ...['/markalar', '/kampanyalar', '/aktarim', '/depolar', '/ariza-bildirimleri', '/bayiler', '/bayiler/yeni'],
  ...['/kullanicilar', '/kullanicilar/yeni', '/pos', '/para-birimleri', '/odeme-planlari', '/ayarlar', '/denetim'],
]

const shots: Shot[] = [
  { name: 'list-grid', path: '/?view=grid', actors: ['guest', 'dealer', 'admin'] },
  { name: 'list-table', path: '/?view=list', actors: ['guest', 'dealer'] },
  { name: 'search', path: '/search?q=matkap&view=grid', actors: ['dealer'] },
  { name: 'search-empty', path: '/search?q=bulunmayan+bir+%C5%9Fey', actors: ['dealer'] },
  { name: 'product', path: '', actors: ['guest', 'dealer'], prepare: openFirstProduct },
  { name: 'campaigns', path: '/kampanyalar', actors: ['guest', 'dealer'] },
  { name: 'cart', path: '/sepet', actors: ['dealer'], prepare: fillCart },
  { name: 'offers', path: '/teklif/liste', actors: ['dealer'], prepare: makeOffer },
  { name: 'account', path: '/account/settings', actors: ['dealer', 'admin'] },
  { name: 'orders', path: '/siparis/liste', actors: ['dealer'] },
  { name: 'statement', path: '/account/statement', actors: ['dealer'] },
  { name: 'checkout', path: '', actors: ['dealer'], prepare: openCheckout },
  { name: 'payment', path: '/payment', actors: ['dealer'] },
  { name: 'fault-report', path: '/ariza-bildirimi', actors: ['dealer'] },
  { name: 'fault-reports', path: '/ariza-bildirimi/liste', actors: ['dealer'] },
  ...adminPages.map(
    (path): Shot => ({ name: `admin${path.replaceAll('/', '-')}`, path: `/yonetim${path}`, actors: ['admin'] }),
  ),
  { name: 'login', path: '/account/login', actors: ['guest'] },
  { name: 'not-found', path: '/boyle/bir/sayfa/yok', actors: ['guest'] },
]

async function openFirstProduct(page: Page): Promise<void> {
  await page.goto('/?view=grid')
  await page.locator('main a[href*="-p-"]').first().click()
  await page.waitForURL(/-p-/)
}

async function fillCart(page: Page): Promise<void> {
  await page.goto('/?view=grid')
  const buttons = page.locator(
    'main article button:has-text("Sepete ekle"), main article button:has-text("Add to cart")',
  )
  for (let i = 0; i < Math.min(5, await buttons.count()); i++) {
    const added = page.waitForResponse((response) => response.request().method() === 'POST')
    await buttons.nth(i).click()
    await added
  }
  await page.goto('/sepet')
}

async function openCheckout(page: Page): Promise<void> {
  await fillCart(page)
  await page.goto('/checkout')
}

async function makeOffer(page: Page): Promise<void> {
  await fillCart(page)
  await page.getByRole('button', { name: /Teklif oluştur|Make an offer/ }).click()
  await page.waitForURL('**/teklif/liste')
  await page
    .getByTestId('offer')
    .first()
    .getByRole('button', { name: /Detay|Details/ })
    .click()
}

/** Pictures of every screen: widths, languages and themes, as guest, dealer and administrator. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: '' },
      widths: { type: 'string', default: '390,1366,1920' },
      locales: { type: 'string', default: 'tr,en' },
      themes: { type: 'string', default: 'light,dark' },
      out: { type: 'string', default: join(root, 'screenshots') },
      lighthouse: { type: 'boolean', default: false },
    },
  })
  await buildIfNeeded()
  await mkdir(values.out, { recursive: true })
  const shop = await openShop({ demo: 'medium' })
  await shop.start()
  if (values.lighthouse) {
    await printScores(shop.url)
    await shop.remove()
    return 0
  }
  const browser = await openBrowser()
  try {
    for (const width of values.widths.split(',')) {
      for (const locale of values.locales.split(',') as ('tr' | 'en')[]) {
        for (const theme of values.themes.split(',') as ('light' | 'dark')[]) {
          for (const actor of ['guest', 'dealer', 'admin'] as const) {
            const wanted = shots.filter((shot) => shot.actors.includes(actor) && shot.name.includes(values.only))
            if (wanted.length === 0) continue
            const { context, page, problems } = await newVisitor(browser, shop.url, {
              screen: screens[width] ?? office,
              locale,
              theme,
            })
            if (actor !== 'guest') await signIn(page, accounts[actor])
            for (const shot of wanted)
              await take(page, shot, join(values.out, `${shot.name}-${actor}-${width}-${locale}-${theme}.png`))
            for (const problem of problems) console.error(`  ${problem}`)
            await context.close()
          }
        }
      }
    }
  } finally {
    await browser.close()
    await shop.remove()
  }
  return 0
}

/** Lighthouse on the list and a product page; needs a machine with nothing else to do. */
async function printScores(url: string): Promise<void> {
  const { scorePages } = await import('#bench/lighthouse.ts')
  const { items } = (await (await fetch(`${url}/api/catalog/products?limit=1`)).json()) as { items: { url: string }[] }
  for (const page of await scorePages([`${url}/`, `${url}${items[0]?.url}`])) {
    const scores = Object.entries(page.scores).map(([name, score]) => `${name} ${score}`)
    const { first, largest, blocked } = page.waits
    const waits = `first ${first.toFixed(1)} s, largest ${largest.toFixed(1)} s, blocked ${blocked.toFixed(2)} s`
    const rest = `scripts ${page.scriptKilobytes.toFixed(0)} kB, layout shift ${page.layoutShift.toFixed(3)}, ${waits}`
    console.log(`${new URL(page.url).pathname}: ${scores.join(', ')}; ${rest}`)
  }
}

async function take(page: Page, shot: Shot, file: string): Promise<void> {
  if (shot.path !== '') await page.goto(shot.path)
  await shot.prepare?.(page)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: file, fullPage: true })
  console.log(file)
}
