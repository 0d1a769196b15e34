import * as z from 'zod/mini'
import { fold } from '#domain/text/text.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { rowId, rowParams } from '#contract/core/row-id.ts'
import { profileName, usedProfile } from './import-profiles.ts'

/** Maximum files of an import, bytes of each file, and bytes of the pieces in which it is uploaded. */
export const importFilesMax = 5
export const importFileBytesMax = 100 * 1024 * 1024
export const importPieceBytes = 4 * 1024 * 1024

/** Endings of file names that the form accepts. The format itself is detected from the content. */
export const importFileEndings = [
  '.csv',
  '.tsv',
  '.txt',
  '.json',
  '.jsonl',
  '.xlsx',
  '.xls',
  '.html',
  '.xml',
  '.gz',
] as const

export const mayBeImported = (name: string): boolean =>
  importFileEndings.some((ending) => name.toLowerCase().endsWith(ending))

/** Whether a file probably contains units, judging by its name. The form preselects it; the user can change it. */
export const looksLikeUnits = (name: string): boolean => /birim|unit/.test(fold(name))

export const importStates = [
  'uploading',
  'waiting',
  'previewing',
  'ready',
  'applying',
  'applied',
  'undoing',
  'undone',
  'failed',
  'cancelled',
] as const
export type ImportState = (typeof importStates)[number]
export const runningImportStates: readonly ImportState[] = ['previewing', 'applying', 'undoing']

/** Days for which an import can be viewed and undone. */
export const importRetentionDays = 30

/** Fields that can be assigned to a column by hand; the others are only recognized by name. */
export const importFields = [
  'code',
  'name',
  'brand',
  'model',
  'category',
  'barcode',
  'price',
  'list_price',
  'plan1',
  'plan2',
  'plan3',
  'plan4',
  'plan5',
  'currency',
  'tax_rate',
  'stock',
  'unit',
  'multiplier',
  'description',
  'parent_code',
  'equivalent_code',
  'ozelkod',
  'ozelkod2',
  'ozelkod3',
  'ozelkod4',
  'ozelkod5',
  'seo',
  'meta_title',
  'meta_description',
  'meta_keywords',
  'active',
] as const
export type ImportField = (typeof importFields)[number]

const short = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[^\p{Cc}]*$/u))
const text = z.optional(z.string().check(z.maxLength(200)))

export const importOptions = z.strictObject({
  /** `code`, `brand+code`, `name`, or a column of the files. */
  key: short(200).check(z.minLength(1)),
  /** The field of each column, its fields, or `ignore`. Columns that are not listed are recognized by name. */
  mapping: z.record(
    short(200),
    z.union([z.enum([...importFields, 'ignore']), z.array(z.enum(importFields)).check(z.minLength(1), z.maxLength(3))]),
  ),
  defaults: z.strictObject({
    unit: z.optional(short(30)),
    currency: z.optional(z.string().check(z.regex(/^([A-Z]{3})?$/))),
    tax_rate: z.optional(z.string().check(z.regex(/^(100|\d{1,2}([.,]\d{1,2})?)?$/))),
    brand: z.optional(short(100)),
    category: z.optional(short(200)),
  }),
  /** Decimal sign of numbers like 1.234 that no other value of the file explains. */
  decimal: z.nullable(z.enum([',', '.'])),
  /** Decimal signs of columns that mix 1.234,5 and 1,234.5; `each`: every value as it is written. */
  decimals: z.optional(z.record(short(200), z.enum([',', '.', 'each']))),
  /** Base units for words such as "Var" and "in stock"; without it 1. */
  inStock: z.optional(z.nullable(z.string().check(z.regex(/^[1-9]\d{0,5}$/)))),
  /** The sheet to read of workbooks that have it. */
  sheet: z.optional(z.nullable(short(200))),
  /**
   * Whether prices include VAT where the files do not say so: `net`, `gross`, or `column:<name>` of a column that says it
   * row by row. Null: the file decides, or the question stays open.
   */
  prices: z.optional(z.nullable(z.string().check(z.regex(/^(?:net|gross|column:[^\p{Cc}]{1,200})$/u)))),
  /** What happens to sale prices that change more than fivefold, up or down. Null: they stay, and the question stays open. */
  priceJumps: z.optional(z.nullable(z.enum(['accept', 'keep']))),
  /** Which of several rows of a product with different prices counts. Null: the first, and the question stays open. */
  repeatedPrices: z.optional(z.nullable(z.enum(['first', 'last', 'none']))),
  /** `one`: rows with one code and different brands are one product. Null: the first row counts, and the question stays open. */
  repeatedCodes: z.optional(z.nullable(z.enum(['one']))),
  /** Index of the file that contains units of products; the others contain products. */
  units: z.optional(z.nullable(z.number().check(z.int(), z.nonnegative(), z.maximum(importFilesMax - 1)))),
  /** Codes; null: the default one. A price list or warehouse that does not exist is created. */
  priceList: z.nullable(short(60)),
  warehouse: z.nullable(short(60)),
})
export type ImportOptionsInput = z.output<typeof importOptions>

export const defaultImportOptions: ImportOptionsInput = {
  key: 'code',
  mapping: {},
  defaults: {},
  decimal: null,
  prices: null,
  priceList: null,
  warehouse: null,
}

/** Uses of columns that are no fields: what tells a product from its variants, and its attributes. */
export const formatColumnUses = [
  'variant_group',
  'variant_name',
  'variant_value',
  'variant_list',
  'attribute_name',
  'attribute_value',
  'attribute_list',
  'row_kind',
] as const
export type FormatColumnUse = (typeof formatColumnUses)[number]

/** How a file is read. Values of imports from before are missing. */
export const fileInspection = z.object({
  file: z.string(),
  kind: z.optional(z.enum(['products', 'units'])),
  rows: z.optional(z.number()),
  encoding: z.optional(z.nullable(z.string())),
  separator: z.optional(z.nullable(z.string())),
  /** From 1; null if the format has none. */
  headerLine: z.optional(z.nullable(z.number())),
  /** Rows that repeat the header. */
  repeatedHeaders: z.optional(z.number()),
  /** The sheet that is read, and all with content. */
  sheet: z.optional(z.nullable(z.string())),
  sheets: z.optional(z.array(z.string())),
  /** What no column has: `price`, `stock`, `image`, `category`. */
  missing: z.optional(z.array(z.enum(['price', 'stock', 'image', 'category']))),
  columns: z.array(
    z.object({
      name: z.string(),
      /** The recognized use; null: none. Two fields of one column are joined by "+". */
      use: z.nullable(z.string()),
      samples: z.optional(z.array(z.string())),
      isEmpty: z.optional(z.boolean()),
      certainty: z.optional(z.enum(['chosen', 'sure', 'doubtful'])),
    }),
  ),
})
export type ImportFileInspection = z.output<typeof fileInspection>

/** What the files leave open. An import with open questions is previewed but not applied. */
export const importQuestion = z.object({
  /**
   * `prices`: nothing says whether prices include VAT. `field`: several columns may be the field. `decimal`: a column mixes
   * 1.234,5 and 1,234.5. `sheet`: several sheets (`columns`) may have the products. `key`: no column has the stock codes.
   * `jumps`: sale prices change more than fivefold. `repeated`: rows of one product have different prices.
   * `brands`: rows with one code have different brands.
   */
  kind: z.enum(['prices', 'field', 'decimal', 'sheet', 'key', 'jumps', 'repeated', 'brands']),
  file: z.string(),
  /** The field of `field`. */
  field: z.optional(z.enum(importFields)),
  /** Columns that the question is about. */
  columns: z.array(z.string()),
  /** Values of the file. */
  examples: z.array(z.string()),
})
export type ImportQuestion = z.output<typeof importQuestion>

/** A sale price of the files as the import reads it. Amounts and rate (percent) are decimals as text. */
const priceSample = z.object({
  file: z.string(),
  key: z.string(),
  name: z.string(),
  currency: z.string(),
  rate: z.string(),
  /** Whether the price in the file includes VAT. */
  isGross: z.boolean(),
  net: z.string(),
  gross: z.string(),
})
export type PriceSample = z.output<typeof priceSample>

const summary = z.object({
  /** Rows of the product files, and of the units file if there is one. */
  rows: z.number(),
  unitRows: z.optional(z.number()),
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  rejected: z.number(),
  /** Changed prices, stocks and units; new brands, models and categories. */
  counts: z.record(z.string(), z.number()),
  /** The first prices, with and without VAT (missing in old imports). */
  samples: z.optional(z.array(priceSample)),
  /** Products of the import's source that go off sale or on sale again, and how many it had (only with a source). */
  source: z.optional(z.object({ offSale: z.number(), backOnSale: z.number(), size: z.number() })),
  /**
   * Addresses of pictures, those of which there was no picture yet, and products whose pictures change (only with
   * addresses).
   */
  pictures: z.optional(z.object({ addresses: z.number(), waiting: z.number(), products: z.number() })),
})

/** What became of the pictures that the import was the last one to name by address. */
const pictureCounts = z.object({
  /** Different addresses, by their state. */
  total: z.number(),
  stored: z.number(),
  failed: z.number(),
  waiting: z.number(),
  /** Of those that wait, the ones that failed and are tried again; `nextAt`: when the first of them is fetched. */
  retried: z.number(),
  nextAt: z.nullable(z.string()),
  /** Rows of the list of failed pictures: one for each product. */
  failedRows: z.number(),
})

/** Whether an import changes products or their pictures. */
export const changesProducts = ({ created, updated, pictures }: z.output<typeof summary>): boolean =>
  created + updated + (pictures?.products ?? 0) > 0

export const listedImport = z.object({
  id: z.number(),
  state: z.enum(importStates),
  createdAt: z.string(),
  createdBy: z.string(),
  files: z.array(z.string()),
  summary: z.nullable(summary),
})
export type ListedImport = z.output<typeof listedImport>

export const importDetail = z.object({
  id: z.number(),
  state: z.enum(importStates),
  createdAt: z.string(),
  createdBy: z.string(),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), received: z.number() })),
  options: importOptions,
  /** The profile that the options were taken from, and those for files of this or a similar shape. */
  profile: usedProfile,
  profiles: z.array(z.object({ id: z.number(), name: z.string(), options: importOptions })),
  /** A name for a new profile; null while there is nothing to save. */
  suggestedProfile: z.nullable(z.string()),
  /** How each file is read. */
  columns: z.array(fileInspection),
  questions: z.array(importQuestion),
  step: z.nullable(z.string()),
  done: z.number(),
  total: z.number(),
  /** Why the last run failed. */
  refusal: z.nullable(z.string()),
  /** False if a file itself cannot be read, whatever the options. */
  isReadable: z.boolean(),
  summary: z.nullable(summary),
  appliedAt: z.nullable(z.string()),
  undoneAt: z.nullable(z.string()),
  /** Products restored, removed and left unchanged; removed brands, models and categories (missing in old imports). */
  undo: z.nullable(
    z.object({ restored: z.number(), removed: z.number(), left: z.number(), labels: z.optional(z.number()) }),
  ),
  problems: z.object({ error: z.number(), warning: z.number(), left: z.number() }),
  changes: z.object({ changed: z.number(), new: z.number() }),
  /** Null: the import names none, or a later one does. */
  pictures: z.nullable(pictureCounts),
})
export type ImportDetail = z.output<typeof importDetail>

export const listImports = endpoint({
  method: 'GET',
  path: '/yonetim/imports',
  access: 'admin',
  summary: 'Imports of product files, newest first',
  query: z.object({ page: text, limit: text }),
  reply: z.object({
    items: z.array(listedImport),
    ...paged,
  }),
  errors: [],
})

export const createImport = endpoint({
  method: 'POST',
  path: '/yonetim/imports',
  access: 'admin',
  summary: 'Starts an import with the names and sizes of its files',
  body: z.strictObject({
    files: z
      .array(
        z.strictObject({
          name: short(200).check(z.minLength(1)),
          bytes: z.number().check(z.int(), z.positive(), z.maximum(importFileBytesMax)),
        }),
      )
      .check(z.minLength(1), z.maxLength(importFilesMax)),
  }),
  reply: z.object({ id: z.number() }),
  errors: [],
})

/** Pieces are appended in order. One that is already stored, or not yet due, changes nothing. */
export const sendImportPiece = endpoint({
  method: 'POST',
  path: '/yonetim/imports/:id/files/:file',
  access: 'admin',
  summary: 'Uploads a piece of a file that starts at byte `at`; returns the number of bytes stored',
  encoding: 'file',
  params: z.object({
    id: rowId,
    file: z.pipe(z.pipe(z.string().check(z.regex(/^\d$/)), z.transform(Number)), z.number()),
  }),
  query: z.object({ at: z.pipe(z.pipe(z.string().check(z.regex(/^\d{1,10}$/)), z.transform(Number)), z.number()) }),
  body: z.unknown(),
  reply: z.object({ received: z.number() }),
  errors: ['import_not_found', 'import_moved', 'too_large', 'bad_request', 'in_progress', 'unavailable'],
})

export const getImport = endpoint({
  method: 'GET',
  path: '/yonetim/imports/:id',
  access: 'admin',
  summary: 'One import with its state, progress, columns and totals',
  params: rowParams,
  reply: importDetail,
  errors: ['import_not_found'],
})

const step = (name: string, sentence: string) =>
  endpoint({
    method: 'POST',
    path: `/yonetim/imports/:id/${name}`,
    access: 'admin',
    summary: sentence,
    params: rowParams,
    reply: importDetail,
    errors: ['import_not_found', 'import_moved', 'import_running'],
  })

export const previewImport = endpoint({
  method: 'POST',
  path: '/yonetim/imports/:id/preview',
  access: 'admin',
  summary: 'Starts a preview of what the import would change; nothing is changed',
  params: rowParams,
  /** `profile`: the one that the options were taken from. Without it, the first preview takes that of the files' shape. */
  body: z.extend(importOptions, { profile: z.optional(z.nullable(z.number().check(z.int()))) }),
  reply: importDetail,
  errors: ['import_not_found', 'import_moved', 'import_running'],
})
export const applyImport = endpoint({
  method: 'POST',
  path: '/yonetim/imports/:id/apply',
  access: 'admin',
  summary: 'Starts the previewed import into the catalog; refused while a question is open',
  params: rowParams,
  reply: importDetail,
  errors: ['import_not_found', 'import_moved', 'import_running', 'import_questions'],
})
export const saveImportProfile = endpoint({
  method: 'POST',
  path: '/yonetim/imports/:id/profile',
  access: 'admin',
  summary:
    'Saves how the files of an applied import were read as a profile, or changes the profile that it was read with',
  params: rowParams,
  body: profileName,
  reply: importDetail,
  errors: ['import_not_found', 'import_moved', 'validation_failed'],
})
export const undoImport = step('undo', 'Starts to undo what the import changed')
export const cancelImport = step('cancel', 'Cancels a running preview or import; the catalog stays unchanged')

export const importChange = z.object({
  productId: z.number(),
  code: z.string(),
  name: z.string(),
  isNew: z.boolean(),
  /** Changed values; empty for a new product, which has `added` instead. */
  differences: z.array(z.object({ field: z.string(), old: z.nullable(z.string()), new: z.nullable(z.string()) })),
  added: z.nullable(
    z.object({
      isOnSale: z.boolean(),
      brand: z.nullable(z.string()),
      unit: z.nullable(z.string()),
      /** Price of the default unit. */
      price: z.nullable(z.string()),
      /** Base units in all warehouses. */
      stock: z.nullable(z.string()),
    }),
  ),
})
export type ImportChange = z.output<typeof importChange>

/** `kind`: `changed` (default) or `new`. */
export const listImportChanges = endpoint({
  method: 'GET',
  path: '/yonetim/imports/:id/changes',
  access: 'admin',
  summary: 'Products that the import changes or adds, with their changed values',
  params: rowParams,
  query: z.object({ kind: text, page: text, limit: text }),
  reply: z.object({ items: z.array(importChange), ...paged }),
  errors: ['import_not_found'],
})

export const importProblem = z.object({
  file: z.string(),
  line: z.number(),
  key: z.string(),
  reason: z.string(),
  row: z.nullable(z.string()),
})
export type ImportProblem = z.output<typeof importProblem>

/** `level`: `error` (default), `warning`, or `left` for changes that an undo did not revert. */
export const listImportProblems = endpoint({
  method: 'GET',
  path: '/yonetim/imports/:id/problems',
  access: 'admin',
  summary: 'Rows with errors or warnings, with their reasons',
  params: rowParams,
  query: z.object({ level: text, page: text, limit: text }),
  reply: z.object({ items: z.array(importProblem), ...paged }),
  errors: ['import_not_found'],
})

export const failedPicture = z.object({
  file: z.string(),
  line: z.number(),
  productId: z.number(),
  code: z.string(),
  url: z.string(),
  reason: z.string(),
})
export type FailedImportPicture = z.output<typeof failedPicture>

export const listImportPictures = endpoint({
  method: 'GET',
  path: '/yonetim/imports/:id/pictures',
  access: 'admin',
  summary: 'Pictures that could not be fetched from their addresses, with their reasons',
  params: rowParams,
  query: z.object({ page: text, limit: text }),
  reply: z.object({ items: z.array(failedPicture), ...paged }),
  errors: ['import_not_found'],
})

export const retryImportPictures = endpoint({
  method: 'POST',
  path: '/yonetim/imports/:id/pictures/retry',
  access: 'admin',
  summary: 'Fetches the pictures again that failed or wait for another attempt',
  params: rowParams,
  reply: importDetail,
  errors: ['import_not_found', 'import_moved'],
})

/** Path of the CSV file with the changes, the problems or the failed pictures of an import. */
export const importCsvPath = (id: number | string, part: 'changes' | 'problems' | 'pictures'): string =>
  `/yonetim/imports/${id}/${part}.csv`
