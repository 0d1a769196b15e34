import sharp from 'sharp'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import type { Product } from '#contract/shop/product.ts'
import { dayInTurkey, addDays } from '#domain/text/calendar-day.ts'
import { formatsOf } from '#domain/text/format.ts'
import { campaignPrice, shownPrice } from '#domain/pricing/price.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { fillCart, listOf, people } from '#e2e/support/demo-shop.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { t } from '#e2e/support/words.ts'

const { formatMoney } = formatsOf('tr')

let browser: Browser
let shop: Shop
let admin: Page
let dealer: Page
let problems: string[]

beforeAll(async () => {
  shop = await openShop({ demo: 'small' })
  await shop.start()
  browser = await openBrowser()
  const staff = await newVisitor(browser, shop.url)
  admin = staff.page
  problems = staff.problems
  dealer = (await newVisitor(browser, shop.url)).page
  await signIn(admin, people.admin)
  await signIn(dealer, people.dealer)
})
afterAll(async () => {
  await browser?.close()
  await shop?.remove()
})

const isPlain = ({ varyantx, salePrice, quantity }: Product) =>
  varyantx === 1 && salePrice?.currency === 'TRY' && salePrice.value > 0 && (quantity ?? 0) > 100

async function cartPrice(): Promise<number | undefined> {
  const items = (await (await dealer.request.get('/api/catalog/cart')).json()) as CartItem[]
  return items[0]?.productUnit.defaultPrice?.value
}

test('a campaign of 10 % on two products for this week is on the home page and in the cart, and ends', async () => {
  const { items } = await listOf(dealer, '?limit=96&sort=-quantity')
  const [first, second] = items.filter(isPlain)
  if (first?.salePrice === undefined || second === undefined) throw new Error('The demo store has too few products.')
  await fillCart(dealer, first)
  await visit(admin, '/yonetim/kampanyalar')
  await admin.getByRole('link', { name: t('administration.campaigns.add') }).click()
  await admin.waitForURL(/\/yeni$/)
  const field = (name: string) => admin.locator(`input[name=${name}]`)
  await field('discount').fill('100')
  await admin.getByRole('button', { name: t('campaignAdmin.create') }).click()
  await admin.getByText(t('campaignAdmin.problems.discount')).waitFor()
  await admin.getByText(t('campaignAdmin.problems.productsMissing')).waitFor()
  await field('name').fill('Haftanın fırsatı')
  await field('discount').fill('10')
  const today = dayInTurkey(new Date())
  await field('startDay').fill(today)
  await field('endDay').fill(addDays(today, 6))
  await admin.getByRole('searchbox', { name: t('campaignAdmin.products.search') }).fill(first.code)
  await admin.keyboard.press('Enter')
  await admin.getByRole('button', { name: t('campaignAdmin.products.add', { name: first.name }) }).click()
  const codes = admin.getByLabel(t('campaignAdmin.products.paste'))
  await codes.fill(`${second.code}\nYOK-1`)
  await admin.getByRole('button', { name: t('campaignAdmin.products.addCodes') }).click()
  await admin.getByText(t('campaignAdmin.products.unknown', { codes: 'YOK-1' })).waitFor()
  const rows = admin.getByTestId('campaign-product')
  expect(await rows.count()).toBe(2)
  await admin.getByRole('button', { name: t('campaignAdmin.products.up', { name: second.name }) }).click()
  expect(await rows.first().innerText()).toContain(second.name)
  // The unknown code is still in the field: saving is refused until it is cleared.
  await admin.getByRole('button', { name: t('campaignAdmin.create') }).click()
  expect(await codes.evaluate((input: HTMLTextAreaElement) => input.validationMessage)).toBe(
    t('campaignAdmin.products.notAdded'),
  )
  await codes.fill('')
  await admin.getByRole('button', { name: t('campaignAdmin.create') }).click()
  await admin.getByRole('heading', { name: 'Haftanın fırsatı' }).waitFor()
  await admin.getByText(t('administration.campaigns.states.running')).waitFor()
  expect(await axeViolations(admin)).toEqual([])

  const reduced = campaignPrice(first.salePrice, '10')
  await visit(dealer, '/')
  const box = dealer.getByRole('region', { name: 'Haftanın fırsatı' })
  await box.scrollIntoViewIfNeeded()
  // Pages show prices with tax, the cart without.
  const view = { currency: 'TRY', rates: { TRY: '1' }, withTax: true }
  const shown = formatMoney(shownPrice(reduced, view, { taxRate: first.taxRate }), 'TRY')
  await box.getByText(shown).filter({ visible: true }).first().waitFor()
  expect(await cartPrice()).toBe(Number(reduced.value))
  await visit(dealer, '/sepet')
  await dealer.getByText(formatMoney(reduced.value, 'TRY')).filter({ visible: true }).first().waitFor()

  await admin.getByRole('button', { name: t('campaignAdmin.end.delete') }).click()
  await admin
    .getByRole('alertdialog')
    .getByRole('button', { name: t('campaignAdmin.end.delete') })
    .click()
  await admin.waitForURL(/kampanyalar$/)
  expect(await cartPrice()).toBe(first.salePrice.value)
  await visit(dealer, '/')
  expect(await dealer.getByRole('region', { name: 'Haftanın fırsatı' }).count()).toBe(0)
})

test('the store’s own logo is at the head of every page once it is saved', async () => {
  await visit(admin, '/yonetim/ayarlar')
  const buffer = await sharp({ create: { width: 400, height: 120, channels: 3, background: '#0b5b64' } })
    .png()
    .toBuffer()
  const row = admin.getByTestId('setting-storeLogo')
  await row.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await row.getByAltText(t('settings.screen.picture')).waitFor()
  await admin.getByRole('button', { name: t('settings.screen.save'), exact: true }).click()
  await admin.getByText(t('settings.screen.saved_one')).waitFor()
  await visit(dealer, '/')
  const logo = dealer.getByRole('banner').getByRole('img').first()
  expect(await logo.getAttribute('src')).toMatch(/^\/images\/magaza-logo\/[0-9a-f]{32}\.png$/)
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400)
  expect(problems).toEqual([])
})
