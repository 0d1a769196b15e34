import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'
import { allFileImportFields } from './file-import-options.ts'
import { importFields } from './import-options.ts'

export const profileKinds = [
  'products',
  'movements',
  'balances',
  'serials',
  'costs',
  'price_rules',
  'promotions',
  'shipments',
] as const
export type ProfileKind = (typeof profileKinds)[number]
export const profileNameMax = 80

const typed = (max: number) => z.string().check(z.maxLength(max))

const columnName = typed(200)
const fieldsOfColumn = z.array(z.enum(importFields)).check(z.minLength(1), z.maxLength(3))
const columnUse = z.union([
  z.enum([...new Set([...importFields, ...allFileImportFields, 'ignore'] as const)]),
  fieldsOfColumn,
])

/**
 * As typed in the form; empty: the file decides, or the default. Only `name`, `decimal` and `mapping` for other kinds than
 * products.
 */
export const profileValues = z.strictObject({
  name: typed(500),
  /** The field of each column, its fields, or `ignore`. Columns that are not listed are recognized by name. */
  mapping: z.record(columnName, columnUse),
  decimal: z.enum(['', ',', '.']),
  prices: z.enum(['', 'net', 'gross']),
  inStock: typed(20),
  priceList: typed(200),
  warehouse: typed(200),
})
export type ProfileValues = z.output<typeof profileValues>

const profileColumn = z.object({ name: z.string(), use: z.nullable(z.string()) })
export type ProfileColumn = z.output<typeof profileColumn>

export const listedProfile = z.object({
  id: z.number(),
  kind: z.enum(profileKinds),
  ...profileValues.shape,
  /** `column:<name>` if a column says row by row whether prices include VAT; the form leaves it as it is. */
  pricesColumn: z.nullable(z.string()),
  /** Columns of the files, with what each is recognized as by its name (null: nothing, or unknown). */
  columns: z.array(profileColumn),
  createdAt: z.string(),
  createdBy: z.string(),
  usedAt: z.nullable(z.string()),
  /** Names of the sources that use it. */
  sources: z.array(z.string()),
})
export type ListedProfile = z.output<typeof listedProfile>

/** The profile that an import was read with. `isChanged`: its options are no longer those of the profile. */
export const usedProfile = z.nullable(z.object({ id: z.number(), name: z.string(), isChanged: z.boolean() }))

/** A new profile, or the one of this name that the import was read with. */
export const profileName = z.strictObject({ name: typed(500) })

const reply = z.object({ items: z.array(listedProfile) })

export const listProfiles = endpoint({
  method: 'GET',
  path: '/yonetim/import-profiles',
  access: 'admin',
  area: 'catalog',
  summary: 'Profiles: how files of one shape are imported',
  reply,
  errors: [],
})

/** `before`: the values the form was opened with. */
export const changeProfile = endpoint({
  method: 'PATCH',
  path: '/yonetim/import-profiles/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'Changes a profile',
  params: rowParams,
  body: z.strictObject({ before: profileValues, values: profileValues }),
  reply,
  errors: ['validation_failed', 'not_found', 'import_profile_changed'],
})

/** Sources that use it keep its options. */
export const removeProfile = endpoint({
  method: 'DELETE',
  path: '/yonetim/import-profiles/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'Deletes a profile',
  params: rowParams,
  reply,
  errors: ['not_found'],
})
