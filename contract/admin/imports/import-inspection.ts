import * as z from 'zod/mini'
import { importFields } from './import-options.ts'

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
export const priceSample = z.object({
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
