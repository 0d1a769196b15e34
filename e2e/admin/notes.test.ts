import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  adminAnnouncementPath,
  adminDocumentPath,
  announcementsPath,
  documentsPath,
} from '#contract/core/announcement-paths.ts'
import { adminOrderPath, orderPath } from '#contract/core/record-paths.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { listUnreadNotes } from '#contract/shop/notes.ts'
import type { listOrders } from '#contract/shop/orders.ts'
import { desktop, hasHydrated, newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const send = t('notes.send')

test('dealer and store talk about an order; the dealer never sees the internal note', async () => {
  const dealer = await newVisitor(browser, demoUrl, { screen: phone })
  await signIn(dealer.page, people.dealer, 'demo1234')
  const answer = await dealer.page.request.get('/api/catalog/orders')
  const [order] = ((await answer.json()) as Reply<typeof listOrders>).items
  if (order === undefined) throw new Error('The dealer has no orders.')
  await visit(dealer.page, orderPath(order.orderNo))
  await dealer.page.getByLabel(t('notes.field'), { exact: true }).fill('Palet ölçüsü nedir?')
  await dealer.page.getByRole('button', { name: send }).dblclick()
  await dealer.page.getByTestId('note').filter({ hasText: 'Palet ölçüsü' }).waitFor()

  const { page, problems } = await newVisitor(browser, demoUrl, { screen: desktop })
  await signIn(page, people.admin, 'demo1234')
  await visit(page, adminOrderPath(order.id))
  const question = page.getByTestId('note').filter({ hasText: 'Palet ölçüsü' })
  await question.waitFor()
  expect(await question.count()).toBe(1)
  await page.getByLabel(t('notes.field'), { exact: true }).fill('Bu bayi öfkeli, nazik olalım')
  await page.getByLabel(t('notes.isInternal')).check()
  await page.getByRole('button', { name: t('notes.sendInternal') }).click()
  await page.getByTestId('note').filter({ hasText: 'öfkeli' }).waitFor()
  await page.getByLabel(t('notes.isInternal')).uncheck()
  await page.getByLabel(t('notes.field'), { exact: true }).fill('80 × 120 cm')
  await page.locator('#notes input[type=file]').setInputFiles({
    name: 'palet.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  })
  await page.getByRole('button', { name: send }).click()

  // The open page of the dealer shows the answer without a reload.
  const reply = dealer.page.getByTestId('note').filter({ hasText: '80 × 120 cm' })
  await reply.waitFor()
  await reply.getByRole('link', { name: 'palet.pdf' }).waitFor()
  await visit(dealer.page, orderPath(order.orderNo))
  await reply.waitFor()
  expect(await dealer.page.content()).not.toContain('öfkeli')
  await expect
    .poll(async () => {
      const unread = await dealer.page.request.get('/api/catalog/unread-notes')
      const { threads } = (await unread.json()) as Reply<typeof listUnreadNotes>
      return threads.some(({ number }) => number === order.orderNo)
    })
    .toBe(false)
  expect([...problems, ...dealer.problems]).toEqual([])
})

test('an announcement is a banner until the dealer closes it, and the administrator sees who has seen it', async () => {
  const { page, problems } = await newVisitor(browser, demoUrl, { screen: desktop })
  await signIn(page, people.admin, 'demo1234')
  await visit(page, adminAnnouncementPath('yeni'))
  await page.getByLabel(t('announcements.fields.title')).fill('Depo sayımı var')
  await page.getByRole('textbox', { name: t('announcements.fields.text') }).fill('Cumartesi sevkiyat yok.')
  await page.getByRole('button', { name: t('announcements.create') }).click()
  await page.getByRole('heading', { name: 'Depo sayımı var' }).waitFor()

  const dealer = await newVisitor(browser, demoUrl, { screen: phone })
  await signIn(dealer.page, people.dealer, 'demo1234', '/')
  const banner = dealer.page.getByTestId('announcement').filter({ hasText: 'Depo sayımı var' })
  await banner.getByText('Cumartesi sevkiyat yok.').waitFor()
  const closed = dealer.page.waitForResponse(
    (response) => response.url().endsWith('/seen') && response.request().postDataJSON().isClosed === true,
  )
  await banner.getByRole('button').click()
  await banner.waitFor({ state: 'detached' })
  await closed
  await visit(dealer.page, announcementsPath)
  await dealer.page.getByTestId('announcement-item').filter({ hasText: 'Depo sayımı var' }).waitFor()
  expect(await banner.count()).toBe(0)

  await page.reload()
  await hasHydrated(page)
  await page.getByText(t('announcements.readers.closed')).waitFor()
  await page.getByRole('button', { name: t('announcements.remove') }).click()
  await page.getByRole('button', { name: t('announcements.remove') }).click()
  await page.getByTestId('admin-announcement').first().waitFor()
  expect([...problems, ...dealer.problems]).toEqual([])
})

test('a document for one dealer is downloaded by that dealer and unknown to another', async () => {
  const { page, problems } = await newVisitor(browser, demoUrl, { screen: desktop })
  await signIn(page, people.admin, 'demo1234')
  await visit(page, adminDocumentPath('yeni'))
  const publish = page.getByRole('button', { name: t('shelf.create'), description: t('shelf.fileMissing') })
  await publish.waitFor()
  await page.locator('form input[type=file]').setInputFiles({
    name: 'ozel_fiyatlar.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
  })
  await page.getByText('ozel_fiyatlar.pdf').waitFor()
  expect(await publish.count()).toBe(0)
  await page.getByLabel(t('audience.chosen')).check()
  const dealer = await newVisitor(browser, demoUrl, { screen: phone })
  await signIn(dealer.page, people.dealer, 'demo1234')
  const visitor = (await (await dealer.page.request.get('/api/visitor')).json()) as { user: { dealerCode: string } }
  const code = page.getByLabel(t('audience.code'))
  await code.fill(visitor.user.dealerCode)
  // A dealer that is typed and not added is not left out: nothing is saved.
  await page.getByRole('button', { name: t('shelf.create') }).click()
  expect(await code.evaluate((input: HTMLInputElement) => input.validationMessage)).toBe(t('audience.notAdded'))
  await page.getByRole('button', { name: t('audience.add') }).click()
  // The dealer is looked up before it is on the list.
  await page.getByRole('listitem').filter({ hasText: visitor.user.dealerCode }).waitFor()
  await page.getByRole('button', { name: t('shelf.create') }).click()
  await page.getByRole('heading', { name: 'ozel fiyatlar' }).waitFor()

  await visit(dealer.page, documentsPath)
  const link = dealer.page.getByRole('link', { name: 'ozel fiyatlar' })
  const path = (await link.getAttribute('href')) ?? ''
  const download = dealer.page.waitForEvent('download')
  await link.click()
  expect((await download).suggestedFilename()).toBe('ozel_fiyatlar.pdf')

  const other = await newVisitor(browser, demoUrl, { screen: phone })
  await signIn(other.page, people.other, 'demo1234')
  expect((await other.page.request.get(path)).status()).toBe(404)
  await page.getByRole('button', { name: t('shelf.remove') }).click()
  await page.getByRole('button', { name: t('shelf.remove') }).click()
  await page.getByTestId('admin-document').first().waitFor()
  expect([...problems, ...dealer.problems, ...other.problems]).toEqual([])
})
