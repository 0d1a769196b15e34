/**
 * The shape of a mapping: how the fields of an ERP become those of the shop, and the other way round. It is data, one JSON
 * document per connection, checked by `checkMapping` and run by `mapRecord`.
 */

export const inboundResources = [
  'products',
  'units',
  'prices',
  'stock',
  'dealers',
  'balances',
  'movements',
  'rates',
  /** Price rules: agreements, discounts and tiers of dealers and groups. */
  'rules',
] as const
export type InboundResource = (typeof inboundResources)[number]

export const outboundKinds = ['order', 'cancellation', 'payment', 'refund'] as const
export type OutboundKind = (typeof outboundKinds)[number]

export const conversions = [
  /** A text without spaces around it. */
  'text',
  /** A decimal number as JSON has it: 12.5 or "12.5". */
  'number',
  /** A decimal number as Turkish files have it: "1.234,50". */
  'turkishNumber',
  /** A whole number, for fields that take no text. */
  'integer',
  /** 1, "1", true, "true", "E", "Y" and 0, "0", false, "false", "H", "N". */
  'boolean',
  /** The opposite of a boolean. */
  'not',
  /** yyyy-mm-dd, of a date with or without a time. The empty dates of ERPs (1899-12-30, 1900-01-01) become null. */
  'date',
  /** dd.MM.yyyy */
  'turkishDate',
  /** yyyy-MM-dd HH:mm:ss in Turkey. */
  'localTime',
] as const
export type Conversion = (typeof conversions)[number]

type Steps = {
  /** The name of a table that translates the value. */
  table?: string
  convert?: Conversion
  /** Decimal places that a number is rounded to, half up: 0 to 8. */
  places?: number
  /** Longer texts are refused, never cut. */
  maxLength?: number
  /** Instead of a missing or empty value. */
  otherwise?: string | number | boolean | null
}

/**
 * Where a value comes from. A text alone is a path: "UNITSET.CODE". Paths go through objects by dots and through lists by
 * numbers; upper and lower case are the same where no field has the exact name.
 */
export type Expression =
  | string
  | (Steps &
      (
        | { path: string }
        | { value: string | number | boolean | null }
        /** One of the mapping's named values. */
        | { use: string }
        /** The first that is not missing or empty. */
        | { first: readonly Expression[] }
        /** Texts put together; missing ones are left out. */
        | { join: readonly Expression[]; with?: string }
        | { add: readonly [Expression, Expression] }
        | { subtract: readonly [Expression, Expression] }
        | { multiply: readonly [Expression, Expression] }
        | { divide: readonly [Expression, Expression] }
      ))

export type Fields = Readonly<Record<string, Expression>>

export type Mapping = {
  /** Translations of values: of units, warehouses, currencies, VAT codes. The entry "*" is for all others. */
  tables?: Readonly<Record<string, Readonly<Record<string, string | number | boolean | null>>>>
  /** Expressions that several fields use. */
  values?: Fields
  /** The fields of the shop's rows from a record of the ERP. Records for which `skip` is true are left out. */
  inbound?: Partial<Record<InboundResource, { fields: Fields; skip?: Expression }>>
  /** The fields of the ERP's document from a record of the shop: its head, and each line (paths from `line`). */
  outbound?: Partial<Record<OutboundKind, { head: Fields; lines?: Fields }>>
}

/** What is wrong with a mapping or with one record, and where: "inbound.products.fields.taxRate". */
export type MappingProblem = {
  place: string
  code:
    | 'json'
    | 'shape'
    | 'field_unknown'
    | 'source_unknown'
    /** None of the records that were read has the field. */
    | 'source_absent'
    | 'value_unknown'
    | 'value_cycle'
    | 'table_unknown'
    | 'entry_missing'
    | 'not_number'
    | 'not_date'
    | 'not_boolean'
    | 'division_by_zero'
    | 'too_long'
  /** The name or value that the problem is about. */
  about: string
}
