import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { people } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
let shop: Shop
let admin: Page
let problems: string[]

beforeAll(async () => {
  shop = await openShop({ demo: 'small' })
  await shop.start()
  browser = await openBrowser()
  const staff = await newVisitor(browser, shop.url)
  admin = staff.page
  problems = staff.problems
  await signIn(admin, people.admin, 'demo1234', '/yonetim/arama')
})
afterAll(async () => {
  await browser?.close()
  await shop?.remove()
})

const text = (key: string, facts?: Record<string, string>) => t(`administration.searchRules.${key}`, facts)
const missedText = (key: string, facts?: Record<string, string>) => t(`administration.missedSearches.${key}`, facts)
const rows = () => admin.getByTestId('search-rule')
const row = (rule: string) => rows().filter({ hasText: rule })
const dialog = () => admin.getByRole('dialog')

test('a rule is added, refused with the reason, changed, deleted and restored', async () => {
  await admin.getByRole('link', { name: t('administration.nav.searchRules'), exact: true }).waitFor()
  expect(await axeViolations(admin)).toEqual([])
  await admin.getByRole('button', { name: text('add') }).click()
  await dialog().getByLabel(text('form.words.synonyms')).fill('Drill\ndelgi')
  await dialog()
    .getByRole('button', { name: text('form.save') })
    .click()
  await dialog().getByText('“Drill” zaten bir grupta: matkap = drill.').waitFor()
  expect(await axeViolations(admin)).toEqual([])
  // Written in one line, as the list shows groups; the form says how it reads them.
  await dialog().getByLabel(text('form.words.synonyms')).fill('pense = kargaburun, ')
  expect(await dialog().getByTestId('read-words').innerText()).toMatch(/pense\s*kargaburun$/)
  await dialog()
    .getByRole('button', { name: text('form.save') })
    .click()
  await row('pense = kargaburun').waitFor()

  await admin.getByRole('button', { name: text('edit', { rule: 'pense = kargaburun' }) }).click()
  await dialog().getByLabel(text('form.words.synonyms')).fill('pense\nkargaburun\npens')
  await dialog()
    .getByRole('button', { name: text('form.save') })
    .click()
  await row('pense = kargaburun = pens').waitFor()

  await admin.getByRole('button', { name: text('remove', { rule: 'pense = kargaburun = pens' }) }).click()
  await row('kargaburun').waitFor({ state: 'detached' })
  await admin.getByRole('button', { name: text('undo') }).click()
  await row('pense = kargaburun = pens').waitFor()
  expect(problems).toEqual([])
})

test('a file is previewed by line, its new rules are added, and the export has them', async () => {
  await visit(admin, '/yonetim/arama')
  const before = await rows().count()
  await admin.getByRole('button', { name: text('import') }).click()
  const file = 'Tür;Kelimeler;Karşılık\nTek yönlü;projektör;led\n;fırsatlar;/kampanyalar\nKod;R-1;YOK-1\n'
  await admin
    .getByLabel(text('file.choose'))
    .first()
    .setInputFiles({ name: 'kurallar.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await dialog().getByText('2 yeni kural, 0 zaten var, 1 alınmayacak satır').waitFor()
  await dialog().getByText('Bu kodda ürün yok: YOK-1').waitFor()
  expect(await axeViolations(admin)).toEqual([])
  await dialog().getByRole('button', { name: '2 kuralı ekle' }).click()
  await row('projektör').waitFor()
  expect(await rows().count()).toBe(before + 2)
  const csv = await (await admin.request.get('/yonetim/arama.csv')).text()
  expect(csv).toContain('projektör')
  expect(problems).toEqual([])
})

test('a search without a result is listed, becomes a synonym by one click, and the click can be undone', async () => {
  const guest = await newVisitor(browser, shop.url)
  const word = 'zxqwvkj'
  await visit(guest.page, `/search?q=${word}`)
  await guest.context.close()
  const missed = admin.getByTestId('missed-search').filter({ hasText: word })
  await expect
    .poll(async () => {
      await visit(admin, '/yonetim/arama/sonucsuz')
      return missed.count()
    })
    .toBe(1)
  expect(await axeViolations(admin)).toEqual([])
  await admin.getByRole('button', { name: missedText('ignoreOf', { query: word }) }).click()
  await missed.waitFor({ state: 'detached' })
  await admin.getByRole('button', { name: text('undo') }).click()
  await missed.waitFor()
  await admin.getByRole('button', { name: missedText('synonymOf', { query: word }) }).click()
  await dialog().getByLabel(missedText('form.word')).fill('matkap')
  await dialog()
    .getByRole('button', { name: missedText('form.save') })
    .click()
  await missed.waitFor({ state: 'detached' })
  await visit(admin, '/yonetim/arama')
  // The word joins the group that has the other one.
  await row(`matkap = drill = ${word}`).waitFor()
  expect(problems).toEqual([])
})

test('a search without a result is redirected to a proposed page, in both languages on a phone', async () => {
  const guest = await newVisitor(browser, shop.url)
  await visit(guest.page, '/search?q=kablolarrr+xqzw')
  const { page, context } = await newVisitor(browser, shop.url, { screen: phone, locale: 'en' })
  await signIn(page, people.admin, 'demo1234', '/yonetim/arama/sonucsuz')
  const missed = page.getByTestId('missed-search').filter({ hasText: 'kablolarrr xqzw' })
  await expect
    .poll(async () => {
      await visit(page, '/yonetim/arama/sonucsuz')
      return missed.count()
    })
    .toBe(1)
  await missed.getByRole('button', { name: 'Redirect: kablolarrr xqzw' }).click()
  await page.getByRole('dialog').getByLabel('Address of the page').fill('/kampanyalar')
  // Suggestions that arrive during the press would move the button.
  await page.getByRole('dialog').getByText('Looking for suggestions').waitFor({ state: 'detached' })
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await missed.waitFor({ state: 'detached' })
  expect(await axeViolations(page)).toEqual([])
  await context.close()
  await visit(guest.page, '/search?q=kablolarrr+xqzw')
  expect(new URL(guest.page.url()).pathname).toBe('/kampanyalar')
  await guest.context.close()
})
