import type { ImportFileInspection, ImportQuestion, PriceSample } from '#contract/admin/imports/import-inspection.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { DecimalSign } from '#domain/money/number-text.ts'
import type { Author } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { IssueCode, IssueLevel } from './read/codes.ts'
import type { Field } from './read/fields.ts'
import type { Defaults } from './read/plan.ts'
import type { PricesOption } from './read/price-basis.ts'

export type { ImportQuestion, PriceSample }

export type ImportFile = { path: string; name: string }
/** A units file lists further units, with their multipliers, of products in the other files and in the catalog. */
export type FileKind = 'products' | 'units'

export type ImportOptions = {
  files: ImportFile[]
  units?: ImportFile
  /** `code`, `brand+code`, `name` or a column of the file. */
  key: string
  /** Field → column name, for columns that are not recognized by name. */
  mapping: ReadonlyMap<Field, string>
  /** Columns to skip, whatever their names mean. */
  ignored?: ReadonlySet<string>
  /** Accepts files that lack a column of `mapping`. */
  isLenient?: boolean
  defaults: Defaults
  /** Decimal sign of numbers like 1.234 that no other value of the file explains. */
  decimal?: DecimalSign
  /** Base units for stock given as a word ("Var", "in stock"); default 1. */
  inStock?: string
  /** The moment of the stock figures, ISO 8601: what orders took that the ERP had not booked by then is subtracted. */
  stockAsOf?: string
  /** Decimal sign of columns that mix 1.234,5 and 1,234.5; `each`: every value as it is written. */
  decimals?: ReadonlyMap<string, DecimalSign | 'each'>
  /** The sheet of a workbook to read, if it has it. */
  sheet?: string
  /** Whether prices include VAT, where neither their columns nor their cells say so. */
  prices?: PricesOption
  /** Codes; a price list or warehouse that does not exist is created. */
  priceList?: string
  warehouse?: string
  /** What happens to sale prices that change by more than `priceFactor` (default 5); undefined: they stay, and the import asks. */
  priceJumps?: 'accept' | 'keep'
  priceFactor?: number
  /** Which of several rows of a product with different prices counts; undefined: the first, and the import asks. */
  repeatedPrices?: 'first' | 'last' | 'none'
  /** Rows with one code and different brands are one product; undefined: the first row counts, and the import asks. */
  repeatedCodes?: 'one'
  /** The source of the files. With `removesMissing`, its products that the files lack go off sale. */
  source?: { id: number; removesMissing: boolean }
  /** Refuses files that leave a question open, instead of reporting the assumption. */
  isStrict?: boolean
  dryRun: boolean
  /** Language of the report. */
  locale: Locale
  /** Where to write the report. It is written only when there are issues. */
  reportPath?: string
  tracker?: Tracker
  /** The row of the import in the table imports; undefined: the command line or a program. */
  importId?: number
  /** Without it the audit log gets no entry. */
  audit?: ImportAuthor
}

/**
 * Receives the changes of an import. `save` runs at the end of its transaction and reads these tables: import_changed
 * (product_id, code, name, is_new, before, after: states as of product_states()), import_issues, and import_made (kind, id,
 * name: the brands, models and categories that the import created).
 */
export type Tracker = { save(db: Db, summary: ImportSummary): Promise<void> }

/** The author of the import, and its id in the audit log. */
export type ImportAuthor = { author: Author; id: string }

export type ImportStep = 'check' | 'read' | 'save'
/** `pictures`: the command line fetches those that have addresses. */
export type Progress = { step: ImportStep | 'pictures'; file: string; done: number; total: number }
export type ImportHooks = {
  signal?: AbortSignal
  /** Milliseconds for which another import may still run. */
  wait?: number
  onProgress?: (progress: Progress) => void
  /** Receives the recognized columns of a file before they are validated. */
  onColumns?: (file: ImportFileInspection) => void
  /** Receives what the files leave open, once they are read. */
  onQuestions?: (questions: ImportQuestion[]) => void
}

/** What all steps of one import share; `importCatalog` creates it once. */
export type ImportRun = {
  /** The connection that holds the staging tables. Statements fail once `signal` is aborted. */
  db: Db
  options: ImportOptions
  currencyCodes: ReadonlySet<string>
  /** The labels of technical attributes, folded, each with the Turkish name of its attribute. */
  attributeNames: ReadonlyMap<string, string>
  signal: AbortSignal | undefined
  onColumns(file: ImportFileInspection): void
  /** What the files leave open. */
  questions: ImportQuestion[]
  reportProgress(step: ImportStep, file: string, done: number, total: number): void
}

/** Numbers of saved rows by kind. */
export type Counts = {
  prices: number
  stocks: number
  units: number
  brands: number
  models: number
  categories: number
}

/** Codes of price lists and warehouses that the import created. */
export type CreatedPlaces = { priceLists: string[]; warehouses: string[] }

/** Number of rows by the field that got a default value because their file has none. */
export type DefaultsUsed = Partial<Record<'code' | 'unit' | 'multiplier' | 'tax_rate' | 'currency' | 'prices', number>>

/** What an import did to products because of their source. */
export type SourceCounts = {
  /** Taken off sale, because they are no longer in the files. */
  offSale: number
  /** Put on sale again, because they are in the files again. */
  backOnSale: number
  /** Products of the source that were on sale before. */
  size: number
}

/** Pictures that the files name by address. */
export type PictureCounts = {
  /** Different addresses, and those of which there is no picture yet. */
  addresses: number
  waiting: number
  /** Products that get other pictures. */
  products: number
}

/** Sums over all files of one import. */
export type ImportTotals = {
  counts: Counts
  made: CreatedPlaces
  defaults: DefaultsUsed
  samples: PriceSample[]
  /** Null: the files have no source. */
  source: SourceCounts | null
  /** Null: the files have no addresses of pictures. */
  pictures: PictureCounts | null
}

/** How often a code occurs, and the sentence of its first occurrence. */
export type IssueCount = { code: IssueCode; level: IssueLevel; n: number; line: number; example: string }

export type ImportSummary = ImportTotals & {
  rows: number
  unitRows: number
  created: number
  updated: number
  unchanged: number
  rejected: number
  issues: IssueCount[]
  reportPath?: string
  /** Whether the import changed anything in the catalog (in a dry run: would change). */
  changed: boolean
}
