import * as z from 'zod/mini'
import { importFilesMax } from './import-files.ts'

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
