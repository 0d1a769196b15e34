import type { Page } from 'playwright-core'
import { hasHydrated, visit } from '#e2e/support/browser.ts'
import { uniqueCard } from '#server/payments/start/test-cards.ts'

/** Translates into the language of the page. */
type Words = (key: string, facts?: Record<string, string | number>) => string
/** Brings an open page into the state to capture. */
export type Step = (page: Page, t: Words) => Promise<void>

/** Whatever is open above the page. */
const overlay = ':is(dialog[open], [role=dialog], [role=alertdialog])'

/** Runs one step after the other. */
export const inSequence =
  (...steps: Step[]): Step =>
  async (page, t) => {
    for (const step of steps) await step(page, t)
  }

/** Presses the first button in the main part of the page whose name starts with the text. */
export const press =
  (key: string, within = 'main'): Step =>
  (page, t) => {
    const start = t(key)
      .replace(/\{\{.*/, '')
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    return page
      .locator(within)
      .last()
      .getByRole('button', { name: new RegExp(`^${start}`) })
      .first()
      .click()
  }

export const click =
  (selector: string): Step =>
  (page) =>
    page.locator(selector).first().click()

export const fill =
  (selector: string, text: string): Step =>
  (page) =>
    page.locator(selector).first().fill(text)

export const type =
  (keys: string): Step =>
  (page) =>
    page.keyboard.press(keys)

/** Waits until a dialog or drawer is open. */
export const waitForOverlay: Step = (page) => page.locator(overlay).last().waitFor()

/** Opens the first record of a list: the first link whose address starts with the path and goes on. */
export const first =
  (start: string, more = ''): Step =>
  async (page) => {
    const links = page.locator(`main a[href^="${start}"]`)
    await links.first().waitFor()
    const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    const record = found.find((path) => /^[A-Z]?\d+$/.test(path.slice(start.length)))
    if (record === undefined) throw new Error(`Nothing leads to ${start}…`)
    await visit(page, `${record}${more}`)
  }

/** Never answers requests of the page, to capture its loading state. */
export const holdCalls =
  (pattern: string, next: Step): Step =>
  async (page, t) => {
    await page.route(pattern, () => undefined)
    await next(page, t)
    await page.locator('.animate-pulse, .progress-run').first().waitFor({ state: 'attached' })
  }

/** Makes requests of the page fail. */
export const failCalls =
  (pattern: string, next: Step): Step =>
  async (page, t) => {
    await page.route(pattern, (route) => route.fulfill({ status: 500, body: 'x' }))
    await next(page, t)
  }

export const openCardForm: Step = async (page) => {
  await page.locator('form:has(input[name=amount]) button[type=submit]').click()
  await page.locator('input[name=cardnumber]').waitFor()
}

/** Enters a card of the sandbox bank, which brings up its installment plans. */
export const typeCard: Step = async (page) => {
  const card = uniqueCard()
  const names = { cardnumber: card.ccno, ccname: card.holder, 'cc-exp': card.expiry, cvc: card.ccv }
  for (const [name, text] of Object.entries(names)) await page.locator(`input[name="${name}"]`).fill(text)
  await page.locator(`${overlay} input[type=radio]`).nth(2).waitFor({ state: 'attached' })
}

export const openBank: Step = async (page, t) => {
  await press('payment.form.confirm')(page, t)
  await page.frameLocator(`${overlay} iframe`).locator('input[name=code]').waitFor()
}

export const answerBank: Step = async (page) => {
  const bank = page.frameLocator(`${overlay} iframe`)
  await bank.locator('input[name=code]').fill('123456')
  await bank.locator('button[value=code]').click()
  await page.waitForURL((url) => url.pathname === '/checkout/summary')
  await hasHydrated(page)
}

export const inquireWarranty =
  (serial: string): Step =>
  async (page, t) => {
    await page.evaluate(() => window.dispatchEvent(new Event('openWarrantyInquiry')))
    await page.getByLabel(t('warranty.ask.serial')).fill(serial)
    await page.keyboard.press('Enter')
    await page.locator(`${overlay} :is([role=alert], tbody)`).first().waitFor()
  }

/** Opens the page of the first product in the list that has the button. */
export const openProduct =
  (key: string): Step =>
  async (page, t) => {
    const button = { hasText: t(key) }
    const link = page.locator('main article').filter(button).first().locator('a[href*="-p-"]').first()
    await visit(page, (await link.getAttribute('href')) ?? '')
  }

export const changeSort: Step = async (page, t) => {
  await page.getByRole('combobox', { name: t('catalog.sort.label') }).selectOption('-name')
}

export const waitFor =
  (selector: string): Step =>
  (page) =>
    page.locator(selector).first().waitFor()
