import { openShop } from '#e2e/support/shop.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import sharp from 'sharp'
const shop = await openShop()
await shop.start()
const browser = await openBrowser()
const mobile = { width: 390, height: 844 }, wide = { width: 1920, height: 1080 }
const jobs: [string, string[]][] = [
  ['bayi@example.com', ['/account/users', '/account/approvals', '/account/approvals/1', '/account/approvals?show=decided', '/account/addresses', '/account/settings']],
  ['yonetici@example.com', ['/yonetim/kullanicilar', '/yonetim/kullanicilar/22', '/yonetim/roller', '/yonetim/basvurular', '/yonetim/basvurular/1', '/yonetim/metinler', '/yonetim/metinler/kvkk-aydinlatma-metni', '/yonetim/metinler/onaylar', '/yonetim/kurumsal-giris', '/yonetim/kurumsal-giris/1', '/yonetim/kurulum', '/yonetim/satis-ekibi', '/yonetim/satis-ekibi/22']],
  ['plasiyer@example.com', ['/yonetim/plasiyer', '/yonetim/plasiyer/bayi/4']],
]
for (const [who, paths] of jobs) {
  const { page } = await newVisitor(browser, shop.url, { screen: wide, locale: 'en', theme: 'dark' })
  await signIn(page, who)
  const choose = await page.evaluate(async () => {
    const token = document.querySelector<HTMLMetaElement>('meta[name=csrf-token]')?.content ?? ''
    return (await fetch('/api/catalog/settings', { method: 'POST', headers: { 'x-csrf-token': token, 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' }, body: JSON.stringify({ key: 'locale', value: 'en' }) })).status
  })
  console.log(who, choose)
  for (const path of paths) {
    await visit(page, path)
    for (const [name, screen] of [['w', wide], ['m', mobile]] as const) {
      await page.setViewportSize(screen)
      await page.waitForTimeout(150)
      const file = `/tmp/shots/${name}-${path.replaceAll(/\W+/g, '_')}.png`
      const shot = await page.screenshot({ fullPage: true })
      await sharp(shot).png().toFile(file)
    }
    await page.setViewportSize(wide)
  }
}
await browser.close()
await shop.remove()
process.exit(0)
