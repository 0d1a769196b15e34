import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, emptyCart, fillCart, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

async function open(username: string, next = '/', screen?: typeof phone) {
  const visitor = await newVisitor(browser, demoUrl, screen ? { screen } : {})
  await signIn(visitor.page, username, 'demo1234', next)
  return visitor
}

async function nameOf(page: Page): Promise<string> {
  const { user } = (await (await page.request.get('/api/visitor')).json()) as {
    user: { name: string; dealerName: string }
  }
  return `${user.dealerName} · ${user.name}`
}

test('the administrator sees a dealer come online in another browser, and the cart as it fills and empties', async () => {
  const admin = await open(people.admin, '/yonetim/online')
  const dealer = await open(people.other)
  const name = await nameOf(dealer.page)
  const card = admin.page.getByTestId('online-user').filter({ hasText: name })
  await card.getByText(t('monitoring.online.status.online')).waitFor({ state: 'attached' })

  await emptyCart(dealer.page)
  await visit(admin.page, '/yonetim/sepetler')
  const cart = admin.page.getByTestId('watched-cart').filter({ hasText: name })
  expect(await cart.count()).toBe(0)
  const product = await plainProduct(dealer.page)
  await fillCart(dealer.page, product, 7)
  const link = cart.getByRole('link', { name: product.name })
  await link.waitFor()
  expect(await cart.getByRole('row').nth(1).innerText()).toMatch(/\b7\b/)
  const openedPage = admin.context.waitForEvent('page')
  await link.focus()
  await admin.page.keyboard.press('Enter')
  expect(new URL((await openedPage).url()).pathname).toBe(product.url)
  await emptyCart(dealer.page)
  await cart.waitFor({ state: 'detached' })
  expect([...admin.problems, ...dealer.problems]).toEqual([])
  await Promise.all([admin.context.close(), dealer.context.close()])
})

test('a search is on the dashboard as text, with details by keyboard, and is found by word and by user', async () => {
  const word = `matkap${Date.now()}`
  const scriptTerm = `<img src=x onerror=window.__xss=1> ${word}`
  const dealer = await open(people.other)
  const name = await nameOf(dealer.page)
  await visit(dealer.page, `/search?q=${encodeURIComponent(scriptTerm)}`)
  await dealer.context.close()

  const { page, context, problems } = await open(people.admin)
  const last = page.getByRole('region', { name: 'En Son Arananlar' })
  await expect
    .poll(async () => {
      await visit(page, '/yonetim/aramalar')
      return last.getByRole('cell', { name: scriptTerm }).count()
    })
    .toBe(1)
  const searchers = page.getByRole('region', { name: 'En Çok Arama Yapanlar' })
  const row = searchers.getByRole('button', { name })
  await row.focus()
  await searchers.getByRole('group').waitFor()
  await page.keyboard.press('Escape')
  await searchers.getByRole('group').waitFor({ state: 'detached' })

  const results = page.getByRole('dialog', { name: 'Arama Sonuçları' })
  const search = async (type: string, text: string) => {
    await page.getByRole('combobox').selectOption({ label: type })
    await page.getByRole('searchbox').fill(text)
    await page.keyboard.press('Enter')
  }
  await search('Kelime Ara', word.toUpperCase())
  await results.getByRole('cell', { name }).waitFor()
  await results
    .getByRole('button', { name: t('ui.close') })
    .last()
    .click()
  await search('Kullanıcı Ara', name.split(' · ')[0] ?? '')
  await results.getByRole('cell', { name: scriptTerm }).waitFor()
  await page.keyboard.press('Escape')
  await search('Kelime Ara', 'boyleBirSeyYok')
  await results.getByText('Aradığınız kelimeyle ilgili sonuç bulunamadı.').waitFor()
  await page.keyboard.press('Escape')
  await search('Kullanıcı Ara', 'boyleBirKisiYok')
  await results.getByText('Aradığınız kullanıcıyla ilgili sonuç bulunamadı.').waitFor()
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => '__xss' in window)).toBe(false)
  expect(problems).toEqual([])
  await context.close()
})

test('failures show the specified words and can be retried', async () => {
  const { page, context } = await open(people.admin, '/yonetim/aramalar', phone)
  const alert = page.getByRole('alertdialog')
  const ok = alert.getByRole('button', { name: t('ui.ok') })
  await page.getByRole('searchbox').fill('   ')
  await page.keyboard.press('Enter')
  await alert.getByText('Lütfen bir arama terimi girin.').waitFor()
  await ok.click()
  await page.route('**/yonetim/search_queries**', (route) => route.abort())
  await page.getByRole('searchbox').fill('vida')
  await page.keyboard.press('Enter')
  await alert.getByText('Aranan kelimeler yüklenirken bir hata oluştu.').waitFor()
  await ok.click()
  await page.route('**/yonetim/top-queries', (route) => route.fulfill({ status: 500, body: 'x' }))
  await page.getByRole('button', { name: t('monitoring.search.refresh') }).click()
  await alert.getByText('En çok aranan kelimeler yüklenirken bir hata oluştu.').waitFor()
  await ok.click()
  await page.getByText('Veri yüklenirken bir hata oluştu.').waitFor()
  await page.unroute('**/yonetim/top-queries')
  await page.getByRole('button', { name: t('ui.retry') }).click()
  await page.getByRole('heading', { name: 'En Çok Aranan Kelimeler' }).waitFor()
  await context.close()
})
