import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { rowId, rowParams } from '#contract/core/row-id.ts'
import { profileName, usedProfile } from './import-profiles.ts'
import { fileImportBytesMax, type FileImportKind, fileImportKinds, fileImportOptions } from './file-import-options.ts'
import { fileInspection } from './import-inspection.ts'

export const fileImportStates = [
  'uploading',
  'previewing',
  'ready',
  'applying',
  'applied',
  'failed',
  'cancelled',
] as const
export type FileImportState = (typeof fileImportStates)[number]
export const runningFileImportStates: readonly FileImportState[] = ['previewing', 'applying']

/**
 * Lists of an import: shipments, changed balances, products with new pictures, skipped rows, imported rows with a warning, products
 * without any picture.
 */
export const fileImportTabs = ['shipments', 'accounts', 'pictures', 'problems', 'warnings', 'missing'] as const
export type FileImportTab = (typeof fileImportTabs)[number]

const kind = z.enum(fileImportKinds)
const figures = z.nullable(z.record(z.string(), z.number()))
const text = z.optional(z.string().check(z.maxLength(200)))

const listed = {
  id: z.number(),
  kind,
  state: z.enum(fileImportStates),
  createdAt: z.string(),
  createdBy: z.string(),
  file: z.string(),
  /** Rows or files read, added, changed, unchanged, rejected, and what belongs to the kind. */
  summary: figures,
}
export const listedFileImport = z.object(listed)
export type ListedFileImport = z.output<typeof listedFileImport>

export const fileImportDetail = z.object({
  ...listed,
  bytes: z.number(),
  received: z.number(),
  options: fileImportOptions,
  step: z.nullable(z.string()),
  done: z.number(),
  total: z.number(),
  /** Why the last run failed. */
  refusal: z.nullable(z.string()),
  /** Not null: the previewed import may move prices and needs a second person; `mayApply`: the visitor is one. */
  secondPerson: z.nullable(z.object({ mayApply: z.boolean() })),
  /** Whether the previewed import would change something. */
  hasWork: z.boolean(),
  appliedAt: z.nullable(z.string()),
  /** The profile that the options were taken from, and those for files of this or a similar shape. */
  profile: usedProfile,
  profiles: z.array(z.object({ id: z.number(), name: z.string(), options: fileImportOptions })),
  /** A name for a new profile; null while there is nothing to save. */
  suggestedProfile: z.nullable(z.string()),
  /** How the file was read; null before, and for pictures. The uses of columns are fields of the kind. */
  inspection: z.nullable(fileInspection),
  /** Rows of each list. */
  counts: z.object({
    shipments: z.number(),
    accounts: z.number(),
    pictures: z.number(),
    problems: z.number(),
    warnings: z.number(),
    missing: z.number(),
  }),
})
export type FileImportDetail = z.output<typeof fileImportDetail>

/** Every import needs the right of its kind (`fileImportAreas`). */
export const listFileImports = endpoint({
  method: 'GET',
  path: '/yonetim/file-imports',
  access: 'admin',
  area: 'any',
  summary: 'Imports of one kind (movements, balances, serials, costs, price rules, shipments, pictures), newest first',
  query: z.object({ kind, page: text, limit: text }),
  reply: z.object({ items: z.array(listedFileImport), ...paged }),
  errors: [],
})

export const createFileImport = endpoint({
  method: 'POST',
  path: '/yonetim/file-imports',
  access: 'admin',
  area: 'any',
  summary: 'Starts an import of movements, balances, serial numbers, costs, price rules, shipments or product pictures',
  body: z.strictObject({
    kind,
    name: z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u)),
    bytes: z.number().check(z.int(), z.positive(), z.maximum(fileImportBytesMax.pictures)),
  }),
  reply: z.object({ id: z.number() }),
  errors: ['too_large'],
})

/** Pieces are appended in order. One that is already stored, or not yet due, changes nothing. */
export const sendFileImportPiece = endpoint({
  method: 'POST',
  path: '/yonetim/file-imports/:id/file',
  access: 'admin',
  area: 'any',
  summary: 'Uploads a piece of the file that starts at byte `at`; returns the number of bytes stored',
  encoding: 'file',
  params: z.object({ id: rowId }),
  query: z.object({ at: z.pipe(z.pipe(z.string().check(z.regex(/^\d{1,10}$/)), z.transform(Number)), z.number()) }),
  body: z.unknown(),
  reply: z.object({ received: z.number() }),
  errors: ['import_not_found', 'import_moved', 'too_large', 'bad_request', 'in_progress', 'unavailable'],
})

export const getFileImport = endpoint({
  method: 'GET',
  path: '/yonetim/file-imports/:id',
  access: 'admin',
  area: 'any',
  summary: 'One import with its state, progress and figures',
  params: rowParams,
  reply: fileImportDetail,
  errors: ['import_not_found'],
})

export const previewFileImport = endpoint({
  method: 'POST',
  path: '/yonetim/file-imports/:id/preview',
  access: 'admin',
  area: 'any',
  summary: 'Starts a preview of what the import would change; nothing is changed',
  params: rowParams,
  /** `profile`: the one that the options were taken from. Without it, the first preview takes that of the file's shape. */
  body: z.extend(fileImportOptions, { profile: z.optional(z.nullable(z.number().check(z.int()))) }),
  reply: fileImportDetail,
  errors: ['import_not_found', 'import_moved'],
})

const step = (name: string, summary: string) =>
  ({
    method: 'POST',
    path: `/yonetim/file-imports/:id/${name}`,
    access: 'admin',
    area: 'any',
    summary,
    params: rowParams,
    reply: fileImportDetail,
  }) as const
export const applyFileImport = endpoint({
  ...step('apply', 'Starts the previewed import'),
  errors: ['import_not_found', 'import_moved', 'import_rules_need_second'],
})
export const cancelFileImport = endpoint({
  ...step('cancel', 'Cancels a running preview or import: nothing is changed, and no further shipment is made'),
  errors: ['import_not_found', 'import_moved'],
})

export const saveFileImportProfile = endpoint({
  method: 'POST',
  path: '/yonetim/file-imports/:id/profile',
  access: 'admin',
  area: 'any',
  summary:
    'Saves how the file of an applied import was read as a profile, or changes the profile that it was read with',
  params: rowParams,
  body: profileName,
  reply: fileImportDetail,
  errors: ['import_not_found', 'import_moved', 'validation_failed'],
})

/** Cells are texts in the language of the request; `align` is that of their column. */
const listRow = z.object({ key: z.string(), cells: z.array(z.string()) })

/**
 * `kind`: only rows of this kind. `kinds` has all kinds of skipped rows or of warnings, the most frequent first, each with
 * its first rows; none for other lists and for pictures.
 */
export const listFileImportRows = endpoint({
  method: 'GET',
  path: '/yonetim/file-imports/:id/rows',
  access: 'admin',
  area: 'any',
  summary:
    'One list of an import: shipments, skipped rows, warnings, accounts, pictures, or products without a picture',
  params: rowParams,
  query: z.object({ tab: z.enum(fileImportTabs), kind: text, page: text, limit: text }),
  reply: z.object({
    columns: z.array(z.object({ title: z.string(), align: z.enum(['left', 'right']) })),
    items: z.array(listRow),
    kinds: z.array(z.object({ kind: z.string(), title: z.string(), total: z.number(), items: z.array(listRow) })),
    ...paged,
  }),
  errors: ['import_not_found'],
})
export type FileImportRows = z.output<typeof listFileImportRows.reply>

/** Path of the CSV file with one list of an import, or with the rows of one kind. */
export const fileImportCsvPath = (id: number | string, tab: FileImportTab, kind?: string): string =>
  `/yonetim/file-imports/${id}/${tab}.csv${kind === undefined ? '' : `?kind=${encodeURIComponent(kind)}`}`

/** Path of the sample file of a kind; that of pictures lists the file names that products expect. */
export const fileImportSamplePath = (kind: FileImportKind): string => `/yonetim/file-imports/ornek-${kind}.csv`
