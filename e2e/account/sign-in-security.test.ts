import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret as TotpSecret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { hasHydrated, newVisitor, openBrowser, phone, signIn, signInByForm, visit } from '#e2e/support/browser.ts'
import { changeSetting, people } from '#e2e/support/demo-shop.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { t } from '#e2e/support/words.ts'
import { hashPassword } from '#server/account/account.ts'

const password = 'guvenli-parola-1'
let browser: Browser
let shop: Shop
beforeAll(async () => {
  browser = await openBrowser()
  shop = await openShop()
  const database = await shop.database()
  const hash = await hashPassword(password)
  for (const name of ['kod', 'anahtar', 'baglanti'])
    await database.pool.execute(
      `INSERT INTO users (email, name, role, dealer_id, password_hash)
       SELECT $1, $2, 'dealer', dealer_id, $3 FROM users WHERE email = $4`,
      [`${name}@example.com`, name, hash, people.dealer],
    )
  await database.pool.execute(
    "INSERT INTO users (email, name, role, password_hash) VALUES ('personel@example.com', 'Personel', 'admin', $1)",
    [hash],
  )
  await database.close()
  await shop.start()
})
afterAll(async () => {
  await browser?.close()
  await shop?.remove()
})

/** Sets up the app on the page; returns its codes by the number of steps from now, and the recovery codes. */
async function setUpApp(page: Page) {
  await page.getByRole('button', { name: t('security.totp.setUp') }).click()
  const dialog = page.getByRole('dialog', { name: t('security.totp.setUp') })
  await dialog.getByRole('img', { name: t('security.totp.qr') }).waitFor()
  const key = (await dialog.getByTestId('totp-key').innerText()).replaceAll(' ', '')
  const totp = new TOTP({ secret: TotpSecret.fromBase32(key) })
  const code = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
  expect(await axeViolations(page)).toEqual([])
  await dialog.locator('input[name=code]').fill(code(0))
  await dialog.locator('input[name=password]').fill('yanlis-parola')
  await dialog.getByRole('button', { name: t('security.totp.confirm') }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.locator('input[name=password]').fill(password)
  await dialog.getByRole('button', { name: t('security.totp.confirm') }).click()
  const shown = page.getByRole('dialog', { name: t('security.recovery.title') })
  // The codes are shown once: nothing but the button closes them.
  for (const _ of [1, 2]) await page.keyboard.press('Escape')
  await page.mouse.click(2, 2)
  const recoveryCodes = (await shown.getByTestId('recovery-codes').inputValue()).split('\n')
  await shown.getByRole('button', { name: t('security.recovery.done') }).click()
  return { code, recoveryCodes }
}

async function startSignIn(page: Page, username: string) {
  await page.context().clearCookies({ name: 'toptan_session' })
  await visit(page, `${pages.login}?next=${encodeURIComponent(pages.account)}`)
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(password)
  await page.locator('form:has(input[name=password]) button[type=submit]').click()
}

test('a dealer’s user sets up an authenticator app and signs in with its code, and with a recovery code', async () => {
  const { page, problems } = await newVisitor(browser, shop.url)
  await signIn(page, 'kod@example.com', password, pages.account)
  const { code, recoveryCodes } = await setUpApp(page)
  expect(recoveryCodes).toHaveLength(10)

  await startSignIn(page, 'kod@example.com')
  const field = page.getByLabel(t('login.second.code'))
  await field.fill('000')
  await page.getByRole('button', { name: t('login.second.submit') }).click()
  await page.getByText(t('errors.recovery_code_wrong')).waitFor()
  expect(await axeViolations(page)).toEqual([])
  // The code that set the app up has been used: that of the next step is accepted, too.
  await field.fill(code(1))
  await page.getByRole('button', { name: t('login.second.submit') }).click()
  await page.getByRole('heading', { name: t('security.title') }).waitFor()

  await startSignIn(page, 'kod@example.com')
  await field.fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: t('login.second.submit') }).click()
  await page.getByText(t('security.recovery.left', { count: 9 })).waitFor()
  expect(problems).toEqual([])

  // Without scripts the server renders the second step.
  const context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false, locale: 'tr-TR' })
  const plain = await context.newPage()
  await plain.goto(`${pages.login}?next=${encodeURIComponent(pages.account)}`)
  await plain.locator('input[name=username]').fill('kod@example.com')
  await plain.locator('input[name=password]').fill(password)
  await plain.locator('form:has(input[name=password]) button[type=submit]').click()
  await plain.locator('input[name=code]').fill('yanlis')
  await plain.locator('form:has(input[name=code]) button[type=submit]').click()
  await plain.getByText(t('errors.recovery_code_wrong')).waitFor()
  await plain.locator('input[name=code]').fill(recoveryCodes[1] ?? '')
  await plain.locator('form:has(input[name=code]) button[type=submit]').click()
  await plain.waitForURL((url) => url.pathname === pages.account)
  await context.close()
})

test('a passkey signs in without a password until it is removed', async () => {
  const { page, context, problems } = await newVisitor(browser, shop.url)
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signIn(page, 'anahtar@example.com', password, pages.account)
  await page.getByRole('button', { name: t('security.passkeys.add') }).click()
  const dialog = page.getByRole('dialog', { name: t('security.passkeys.add') })
  await dialog.locator('input[name=name]').fill('Ofis bilgisayarı')
  await dialog.locator('input[name=password]').fill(password)
  await dialog.getByRole('button', { name: t('security.passkeys.add') }).click()
  await page.getByTestId('passkey').filter({ hasText: 'Ofis bilgisayarı' }).waitFor()

  const byPasskey = async () => {
    // An open page would connect its live channel again, without a session.
    await page.goto('about:blank')
    await context.clearCookies({ name: 'toptan_session' })
    await visit(page, `${pages.login}?next=${encodeURIComponent(pages.account)}`)
    await page.getByRole('button', { name: t('login.passkey') }).click()
  }
  await byPasskey()
  await page
    .getByTestId('passkey')
    .filter({ hasText: t('security.passkeys.used') })
    .waitFor()
  expect(await axeViolations(page)).toEqual([])

  // A device that cannot verify its user is not enough.
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await byPasskey()
  await page.getByText(t('login.passkeyStopped')).waitFor()
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })

  await signInByForm(page, 'anahtar@example.com', password, pages.account)
  await page.getByRole('button', { name: t('security.passkeys.remove') }).click()
  const removal = page.getByRole('dialog', { name: t('security.passkeys.remove') })
  await removal.locator('input[name=password]').fill(password)
  await removal.getByRole('button', { name: t('security.passkeys.remove') }).click()
  await page.getByText(t('security.passkeys.none')).waitFor()
  await byPasskey()
  await page.getByText(t('errors.passkey_unknown')).waitFor()
  expect(problems).toEqual([])
})

test('staff are led to set-up where the store requires a second factor, and no further', async () => {
  const { page: staff } = await newVisitor(browser, shop.url)
  await signIn(staff, people.admin, 'demo1234', pages.adminSettings)
  await changeSetting(staff, 'staffSecondFactor', '1')
  const { page } = await newVisitor(browser, shop.url, { screen: phone })
  await signInByForm(page, 'personel@example.com', password, pages.adminOrders)
  expect(new URL(page.url()).pathname).toBe(pages.secondFactor)
  expect(await axeViolations(page)).toEqual([])
  await visit(page, pages.admin)
  expect(new URL(page.url()).pathname).toBe(pages.secondFactor)
  await visit(page, `${pages.secondFactor}?next=${encodeURIComponent(pages.adminOrders)}`)
  await setUpApp(page)
  await page.getByRole('link', { name: t('security.setUp.continue') }).click()
  await page.waitForURL((url) => url.pathname === pages.adminOrders)
  await hasHydrated(page)

  // The person who turned it on has none either.
  await visit(staff, pages.adminUsers)
  expect(new URL(staff.url()).pathname).toBe(pages.secondFactor)
})

test('an emailed link signs in after its button, once', async () => {
  await shop.toptan('settings', 'signInLinks', '1')
  const { page } = await newVisitor(browser, shop.url)
  await visit(page, pages.login)
  await expect
    .poll(async () => {
      await visit(page, pages.login)
      return page.getByRole('link', { name: t('login.byLink') }).isVisible()
    })
    .toBe(true)
  await page.getByRole('link', { name: t('login.byLink') }).click()
  await page.locator('input[name=email]').fill('baglanti@example.com')
  await page.getByRole('button', { name: t('passwordLink.forgotten.submit') }).click()
  // Without a mail server a development shop writes its emails to files.
  const folder = join(shop.dataDir, 'mail')
  const findLink = async () => {
    const files = await readdir(folder).catch(() => [])
    const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    const text = mails.map((mail) => mail.replaceAll('=\r\n', '').replaceAll('=\n', '')).join('\n')
    return /\/account\/sign-in-link\/[\w-]+/.exec(text)?.[0] ?? null
  }
  await expect.poll(findLink).not.toBeNull()
  const link = (await findLink()) ?? ''
  await visit(page, link)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: t('signInLink.open.submit') }).click()
  await page.waitForURL((url) => url.pathname === pages.home)
  await page.context().clearCookies({ name: 'toptan_session' })
  await visit(page, link)
  await page.getByText(t('passwordLink.unknown.title')).waitFor()
})
