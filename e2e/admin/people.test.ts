import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages, productPath } from '#contract/core/pages.ts'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { people, plainProduct } from '#e2e/support/demo-shop.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
let shop: Shop
let admin: Page

beforeAll(async () => {
  shop = await openShop({ demo: 'small' })
  await shop.start()
  browser = await openBrowser()
  admin = (await newVisitor(browser, shop.url)).page
  await signIn(admin, people.admin)
})
afterAll(async () => {
  await browser?.close()
  await shop?.remove()
})

const opened = new Set<string>()

/** The path of the link in the next email to this address. */
async function linkTo(address: string): Promise<string> {
  const folder = join(shop.dataDir, 'mail')
  const next = () =>
    existsSync(folder)
      ? readdirSync(folder).find((file) => file.endsWith('.eml') && file.includes(address) && !opened.has(file))
      : undefined
  await expect.poll(next).toBeDefined()
  const file = next() ?? ''
  opened.add(file)
  const email = readFileSync(join(folder, file), 'utf8')
  // Parts with Turkish letters use one of two encodings.
  const parts = email.split(/\r?\n\r?\n/).map((part) => Buffer.from(part, 'base64').toString('utf8'))
  const texts = [email.replaceAll(/=\r?\n/g, ''), ...parts].join('\n')
  return /\/account\/password\/[\w-]{43}/.exec(texts)?.[0] ?? ''
}

async function setPassword(page: Page, path: string, password: string): Promise<void> {
  await visit(page, path)
  await page.locator('input[name=password]').fill(password)
  await page.locator('input[name=passwordVerify]').fill(password)
  await page.getByRole('button', { name: t('passwordLink.save') }).click()
  await page.getByText(t('passwordLink.done')).waitFor()
}

test("a new dealer's new user signs in by the invitation and resets a forgotten password", async () => {
  await visit(admin, '/yonetim/bayiler')
  await admin.getByRole('link', { name: t('people.dealers.add') }).click()
  await admin.waitForURL(/\/yeni$/)
  const field = (name: string) => admin.locator(`input[name=${name}]`)
  await field('code').fill('YENİ-7')
  await field('taxNumber').fill('12')
  await admin.getByRole('button', { name: t('people.dealers.create') }).click()
  // Every field names its problem, and nothing typed is lost.
  await admin.getByText(t('people.problems.taxNumber')).waitFor()
  await admin.getByText(t('people.problems.required')).first().waitFor()
  expect(await field('code').inputValue()).toBe('YENİ-7')
  await field('name').fill('Yedi Kardeşler Yapı')
  await field('taxNumber').fill('1234567890')
  // Corrected fields are valid at once.
  expect(await admin.locator('main [aria-invalid=true]').count()).toBe(0)
  await admin.getByRole('button', { name: t('people.dealers.create') }).click()
  await admin.getByRole('heading', { name: 'Yedi Kardeşler Yapı' }).waitFor()
  // A saved form can be left without a question.
  expect(await admin.getByRole('alertdialog').count()).toBe(0)
  expect(await axeViolations(admin)).toEqual([])

  const records = admin.getByRole('navigation', { name: t('people.dealers.records') }).getByRole('link')
  const code = encodeURIComponent('YENİ-7')
  expect(await records.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    expect.stringMatching(/^\/yonetim\/bayiler\/\d+\/ekstre$/),
    `${pages.adminOrders}?dealer=${code}`,
    `${pages.adminOffers}?dealer=${code}`,
    `${pages.adminPayments}?q=${code}`,
  ])

  await admin.getByRole('link', { name: t('people.users.add') }).click()
  await admin.waitForURL(/dealer=YEN/)
  // The address changes before the page, which also has a field of this name.
  await admin.getByRole('heading', { name: t('people.users.new') }).waitFor()
  await field('name').fill('Yusuf Yedi')
  await field('email').fill('yusuf@example.com')
  // A double click creates one user: a second one would be refused for its email address.
  await admin.getByRole('button', { name: t('people.users.create') }).dblclick()
  await admin.getByRole('heading', { name: 'Yusuf Yedi' }).waitFor()
  expect(await admin.getByRole('alertdialog').count()).toBe(0)
  await admin.getByText(t('people.access.invited')).waitFor()
  // The demo shop has no mail server: the link is shown to the administrator, once.
  const shown = await admin.getByLabel(t('people.access.link.label')).inputValue()

  const { page } = await newVisitor(browser, shop.url, { screen: phone })
  const invitation = await linkTo('yusuf@example.com')
  expect(new URL(shown).pathname).toBe(invitation)
  await admin.reload()
  await admin.getByText(t('people.access.invited')).waitFor()
  expect(await admin.getByLabel(t('people.access.link.label')).count()).toBe(0)
  const answer = await visit(page, invitation)
  expect(answer?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  await setPassword(page, invitation, 'yusuf-parola-1')
  expect((await visit(page, invitation))?.status()).toBe(404)
  await signIn(page, 'yusuf@example.com', 'yusuf-parola-1', '/siparis/liste')

  const forgottenUser = (await newVisitor(browser, shop.url)).page
  await visit(forgottenUser, '/account/login')
  await forgottenUser.getByRole('link', { name: t('login.forgotten') }).click()
  await forgottenUser.locator('input[name=email]').fill('yusuf@example.com')
  await forgottenUser.getByRole('button', { name: t('passwordLink.forgotten.submit') }).click()
  await forgottenUser.getByText(t('passwordLink.forgotten.notSentCall', { phone: '' })).waitFor()
  await setPassword(forgottenUser, await linkTo('yusuf@example.com'), 'yusuf-parola-2')
  // The session on the phone has ended.
  await visit(page, '/siparis/liste')
  expect(new URL(page.url()).pathname).toBe('/account/login')
})

test('impersonating a dealer’s user changes nothing, is shown on screen, and ends', async () => {
  await visit(admin, `/yonetim/kullanicilar?q=${people.dealer}`)
  await admin.getByTestId('user').getByRole('link').click()
  await admin.getByRole('button', { name: t('people.access.view') }).click()
  const strip = admin.getByRole('region', { name: t('shell.viewing.label') })
  await strip.waitFor()
  const product = await plainProduct(admin)
  await visit(admin, productPath(product))
  await admin
    .getByRole('button', { name: `${t('cart.button.add')} ${product.name}` })
    .first()
    .click()
  await admin.getByText(t('errors.viewing_only')).first().waitFor()
  await strip.getByRole('button', { name: t('shell.viewing.end') }).click()
  await admin.waitForURL(/\/yonetim\/kullanicilar\/\d+/)
  await visit(admin, '/yonetim/denetim')
  await admin.getByTestId('audit-entry').first().getByText(t('administration.audit.actions.end_view')).waitFor()
})
