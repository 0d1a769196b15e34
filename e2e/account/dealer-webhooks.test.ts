import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { callFrom, demoUrl, emptyCart, fillCart, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

type Message = { headers: IncomingHttpHeaders; body: string }

let browser: Browser
let page: Page
let problems: string[]
let receiver: Server
let status = 204
const received: Message[] = []
const textOf = (key: string, facts = {}) => t(`integration.webhooks.${key}`, facts)

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (piece) => (body += piece))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  browser = await openBrowser()
  const visitor = await newVisitor(browser, demoUrl)
  page = visitor.page
  problems = visitor.problems
  await signIn(page, people.dealer)
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await browser?.close()
})

/** Whether one of the signatures is that of the secret, as Standard Webhooks calculates it. */
function isSigned({ headers, body }: Message, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(signature)
}

async function secretShown(): Promise<string> {
  const shown = page.getByRole('dialog', { name: textOf('secretTitle') })
  const secret = await shown.getByLabel(textOf('secret')).inputValue()
  await shown
    .getByRole('button', { name: t('ui.close') })
    .last()
    .click()
  return secret
}

const typesReceived = () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type)

async function sendTest(row: Locator): Promise<void> {
  await row.getByRole('button', { name: textOf('testOf', { name: 'Muhasebe programı' }) }).click()
}

test('a dealer adds a webhook, tests it, receives its own order, finds a failure in the log, and removes it', async () => {
  await visit(page, '/account/webhooks')
  await page.getByRole('button', { name: textOf('add') }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel(textOf('name'), { exact: true }).fill('Muhasebe programı')
  const address = form.getByLabel(textOf('url'), { exact: true })
  await address.fill('https://192.168.1.10/olay')
  await form.getByLabel(t('integration.events.order_created')).check()
  await form.getByRole('button', { name: textOf('save') }).click()
  await form.getByText(textOf('problems.urlClosed')).waitFor()
  expect(await address.inputValue()).toBe('https://192.168.1.10/olay')
  await address.fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/olay`)
  await form.getByRole('button', { name: textOf('save') }).click()
  const secret = await secretShown()
  expect(await page.content()).not.toContain(secret)

  const row = page.getByTestId('webhook').filter({ hasText: 'Muhasebe programı' })
  await sendTest(row)
  await page.getByText(/Deneme ulaştı: yanıt 204/).waitFor()
  expect(isSigned(received[0]!, secret)).toBe(true)

  await emptyCart(page)
  await fillCart(page, await plainProduct(page))
  await callFrom(page, 'POST', '/api/catalog/cart', { description: '' })
  const { orderNo } = (await (await page.request.get('/api/catalog/orders/summary')).json()) as { orderNo: string }
  await expect.poll(typesReceived).toEqual(['test', 'order.created'])
  expect(received[1]!.body).toContain(orderNo)
  expect(isSigned(received[1]!, secret)).toBe(true)

  await row.getByRole('button', { name: textOf('rotateOf', { name: 'Muhasebe programı' }) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: textOf('rotate') })
    .click()
  const second = await secretShown()
  status = 500
  await sendTest(row)
  const failed = page.getByRole('alertdialog', { name: textOf('testFailed') })
  await failed.getByText(textOf('answered', { status: 500 })).waitFor()
  await page.keyboard.press('Escape')
  expect([isSigned(received[2]!, secret), isSigned(received[2]!, second)]).toEqual([true, true])

  await row.getByRole('button', { name: `${textOf('log')}: Muhasebe programı` }).click()
  const log = page.getByRole('dialog')
  const delivered = log.getByTestId('delivery').filter({ hasText: 'order.created' })
  await delivered.locator('summary').click()
  await delivered.getByText(orderNo).waitFor()
  await log
    .getByRole('button', { name: t('ui.close') })
    .last()
    .click()

  await row.getByRole('button', { name: textOf('removeOf', { name: 'Muhasebe programı' }) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: textOf('remove') })
    .click()
  await row.waitFor({ state: 'detached' })
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
})
