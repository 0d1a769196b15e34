import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import type { Product } from '#contract/shop/product.ts'
import { hasHydrated, newVisitor, openBrowser, phone, type Screen, signIn } from '#e2e/support/browser.ts'
import { demoUrl, emptyCart, fillCart, listOf, orderableOf, people } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
let products: Product[]
beforeAll(async () => {
  browser = await openBrowser()
  const dealer = await newVisitor(browser, demoUrl)
  await signIn(dealer.page, people.dealer)
  products = orderableOf((await listOf(dealer.page, '?limit=96&sort=-quantity')).items, 20)
  await dealer.context.close()
})
afterAll(() => browser?.close())

/** A page whose scripts wait on the way until `release`, after which it hydrates. */
async function openHeld(page: Page, path: string) {
  let send = (): void => {}
  const isReleased = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await isReleased
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('script[type=module]').waitFor({ state: 'attached' })
  return async () => {
    send()
    await hasHydrated(page)
  }
}

async function newDealer({ screen, view = 'list' }: { screen?: Screen; view?: 'list' | 'grid' } = {}) {
  const visitor = await newVisitor(browser, demoUrl, screen && { screen })
  await signIn(visitor.page, people.dealer)
  await emptyCart(visitor.page)
  const code = (product: Product | undefined) => `/search?q=${encodeURIComponent(product?.code ?? '')}&view=${view}`
  return { ...visitor, code, lines: () => linesOf(visitor.page) }
}

/** Products and quantities of the cart. */
async function linesOf(page: Page): Promise<[number, number][]> {
  const items = (await (await page.request.get('/api/catalog/cart')).json()) as CartItem[]
  return items.map(({ product, quantity }) => [product.id, quantity])
}

/** Held scripts keep a page from being loaded. */
const atCommit = { waitUntil: 'commit' } as const

const byName = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name })
const firstCategory = (page: Page): Locator =>
  page
    .getByRole('navigation', { name: t('shell.categories') })
    .getByRole('link')
    .first()
const adds = (page: Page, product: Product | undefined): Locator => page.locator(`[data-adds="${product?.id}"]`).first()
const isBusy = (button: Locator) => button.getAttribute('aria-busy')

describe('before the scripts have run, adding to the cart', () => {
  let product: Product
  beforeEach(() => {
    product = products[0] as Product
  })

  test.each(['list', 'grid'] as const)(
    'in the %s is shown and done at once, and only once if pressed twice',
    async (view) => {
      const { page, context, problems, code, lines } = await newDealer({ view })
      const hydrate = await openHeld(page, code(product))
      await adds(page, product).dblclick()
      expect(await isBusy(adds(page, product))).toBe('true')
      await expect.poll(lines).toEqual([[product.id, 1]])
      await hydrate()
      await page.getByText(t('cart.added.title')).first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await lines()).toEqual([[product.id, 1]])
      expect(await page.locator('[data-pressed]').count()).toBe(0)
      expect(problems).toEqual([])
      await context.close()
    },
  )

  test('of several products adds each of them', async () => {
    const { page, context, lines } = await newDealer()
    const listed = orderableOf((await listOf(page, '?sort=-quantity')).items, 20).slice(0, 3)
    const hydrate = await openHeld(page, '/?sort=-quantity&view=list')
    for (const one of listed) await adds(page, one).click()
    await hydrate()
    await expect
      .poll(async () => Object.fromEntries(await lines()))
      .toEqual(Object.fromEntries(listed.map(({ id }) => [id, 1])))
    await context.close()
  })

  test('takes a typed and a stepped quantity', async () => {
    const { page, context, code, lines } = await newDealer()
    const hydrate = await openHeld(page, code(product))
    await page.getByRole('textbox', { name: t('cart.quantityOf', { name: product.name }) }).fill('4')
    const more = byName(page, t('cart.increaseOf', { name: product.name }))
    await more.click()
    await more.click()
    await adds(page, product).click()
    await hydrate()
    await expect.poll(lines).toEqual([[product.id, 6]])
    await context.close()
  })

  test('by Enter in a quantity takes the typed quantity', async () => {
    const { page, context, code, lines } = await newDealer()
    const hydrate = await openHeld(page, code(product))
    await page.getByRole('textbox', { name: t('cart.quantityOf', { name: product.name }) }).fill('3')
    await page.keyboard.press('Enter')
    await hydrate()
    await expect.poll(lines).toEqual([[product.id, 3]])
    await context.close()
  })

  test('on the product page takes the typed quantity, on a phone too', async () => {
    for (const screen of [phone, undefined]) {
      const { page, context, lines } = await newDealer(screen && { screen })
      const hydrate = await openHeld(page, product.url)
      await page.locator('main input[inputmode=numeric]').first().fill('5')
      await adds(page, product).click()
      await hydrate()
      await expect.poll(lines).toEqual([[product.id, 5]])
      await context.close()
    }
  })

  test('comes before the page of a link that is pressed after it, which does not wait for the scripts', async () => {
    const { page, context, code, lines } = await newDealer()
    await openHeld(page, code(product))
    let sendAddition = (): void => {}
    await page.route(`**/api/catalog/cart/${product.id}`, (route) => {
      sendAddition = () => void route.continue()
    })
    await adds(page, product).click()
    const link = firstCategory(page)
    await link.click()
    expect(await isBusy(link)).toBe('true')
    const path = await link.getAttribute('href')
    sendAddition()
    await page.waitForURL((url) => url.pathname === path, atCommit)
    expect(await lines()).toEqual([[product.id, 1]])
    await context.close()
  })

  test('after another change waits for the scripts, and so does a link after it', async () => {
    const { page, context, code, lines } = await newDealer()
    const hydrate = await openHeld(page, code(product))
    await byName(page, t('cart.increaseOf', { name: product.name })).click()
    await adds(page, product).click()
    const link = firstCategory(page)
    await link.click()
    expect(await isBusy(link)).toBe('true')
    const path = await link.getAttribute('href')
    await hydrate()
    await page.waitForURL((url) => url.pathname === path)
    await expect.poll(lines).toEqual([[product.id, 2]])
    await context.close()
  })

  test('that is refused says so once the scripts have run', async () => {
    const { page, context, code, lines } = await newDealer()
    const hydrate = await openHeld(page, code(product))
    await page.route(`**/api/catalog/cart/${product.id}`, (route) => route.abort(), { times: 1 })
    await adds(page, product).click()
    await hydrate()
    await byName(page.getByRole('alertdialog'), t('ui.retry')).click()
    await expect.poll(lines).toEqual([[product.id, 1]])
    await context.close()
  })

  test('after another change is dropped when the user leaves the page or its scripts fail to load', async () => {
    const { page, context, code, lines } = await newDealer()
    await openHeld(page, code(product))
    await byName(page, t('cart.increaseOf', { name: product.name })).click()
    await adds(page, product).click()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto(product.url)
    await hasHydrated(page)
    await page.waitForLoadState('networkidle')
    expect(await lines()).toEqual([])

    let failing: (() => void)[] = []
    await page.route('**/assets/*.js', (route) =>
      new Promise<void>((resolve) => failing.push(resolve)).then(() => route.abort()),
    )
    await page.goto(code(product), { waitUntil: 'commit' })
    await page.locator('footer').waitFor()
    await adds(page, product).click()
    expect(await isBusy(adds(page, product))).toBe('true')
    for (const fail of failing) fail()
    await expect.poll(() => isBusy(adds(page, product))).toBe(null)
    failing = []
    await context.close()
  })
})

test('before the scripts have run, React does not see presses: it would hydrate the whole page at once', async () => {
  const { page, context } = await newDealer()
  const hydrate = await openHeld(page, '/?view=list')
  const seen = () => page.evaluate(() => document.documentElement.dataset['seen'] ?? '')
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    const note = ({ type }: Event) => (dataset['seen'] = `${dataset['seen'] ?? ''}${type} `)
    for (const type of ['pointerdown', 'mouseup', 'click']) document.addEventListener(type, note, true)
  })
  await page.locator('h1').click()
  expect(await seen()).toBe('')
  await hydrate()
  await expect
    .poll(async () => {
      await page.locator('h1').click()
      return await seen()
    })
    .toMatch(/^(pointerdown mouseup click )+$/)
  await context.close()
})

describe('before the scripts have run, in a list', () => {
  test('the search takes the typed text, with Enter or without', async () => {
    const { page, context } = await newDealer()
    let hydrate = await openHeld(page, '/')
    const field = page.getByRole('combobox', { name: t('search.label') })
    await field.fill('matkap')
    await field.press('Enter')
    await page.waitForURL((url) => url.pathname === pages.search && url.searchParams.get('q') === 'matkap', atCommit)
    await hydrate()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    hydrate = await openHeld(page, '/')
    await field.fill('vida')
    await hydrate()
    await page.getByRole('listbox', { name: t('search.suggestions') }).waitFor()
    expect(await field.inputValue()).toBe('vida')
    await field.press('Enter')
    await page.waitForURL((url) => url.searchParams.get('q') === 'vida')
    await context.close()
  })

  test('a box filters', async () => {
    const { page, context, problems } = await newDealer({ view: 'grid' })
    const hydrate = await openHeld(page, '/?view=grid')
    await page.locator('main aside').getByRole('checkbox').first().click()
    await hydrate()
    await page.waitForURL((url) => url.searchParams.has('filters'))
    expect(problems).toEqual([])
    await context.close()
  })

  test('a chosen order sorts', async () => {
    const { page, context, problems } = await newDealer()
    const hydrate = await openHeld(page, '/?view=list')
    await page.getByRole('combobox', { name: t('catalog.sort.label') }).selectOption('-name')
    await hydrate()
    await page.waitForURL((url) => url.searchParams.get('sort') === '-name')
    expect(problems).toEqual([])
    await context.close()
  })

  test('a link to the next page works as a link, and the rows become compact', async () => {
    const { page, context } = await newDealer()
    let hydrate = await openHeld(page, '/?view=list')
    await page.getByRole('link', { name: t('catalog.pages.next') }).click()
    await page.waitForURL(/page=2/, atCommit)
    await hydrate()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    hydrate = await openHeld(page, '/?view=list')
    const compact = byName(page, t('catalog.rows.compact'))
    await compact.click()
    await hydrate()
    await expect.poll(() => compact.getAttribute('aria-pressed')).toBe('true')
    await context.close()
  })
})

describe('before the scripts have run, a press opens', () => {
  test.each([
    ['the categories', 'shell.allCategories', 'dialog'],
    ['the cart', 'cart.title', 'dialog'],
    ['the filters', 'catalog.filters.open', 'dialog'],
    ['the theme', 'shell.theme', 'menu'],
  ] as const)('%s', async (_, key, role) => {
    const { page, context, problems } = await newDealer()
    const hydrate = await openHeld(page, '/?view=list')
    const name = t(key, { name: t('shell.themes.system') })
    await page
      .getByRole('button', { name, exact: key !== 'cart.title' })
      .first()
      .click()
    await hydrate()
    await page.getByRole(role).locator('visible=true').waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  test.each(['shell.categories', 'shell.account', 'catalog.filters.open'])('the drawer %s of phones', async (key) => {
    const { page, context } = await newDealer({ screen: phone })
    const hydrate = await openHeld(page, '/?view=list')
    await page
      .getByRole('button', { name: t(key) })
      .locator('visible=true')
      .last()
      .click()
    await hydrate()
    await page.getByRole('dialog').locator('visible=true').waitFor()
    await context.close()
  })
})

describe('before the scripts have run, in the cart', () => {
  test('quantities change and a line is removed', async () => {
    const { page, context, lines, problems } = await newDealer()
    const [first, second, third] = products as [Product, Product, Product]
    for (const product of [first, second, third]) await fillCart(page, product, 2)
    const hydrate = await openHeld(page, pages.cart)
    await byName(page, t('cart.increaseOf', { name: first.name })).click()
    await page.getByRole('textbox', { name: t('cart.quantityOf', { name: second.name }) }).fill('7')
    await byName(page, t('cart.removeOf', { name: third.name })).click()
    await hydrate()
    await expect.poll(async () => Object.fromEntries(await lines())).toEqual({ [first.id]: 3, [second.id]: 7 })
    expect(problems).toEqual([])
    await emptyCart(page)
    await context.close()
  })

  test('the steps lead to one order, with its note', async () => {
    const { page, context } = await newDealer()
    await fillCart(page, products[0] as Product)
    let hydrate = await openHeld(page, pages.checkout)
    await page.getByRole('textbox', { name: t('cart.summary.note') }).fill('Kapıda teslim')
    await byName(page, t('checkout.preview.continue')).click()
    await hydrate()
    await page.getByRole('heading', { level: 1, name: t('checkout.payment.title') }).waitFor()
    await page.getByText('Kapıda teslim').first().waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    hydrate = await openHeld(page, page.url())
    await byName(page, t('checkout.payment.confirm')).dblclick()
    await page.waitForURL('**/checkout/summary?order=*', atCommit)
    await hydrate()
    expect(await linesOf(page)).toEqual([])
    await context.close()
  })
})

test('before the scripts have run, the sign-in form signs in', async () => {
  const { page, context } = await newVisitor(browser, demoUrl)
  const hydrate = await openHeld(page, '/account/login?next=%2Faccount%2Fsettings')
  await page.locator('input[name=username]').fill(people.dealer)
  await page.locator('input[name=password]').fill('demo1234')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/account/settings', atCommit)
  await hydrate()
  await context.close()
})
