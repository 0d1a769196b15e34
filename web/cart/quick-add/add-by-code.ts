import { addCartLines, type AddedRow } from '#contract/shop/cart.ts'
import { pageTranslation, t } from '#web/app/i18n.ts'
import type { QueryCache } from '#web/app/data/query-cache.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { cartKey, changeCart } from '#web/cart/cart-query.ts'
import { withLine } from '#web/cart/cart-lines.ts'
import { endAttempt } from '#web/cart/order/order-attempt.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { rowErrorText } from './row-error.ts'
import { rowUnit } from './row-unit.ts'

/** Result for a code: `text` describes what was added, `error` why it was not. */
export type AddResult = {
  code: string
  quantity: number | null
  text: string
  error?: string
  canRetry?: boolean
  /** The products that the code may mean. */
  choices?: AddChoice[]
}
export type AddChoice = NonNullable<AddedRow['variants']>[number]
type AddRequest = { code: string; quantity: number | null; unit?: string }

let pending: Promise<unknown> = Promise.resolve()

/** Adds a product by its code or barcode; calls run one after another, in the order of scanning. */
export function addByCode(cache: QueryCache, request: AddRequest): Promise<AddResult> {
  const next = pending.then(() => sendCode(cache, request))
  pending = next
  return next
}

async function sendCode(cache: QueryCache, line: AddRequest): Promise<AddResult> {
  const { code, quantity } = line
  try {
    const { rows, items, cart: sums } = await call(addCartLines, { body: { lines: [line] } })
    const [row] = rows
    if (row?.error !== undefined) {
      return { code, quantity, text: '', error: rowErrorText(pageTranslation(), row), choices: row.variants ?? [] }
    }
    endAttempt()
    if (items.length === 0) cache.refresh(cartKey)
    for (const item of items) changeCart(cache, (lines) => withLine(lines, item), sums)
    const { formatQuantity, language } = pageTranslation()
    const unit = row === undefined ? '' : rowUnit(row, language)
    return { code, quantity, text: `${formatQuantity(quantity ?? 1)} ${unit} × ${row?.code ?? code}` }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.status === 401) redirectToSignIn(code)
    return { code, quantity, text: t('cart.alert.notAdded'), error: error.message, canRetry: true }
  }
}
