import { open, browser, out } from './.shots.mjs'
const { page, context } = await open({ width: 1366, user: 'bayi@example.com' })
const found = {}
for (let at = 1; at <= 10 && Object.keys(found).length < 3; at += 1) {
  const { items } = await (await page.request.get(`/api/catalog/products?limit=96&page=${at}`)).json()
  for (const { id, varyantx } of items) {
    if (varyantx !== 0) continue
    const p = await (await page.request.get(`/api/catalog/product/${id}`)).json()
    found[p.variants.length] ??= p.url
  }
}
console.log(found)
await context.close()
import { writeFileSync } from 'node:fs'
writeFileSync('/tmp/shots-v/families.json', JSON.stringify(found))
for (const [width, lang, theme, dims] of [[1366, 'tr', 'light', 2], [1366, 'en', 'dark', 3], [390, 'tr', 'light', 2], [1920, 'tr', 'dark', 1]]) {
  const { page, context } = await open({ width, lang, theme, user: 'bayi@example.com' })
  await page.goto(found[dims])
  await page.locator('[data-place]').first().waitFor({ timeout: 20000 })
  const fields = page.locator('[data-place]:enabled')
  const n = Math.min(4, await fields.count())
  for (let i = 0; i < n; i += 1) await fields.nth(i).fill(String(i === 1 ? 99999 : i + 2))
  await page.waitForTimeout(400)
  await page.screenshot({ path: `${out}/grid-${dims}-${width}-${lang}-${theme}.png`, fullPage: true })
  if (dims === 2 && width === 1366) {
    await page.getByRole('button', { name: /çeşidi sepete ekle/ }).click()
    await page.waitForTimeout(1500)
    await page.locator('#varyant-tablosu').screenshot({ path: `${out}/grid-refused.png` })
  }
  await context.close()
}
await browser.close()
