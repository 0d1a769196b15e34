import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OfferList } from '#contract/shop/offers.ts'
import { findBroken } from '#faults/invariants.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { emptyCart, fillCart, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { t } from '#e2e/support/words.ts'

let shop: Shop
let browser: Browser
let dealer: Page
let admin: Page
let number: string
let id: number
const problems: string[][] = []

async function open(options: Parameters<typeof newVisitor>[2] = {}): Promise<Page> {
  const visitor = await newVisitor(browser, shop.url, options)
  problems.push(visitor.problems)
  return visitor.page
}

beforeAll(async () => {
  shop = await openShop({ demo: 'small' })
  await shop.start()
  browser = await openBrowser()
  ;[dealer, admin] = [await open(), await open()]
  await signIn(dealer, people.dealer)
  await signIn(admin, people.admin)
  await emptyCart(dealer)
  await fillCart(dealer, await plainProduct(dealer))
  await visit(dealer, '/sepet')
  await dealer.getByRole('button', { name: t('offers.make.action') }).click()
  await dealer.waitForURL('**/teklif/liste?made=*')
  const [made] = (await offers()).items
  number = made?.orderNo ?? ''
  id = made?.id ?? 0
})
afterAll(async () => {
  await browser?.close()
  await shop?.remove()
})

const offers = async () => (await (await dealer.request.get('/api/catalog/offers')).json()) as OfferList
/** The list with this offer opened. */
const show = () => visit(dealer, `/teklif/liste?q=${number}&note=${number}`)
const confirm = (page: Page, name: string) =>
  page.locator('[role=dialog], [role=alertdialog], dialog').getByRole('button', { name, exact: true }).click()

test('a dealer asks for a price, the store answers, and the accepted version is ordered at its price', async () => {
  await show()
  await dealer.getByRole('button', { name: t('offers.talks.ask'), exact: true }).click()
  const [line] = (await offers()).items[0]?.offerItems ?? []
  const price = line?.price?.value ?? 0
  const target = dealer.getByLabel(t('offers.talks.targetOf', { name: line?.name ?? '' }))
  await target.fill('1')
  await dealer.getByLabel(t('offers.talks.note')).fill('Şantiye işi')
  await confirm(dealer, t('offers.talks.send'))
  await dealer.getByText(t('offers.talks.states.asked')).waitFor()

  await visit(admin, '/yonetim/teklifler')
  await admin.getByTestId('asked-offer').filter({ hasText: number }).getByRole('link').click()
  await admin.waitForURL(`**/yonetim/teklifler/${id}`)
  await admin.getByText('Şantiye işi').first().waitFor()
  const offered = (Math.floor(price * 95) / 100).toFixed(2)
  await admin
    .getByLabel(t('administration.offers.talks.priceOf', { name: line?.name ?? '' }))
    .fill(offered.replace('.', ','))
  await admin.getByRole('button', { name: t('administration.offers.talks.send') }).click()
  await admin.getByText(t('offers.talks.kinds.version', { version: 1 })).waitFor()

  await show()
  await dealer.getByText(t('offers.talks.kinds.version', { version: 1 })).waitFor()
  await dealer.getByRole('button', { name: t('offers.talks.accept.action'), exact: true }).click()
  await confirm(dealer, t('offers.talks.accept.confirm'))
  await dealer.getByText(t('offers.talks.states.agreed')).waitFor()
  await dealer.getByRole('button', { name: new RegExp(`^${t('offers.order.action')}`) }).click()
  await dealer.getByRole('alertdialog').getByText(t('offers.order.agreed')).waitFor()
  await confirm(dealer, t('offers.order.confirm'))
  await expect.poll(async () => (await offers()).items[0]?.becameOrder ?? null).not.toBeNull()
  const { becameOrder } = (await offers()).items[0] ?? {}
  const order = await dealer.request.get(`/api/catalog/orders/summary?order=${becameOrder}`)
  expect(await order.text()).toContain(`"value":${Number(offered)}`)
})

test('a customer reads the quote of the demo store on a phone, declines it after all, and its link ends', async () => {
  const linked = (await offers()).items.find(({ link }) => link?.state === 'open')
  if (linked === undefined) throw new Error('The demo store has no quote with a link.')
  number = linked.orderNo
  await show()
  await dealer.getByRole('button', { name: t('offers.link.show') }).click()
  const url = await dealer.getByRole('dialog').getByRole('textbox').inputValue()
  await confirm(dealer, t('ui.ok'))

  const customer = await open({ screen: phone })
  const path = new URL(url).pathname
  const response = await visit(customer, path)
  expect(response?.headers()['x-robots-tag']).toContain('noindex')
  await customer.getByText(number).first().waitFor()
  // Neither the dealer's prices nor the store itself are on the page.
  const html = await customer.content()
  for (const { price, basePrice, profit } of linked.offerItems) {
    const own = price?.value.toFixed(2) ?? ''
    if (profit !== 0 && basePrice === null)
      expect(await customer.locator('main').innerText()).not.toContain(own.replace('.', ','))
  }
  expect(html).not.toContain('"profit"')
  expect(await axeViolations(customer)).toEqual([])

  await customer.getByRole('button', { name: t('offers.public.accept'), exact: true }).click()
  await customer.getByLabel(t('offers.public.name')).fill('')
  await confirm(customer, t('offers.public.confirmAccept'))
  await customer.getByText(t('errors.quote_name_missing')).waitFor()
  await confirm(customer, t('ui.cancel'))
  await customer.getByRole('button', { name: t('offers.public.decline'), exact: true }).click()
  await customer.getByLabel(t('offers.public.reason')).fill('Bütçemizi aşıyor')
  await confirm(customer, t('offers.public.confirmDecline'))
  await customer.getByText(t('offers.public.declined')).waitFor()

  await show()
  await dealer.getByText('Bütçemizi aşıyor').waitFor()
  // A new link, which its customer accepts; the dealer then withdraws nothing: the quote is fixed.
  await dealer.getByRole('button', { name: t('offers.link.make'), exact: true }).click()
  await dealer.getByRole('dialog').locator('input[name=sendEmail]').uncheck()
  await confirm(dealer, t('offers.link.confirm'))
  const second = await dealer.getByRole('dialog').getByRole('textbox').inputValue()
  await confirm(dealer, t('ui.ok'))
  await visit(customer, new URL(second).pathname)
  await customer.getByRole('button', { name: t('offers.public.accept'), exact: true }).click()
  await customer.getByLabel(t('offers.public.name')).fill('Işıl Çağ')
  await confirm(customer, t('offers.public.confirmAccept'))
  await customer.getByText(t('offers.public.accepted')).waitFor()
  expect((await offers()).items.find(({ orderNo }) => orderNo === number)).toMatchObject({
    link: { state: 'accepted', name: 'Işıl Çağ' },
  })
})

test('a withdrawn and a guessed link show the same plain page without the store', async () => {
  const stranger = await open()
  const shown: string[] = []
  for (const token of ['AAAAAAAAAAAAAAAAAAAAAA', 'BBBBBBBBBBBBBBBBBBBBBB']) {
    const response = await visit(stranger, `/teklif/musteri/${token}`)
    expect(response?.status()).toBe(404)
    await stranger.getByRole('heading', { name: t('offers.public.unknown') }).waitFor()
    shown.push(await stranger.locator('body').innerText())
  }
  expect(new Set(shown).size).toBe(1)
})

test('no page reported an error, and the books are right', async () => {
  expect(problems.flat()).toEqual([])
  const { pool, close } = await shop.database()
  expect(await findBroken(pool)).toEqual([])
  await close()
})
