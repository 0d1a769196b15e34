import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'
import { demoDatabase } from '#e2e/support/paying.ts'
import { t } from '#e2e/support/words.ts'
import { openZip } from '#server/platform/zip/open-zip.ts'

const [asking, leaving] = [
  { email: 'selin.ay@example.com', name: 'Selin Ay' },
  { email: 'murat.oz@example.com', name: 'Murat Öz' },
]

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
  const database = await demoDatabase()
  for (const { email, name } of [asking, leaving]) {
    await database.pool.execute(
      `INSERT INTO users (dealer_id, email, name, role, user_role, password_hash)
       SELECT dealer_id, $1, $2, 'dealer', 'buyer', password_hash FROM users WHERE email = $3`,
      [email, name, people.dealer],
    )
  }
  await database.close()
})
afterAll(() => browser?.close())

const panelOf = (page: Page) => page.getByRole('region', { name: t('personalData.title') })

async function requestErasure(page: Page): Promise<void> {
  await panelOf(page)
    .getByRole('button', { name: t('personalData.request') })
    .click()
  const dialog = page.getByRole('dialog', { name: t('personalData.requestTitle') })
  for (const part of ['erased', 'kept']) await dialog.getByText(t(`personalData.${part}.text`)).waitFor()
  expect(await axeViolations(page, 'all', 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: t('personalData.request') }).click()
  await panelOf(page).getByText(t('personalData.openSince')).waitFor()
}

/** Opens the user from the list of those who want to be erased. */
async function openRequest(staff: Page, { name }: { name: string }): Promise<void> {
  await visit(staff, `${pages.adminUsers}?show=erasure`)
  await staff.getByRole('link', { name }).click()
  await staff.getByText(t('personalData.staff.open')).waitFor()
}

test('a user downloads the own data and requests an erasure, which staff refuse with a reason and then carry out', async () => {
  const { page, problems } = await newVisitor(browser, demoUrl, { screen: phone })
  await signIn(page, asking.email, 'demo1234', pages.account)
  const started = page.waitForEvent('download')
  await panelOf(page)
    .getByRole('link', { name: t('personalData.download') })
    .click()
  const file = await started
  expect(file.suggestedFilename()).toMatch(/\.zip$/)
  {
    await using zip = await openZip(await file.path(), {
      entries: 10,
      unpackedBytes: 1e7,
      ratio: 1e3,
      ratioFreeBytes: 1e7,
    })
    const texts = await Promise.all(zip.entries.map(async (entry) => (await zip.read(entry))?.toString('utf8') ?? ''))
    expect(texts).toHaveLength(2)
    for (const text of texts) {
      expect(text).toContain(asking.email)
      expect(text).not.toContain(leaving.email)
    }
  }
  await requestErasure(page)

  const { page: staff, problems: ofStaff } = await newVisitor(browser, demoUrl)
  await signIn(staff, people.admin)
  await openRequest(staff, asking)
  await staff.getByRole('button', { name: t('personalData.staff.refuse') }).click()
  const refusal = staff.getByRole('dialog', { name: t('personalData.staff.refuse') })
  await refusal.locator('input[name=answer]').fill('Açık siparişiniz var.')
  await refusal.getByRole('button', { name: t('personalData.staff.refuse') }).click()
  await staff.getByText(t('personalData.staff.none')).waitFor()

  await visit(page, pages.account)
  await panelOf(page)
    .getByText(t('personalData.refused', { answer: 'Açık siparişiniz var.' }))
    .waitFor()
  await requestErasure(page)
  await openRequest(staff, asking)
  await staff.getByRole('button', { name: t('personalData.staff.erase') }).click()
  const erasure = staff.getByRole('dialog', { name: t('personalData.staff.erase') })
  await erasure.getByText(t('personalData.staff.question', { name: asking.name })).waitFor()
  await erasure.getByRole('button', { name: t('personalData.staff.erase') }).click()
  await staff.getByText(t('personalData.staff.done')).waitFor()
  await visit(staff, `${pages.adminUsers}?show=erasure`)
  expect(await staff.getByRole('link', { name: asking.name }).count()).toBe(0)

  // The session has ended, and the password signs in no longer.
  await visit(page, pages.account)
  expect(new URL(page.url()).pathname).toBe(pages.login)
  await expect(signIn(page, asking.email)).rejects.toThrow('401')
  // The open page may try to connect again when its session has ended.
  const others = problems.filter((problem) => !problem.includes('/ws'))
  expect([others, ofStaff]).toEqual([[], []])
})

test('an owner closes a user of the dealer and erases it', async () => {
  const { page: owner, problems } = await newVisitor(browser, demoUrl)
  await signIn(owner, people.dealer, 'demo1234', pages.accountUsers)
  const row = owner.getByTestId('colleague').filter({ hasText: leaving.name })
  const erase = row.getByRole('button', { name: t('personalData.staff.colleagueOf', { name: leaving.name }) })
  expect(await erase.count()).toBe(0)
  await row.getByRole('button', { name: t('people.colleagues.disableOf', { name: leaving.name }) }).click()
  await erase.click()
  const question = owner.getByRole('alertdialog', { name: t('personalData.staff.question', { name: leaving.name }) })
  await question.getByText(t('personalData.kept.text')).waitFor()
  await question.getByRole('button', { name: t('personalData.staff.colleague') }).click()
  await owner.getByText(t('personalData.staff.done')).waitFor()
  await expect.poll(() => row.count()).toBe(0)
  expect(problems).toEqual([])
})
