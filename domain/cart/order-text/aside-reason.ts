import { fold } from '#domain/text/text.ts'
import { isGreetingText, isSaid, plainWords } from './spoken-words.ts'

/**
 * Why a piece of an order text is no line. `greeting`: said to a person; `address`: of a person or place; `heading`: of
 * a list or a part of it; `unknown`: no product found.
 */
export const asideReasons = ['greeting', 'price', 'total', 'address', 'heading', 'unknown'] as const
export type AsideReason = (typeof asideReasons)[number]

const total = /^(?:genel |ara |g\.? ?)?(?:toplam|total|subtotal|grand total|kdv|iskonto|indirim|bakiye)\b/
/** One of these is enough. */
const clearAddress =
  /(?:\bmah(?:\.|allesi\b)|\bsok(?:\.|ak\b|agi\b)|\bsk\.|\bcad(?:\.|de\b|desi\b)|\bcd\.|\bbulvari\b|\bblv\.|\bsanayi sitesi\b|\b[osb]{3} \d|\bvergi (?:no|dairesi|d\.)|\biban\b|\btr\d{2} ?\d{4}|^(?:teslimat |fatura |sevk )?adres(?:i|imiz)?\b|@[a-z0-9-]+\.|https?:\/\/|www\.|\btel(?:efon)?\s*[.:]|\bgsm\b|\bfaks?\s*[.:])/
const phone = /(?:\+90|\b0) ?\(?[2-5]\d{2}\)? ?\d{3} ?\d{2} ?\d{2}\b/
/** Lines of a message's head, and dates. */
const head = /^(?:kimden|kime|tarih|konu|bilgi|gonderen|alici|from|to|cc|date|subject|sent|re|fw|fwd|ilt|ynt)\s*:/
const date = /^\W*\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?:\s+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?)?\W*$/

/** Why a piece is no line, as far as its text shows it; null for what may be one. */
export function reasonOf(text: string): AsideReason | null {
  const folded = fold(text).trim()
  if (total.test(folded)) return 'total'
  if (clearAddress.test(folded) || phone.test(folded)) return 'address'
  if (head.test(folded) || date.test(folded)) return 'greeting'
  if (/\d/.test(text)) return null
  if (isSaid(text)) return 'greeting'
  // A greeting with a name: "Selam Mehmet abi".
  return isGreetingText(text) && plainWords(text).length <= 4 ? 'greeting' : null
}
