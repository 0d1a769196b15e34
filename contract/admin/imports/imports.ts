import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { rowId, rowParams } from '#contract/core/row-id.ts'
import { importFileBytesMax, importFilesMax } from './import-files.ts'
import { fileInspection, importQuestion, priceSample } from './import-inspection.ts'
import { importOptions } from './import-options.ts'
import { profileName, usedProfile } from './import-profiles.ts'

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

const short = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[^\p{Cc}]*$/u))
const text = z.optional(z.string().check(z.maxLength(200)))

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

/** Whether an import changes prices, also those of new products. */
export const changesPrices = ({ counts }: z.output<typeof summary>): boolean => (counts['prices'] ?? 0) > 0

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
  /**
   * The preview moves a price by more than this percentage: somebody else than who ran it has to apply it. `mayApply`: the
   * visitor is somebody else. Null: one person is enough, or there is no preview.
   */
  secondPerson: z.nullable(z.object({ percent: z.number(), mayApply: z.boolean() })),
})
export type ImportDetail = z.output<typeof importDetail>

export const listImports = endpoint({
  method: 'GET',
  path: '/yonetim/imports',
  access: 'admin',
  area: 'catalog',
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
  area: 'catalog',
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
  area: 'catalog',
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
  area: 'catalog',
  summary: 'One import with its state, progress, columns and totals',
  params: rowParams,
  reply: importDetail,
  errors: ['import_not_found'],
})

export const previewImport = endpoint({
  method: 'POST',
  path: '/yonetim/imports/:id/preview',
  access: 'admin',
  area: 'catalog',
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
  area: 'catalog',
  summary: 'Starts the previewed import into the catalog; refused while a question is open',
  params: rowParams,
  reply: importDetail,
  errors: [
    'import_not_found',
    'import_moved',
    'import_running',
    'import_questions',
    'import_prices_not_allowed',
    'import_needs_second',
  ],
})
export const saveImportProfile = endpoint({
  method: 'POST',
  path: '/yonetim/imports/:id/profile',
  access: 'admin',
  area: 'catalog',
  summary:
    'Saves how the files of an applied import were read as a profile, or changes the profile that it was read with',
  params: rowParams,
  body: profileName,
  reply: importDetail,
  errors: ['import_not_found', 'import_moved', 'validation_failed'],
})
export const undoImport = endpoint({
  method: 'POST',
  path: '/yonetim/imports/:id/undo',
  access: 'admin',
  area: 'catalog',
  summary: 'Starts to undo what the import changed',
  params: rowParams,
  reply: importDetail,
  errors: ['import_not_found', 'import_moved', 'import_running', 'import_prices_not_allowed'],
})
export const cancelImport = endpoint({
  method: 'POST',
  path: '/yonetim/imports/:id/cancel',
  access: 'admin',
  area: 'catalog',
  summary: 'Cancels a running preview or import; the catalog stays unchanged',
  params: rowParams,
  reply: importDetail,
  errors: ['import_not_found', 'import_moved', 'import_running'],
})

export const retryImportPictures = endpoint({
  method: 'POST',
  path: '/yonetim/imports/:id/pictures/retry',
  access: 'admin',
  area: 'catalog',
  summary: 'Fetches the pictures again that failed or wait for another attempt',
  params: rowParams,
  reply: importDetail,
  errors: ['import_not_found', 'import_moved'],
})
