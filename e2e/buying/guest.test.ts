import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '#contract/core/visitor.ts'
import { formatsOf } from '#domain/text/format.ts'
import { hasHydrated, newVisitor, openBrowser, signIn, signInByForm, visit } from '#e2e/support/browser.ts'
import { demoUrl, emptyCart, listOf, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

const { formatMoney } = formatsOf('tr')

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const refusal = 'Yönetici hesabı ile bu işlemi gerçekleştiremezsiniz.'

describe('a guest', () => {
  test('sees no prices and stock on screen, in the page source or in calls', async () => {
    const dealer = await newVisitor(browser, demoUrl)
    await signIn(dealer.page, people.dealer)
    const product = await plainProduct(dealer.page)
    const { items } = await listOf(dealer.page, '')
    const prices = [...items, product].flatMap(({ salePrice }) =>
      salePrice && salePrice.value % 1 !== 0
        ? [`:${salePrice.value}`, formatMoney(salePrice.value, salePrice.currency)]
        : [],
    )
    expect(prices.length).toBeGreaterThan(20)
    await dealer.context.close()

    const { page, problems, context } = await newVisitor(browser, demoUrl)
    const shownPrices: string[] = []
    page.on('response', async (response) => {
      if (/json|html/.test(response.headers()['content-type'] ?? ''))
        shownPrices.push(await response.text().catch(() => ''))
    })
    for (const path of ['/?view=grid', '/?view=list', `/search?q=${product.code}`, product.url]) {
      await page.goto(path, { waitUntil: 'networkidle' })
      shownPrices.push(await page.getByRole('main').innerText())
      expect(await page.getByRole('main').innerText()).not.toMatch(/[₺$€]\s?\d/)
    }
    await page
      .getByRole('link', { name: t('shell.signIn') })
      .first()
      .waitFor()
    const text = shownPrices.join('\n')
    expect(text).toContain(product.name)
    expect(prices.filter((price) => text.includes(price))).toEqual([])
    expect(text).not.toMatch(/salePrice|defaultPrice|advencePrice1"?:\{|"inventory"|"offers"/)
    expect(problems).toEqual([])
    await context.close()
  })

  test('signs in by pressing Enter before the scripts have loaded, and arrives at the requested page', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/account/login?next=%2Fsepet', { waitUntil: 'domcontentloaded' })
    await page.locator('input[name=username]').fill(people.dealer)
    await page.locator('input[name=password]').fill('demo1234')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${demoUrl}/sepet`, { waitUntil: 'domcontentloaded' })
    await page.getByRole('heading', { level: 1, name: t('cart.title') }).waitFor()
    await context.close()
  })

  test('is sent to sign in when adding a product, and returns to it', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await visit(page, '/search?q=pense&view=list')
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: t('cart.button.addShort') }) })
      .first()
    const name = await row.getByRole('link').last().innerText()
    await row.getByRole('button', { name: t('cart.button.addShort') }).click()
    await page.waitForURL(/\/account\/login\?next=/)
    await page.getByText(t('login.wanted', { code: '|' }).split('|')[1]?.trim() ?? '').waitFor()
    await hasHydrated(page)
    await page.getByRole('textbox', { name: t('login.username') }).fill(people.other)
    await page.getByRole('textbox', { name: t('login.password') }).fill('demo1234')
    await page.getByRole('button', { name: t('login.submit') }).click()
    await page.waitForURL('**/search?q=pense&view=list')
    await page.getByRole('link', { name: name.trim() }).first().waitFor()
    await context.close()
  })

  test('has no cart: its page leads to sign-in and back, and the header says so', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await page.goto('/sepet')
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/account/login?next=%2Fsepet')
    await visit(page, '/')
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('cart.title') })
      .click()
    await page.getByText(t('cart.mini.guest')).waitFor()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('cart.mini.signIn') })
      .click()
    await page.waitForURL(/\/account\/login\?next=%2F$/)
    await context.close()
  })

  test('is never redirected to another site after signing in', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    for (const next of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      await context.clearCookies()
      await signInByForm(page, people.other, 'demo1234', next)
      expect(page.url()).toBe(`${demoUrl}/`)
    }
    await context.close()
  })

  test('sees an error and stays on the page after a wrong password', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await visit(page, '/account/login')
    await page.getByRole('button', { name: t('login.submit') }).click()
    await page.getByText(t('login.needUsername')).waitFor()
    await page.getByRole('textbox', { name: t('login.username') }).fill(people.other)
    await page.getByRole('textbox', { name: t('login.password') }).fill('wrong-password')
    await page.getByRole('button', { name: t('login.submit') }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: t('errors.wrong_credentials') })
      .waitFor()
    expect(new URL(page.url()).pathname).toBe('/account/login')
    await context.close()
  })
})

describe('an administrator', () => {
  test('is refused the cart in the specified words', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await signIn(page, people.admin, 'demo1234', '/search?q=pense&view=list')
    await page
      .getByRole('button', { name: t('cart.button.addShort') })
      .first()
      .click()
    await page.getByText(refusal).waitFor()
    const answer = await page.goto('/sepet')
    expect(answer?.status()).toBe(403)
    await page.getByRole('main').getByText(refusal).waitFor()
    await context.close()
  })
})

test("a dealer's cart survives signing out", async () => {
  const { page, context } = await newVisitor(browser, demoUrl)
  await signIn(page, people.other)
  await emptyCart(page)
  const product = await plainProduct(page)
  await visit(page, product.url)
  await page
    .getByRole('button', { name: `${t('cart.button.add')} ${product.name}` })
    .first()
    .click()
  await page.getByText(t('cart.added.title')).first().waitFor()
  const { user } = (await (await page.request.get('/api/visitor')).json()) as Visitor
  await page
    .getByRole('banner')
    .getByRole('button', { name: user?.dealerName ?? '' })
    .click()
  await page.getByRole('menuitem', { name: t('shell.signOut') }).click()
  await page
    .getByRole('link', { name: t('shell.signIn') })
    .first()
    .waitFor()
  await signIn(page, people.other, 'demo1234', '/sepet')
  await page.getByRole('row').filter({ hasText: product.code }).waitFor()
  await emptyCart(page)
  await context.close()
})
