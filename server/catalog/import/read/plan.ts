import type { DecimalSign } from '#domain/money/number-text.ts'
import type { CategoryStyle } from './category-path.ts'
import type { Field, PriceField } from './fields.ts'
import type { Header, NamedColumn } from './header.ts'
import type { PriceBasis } from './price-basis.ts'
import type { SaleColumn } from './sale-status.ts'

export type KeyKind = 'code' | 'brand+code' | 'name' | 'external'

/** What identifies a product. `column` is the file's name of an external key. */
export type Key = { kind: KeyKind; column: string }

/** Values from the user for new products, and for empty cells of columns that the file has. */
export type Defaults = Partial<Record<DefaultField, string>>
export const defaultFields = ['unit', 'multiplier', 'tax_rate', 'currency', 'brand', 'category'] as const
export type DefaultField = (typeof defaultFields)[number]

/**
 * Whether the prices of a file include VAT: by column name, else row by row in `column`, else as `others`. Without
 * `others` nothing tells; such prices count as net and are reported.
 */
export type PricesPlan = {
  bases: ReadonlyMap<PriceField, PriceBasis>
  column: Header['basisColumn']
  others: PriceBasis | undefined
}

/** How to read the rows of one file. It leaves out columns without a single value. */
export type Plan = {
  fields: Map<Field, number>
  currencies: Map<PriceField, number>
  images: number[]
  stocks: NamedColumn[]
  dimensions: NamedColumn[]
  attributes: NamedColumn[]
  saleColumns: SaleColumn[]
  keyIndex: number
  /** Whether prices include VAT. */
  prices: PricesPlan
  /** The file's own column names, for messages. */
  titles: readonly string[]
  key: Key
  /** Decimal sign by column, for values that can be read both ways. */
  signs: Map<number, DecimalSign | undefined>
  /** Decimal sign by column, where the user chose it for all values: others are errors. */
  exactSigns: ReadonlyMap<number, DecimalSign>
  category: CategoryStyle
  /** Columns of the category's levels, if it has several. */
  categoryLevels: readonly number[]
  /** Base units for words such as "Var". */
  inStock: string
  defaults: Defaults
  currencyCodes: ReadonlySet<string>
}
