import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { batchErrors, batchHead, batchOf, batchReply, text } from './batch.ts'
import { brandsExample, categoriesExample } from './label-examples.ts'

/** Without products and categories below it, a category can be deleted: then only `code` counts. */
export const categoryRow = z.strictObject({
  code: text(100),
  /** A new category needs it. */
  name: z.optional(text(100).check(z.regex(/\S/))),
  /** The code of the category above, which may be in a later row; `null`: the top. */
  parentCode: z.optional(z.nullable(text(100))),
  /** Lower ones come first. */
  position: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  delete: z.optional(z.boolean()),
})

/** Without products, a brand can be deleted: then only `code` counts. */
export const brandRow = z.strictObject({
  /** Without commas, semicolons and colons. */
  code: text(60),
  /** A new brand needs it. */
  name: z.optional(text(200).check(z.regex(/\S/))),
  delete: z.optional(z.boolean()),
})

const v1 = '/api/integration/v1'

export const writeCategories = endpoint({
  method: 'POST',
  path: `${v1}/categories`,
  access: 'service',
  scope: 'catalog:write',
  summary: 'Adds, changes, moves and deletes categories by the codes of the ERP',
  body: z.strictObject({ ...batchHead, rows: batchOf(categoryRow) }),
  reply: batchReply,
  example: categoriesExample,
  errors: batchErrors,
})

export const writeBrands = endpoint({
  method: 'POST',
  path: `${v1}/brands`,
  access: 'service',
  scope: 'catalog:write',
  summary: 'Adds, renames and deletes brands by the codes of the ERP',
  body: z.strictObject({ ...batchHead, rows: batchOf(brandRow) }),
  reply: batchReply,
  example: brandsExample,
  errors: batchErrors,
})
