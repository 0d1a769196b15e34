import { open, browser, out } from './.shots.mjs'
import { readFileSync } from 'node:fs'
const found = JSON.parse(readFileSync('/tmp/shots-v/families.json', 'utf8'))
const shot = (page, name) => page.screenshot({ path: `${out}/${name}.png` })
{
  const { page, context } = await open({ width: 390, user: 'bayi@example.com' })
  await page.goto(found[2])
  const fields = page.locator('[data-place]:enabled')
  await fields.first().waitFor()
  await page.getByRole('button', { name: 'Tamam' }).click().catch(() => {})
  await fields.nth(0).fill('2'); await fields.nth(1).fill('9999')
  await page.locator('#varyant-tablosu').scrollIntoViewIfNeeded()
  await page.locator('#varyant-tablosu').evaluate((e) => window.scrollTo(0, e.getBoundingClientRect().top + scrollY - 8))
  await page.waitForTimeout(300)
  await shot(page, 'p1')
  await page.getByRole('button', { name: /çeşidi sepete ekle/ }).scrollIntoViewIfNeeded()
  await shot(page, 'p2')
  await page.getByRole('button', { name: 'Büyüt' }).click()
  await page.getByRole('button', { name: 'Yakınlaştır' }).click()
  await page.waitForTimeout(500)
  await shot(page, 'zoom390')
  await context.close()
}
{
  const { page, context } = await open({ width: 1366, user: 'bayi@example.com' })
  await page.goto(found[1])
  await page.locator('[data-place]').first().waitFor()
  await page.getByRole('button', { name: 'Tamam' }).click().catch(() => {})
  await page.locator('#varyant-tablosu').evaluate((e) => window.scrollTo(0, e.getBoundingClientRect().top + scrollY - 8))
  await page.waitForTimeout(300)
  await shot(page, 'one-dim')
  await page.getByRole('button', { name: 'Büyüt' }).click()
  await page.getByRole('button', { name: 'Yakınlaştır' }).click()
  await page.waitForTimeout(500)
  await shot(page, 'zoom1366')
  // A product with companions.
  let hit
  for (let at = 1; at <= 60 && !hit; at += 1) {
    const { items, pages } = await (await page.request.get(`/api/catalog/products?limit=96&page=${at}`)).json()
    const answers = await Promise.all(items.filter((p) => p.varyantx === 1).map(async (p) => [(await (await page.request.get(`/api/catalog/together/${p.id}`)).json()).items.length, p]))
    hit = answers.find(([n]) => n > 2)?.[1]
    if (at >= pages) break
  }
  console.log('companions', hit?.url, hit?.code)
  if (hit) {
    await page.goto(hit.url)
    const h = page.getByRole('heading', { name: 'Birlikte alınanlar' })
    await h.waitFor()
    await h.evaluate((e) => window.scrollTo(0, e.getBoundingClientRect().top + scrollY - 300))
    await page.waitForTimeout(500)
    await shot(page, 'together')
    await page.getByRole('button', { name: 'Sepete ekle ' + hit.name }).first().click()
    await page.waitForTimeout(1500)
    await page.goto('/sepet')
    await page.getByText('birlikte alınanlar').waitFor()
    await page.waitForTimeout(500)
    await page.screenshot({ path: `${out}/cart-together.png`, fullPage: true })
  }
  await page.goto('/account/bought')
  await page.waitForTimeout(1500)
  await page.screenshot({ path: `${out}/bought.png`, fullPage: true })
  await context.close()
}
{
  const { page, context } = await open({ width: 1366, user: 'yonetici@example.com' })
  await page.goto('/yonetim/urunler/1')
  await page.waitForTimeout(1500)
  await page.getByRole('button', { name: 'Belge ekle' }).click()
  await page.getByRole('button', { name: 'Belge ekle' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Ürüne ekle' }).scrollIntoViewIfNeeded()
  await shot(page, 'docs-admin')
  await context.close()
}
await browser.close()
