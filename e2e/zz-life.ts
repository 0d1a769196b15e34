import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
const url = 'http://localhost:4711'
const out = '/tmp/lead/pics'
const browser = await openBrowser()
const sizes = { s: [390, 844], m: [1366, 900], l: [1920, 1000] } as const
async function shots(who: string, width: keyof typeof sizes, locale: string, dark: boolean) {
  const [w, h] = sizes[width]
  const { page } = await newVisitor(browser, url, { viewport: { width: w, height: h }, colorScheme: dark ? 'dark' : 'light', locale: locale === 'en' ? 'en-GB' : 'tr-TR' } as never)
  page.setDefaultTimeout(90000)
  await signIn(page, `${who}@example.com`, 'demo1234', '/')
  const tag = `${who}-${width}-${locale}${dark ? '-dark' : ''}`
  await page.context().addCookies([{ name: 'locale', value: locale, url }])
  if (who === 'yonetici') {
    await visit(page, '/yonetim/siparisler?state=awaiting_approval')
    await page.screenshot({ path: `${out}/life-list-${tag}.png` })
    const first = page.getByTestId('admin-order').first().getByRole('link')
    if ((await first.count()) > 0) {
      await first.click()
      await page.getByText(/Sipariş geçmişi|Order history/).first().waitFor()
      await page.screenshot({ path: `${out}/life-order-${tag}.png`, fullPage: true })
      await page.getByRole('button', { name: /Satırları değiştir|Change lines/ }).click()
      await page.waitForTimeout(800)
      await page.screenshot({ path: `${out}/life-change-${tag}.png` })
    }
    await visit(page, '/yonetim/ayarlar?group=approval')
    await page.screenshot({ path: `${out}/life-settings-${tag}.png` })
  } else {
    await visit(page, '/siparis/liste')
    await page.screenshot({ path: `${out}/life-list-${tag}.png` })
    await page.getByTestId('order').first().getByRole('link').first().click()
    await page.getByText(/Sipariş geçmişi|Order history/).first().waitFor()
    await page.screenshot({ path: `${out}/life-order-${tag}.png`, fullPage: true })
  }
  await page.context().close()
}
for (const [who, width, locale, dark] of JSON.parse(process.argv[2] ?? '[]')) await shots(who, width, locale, dark)
await browser.close()
