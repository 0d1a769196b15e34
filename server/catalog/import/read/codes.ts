import { type Facts, rowProblems, tableRefusals } from '#server/platform/tables/table-error.ts'

export type { Facts }

/** Reasons to reject a row. Their texts are in locales under `import.issues.<code>`. */
const errors = [
  'key_missing',
  'key_repeated',
  'price_repeated',
  'price_repeated_none',
  'key_ambiguous',
  'name_missing',
  'text_too_long',
  'number_invalid',
  'number_unclear',
  'number_negative',
  'number_too_large',
  'currency_unknown',
  'currency_differs',
  'basis_invalid',
  'tax_invalid',
  'active_invalid',
  'multiplier_invalid',
  'multiplier_missing',
  'unit_missing',
  'unit_default',
  'unit_in_carts',
  'product_unknown',
  'parent_missing',
  'parent_is_variant',
  'variant_value_missing',
  'variant_repeated',
  'variant_dimensions',
  'variant_dimensions_differ',
  ...rowProblems,
] as const

/** Warnings about a row that is imported, or (line 1) about a whole file. */
const warnings = [
  'name_cut',
  'code_long',
  'code_repeated',
  'code_damaged',
  'price_zero',
  'price_missing',
  'price_jump',
  'price_held',
  'stock_negative',
  'brand_new',
  'category_new',
  'unit_new',
  'unit_added',
  'barcode_check',
  'barcode_damaged',
  'barcode_repeated',
  'category_ignored',
  'category_deep',
  'category_extra',
  'parent_stock_ignored',
  'images_refused',
  'description_cleaned',
  'columns_unused',
  'column_repeated',
  'column_with_tax',
  'column_empty',
  'decimals_mixed',
  'header_repeated',
  'codes_made',
  'stock_words',
  'attribute_unread',
  'off_sale',
  'tax_rates',
  'list_price_used',
  'numbers_guessed',
  'sheets_unused',
] as const

export type ErrorIssue = (typeof errors)[number]
export type WarningIssue = (typeof warnings)[number]
export type IssueCode = ErrorIssue | WarningIssue
export type IssueLevel = 'error' | 'warning'
export type Issue = { line: number; key: string; level: IssueLevel; code: IssueCode; facts: Facts; row_text?: string }

export const issueCodes: readonly IssueCode[] = [...errors, ...warnings]

/** Reasons to import nothing at all. Their texts are in locales under `import.refusals.<code>`. */
export const refusalCodes = [
  ...tableRefusals,
  'key_column_missing',
  'units_column_missing',
  'map_column_missing',
  'nothing_recognised',
  'questions_open',
  'import_running',
  'report_failed',
  'database_failed',
  'interrupted',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** Stops the import from any depth; `importCatalog` catches it and returns a refusal. */
export class ImportError extends Error {
  override name = 'ImportError'
  readonly code: RefusalCode
  readonly facts: Facts

  constructor(code: RefusalCode, facts: Facts = {}) {
    super(`${code} ${JSON.stringify(facts)}`)
    this.code = code
    this.facts = facts
  }
}
