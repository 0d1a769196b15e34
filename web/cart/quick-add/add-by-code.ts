import { addCartLines } from '#contract/shop/cart.ts'
import { formatQuantity } from '#domain/text/format.ts'
import { t } from '#web/app/i18n.ts'
import type { AnswerStore } from '#web/app/data/answer-store.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { cartKey, changeCart } from '#web/cart/cart-query.ts'
import { withLine } from '#web/cart/cart-lines.ts'
import { endAttempt } from '#web/cart/order/order-attempt.ts'
import { signInFirst } from '#web/app/data/sign-in-first.ts'
import { refusalText } from './row-refusal.ts'

/** What became of a code: `text` says what was added; `error` why it was not. */
export type AddOutcome = { code: string; quantity: number | null; text: string; error?: string; canRetry?: boolean }

let underWay: Promise<unknown> = Promise.resolve()

/** Adds a product by its code or barcode; one after the other, as they were scanned. */
export function addByCode(
  answers: AnswerStore,
  wanted: { code: string; quantity: number | null },
): Promise<AddOutcome> {
  const next = underWay.then(() => sendCode(answers, wanted))
  underWay = next
  return next
}

async function sendCode(
  answers: AnswerStore,
  { code, quantity }: { code: string; quantity: number | null },
): Promise<AddOutcome> {
  try {
    const { rows, items } = await call(addCartLines, { body: { lines: [{ code, quantity }] } })
    const [row] = rows
    if (row?.error !== undefined) return { code, quantity, text: '', error: refusalText(t, row) }
    endAttempt()
    if (items.length === 0) answers.refresh(cartKey)
    for (const item of items) changeCart(answers, (lines) => withLine(lines, item))
    return { code, quantity, text: `${formatQuantity(quantity ?? 1)} ${row?.unit ?? ''} × ${row?.code ?? code}` }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.status === 401) signInFirst(code)
    return { code, quantity, text: t('cart.alert.notAdded'), error: error.message, canRetry: true }
  }
}
