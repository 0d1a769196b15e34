import { lineAmount } from '#domain/cart/cart.ts'
import { isBlankLine } from '#domain/cart/draft-line.ts'
import type { Decimal, Rates } from '#domain/money/money.ts'
import type { PadRow } from './pad-rows.ts'
import type { PadState, RowResult } from './pad-store.ts'

/** `rule`: the row is added, but an order would be refused. `typing`: it is not called wrong before it is complete. */
export type RowState = 'blank' | 'typing' | 'checking' | 'unnamed' | 'problem' | 'rule' | 'valid'

export function rowStateOf(row: PadRow, result: RowResult | undefined, isTyping: boolean): RowState {
  if (isBlankLine(row)) return 'blank'
  if (isTyping && result?.checked.productId === undefined) return 'typing'
  if (result?.row !== row) return 'checking'
  if (row.code.trim() === '') return 'unnamed'
  const { error, note } = result.checked
  if (error !== undefined)
    return row.others === undefined || error.code !== 'product_not_found' ? 'problem' : 'checking'
  return note === undefined ? 'valid' : 'rule'
}

const amounts = new WeakMap<RowResult, { currency: string; rates: Rates; amount: Decimal | null }>()

/** A row's amount before tax; null without a price. Calculated once per result. */
export function rowAmount(result: RowResult, currency: string, rates: Rates): Decimal | null {
  const known = amounts.get(result)
  if (known?.currency === currency && known.rates === rates) return known.amount
  const { price, quantity, error } = result.checked
  const hasAmount = price !== undefined && quantity !== null && error?.code !== 'price_unknown'
  const amount = hasAmount ? lineAmount({ price, quantity, taxRate: 0 }, currency, rates) : null
  amounts.set(result, { currency, rates, amount })
  return amount
}

/** `valid`: can be added; of these, `rules` break a rule of quantity. */
export type PadCounts = { filled: number; valid: number; rules: number; problems: number; checking: number }

/** How many rows are in which state, and the results of those that can be added. */
export function countRows({ rows, results, typingId }: PadState): PadCounts & { addable: RowResult[] } {
  const counts = { filled: 0, valid: 0, rules: 0, problems: 0, checking: 0 }
  const addable: RowResult[] = []
  for (const row of rows) {
    const result = results.get(row.id)
    const state = rowStateOf(row, result, row.id === typingId)
    if (state === 'blank') continue
    counts.filled += 1
    if (state === 'valid' || state === 'rule') {
      counts.valid += 1
      if (result !== undefined) addable.push(result)
    }
    if (state === 'rule') counts.rules += 1
    else if (isProblem(state)) counts.problems += 1
    if (state === 'checking' || state === 'typing') counts.checking += 1
  }
  return { ...counts, addable }
}

export const isProblem = (state: RowState): boolean => state === 'problem' || state === 'rule' || state === 'unnamed'
