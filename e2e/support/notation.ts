import type { Page } from 'playwright-core'
import type { Locale } from '#contract/core/visitor.ts'
import { callFrom } from './demo-shop.ts'

/**
 * Numbers that only the other language writes so. Days (21.11.2026) and three decimals of quantities have one reading, and so
 * have unit prices with three decimals: other amounts have two.
 */
const foreign: Record<Locale, RegExp> = {
  tr: /\d%|(?<![\d.,₺$€])\d{1,3}(?:,\d{3})+(?![\d,])|(?<![\d.])\d+(?:,\d{3})*\.\d{2}(?![\d.])/g,
  en: /%\d|(?<![\d.,₺$€])\d{1,3}(?:\.\d{3})+(?![\d.])|(?<![\d,])\d+(?:\.\d{3})*,\d{1,2}(?![\d,])/g,
}

/**
 * Measures in names and descriptions of products (2×2,0 Ah, 2,2×40 mm), hours of the day (08.30), and days with an hour
 * (23.11 21:48).
 */
const notFormatted =
  /\d[\d.,]*(?:×[\d.,]+)?\s?(?:Ah|lm|TTR|kg|mm²?|m)(?![a-zğüşıöç])|(?<!\S)[0-2]\d\.[0-5]\d(?=’|\s–|$)|\d\d\.\d\d(?= \d\d:\d\d)/gi

/** Texts of the open page with a number in the notation of the other language. */
export async function foreignNumbers(page: Page, locale: Locale): Promise<string[]> {
  const texts = await textsOf(page)
  return texts.filter((text) => text.replaceAll(notFormatted, '').match(foreign[locale]))
}

/** The texts of the page, and the numbers in its fields; without links to products, codes, and values of the audit log. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ofStore = 'a[href*="-p-"], h1, script, style, noscript, .code, time, del, ins'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest(ofStore) === null) texts.push(node.textContent ?? '')
    }
    for (const input of document.querySelectorAll<HTMLInputElement>('input[inputmode=decimal]')) {
      // Prices have up to four decimals: 52.452 alone has two readings.
      texts.push(...[input.value, input.placeholder].map((text) => text.replace(/^\d{1,3}\.\d{3}$/, '')))
    }
    return texts
  })
}

/** Sets the language of the account. */
export const chooseLocale = (page: Page, locale: Locale) =>
  callFrom(page, 'POST', '/api/catalog/settings', { key: 'locale', value: locale })
