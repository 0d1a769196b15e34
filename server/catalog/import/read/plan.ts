import type { CategoryStyle } from './category-path.ts'
import type { Field, PriceField } from './fields.ts'
import type { Named } from './header.ts'
import type { DecimalSign } from '#domain/money/number-text.ts'

export type KeyKind = 'code' | 'brand+code' | 'name' | 'external'

/** What products are known by. `column` is the file's own name for an external key. */
export type Key = { kind: KeyKind; column: string }

/** The user's values for what a file lacks: for new products, and for empty cells of a column that the file has. */
export type Defaults = Partial<Record<DefaultField, string>>
export const defaultFields = ['unit', 'multiplier', 'tax_rate', 'currency', 'brand', 'category'] as const
export type DefaultField = (typeof defaultFields)[number]

/** How one file is read, settled before its rows are. Columns without a single value are as if they were not there. */
export type Plan = {
  fields: Map<Field, number>
  currencies: Map<PriceField, number>
  images: number[]
  stocks: Named[]
  dimensions: Named[]
  attributes: Named[]
  keyIndex: number
  /** The file's own column names, for what is said about its cells. */
  titles: readonly string[]
  key: Key
  /** Decimal sign by column, for the values that do not tell by themselves. */
  signs: Map<number, DecimalSign | undefined>
  category: CategoryStyle
  defaults: Defaults
  currencyCodes: ReadonlySet<string>
}
