import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminApplicationsPath, adminTextPath, textPath } from '#contract/core/application-paths.ts'
import { applyPath, pages } from '#contract/core/pages.ts'
import { representativePath } from '#contract/core/representative-pages.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import {
  desktop,
  hasHydrated,
  newVisitor,
  openBrowser,
  phone,
  signIn,
  signInByForm,
  visit,
} from '#e2e/support/browser.ts'
import { people } from '#e2e/support/demo-shop.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
let shop: Shop

beforeAll(async () => {
  shop = await openShop({ demo: 'small' })
  await shop.start()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await shop?.remove()
})

const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') })
const company = 'Yıldız Nalburiye Ltd. Şti.'
const email = 'yildiz@example.com'

async function fillIn(page: Page): Promise<void> {
  await fillInCompany(page)
  await acceptTexts(page)
}

async function fillInCompany(page: Page, other: Record<string, string> = {}): Promise<void> {
  const values = {
    company,
    taxNumber: '1234567891',
    taxOffice: 'Bakırköy',
    address: 'İncirli Cd. 7',
    district: 'Bakırköy',
    city: 'İstanbul',
    contactName: 'Yıldız Er',
    phone: '0532 555 01 07',
    email,
    ...other,
  }
  for (const [name, value] of Object.entries(values)) await page.locator(`input[name=${name}]`).fill(value)
  await page.getByLabel(t('applications.fields.business')).selectOption('retailer')
}

async function acceptTexts(page: Page): Promise<void> {
  for (const kind of ['dealer_contract', 'privacy_notice']) {
    await page.getByLabel(t(`applications.form.accept.${kind}`)).check()
  }
}

const mailsTo = (address: string) => {
  const folder = join(shop.dataDir, 'mail')
  return existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.eml') && file.includes(address)) : []
}

test('a company applies on a phone, answers a question, is approved, and its user signs in by the invitation', async () => {
  const applicant = await newVisitor(browser, shop.url, { screen: phone })
  const { page } = applicant
  await visit(page, pages.login)
  await page.getByRole('link', { name: t('login.apply') }).click()
  await page.waitForURL(`**${applyPath}`)
  await hasHydrated(page)
  await fillIn(page)
  const send = page.getByRole('button', { name: t('applications.form.send') })
  await send.click()
  // The wrong number is named at its field, and nothing typed is lost.
  await page.getByText(t('people.problems.taxNumberDigits')).waitFor()
  expect(await page.locator('input[name=company]').inputValue()).toBe(company)
  await page.locator('input[name=taxNumber]').fill('1234567890')
  await send.click()
  await page.getByText(t('errors.application_document_missing')).first().waitFor()
  await page.getByLabel(t('applications.files.tax_certificate'), { exact: true }).setInputFiles(pdf('levha.pdf'))
  await page.locator('[data-testid=application-document][data-stored=true]').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await send.dblclick()
  await page.waitForURL('**/bayi-ol/basvuru/*')
  await page.getByText(t('applications.status.new')).waitFor()
  const link = new URL(page.url()).pathname
  await expect.poll(() => mailsTo(email).length).toBe(1)

  const staff = await newVisitor(browser, shop.url, { screen: desktop })
  const admin = staff.page
  await signIn(admin, people.admin, 'demo1234', pages.admin)
  await admin.getByTestId('board-applications').getByRole('link').click()
  await admin.waitForURL(`**${adminApplicationsPath}?state=waiting`)
  await admin.getByTestId('admin-application').filter({ hasText: company }).getByRole('link').click()
  await admin.getByRole('heading', { name: company }).waitFor()
  await admin.getByRole('button', { name: t('administration.applications.ask') }).click()
  await admin.getByLabel(t('administration.applications.question')).fill('Mağazanız kaç metrekare?')
  await admin.getByRole('button', { name: t('administration.applications.send'), exact: true }).click()
  await admin.getByText(t('applications.states.asked')).first().waitFor()
  await expect.poll(() => mailsTo(email).length).toBe(2)

  await visit(page, link)
  await page.locator('blockquote').filter({ hasText: 'Mağazanız kaç metrekare?' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('textbox', { name: t('applications.status.answer') }).fill('120 metrekare.')
  await page.getByLabel(t('applications.files.other'), { exact: true }).setInputFiles(pdf('kira.pdf'))
  await page.locator('[data-testid=application-document][data-stored=true]').waitFor()
  await page.getByRole('button', { name: t('applications.status.send') }).click()
  await page.getByText(t('applications.status.answered')).waitFor()

  // The open page of the administrator shows the answer without a reload.
  await admin.getByText('120 metrekare.').waitFor()
  await admin.getByRole('link', { name: 'kira.pdf' }).waitFor()
  await admin.getByRole('button', { name: t('administration.applications.approve') }).click()
  expect(await axeViolations(admin)).toEqual([])
  const field = (name: string) => admin.locator(`input[name=${name}]`)
  await field('code').fill('YILDIZ-1')
  await field('email').fill(people.dealer)
  await admin.getByLabel(t('representatives.dealer.label')).selectOption({ label: 'Deniz Aksoy' })
  await field('riskLimit').fill('50000')
  const approve = admin.getByRole('button', { name: t('administration.applications.approveSave') })
  await approve.click()
  await admin.getByText(t('people.problems.emailTaken')).waitFor()
  await field('email').fill(email)
  await approve.click()
  // The shop has no mail server: the administrator delivers the link.
  const invitation = await admin.getByLabel(t('people.access.link.label')).inputValue()
  await admin.getByText(t('applications.states.approved')).first().waitFor()
  await admin.getByRole('link', { name: `${company} (YILDIZ-1)` }).waitFor()

  await visit(page, link)
  await page.getByText(t('applications.status.approvedNoMail')).waitFor()
  await visit(page, new URL(invitation).pathname)
  await page.locator('input[name=password]').fill('yildiz-parola-1')
  await page.locator('input[name=passwordVerify]').fill('yildiz-parola-1')
  await page.getByRole('button', { name: t('passwordLink.save') }).click()
  await page.getByText(t('passwordLink.done')).waitFor()
  await signInByForm(page, email, 'yildiz-parola-1', '/siparis/liste')
  expect((await visit(page, `${link}x`))?.status()).toBe(404)
  await page.getByText(t('applications.status.missing.title')).first().waitFor()
  // Who is signed in is not offered to apply.
  await visit(page, applyPath)
  await page.getByText(t('applications.signedIn.title')).waitFor()
  expect([...applicant.problems, ...staff.problems]).toEqual([])
  await Promise.all([applicant.context.close(), staff.context.close()])
})

test('a representative files an application, and the company accepts the texts by its link', async () => {
  const seller = await newVisitor(browser, shop.url, { screen: phone })
  const { page } = seller
  await signIn(page, 'plasiyer@example.com', 'demo1234', representativePath)
  await page.getByRole('link', { name: t('representatives.own.apply') }).click()
  await page.waitForURL(`**${applyPath}`)
  await page.getByRole('heading', { name: t('applications.filing.title') }).waitFor()
  await hasHydrated(page)
  const other = 'Ege Yapı Market Ltd. Şti.'
  await fillInCompany(page, { company: other, taxNumber: '3880718497', email: 'ege@example.com' })
  await page.getByLabel(t('applications.files.tax_certificate'), { exact: true }).setInputFiles(pdf('levha.pdf'))
  await page.locator('[data-testid=application-document][data-stored=true]').waitFor()
  // The texts are not for the representative to accept.
  expect(await page.getByLabel(t('applications.form.accept.dealer_contract')).count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: t('applications.form.send') }).click()
  // The shop has no mail server: the representative hands the link over.
  await page.waitForURL('**/bayi-ol/basvuru/*')
  await page.getByText(t('applications.filing.handOver')).waitFor()
  const link = new URL(page.url()).pathname

  const staff = await newVisitor(browser, shop.url, { screen: desktop })
  await signIn(staff.page, people.admin, 'demo1234', `${adminApplicationsPath}?state=waiting`)
  const row = staff.page.getByTestId('admin-application').filter({ hasText: other })
  await row.getByText(t('administration.applications.filedBy', { name: 'Deniz Aksoy' })).waitFor()
  await row.getByText(t('administration.applications.textsPending')).waitFor()
  await row.getByRole('link').click()
  await staff.page.getByText(t('administration.applications.textsPendingText', { email: 'ege@example.com' })).waitFor()
  const approve = staff.page.getByRole('button', { name: t('administration.applications.approve') })
  expect(await approve.isDisabled()).toBe(true)

  const applicant = await newVisitor(browser, shop.url, { screen: phone })
  await visit(applicant.page, link)
  await applicant.page.getByText(t('applications.filing.toAccept', { name: 'Deniz Aksoy' })).waitFor()
  await acceptTexts(applicant.page)
  expect(await axeViolations(applicant.page)).toEqual([])
  await applicant.page.getByRole('button', { name: t('applications.filing.accept') }).click()
  await applicant.page.getByText(t('applications.filing.accepted')).waitFor()

  // The open page of the administrator follows. The representative who filed it is proposed.
  await expect.poll(() => approve.isEnabled()).toBe(true)
  await approve.click()
  const field = staff.page.getByLabel(t('representatives.dealer.label'))
  expect(await field.locator('option:checked').textContent()).toBe('Deniz Aksoy')
  await staff.page.getByRole('button', { name: t('administration.applications.approveSave') }).click()
  await staff.page.getByText(t('applications.states.approved')).first().waitFor()

  await visit(page, representativePath)
  await page.getByTestId('own-dealer').filter({ hasText: other }).waitFor()
  expect([...seller.problems, ...staff.problems, ...applicant.problems]).toEqual([])
})

test('an administrator publishes a new version of a text, and both versions can be read', async () => {
  const { page, context, problems } = await newVisitor(browser, shop.url, { screen: desktop })
  await signIn(page, people.admin, 'demo1234', adminTextPath('cookies'))
  const text = page.getByRole('textbox', { name: t('administration.texts.tr') })
  // The editor replaces the plain field once it is loaded.
  await page.locator('[contenteditable=true]').first().waitFor()
  await text.fill('Yalnız gerekli çerezleri kullanıyoruz.')
  await page.getByRole('button', { name: t('administration.texts.publish') }).click()
  await page.getByText(t('administration.texts.published', { version: 2 })).waitFor()
  await visit(page, textPath('cookies'))
  await page.getByText('Yalnız gerekli çerezleri kullanıyoruz.').waitFor()
  await visit(page, textPath('cookies', 1))
  await page.getByText(t('texts.old')).waitFor()
  expect(await page.getByTestId('published-text').innerText()).not.toContain('Yalnız gerekli çerezleri kullanıyoruz.')
  expect(problems).toEqual([])
  await context.close()
})
