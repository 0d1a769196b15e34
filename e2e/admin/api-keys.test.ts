import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '#cli/root.ts'
import { hasHydrated, newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'

let browser: Browser
let page: Page
let problems: string[]

beforeAll(async () => {
  browser = await openBrowser()
  const visitor = await newVisitor(browser, demoUrl)
  page = visitor.page
  problems = visitor.problems
  await signIn(page, people.admin)
})
afterAll(() => browser?.close())

/** The first request of docs/integration.md, as a shell runs it. */
async function runDocumented(key: string): Promise<{ name?: string; error?: { code: string } }> {
  const docs = readFileSync(join(root, 'docs/integration.md'), 'utf8')
  const command = /^curl .*\/api\/integration\/v1\/me$/m.exec(docs)?.[0] ?? ''
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command.replace('https://shop.example', demoUrl)} -s`], {
    env: { ...process.env, TOPTAN_KEY: key },
  })
  return JSON.parse(stdout) as { name?: string; error?: { code: string } }
}

test('a key is made, used by the command of the documentation, and revoked', async () => {
  await visit(page, '/yonetim/entegrasyon')
  await page.getByRole('button', { name: 'Yeni anahtar' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Ad', { exact: true }).fill('Deneme programı')
  await form.getByRole('button', { name: 'Anahtarı oluştur' }).click()
  await form.getByText('En az bir yetki seçin.').waitFor()
  await form.locator('[name="orders:read"]').check()
  await form.getByRole('button', { name: 'Anahtarı oluştur' }).click()
  const field = page.getByRole('dialog', { name: 'Anahtar oluşturuldu' }).getByLabel('API anahtarı')
  const key = await field.inputValue()
  await page.getByRole('dialog').getByRole('button', { name: 'Kapat' }).last().click()
  const row = page.getByTestId('api-key').filter({ hasText: 'Deneme programı' })
  await row.getByText('Hiç', { exact: true }).waitFor()
  expect(await page.content()).not.toContain(key)

  expect(await runDocumented(key)).toMatchObject({ name: 'Deneme programı', scopes: ['orders:read'] })

  await page.reload()
  await hasHydrated(page)
  await row.getByText('127.0.0.1').waitFor()
  await row.getByRole('button', { name: 'İptal et: Deneme programı' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'İptal et' }).click()
  await row.getByText('İptal edildi').waitFor()
  expect(await runDocumented(key)).toMatchObject({ error: { code: 'key_invalid' } })
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
})
