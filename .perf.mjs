import { open, browser, out } from './.shots.mjs'
const { page, context } = await open({ width: 1366, user: 'bayi@example.com' })
const { items } = await (await page.request.get('/api/catalog/products/search?q=GRD-1')).json()
const url = items.find((p) => p.code === 'GRD-1').url
const t0 = Date.now()
await page.goto(url)
await page.locator('[data-place]').first().waitFor()
console.log('open ms', Date.now() - t0, 'cells', await page.locator('[data-place]').count())
const cdp = await context.newCDPSession(page)
await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
await page.evaluate(() => { window.durations = []; new PerformanceObserver((l) => { for (const e of l.getEntries()) window.durations.push([e.name, Math.round(e.duration)]) }).observe({ type: 'event', durationThreshold: 16, buffered: false }) })
const f = page.locator('[data-place]:enabled')
await f.first().focus()
for (let i = 0; i < 30; i += 1) { await page.keyboard.type('12', { delay: 30 }); await page.keyboard.press('Enter'); await page.waitForTimeout(60) }
const d = await page.evaluate(() => window.durations)
const byName = {}
for (const [n, x] of d) (byName[n] ??= []).push(x)
for (const [n, xs] of Object.entries(byName)) { xs.sort((a, b) => a - b); console.log(n, 'n', xs.length, 'median', xs[xs.length >> 1], 'p95', xs[Math.floor(xs.length * 0.95)], 'max', xs.at(-1)) }
await page.locator('#varyant-tablosu').evaluate((e) => window.scrollTo(0, e.getBoundingClientRect().top + scrollY - 8))
await page.screenshot({ path: `${out}/grid300.png` })
await browser.close()
