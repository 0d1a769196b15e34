import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import type { Product, ProductDetail } from '#contract/shop/product.ts'
import { uniqueCard } from '#server/payments/start/test-cards.ts'
import type { Database } from '#server/platform/db/database.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { confirmOrder } from '#e2e/support/confirm-order.ts'
import { callFrom, demoUrl, fillCart, listOf, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { addPayer, cardDialog, confirm, demoDatabase, setSetting, typeCard } from '#e2e/support/paying.ts'
import { pattern, t } from '#e2e/support/words.ts'

/** Specified screen behavior that no journey covers: error texts, pending states, and times. */
const username = 'ekran@example.com'
const linkSetting = 'b2b_cari_odeme_baglantisi'
let browser: Browser
let database: Database
let page: Page
let product: Product

beforeAll(async () => {
  browser = await openBrowser()
  database = await demoDatabase()
  await addPayer(database, username, 'Ekran Yapı Market')
  page = (await newVisitor(browser, demoUrl)).page
  await signIn(page, username)
  product = await plainProduct(page)
})
afterAll(async () => {
  await browser?.close()
  await database?.close()
})

const alert = () => page.getByRole('alertdialog')
const closeAlert = () => alert().getByRole('button').first().click()
const abortRequest = (route: Route) => route.abort('connectionrefused')
const broken = (route: Route) =>
  route.fulfill({ status: 500, json: { error: { code: 'internal', messages: { type: t('errors.internal') } } } })

/** Replaces the responses of calls to an address while `work` runs. */
async function whileAnswering(path: string, answer: (route: Route) => unknown, work: () => Promise<unknown>) {
  await page.route(path, answer)
  await work()
  await page.unroute(path)
}

/** Mutating calls to this address wait for `answer`. */
async function holding(path: string) {
  const heldAnswer = Promise.withResolvers<(route: Route) => unknown>()
  await page.route(path, async (route) =>
    route.request().method() === 'GET' ? route.fallback() : (await heldAnswer.promise)(route),
  )
  return { answer: heldAnswer.resolve, end: () => page.unroute(path) }
}

describe('the cart', () => {
  test('in the header has its lines, totals and a link to the cart, and can be emptied', async () => {
    await fillCart(page, product, 2)
    await visit(page, '/')
    const opens = page.getByRole('banner').getByRole('button', { name: t('cart.lines', { count: 1 }) })
    await opens.click()
    const box = page.getByRole('dialog', { name: t('cart.title') })
    await box.getByRole('link', { name: product.name }).waitFor()
    const figures = ['subtotal', 'tax', 'total'].map((row) => t(`cart.totals.${row}`))
    expect(await box.locator('dt').allInnerTexts()).toEqual(figures)
    expect(await box.getByRole('link', { name: t('cart.goToCart') }).getAttribute('href')).toBe(pages.cart)
    await box.getByRole('button', { name: t('cart.mini.clear') }).click()
    await alert()
      .getByRole('button', { name: t('cart.clear.confirm') })
      .click()
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('cart.lines', { count: 0 }) })
      .click()
    await page.getByText(t('cart.empty.title')).waitFor()
  })

  test('hides the order button while ordering, disables the offer button while creating an offer, and reports failures', async () => {
    await fillCart(page, product)
    await visit(page, pages.cart)
    const order = page.getByRole('button', { name: t('cart.summary.order') })
    const offer = page.getByRole('button', { name: t('offers.make.action') })
    const saving = await holding('**/api/catalog/cart')
    await order.click()
    await confirmOrder(page)
    await page.getByText(t('cart.summary.ordering')).first().waitFor()
    expect(await order.count()).toBe(0)
    expect(await offer.getAttribute('aria-disabled')).toBe('true')
    saving.answer(abortRequest)
    await alert().getByText(t('errors.network')).waitFor()
    await closeAlert()
    await saving.end()
    await order.waitFor()

    const creating = await holding('**/api/catalog/cart/offer')
    await offer.click()
    const busy = page.getByRole('button', { name: t('offers.make.busy') })
    expect(await busy.getAttribute('aria-disabled')).toBe('true')
    const type = 'Bu teklif şimdi oluşturulamaz.'
    creating.answer((route) =>
      route.fulfill({ status: 422, json: { error: { code: 'forbidden', messages: { type } } } }),
    )
    await alert().getByText(type).waitFor()
    await closeAlert()
    await creating.end()
    await offer.waitFor()
  })

  test('can be sent as a message', async () => {
    const { settings } = (await (await page.request.get('/api/visitor')).json()) as {
      settings: { whatsapp: string; whatsappNumber: string }
    }
    expect(settings.whatsapp).toBe('1')
    const address = await page.getByRole('link', { name: t('cart.message.send') }).getAttribute('href')
    const { host, pathname, searchParams } = new URL(address ?? '')
    expect([host, pathname]).toEqual(['wa.me', `/${settings.whatsappNumber}`])
    expect(searchParams.get('text')).toContain(`× ${product.code} ${product.name}`)
  })
})

test('the quote form opens in a window of 800 by 600', async () => {
  await callFrom(page, 'POST', '/api/catalog/cart/offer', { description: '' })
  await visit(page, pages.offers)
  await page.evaluate(() => {
    window.open = (...asked) => {
      document.body.dataset['opened'] = JSON.stringify(asked)
      return window
    }
  })
  await page
    .getByTestId('offer')
    .first()
    .getByRole('button', { name: new RegExp(`^${t('offers.action.print')}`) })
    .click()
  const opened = (await page.locator('body').getAttribute('data-opened')) ?? '[]'
  expect(JSON.parse(opened)).toEqual([expect.stringContaining('/teklif/yazdir/T'), '_blank', 'width=800,height=600'])
})

test('an offer’s failures show the specified words', async () => {
  const row = page.getByTestId('offer').first()
  const press = (action: string) => row.getByRole('button', { name: new RegExp(`^${t(`offers.action.${action}`)}`) })
  const add = () => row.getByRole('button', { name: 'Müşteri Ekle' })
  await add().click()
  const dialog = page.getByRole('dialog', { name: 'Müşteri Ekle' })
  await dialog.getByLabel(t('offers.customer.email')).fill('musteri@ornek.com.tr')
  await dialog.getByRole('button', { name: 'Müşteri Ekle' }).click()
  await dialog.waitFor({ state: 'detached' })
  await add().waitFor({ state: 'detached' })

  await whileAnswering('**/api/catalog/offer/mail/*', broken, async () => {
    await press('mail').click()
    await alert()
      .getByRole('button', { name: t('offers.mail.confirm') })
      .click()
    await alert().getByText('Mailiniz gönderilemedi. Lütfen bizimle iletişime geçiniz.').waitFor()
    await closeAlert()
  })
  await press('detail').click()
  await page.getByRole('button', { name: 'Müşteri Güncelle' }).waitFor()
  await whileAnswering('**/api/catalog/offer/update/profit', abortRequest, async () => {
    await page.getByRole('textbox', { name: pattern('offers.detail.percentOf') }).fill('10')
    await press('save').click()
    await alert().getByText('Kar marjınız kaydedilemedi lütfen tekrar deneyin.').waitFor()
    await closeAlert()
  })
  await page.route(/\/api\/catalog\/offer\/\d+$/, abortRequest)
  await press('cancel').click()
  await alert()
    .getByRole('button', { name: t('offers.cancel.confirm') })
    .click()
  await alert().getByText('Sipariş iptal edilemedi. Lütfen bizimle iletişime geçiniz.').waitFor()
  await closeAlert()
  await page.unroute(/\/api\/catalog\/offer\/\d+$/)
})

describe('payments', () => {
  test('a link that could not be created, sent or shared', async () => {
    await setSetting(database, linkSetting, '1')
    await visit(page, pages.payment)
    await page.locator('input[name=link-amount]').fill('250,50')
    await page.locator('input[name=link-email]').fill('musteri@ornek.com.tr')
    const press = (name: string) => page.getByRole('button', { name: t(`payment.links.${name}`), exact: true }).click()
    const expectMessage = async (answer: (route: Route) => unknown, button: string, sentence: string) =>
      whileAnswering('**/api/payment-link', answer, async () => {
        await press(button)
        await page.getByText(sentence, { exact: true }).waitFor()
        if (button === 'share') await closeAlert()
      })
    await expectMessage(broken, 'create', 'Bağlantı oluşturulamadı.')
    await expectMessage(abortRequest, 'create', 'Bağlantı oluşturulurken bir hata oluştu.')
    await expectMessage(broken, 'mail', 'E-posta gönderilemedi.')
    await expectMessage(abortRequest, 'mail', 'E-posta gönderilirken bir hata oluştu.')
    await expectMessage(broken, 'share', 'Bağlantı oluşturulamadı.')
    await expectMessage(abortRequest, 'share', 'Bağlantı oluşturulurken hata oluştu.')
    await setSetting(database, linkSetting, '0')
  })

  test('a card without a plan is refused, in a frame 500 pixels high', async () => {
    const bank = { name: 'Banka', family: null, logo: null, image: null, posPlans: {}, organization: 'VISA' }
    const cardReply = { bank: { ...bank, cardType: 'credit', isCommercial: false }, plans: [] }
    await page.locator('input[name=amount]').fill('100')
    await page.getByRole('button', { name: t('payment.order.pay') }).click()
    await whileAnswering(
      '**/api/catalog/bin-control',
      (route) => route.fulfill({ json: cardReply }),
      async () => {
        await typeCard(page, uniqueCard())
        await page.getByText(t('payment.plans.onlySingle')).waitFor()
        await confirm(page)
        await cardDialog(page).getByText('Form bilgilerini eksiksiz doldurunuz!').waitFor()
      },
    )
    expect((await cardDialog(page).locator('form').boundingBox())?.height).toBe(500)
  })
})

test('a unit without a price shows: Stok sorunuz.', async () => {
  const { items } = await listOf(page, '?limit=96&sort=-quantity')
  const packedUnit = items.find(
    ({ units, varyantx, salePrice }) => units.length > 1 && varyantx === 1 && salePrice?.value,
  )
  await visit(page, `/search?q=${encodeURIComponent(packedUnit?.code ?? '')}&view=grid`)
  await page.route('**/api/catalog/product/*', async (route) => {
    const answer = await route.fetch()
    const detail = (await answer.json()) as ProductDetail
    const units = detail.units.map((unit) =>
      unit.id === detail.defaultUnit ? unit : { ...unit, defaultPrice: { value: 0, currency: 'TRY' } },
    )
    await route.fulfill({ response: answer, json: { ...detail, units } })
  })
  await page
    .getByRole('article')
    .getByRole('link', { name: packedUnit?.name ?? '' })
    .first()
    .click()
  const other = page.getByRole('radio', { name: /Stok sorunuz\./ }).first()
  await other.check()
  await page.getByRole('button', { name: 'Stok sorunuz.' }).first().waitFor()
  await page.unroute('**/api/catalog/product/*')
})

/**
 * From here on the clock is controlled by the test. It starts a minute ahead of the page, because a busy machine is
 * late.
 */
async function stopClock(): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
}

describe('pending states', () => {
  test('placeholder cards and a progress bar are shown while another list loads', async () => {
    await visit(page, '/?view=grid')
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/catalog/products**', async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.getByRole('combobox', { name: t('catalog.sort.label') }).selectOption('-name')
    await page.locator('.progress-run').waitFor({ state: 'attached' })
    await page.locator('main .animate-pulse').first().waitFor()
    answer.resolve()
    await page.locator('main .animate-pulse').first().waitFor({ state: 'detached' })
    await page.locator('.progress-run').waitFor({ state: 'detached' })
    await page.unroute('**/api/catalog/products**')
  })

  test('the stock toggle spins for at least a second, and a toast disappears after five', async () => {
    await page.clock.install()
    await stopClock()
    const toggle = page.getByRole('switch', { name: t('catalog.onlyInStock') })
    const failed = page.getByText(t('catalog.inStockFailed'))
    await whileAnswering('**/api/catalog/settings', abortRequest, async () => {
      await toggle.click()
      await failed.waitFor()
    })
    await page.clock.runFor(900)
    expect(await toggle.getAttribute('aria-busy')).toBe('true')
    await page.clock.runFor(200)
    await page.locator('[role=switch]:not([aria-busy])').waitFor()
    await page.mouse.move(5, 400)
    await page.clock.runFor(3_800)
    expect(await failed.count()).toBe(1)
    await page.clock.runFor(400)
    await failed.waitFor({ state: 'detached' })
    await page.clock.resume()
  })

  test('another variant opens after two and a half seconds', async () => {
    const parent = await anyFamily()
    const [from, to] = inStock(parent)
    await visit(page, from?.url ?? '')
    await stopClock()
    await page
      .getByRole('region', { name: t('product.variants') })
      .getByRole('button', { name: to?.values[0]?.name ?? '', exact: true })
      .click()
    await page.getByText(t('product.swapping')).waitFor()
    await page.clock.runFor(2_400)
    expect(new URL(page.url()).pathname).toBe(from?.url)
    await page.clock.runFor(200)
    await page.waitForURL((url) => url.pathname === to?.url)
    await page.clock.resume()
  })
})

const inStock = ({ variantProducts }: ProductDetail) => variantProducts.filter(({ isInStock }) => isInStock)

/** A product with variants of one dimension, two of them in stock. */
async function anyFamily(): Promise<ProductDetail> {
  const { items } = await listOf(page, '?limit=96')
  for (const { id } of items.filter(({ varyantx }) => varyantx === 0)) {
    const detail = (await (await page.request.get(`/api/catalog/product/${id}`)).json()) as ProductDetail
    if (detail.variants.length === 1 && inStock(detail).length > 1) return detail
  }
  throw new Error('The demo store has no variants of one dimension.')
}

test('the pages for online users and carts have empty states', async () => {
  const { page: admin } = await newVisitor(browser, demoUrl)
  await admin.routeWebSocket('**/ws', () => {})
  await admin.route('**/yonetim/online-users', (route) => route.fulfill({ json: { onlineUsers: [] } }))
  await admin.route('**/yonetim/carts**', (route) =>
    route.fulfill({
      json: route.request().url().includes('/state') ? { version: 'x', total: 0, pages: 0 } : {},
    }),
  )
  await signIn(admin, people.admin, 'demo1234', pages.admin)
  await admin.getByRole('link', { name: 'Online Kullanıcılar' }).first().click()
  await admin.getByRole('heading', { name: 'Şu anda online kullanıcı bulunmamaktadır.' }).waitFor()
  await admin.getByRole('link', { name: 'Müşteri Sepetleri' }).first().click()
  await admin.getByRole('heading', { name: 'Henüz sepet verisi bulunmuyor.' }).waitFor()
  await admin.context().close()
})
