import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { newVisitor, openBrowser, signIn } from '#e2e/support/browser.ts'
import { demoUrl } from '#e2e/support/demo-shop.ts'
import { addPayer, demoDatabase } from '#e2e/support/paying.ts'
import { t } from '#e2e/support/words.ts'

const email = 'subeli@example.com'
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
  const database = await demoDatabase()
  await addPayer(database, email, 'Şubeli Market')
  await database.pool.execute("UPDATE users SET user_role = 'owner' WHERE email = $1", [email])
  await database.close()
})
afterAll(() => browser?.close())

const header = 'ERP kodu;Adres adı;Teslim alacak;Telefon;Adres;İlçe;İl;Posta kodu'
const row = (code: string, name: string, city: string) =>
  `${code};${name};Depo sorumlusu;0212 555 10 20;Sanayi Caddesi 12;Merkez;${city};`
const fileOf = (...rows: string[]) => ({
  name: 'adresler.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([header, ...rows].join('\n')),
})

test('an owner adds delivery addresses from a file, corrects a row, updates one by its code, and finds one in the list', async () => {
  const { page, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, email, 'demo1234', pages.accountAddresses)
  await page.getByText(t('addresses.empty')).waitFor()
  const open = page.getByRole('button', { name: t('addresses.file.open') })
  await open.click()
  const dialog = page.getByRole('dialog', { name: t('addresses.file.title') })
  const choose = dialog.locator('input[type=file]')
  const names = ['Bursa', 'İzmir', 'Ankara', 'Adana', 'Konya', 'Samsun']
  await choose.setInputFiles(
    fileOf(...names.map((city, i) => row(`S-${i}`, `Şube ${city}`, city)), row('S-9', 'Şube Yok', 'Yok')),
  )
  await dialog.getByText(t('addresses.file.counts', { new: 6, changed: 0, same: 0, problem: 1 })).waitFor()
  await dialog.getByText(`${t('addresses.fields.city')}: ${t('people.problems.province')}`).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: t('addresses.file.apply', { count: 6 }) }).click()
  await page.getByText(t('addresses.file.done', { added: 6, changed: 0 })).waitFor()
  const addresses = page.getByTestId('address')
  expect(await addresses.count()).toBe(6)

  await open.click()
  await choose.setInputFiles(fileOf(row('S-1', 'Ege deposu', 'İzmir'), row('S-2', 'Şube Ankara', 'Ankara')))
  await dialog.getByText(t('addresses.file.counts', { new: 0, changed: 1, same: 1, problem: 0 })).waitFor()
  await dialog.getByRole('button', { name: t('addresses.file.apply', { count: 1 }) }).click()
  await page.getByText(t('addresses.file.done', { added: 0, changed: 1 })).waitFor()

  const search = page.getByLabel(t('addresses.filter.text'))
  await search.fill('ege DEPO')
  await expect.poll(() => addresses.count()).toBe(1)
  await addresses.getByText('Ege deposu').waitFor()
  await page.getByLabel(t('addresses.filter.city')).selectOption('Konya')
  await page.getByText(t('addresses.filter.none')).waitFor()
  await search.fill('')
  await addresses.getByText('Şube Konya').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(problems).toEqual([])
})
