import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import { pages } from '#contract/core/pages.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { desktop, newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { callFrom, demoUrl, emptyCart, people } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

const text = [
  'Selam, kolay gelsin',
  '10 ad izoleli kombine pense 180 mm',
  '5 kutu kablo bağı siyah',
  '3 ad zxqwvy',
].join('\n')

describe.each([
  ['a desktop', desktop],
  ['a phone', phone],
])('on %s', (_, screen) => {
  test('a message is read: sure lines are ready, doubtful ones are asked, nothing is added before', async () => {
    const { page, problems, context } = await newVisitor(browser, demoUrl, { screen })
    await signIn(page, people.dealer)
    await callFrom(page, 'DELETE', '/api/catalog/order-text/words?words=kablo%20ba%C4%9F%C4%B1%20siyah')
    await emptyCart(page)
    await visit(page, pages.cart)
    const dialog = page.getByRole('dialog', { name: t('cartPage.paste.title') })
    const cartOf = async () =>
      ((await (await page.request.get('/api/catalog/cart')).json()) as CartItem[]).map(
        ({ product, quantity, productUnit }) => [product.code, quantity, productUnit.value] as const,
      )
    const paste = async (given: string) => {
      await page.keyboard.press('F9')
      await expect.poll(() => isFocused(dialog.getByRole('textbox'))).toBe(true)
      await page.keyboard.insertText(given)
      await page.keyboard.press('Control+Enter')
      await dialog.locator('[data-question]').first().waitFor()
    }
    await paste(text)
    const question = dialog.locator('[data-question]').first()
    await question.getByText('5 kutu kablo bağı siyah', { exact: true }).waitFor()
    expect(await question.getByRole('radio').count()).toBe(4)
    await dialog.getByText('Selam, kolay gelsin').waitFor()
    await dialog.getByText('3 ad zxqwvy').waitFor()
    expect(await cartOf()).toEqual([])

    // The first choice has the focus; 2 chooses, Enter goes on to the main button.
    await expect.poll(() => isFocused(question.getByRole('radio').first())).toBe(true)
    await page.keyboard.press('2')
    expect(await question.getByRole('radio').nth(1).isChecked()).toBe(true)
    const add = dialog.getByRole('button', { name: t('cartPage.paste.add', { count: 2 }), exact: true })
    await page.keyboard.press('Enter')
    await expect.poll(() => isFocused(add)).toBe(true)
    const chosen = (await question.locator('label').nth(1).innerText()).match(/[A-Z]{3}-[A-Z0-9.-]+/)?.[0] ?? ''

    expect(await axeViolations(page, 'all', 'dialog')).toEqual([])

    // What was set aside becomes a line, with a search.
    await dialog
      .getByRole('listitem')
      .filter({ hasText: '3 ad zxqwvy' })
      .getByRole('button', { name: t('orderText.make') })
      .click()
    const made = dialog.locator('[data-question]').filter({ hasText: '3 ad zxqwvy' })
    await made.getByRole('combobox').fill('KVR-CKC-500')
    await made.getByRole('textbox', { name: t('cartPage.paste.quantityOf', { row: 4 }) }).fill('3')
    await dialog.getByRole('button', { name: t('cartPage.paste.add', { count: 3 }), exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await cartOf()).toEqual([
      ['KVR-PNS-180', 10, 'ADET'],
      [chosen, 5, 'KUTU'],
      ['KVR-CKC-500', 3, 'ADET'],
    ])

    // The choice comes first the next time, and can be forgotten.
    await paste('5 kutu kablo bağı siyah')
    await question.getByText(t('orderText.learned')).waitFor()
    expect(await question.locator('label').first().innerText()).toContain(chosen)
    await question.getByRole('button', { name: t('orderText.forget') }).click()
    await question.getByText(t('orderText.forgotten')).waitFor()
    await emptyCart(page)
    expect(problems).toEqual([])
    await context.close()
  })
})
