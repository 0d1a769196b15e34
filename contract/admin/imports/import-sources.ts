import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { rowParams } from '#contract/core/row-id.ts'
import { importStates } from './imports.ts'

const typed = (max: number) => z.string().check(z.maxLength(max))

/** Hours between two runs of a source. */
export const sourceHours = [1, 2, 4, 6, 12] as const

/** As typed in the form. */
export const sourceValues = z.strictObject({
  name: typed(500),
  url: typed(3000),
  username: typed(500),
  /** Empty: `manual`; `4h`: every four hours; `06:30`: daily at that time in Turkey. */
  schedule: typed(10),
  removesMissing: z.boolean(),
  brakePercent: typed(10),
  /** The id of the profile that its files are read with; empty: with the answers of its last import. */
  profile: typed(10),
})
export type SourceValues = z.output<typeof sourceValues>

/** What a run did. `waiting`: an administrator has to look at its import. */
export const sourceOutcomes = ['applied', 'unchanged', 'waiting', 'failed'] as const
export type SourceOutcome = (typeof sourceOutcomes)[number]

export const sourceRun = z.object({
  id: z.number(),
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
  /** Null: by schedule. */
  askedBy: z.nullable(z.string()),
  /** Null: it is running. */
  outcome: z.nullable(z.enum(sourceOutcomes)),
  /** The sentence that says why it failed or waits. */
  reason: z.nullable(z.string()),
  bytes: z.nullable(z.number()),
  /** Its import, while it is kept. */
  importId: z.nullable(z.number()),
  importState: z.nullable(z.enum(importStates)),
  /** New and changed products of the import. */
  created: z.nullable(z.number()),
  updated: z.nullable(z.number()),
  offSale: z.nullable(z.number()),
})
export type SourceRun = z.output<typeof sourceRun>

export const listedSource = z.object({
  id: z.number(),
  ...sourceValues.shape,
  hasPassword: z.boolean(),
  isActive: z.boolean(),
  /** False: its first import has to be looked at and applied by an administrator. */
  isConfirmed: z.boolean(),
  nextRunAt: z.nullable(z.string()),
  /** Products that its files had. */
  products: z.number(),
  lastRun: z.nullable(sourceRun),
})
export type ListedSource = z.output<typeof listedSource>

const reply = z.object({
  items: z.array(listedSource),
  /** Profiles that a source may use. */
  profiles: z.array(z.object({ id: z.number(), name: z.string() })),
})

export const listSources = endpoint({
  method: 'GET',
  path: '/yonetim/import-sources',
  access: 'admin',
  area: 'catalog',
  summary: 'Addresses that product files are fetched from, with their last run',
  reply,
  errors: [],
})

/** The files of a source set prices without anybody looking at them. */
const bothAreas = ['catalog', 'prices'] as const

/** `password`: null leaves the stored one. */
const password = z.nullable(typed(500))

export const addSource = endpoint({
  method: 'POST',
  path: '/yonetim/import-sources',
  access: 'admin',
  area: bothAreas,
  summary: 'Adds a source',
  body: z.strictObject({ values: sourceValues, password }),
  reply,
  errors: ['validation_failed'],
})

/** `before`: the values the form was opened with. */
export const changeSource = endpoint({
  method: 'PATCH',
  path: '/yonetim/import-sources/:id',
  access: 'admin',
  area: bothAreas,
  summary: 'Changes a source',
  params: rowParams,
  body: z.strictObject({ before: sourceValues, values: sourceValues, password }),
  reply,
  errors: ['validation_failed', 'not_found', 'import_source_changed'],
})

export const setSourceState = endpoint({
  method: 'POST',
  path: '/yonetim/import-sources/:id/state',
  access: 'admin',
  area: bothAreas,
  summary: 'Pauses the schedule of a source or resumes it',
  params: rowParams,
  body: z.strictObject({ isActive: z.boolean() }),
  reply,
  errors: ['not_found'],
})

export const runSourceNow = endpoint({
  method: 'POST',
  path: '/yonetim/import-sources/:id/run',
  access: 'admin',
  area: bothAreas,
  summary: 'Fetches the file of a source now and imports it',
  params: rowParams,
  reply,
  errors: ['not_found', 'import_source_running'],
})

/** Its products stay as they are. */
export const removeSource = endpoint({
  method: 'DELETE',
  path: '/yonetim/import-sources/:id',
  access: 'admin',
  area: 'catalog',
  summary: 'Deletes a source with its history',
  params: rowParams,
  reply,
  errors: ['not_found', 'import_source_running'],
})

export const listSourceRuns = endpoint({
  method: 'GET',
  path: '/yonetim/import-sources/:id/runs',
  access: 'admin',
  area: 'catalog',
  summary: 'Runs of a source, newest first',
  params: rowParams,
  query: z.object({ page: z.optional(typed(200)), limit: z.optional(typed(200)) }),
  reply: z.object({ items: z.array(sourceRun), ...paged }),
  errors: ['not_found'],
})
