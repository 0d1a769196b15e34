import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { rowParams } from '#contract/core/row-id.ts'

const text = z.optional(z.string().check(z.maxLength(200)))

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
  area: 'catalog',
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

const problemKind = z.object({
  kind: z.string(),
  /** What the problems of this kind have in common. */
  title: z.string(),
  total: z.number(),
  /** The first ones. */
  items: z.array(importProblem),
})
export type ImportProblemKind = z.output<typeof problemKind>

/**
 * `level`: `error` (default), `warning`, or `left` for changes that an undo did not revert. `kind`: only problems of this
 * kind. `kinds` has all kinds of the level, the most frequent first; none for `left`.
 */
export const listImportProblems = endpoint({
  method: 'GET',
  path: '/yonetim/imports/:id/problems',
  access: 'admin',
  area: 'catalog',
  summary: 'Rows with errors or warnings, with their reasons',
  params: rowParams,
  query: z.object({ level: text, kind: text, page: text, limit: text }),
  reply: z.object({ items: z.array(importProblem), kinds: z.array(problemKind), ...paged }),
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
  area: 'catalog',
  summary: 'Pictures that could not be fetched from their addresses, with their reasons',
  params: rowParams,
  query: z.object({ page: text, limit: text }),
  reply: z.object({ items: z.array(failedPicture), ...paged }),
  errors: ['import_not_found'],
})

/** Path of the CSV file with the changes, the problems (also those of one kind) or the failed pictures of an import. */
export const importCsvPath = (id: number | string, part: 'changes' | 'problems' | 'pictures', kind?: string): string =>
  `/yonetim/imports/${id}/${part}.csv${kind === undefined ? '' : `?kind=${encodeURIComponent(kind)}`}`
