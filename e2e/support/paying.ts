import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { findCardNumbers, type TestCard } from '#server/payments/start/test-cards.ts'
import type { PublicSettings } from '#contract/shop/settings.ts'
import type { Visitor } from '#contract/core/visitor.ts'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { saveSetting } from '#server/settings/settings.ts'
import { demoShop } from './demo-shop.ts'
import { t } from './words.ts'

/** The code that the sandbox bank accepts. */
const smsCode = '123456'

/** The demo shop's database, which its server has open too. */
export const demoDatabase = (): Promise<Database> => openDatabase(demoShop, { role: 'command' })

/** A dealer without debts, limit and discount, whose user signs in with the demo password. */
export async function addPayer({ pool }: Database, email: string, company: string): Promise<void> {
  await pool.execute(
    `WITH made AS (INSERT INTO dealers (code, name) VALUES ($2, $3) RETURNING id)
     INSERT INTO users (dealer_id, email, name, role, password_hash)
     SELECT made.id, $1, 'Ödeyen Kişi', 'dealer', known.password_hash FROM made, users known
      WHERE known.email = 'bayi@example.com'`,
    [email, email.replace('@', '-'), company],
  )
}

/** Changes a setting of the demo shop; resolves when its server applies it. */
export async function setSetting({ pool }: Database, key: keyof PublicSettings, value: string): Promise<void> {
  await saveSetting(pool, key, value)
  const known = async () => ((await (await fetch(`${demoShop.url}/api/visitor`)).json()) as Visitor).settings
  await vi.waitFor(async () => expect((await known())[key]).toBe(value), { timeout: 60_000 })
}

/** Lets only these POS accounts accept cards. */
export async function useAccounts({ pool }: Database, codes: readonly string[]): Promise<void> {
  await pool.execute('UPDATE pos_accounts SET is_active = (code = ANY ($1)) WHERE environment = $2', [codes, 'sandbox'])
}

export const paymentCount = async ({ pool }: Database): Promise<number> =>
  (await pool.one<{ n: number }>('SELECT count(*)::int AS n FROM payments'))?.n ?? -1

/** The page's card dialog. */
export const cardDialog = (page: Page) => page.getByRole('dialog').filter({ hasText: t('payment.form.title') })

const field = (page: Page, name: string) => cardDialog(page).locator(`input[name="${name}"]`)

export async function typeCard(page: Page, card: TestCard): Promise<void> {
  await field(page, 'cardnumber').fill(card.ccno)
  await field(page, 'ccname').fill(card.holder)
  await field(page, 'cc-exp').fill(card.expiry)
  await field(page, 'cvc').fill(card.ccv)
}

export const typedCard = async (page: Page): Promise<TestCard> => ({
  ccno: (await field(page, 'cardnumber').inputValue()).replaceAll(' ', ''),
  holder: await field(page, 'ccname').inputValue(),
  expiry: await field(page, 'cc-exp').inputValue(),
  ccv: await field(page, 'cvc').inputValue(),
})

/** Double-clicks, as some users do: the second click hits whatever replaced the button. */
export const confirm = (page: Page) =>
  cardDialog(page)
    .getByRole('button', { name: t('payment.form.confirm') })
    .dblclick()

/** The bank's page within the dialog. */
export const bank = (page: Page): FrameLocator => cardDialog(page).frameLocator('iframe')

/** Enters the SMS code on the bank's page. */
export async function answerBank(page: Page, code = smsCode): Promise<void> {
  await bank(page).locator('input[name=code]').fill(code)
  await bank(page).locator('button[value=code]').click()
}

/** Records which addresses and bodies carried the card, and the console output. */
export type Traffic = { addresses: string[]; sentTo(card: TestCard): string[]; consoleTexts: string[] }

export function watchTraffic(context: BrowserContext): Traffic {
  const [addresses, consoleTexts]: string[][] = [[], []]
  const sent: { path: string; body: string }[] = []
  context.on('request', (request) => {
    addresses?.push(request.url())
    const body = request.postData()
    if (body !== null) sent.push({ path: new URL(request.url()).pathname, body })
  })
  context.on('console', (message) => consoleTexts?.push(message.text()))
  return {
    addresses: addresses ?? [],
    consoleTexts: consoleTexts ?? [],
    sentTo: ({ ccno }) => [...new Set(sent.filter(({ body }) => body.includes(ccno)).map(({ path }) => path))],
  }
}

/** Everything that a page holds: content, field values, storage and address, including its frames. */
async function storedTexts(page: Page): Promise<string[]> {
  const frameTexts = page.frames().map((frame) =>
    frame.evaluate(() => {
      const fields = [...document.querySelectorAll('input, textarea')].map((each) => (each as HTMLInputElement).value)
      const stores = JSON.stringify([
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        history.state,
        document.cookie,
      ])
      return [document.documentElement.outerHTML, fields.join('\n'), stores, location.href].join('\n')
    }),
  )
  return Promise.all(frameTexts)
}

/**
 * Asserts that the browser holds no card data, and that the number was sent only to the start of a payment and to the
 * bank.
 */
export async function expectNoCard(page: Page, card: TestCard, traffic: Traffic): Promise<void> {
  expect((await storedTexts(page)).flatMap(findCardNumbers)).toEqual([])
  expect([...traffic.addresses, ...traffic.consoleTexts].flatMap(findCardNumbers)).toEqual([])
  const allowed = ['/api/payment/start', '/sandbox-bank/fim/est3Dgate']
  expect(
    traffic.sentTo(card).filter((path) => !allowed.includes(path) && !path.startsWith('/sandbox-bank/3d/')),
  ).toEqual([])
}
