import type { ErrorCode } from '#contract/core/errors.ts'
import { ruleProblems } from '#domain/pricing/check-rule.ts'
import type { PromotionProblem } from '#domain/promotions/check-promotion.ts'
import { type DecimalSign, parseNumber } from '#domain/money/number-text.ts'
import { type Day, parseDay } from '#domain/text/calendar-day.ts'
import { lineOf } from '#server/platform/tables/cell-text.ts'
import type { Row } from '#server/platform/tables/table.ts'
import type { Facts, RowProblem } from '#server/platform/tables/table-error.ts'

/** Why a row was skipped, or what is unusual about it. The messages are in the locales under `import.issues.<code>`. */
export const accountIssues = [
  'number_invalid',
  'number_unclear',
  'number_negative',
  'number_too_large',
  'text_too_long',
  'currency_unknown',
  'currency_differs',
  'dealer_unknown',
  'dealer_missing',
  'date_invalid',
  'reference_missing',
  'movement_repeated',
  'balance_repeated',
  'amount_missing',
  'amount_on_both_sides',
  'side_invalid',
  'serial_unreadable',
  'serial_repeated',
  'status_missing',
  'months_invalid',
  'document_exists',
  'product_unknown',
  'product_code_missing',
  'cost_missing',
  'cost_repeated',
  'cost_product_unknown',
  ...ruleProblems,
  'rule_overlap_this',
  'rule_overlap_other',
  'order_no_missing',
  'shipment_carrier_missing',
  'shipment_line_missing',
  'shipment_quantity_missing',
  'shipment_number_invalid',
  'shipment_day_future',
  'shipment_rows_differ',
  'shipment_rows_mixed',
  'shipment_row_left',
  'shipment_was_withdrawn',
  'shipment_stopped',
] as const
/** What is wrong or unusual with a promotion; the texts are `promotions.issues` and `promotions.warnings`. */
type PromotionRowIssue = `promotion_${PromotionProblem | 'code_repeated' | 'overlap' | 'dearer' | 'no_coupons'}`
export type AccountIssue = (typeof accountIssues)[number] | PromotionRowIssue | RowProblem | ErrorCode
/** A `warning` is about a row that is imported. */
export type Issue = {
  level: 'error' | 'warning'
  line: number
  code: AccountIssue
  facts: Facts
  /** What the row is about, where the line alone says little. */
  entry?: string
}

/** Stops reading a row; the row is skipped. */
export class RowSkipped extends Error {
  readonly code: AccountIssue
  readonly facts: Facts
  constructor(code: AccountIssue, facts: Facts = {}) {
    super(code)
    this.code = code
    this.facts = facts
  }
}

/** numeric(18, 2) holds more, but no real amount is larger. */
const LARGEST = 999_999_999_999_999
const LONGEST_TEXT = 500

/** Reads a row by field. Its methods throw `RowStop` for invalid cells. */
export class RecordReader<Field extends string> {
  readonly #row: Row
  readonly #columns: ReadonlyMap<Field, number>
  readonly #titles: readonly string[]
  readonly #signs: ReadonlyMap<number, DecimalSign>

  constructor(
    row: Row,
    columns: ReadonlyMap<Field, number>,
    titles: readonly string[],
    signs: ReadonlyMap<number, DecimalSign>,
  ) {
    this.#row = row
    this.#columns = columns
    this.#titles = titles
    this.#signs = signs
  }

  check(): void {
    if (this.#row.problem) throw new RowSkipped(this.#row.problem.code, this.#row.problem.facts)
  }

  /** Whether the row names the field, possibly as empty. */
  has(field: Field): boolean {
    return this.#columns.has(field)
  }

  text(field: Field, limit = LONGEST_TEXT): string {
    const index = this.#columns.get(field)
    const text = index === undefined ? '' : lineOf(this.#row.cells[index])
    if (text.length <= limit) return text
    throw new RowSkipped('text_too_long', { column: this.title(field), length: text.length, limit })
  }

  title(field: Field): string {
    return this.#titles[this.#columns.get(field) ?? -1] ?? field
  }

  /** The exact text of an amount in the row's currency, or of a number without a currency; null for an empty cell. */
  amount(field: Field, currency?: string): string | null {
    const index = this.#columns.get(field)
    const text = this.text(field)
    if (index === undefined || text === '') return null
    const sign = typeof this.#row.cells[index] === 'number' ? '.' : this.#signs.get(index)
    const number = parseNumber(text, sign)
    const facts = { column: this.title(field), value: text.slice(0, 60) }
    if (!number.ok) throw new RowSkipped(number.reason, facts)
    if (number.currency !== undefined && number.currency !== currency) {
      throw currency === undefined
        ? new RowSkipped('number_invalid', facts)
        : new RowSkipped('currency_differs', { ...facts, currency })
    }
    if (Math.abs(Number(number.value)) > LARGEST) throw new RowSkipped('number_too_large', facts)
    return number.value
  }

  day(field: Field): Day | null {
    const text = this.text(field)
    if (text === '') return null
    const day = parseDay(text)
    if (day === null) throw new RowSkipped('date_invalid', { column: this.title(field), value: text.slice(0, 60) })
    return day
  }
}
