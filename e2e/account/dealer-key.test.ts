import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '#cli/root.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people, plainProduct } from '#e2e/support/demo-shop.ts'

let browser: Browser
let page: Page
let problems: string[]

beforeAll(async () => {
  browser = await openBrowser()
  const visitor = await newVisitor(browser, demoUrl)
  page = visitor.page
  problems = visitor.problems
  await signIn(page, people.dealer)
})
afterAll(() => browser?.close())

/** Runs a command of docs/feeds.md as a shell does. */
async function runDocumented(key: string, start: RegExp, edit: (command: string) => string = (text) => text) {
  const docs = readFileSync(join(root, 'docs/feeds.md'), 'utf8')
  const command = edit(start.exec(docs)?.[0] ?? '').replace('https://shop.example', demoUrl)
  const env = { ...process.env, TOPTAN_KEY: key }
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s`], { env })
  return JSON.parse(stdout) as { name?: string; orderNo?: string; error?: { code: string } }
}

test('a dealer makes a key, its program orders by the command of the documentation, and the key is revoked', async () => {
  await visit(page, '/account/feeds')
  await page.getByRole('link', { name: 'API anahtarları' }).click()
  await page.getByRole('heading', { name: 'API anahtarları' }).waitFor()
  await page.getByRole('button', { name: 'Yeni anahtar' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Ad', { exact: true }).fill('Deneme sitesi')
  // A new key reads only.
  const mayOrder = form.getByRole('checkbox', { name: 'Sipariş verme' })
  expect(await mayOrder.isChecked()).toBe(false)
  await mayOrder.check()
  await form.getByRole('button', { name: 'Anahtarı oluştur' }).click()
  const field = page.getByRole('dialog', { name: 'Anahtar oluşturuldu' }).getByLabel('API anahtarı')
  const key = await field.inputValue()
  await page.getByRole('dialog').getByRole('button', { name: 'Kapat' }).last().click()
  expect(await page.content()).not.toContain(key)

  const me = /^curl .*\/api\/dealer\/v1\/me$/m
  expect(await runDocumented(key, me)).toMatchObject({ name: 'Deneme sitesi' })
  const { code } = await plainProduct(page)
  const order = /^curl .*\/api\/dealer\/v1\/orders$/m
  const ofDemo = (command: string) => command.replace('MTK-500', code).replace(', "unit": "KOLİ"', '')
  const placed = await runDocumented(key, order, ofDemo)
  expect(placed.orderNo).toMatch(/^S\d+$/)
  expect(await runDocumented(key, order, ofDemo)).toEqual(placed)
  await visit(page, `/siparis/${placed.orderNo}`)
  await page.getByText('WEB-10042').first().waitFor()

  await visit(page, '/account/api')
  const row = page.getByTestId('dealer-key').filter({ hasText: 'Deneme sitesi' })
  await row.getByText('127.0.0.1').waitFor()
  await row.getByRole('button', { name: 'İptal et: Deneme sitesi' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'İptal et' }).click()
  await row.getByText('İptal edildi').waitFor()
  expect(await runDocumented(key, me)).toMatchObject({ error: { code: 'key_invalid' } })
  expect(problems).toEqual([])
})

test('the guide runs on the demo store from its first command to its last', async () => {
  const guide = readFileSync(join(root, 'docs/integration.md'), 'utf8')
  const section = guide.slice(guide.indexOf("## A dealer's program with curl"))
  const steps = [...section.matchAll(/^ +```sh\n(.*?)^ +```/gms)].map(([, commands = '']) => commands)
  const script = steps.join('\n').replace('http://localhost:3000', demoUrl)
  const folder = mkdtempSync(join(tmpdir(), 'toptan-guide-'))
  try {
    const { stdout } = await promisify(execFile)('sh', ['-ec', script], { cwd: folder })
    expect(stdout).toMatch(/^304$/m)
    const { orderNo } = JSON.parse(readFileSync(join(folder, 'order.json'), 'utf8')) as { orderNo: string }
    await visit(page, `/siparis/${orderNo}`)
    await page.getByText('Bayi sipariş no: WEB-10043').first().waitFor()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
