import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { rowNumber, rowParams } from '#contract/core/row-id.ts'

export const attributeTypes = ['text', 'number', 'yes_no', 'list'] as const
export type AttributeType = (typeof attributeTypes)[number]
export const choicesMax = 200

const text = z.optional(z.string().check(z.maxLength(200)))
const short = z.string().check(z.maxLength(100))

/** English names are '' where they are as in Turkish. An empty `key` is derived from the name. */
const attributeFields = z.strictObject({
  key: short,
  nameTr: short,
  nameEn: short,
  /** Other labels with the same meaning, as files have them. */
  aliases: z.array(short).check(z.maxLength(20)),
  type: z.enum(attributeTypes),
  /** Of numbers. */
  unit: z.string().check(z.maxLength(15)),
  groupTr: short,
  groupEn: short,
  position: z.number().check(z.int(), z.gte(0), z.lte(1_000_000)),
  /** Whether lists of products can be filtered by it. */
  isFilter: z.boolean(),
  /** It is offered in this category and below only; null = everywhere. */
  categoryId: z.nullable(rowNumber),
  /** Of lists, in order. */
  choices: z.array(z.strictObject({ nameTr: short, nameEn: short })).check(z.maxLength(choicesMax)),
})
export type AttributeFields = z.output<typeof attributeFields>

export const adminAttribute = z.object({
  id: z.number(),
  ...attributeFields.shape,
  revision: z.number(),
  category: z.nullable(z.string()),
  /** Products with a value. */
  products: z.number(),
})
export type AdminAttribute = z.output<typeof adminAttribute>

export const listAttributes = endpoint({
  method: 'GET',
  path: '/yonetim/attributes',
  access: 'admin',
  area: 'catalog',
  summary: 'The technical attributes in their order; q: part of a name, key or unit',
  query: z.object({ page: text, limit: text, q: text }),
  reply: z.object({
    items: z.array(adminAttribute),
    ...paged,
    q: z.string(),
    /** In tree order; `depth` starts at 0. */
    categories: z.array(z.object({ id: z.number(), name: z.string(), depth: z.number() })),
    /** Units that convert into each other, and groups that are in use. */
    units: z.array(z.string()),
    groups: z.array(z.string()),
  }),
  errors: [],
})

/** What products have for the attribute, as it is now. */
const saved = z.object({
  id: z.number(),
  products: z.number(),
  /** Products whose text is no value of the attribute: it is shown as it is, but lists cannot be filtered by it. */
  unread: z.object({ count: z.number(), examples: z.array(z.object({ code: z.string(), text: z.string() })) }),
})
export type SavedAttribute = z.output<typeof saved>

export const createAttribute = endpoint({
  method: 'POST',
  path: '/yonetim/attributes',
  access: 'admin',
  area: 'catalog',
  summary: 'Adds a technical attribute; products that have its label get its values',
  body: attributeFields,
  reply: saved,
  errors: ['validation_failed'],
})

/** `revision`: of the attribute that the form was opened with. */
export const changeAttribute = endpoint({
  method: 'PATCH',
  path: '/yonetim/attributes/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'Changes a technical attribute; the values of products follow',
  params: rowParams,
  body: z.strictObject({ revision: z.number(), values: attributeFields }),
  reply: saved,
  errors: ['not_found', 'validation_failed', 'attribute_changed'],
})

/** What products have stays with them as free technical data. */
export const deleteAttribute = endpoint({
  method: 'DELETE',
  path: '/yonetim/attributes/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'Deletes a technical attribute',
  params: rowParams,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
})
