import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'
import { inboundResources, outboundKinds } from '#domain/erp/mapping.ts'

const typed = (max: number) => z.string().check(z.maxLength(max))
const moment = z.nullable(z.string())

/** What a run does: reads what changed, reads everything, or only compares everything with the shop. */
export const erpRunKinds = ['changes', 'full', 'compare'] as const
/** `partly`: it ended, and some records were refused. */
export const erpRunStates = ['running', 'done', 'partly', 'failed', 'lost'] as const
export const erpDocumentStates = ['waiting', 'sending', 'unknown', 'delivered', 'refused', 'booked', 'skipped'] as const
export type ErpDocumentState = (typeof erpDocumentStates)[number]

/** Where a connection is: switched off, in order, with failures, or not read for longer than its limit. */
export const erpStates = ['paused', 'fine', 'failing', 'late'] as const

/** Where a mapping is wrong, and why. */
const mappingProblem = z.object({ place: z.string(), code: z.string(), about: z.string(), message: z.string() })
export type ErpMappingProblem = z.output<typeof mappingProblem>

const settingField = z.object({
  name: z.string(),
  type: z.enum(['text', 'number', 'url', 'secret', 'switch', 'choice', 'area', 'secretArea']),
  isNeeded: z.boolean(),
  choices: z.array(z.string()),
  standard: z.string(),
  /** Fields of the same group stand together under its name; '' for those before the groups. */
  group: z.string(),
  /** Shown, and needed, only with this choice in another field. */
  shownIf: z.nullable(z.object({ field: z.string(), choice: z.string() })),
})
export type ErpSettingField = z.output<typeof settingField>

/** A kind of ERP, with the fields of its form and what it can read and receive. */
const erpKind = z.object({
  kind: z.string(),
  fields: z.array(settingField),
  resources: z.array(z.enum(inboundResources)),
  documents: z.array(z.enum(outboundKinds)),
})
export type ErpKind = z.output<typeof erpKind>

const listed = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.string(),
  state: z.enum(erpStates),
  runsBeside: z.boolean(),
  /** The last sign of life of the program that runs it. */
  seenAt: moment,
  lastOkAt: moment,
  refusedRows: z.number(),
  refusedDocuments: z.number(),
  waitingDocuments: z.number(),
})
export type ListedErp = z.output<typeof listed>

export const listErpConnections = endpoint({
  method: 'GET',
  path: '/yonetim/erp-connections',
  access: 'admin',
  area: 'settings',
  summary: 'Connections to ERPs, and the kinds that can be added',
  reply: z.object({ items: z.array(listed), kinds: z.array(erpKind) }),
  errors: [],
})

const feed = z.object({
  resource: z.enum(inboundResources),
  isActive: z.boolean(),
  everyMinutes: z.number(),
  fullEveryHours: z.nullable(z.number()),
})

const feedState = z.object({
  ...feed.shape,
  isRunning: z.boolean(),
  failures: z.number(),
  nextAt: moment,
  lastOkAt: moment,
  lastFullAt: moment,
  lastCompareAt: moment,
  /** Of the last run that ended; in a comparison, changed rows are those that differ. */
  hasCompared: z.boolean(),
  rowsRead: z.nullable(z.number()),
  rowsChanged: z.nullable(z.number()),
  rowsRefused: z.nullable(z.number()),
  /** Why the last run failed. */
  reason: z.nullable(z.string()),
  message: z.nullable(z.string()),
  refusedRows: z.number(),
  differences: z.number(),
  /** Fields of the mapping that no record of the last full run or comparison had. */
  warnings: z.array(mappingProblem),
})
export type ErpFeed = z.output<typeof feedState>

const detail = z.object({
  ...listed.shape,
  version: z.number(),
  isActive: z.boolean(),
  /** Without the secret ones. */
  settings: z.record(z.string(), z.string()),
  /** Names of secret settings that are stored. */
  secrets: z.array(z.string()),
  sends: z.array(z.enum(outboundKinds)),
  /** Minutes that an order waits before it is sent; until then its buyer can cancel it. */
  sendAfterMinutes: z.number(),
  lagMinutes: z.number(),
  feeds: z.array(feedState),
  /** The mapping as JSON. */
  mapping: z.string(),
  form: erpKind,
})
export type ErpDetail = z.output<typeof detail>

export const getErpConnection = endpoint({
  method: 'GET',
  path: '/yonetim/erp-connections/:id',
  access: 'admin',
  area: 'settings',
  summary: 'A connection with its settings, resources and mapping',
  params: rowParams,
  reply: detail,
  errors: ['not_found'],
})

const settings = z.record(z.string().check(z.maxLength(60)), typed(4000))

export const addErpConnection = endpoint({
  method: 'POST',
  path: '/yonetim/erp-connections',
  access: 'admin',
  area: 'settings',
  summary: 'Adds a connection, switched off, with the mapping of its kind',
  body: z.strictObject({ name: typed(500), kind: typed(40), settings, runsBeside: z.boolean() }),
  /** With `runsBeside`: the key of the program, which is shown once. */
  reply: z.object({ id: z.number(), key: z.nullable(z.string()) }),
  errors: ['validation_failed'],
})

export const changeErpConnection = endpoint({
  method: 'PATCH',
  path: '/yonetim/erp-connections/:id',
  access: 'admin',
  area: 'settings',
  summary: 'Changes a connection. Secret settings that are empty stay as they are',
  params: rowParams,
  body: z.strictObject({
    version: z.number(),
    name: typed(500),
    settings,
    sends: z.array(z.enum(outboundKinds)).check(z.maxLength(10)),
    sendAfterMinutes: z.number(),
    lagMinutes: z.number(),
    feeds: z.array(z.strictObject(feed.shape)).check(z.maxLength(20)),
  }),
  reply: detail,
  errors: ['validation_failed', 'not_found', 'erp_changed_meanwhile', 'erp_resource_taken'],
})

/** A mapping with problems is not stored. */
export const changeErpMapping = endpoint({
  method: 'PATCH',
  path: '/yonetim/erp-connections/:id/mapping',
  access: 'admin',
  area: 'settings',
  summary: 'Changes the mapping, or returns its problems with their places',
  params: rowParams,
  body: z.strictObject({ version: z.number(), mapping: typed(500_000) }),
  reply: z.object({ problems: z.array(mappingProblem), version: z.number() }),
  errors: ['not_found', 'erp_changed_meanwhile'],
})

/** The mapping that a connection of this kind starts with. */
export const getErpTemplate = endpoint({
  method: 'GET',
  path: '/yonetim/erp-connections/:id/template',
  access: 'admin',
  area: 'settings',
  summary: 'The mapping that the kind of a connection starts with',
  params: rowParams,
  reply: z.object({ mapping: z.string() }),
  errors: ['not_found'],
})

export const previewErpMapping = endpoint({
  method: 'POST',
  path: '/yonetim/erp-connections/:id/preview',
  access: 'admin',
  area: 'settings',
  summary: 'Ten records of the ERP with the rows that a mapping makes of them; nothing is stored',
  params: rowParams,
  body: z.strictObject({ resource: z.enum(inboundResources), mapping: typed(500_000) }),
  reply: z.object({
    problems: z.array(mappingProblem),
    /** Fields of the mapping that none of the records has. */
    warnings: z.array(mappingProblem),
    rows: z.array(
      z.object({
        /** The record as JSON. */
        record: z.string(),
        /** The row as JSON; null if the mapping leaves it out, or has a problem with it. */
        row: z.nullable(z.string()),
        problem: z.nullable(mappingProblem),
      }),
    ),
  }),
  errors: ['not_found', 'erp_runs_beside', 'erp_failed'],
})

export const setErpState = endpoint({
  method: 'POST',
  path: '/yonetim/erp-connections/:id/state',
  access: 'admin',
  area: 'settings',
  summary: 'Switches a connection on or off',
  params: rowParams,
  body: z.strictObject({ isActive: z.boolean() }),
  reply: detail,
  errors: ['not_found', 'erp_nothing_chosen', 'erp_resource_taken'],
})

export const removeErpConnection = endpoint({
  method: 'DELETE',
  path: '/yonetim/erp-connections/:id',
  access: 'admin',
  area: 'settings',
  summary: 'Removes a connection with its log. What it wrote stays',
  params: rowParams,
  reply: z.object({}),
  errors: ['not_found'],
})

export const checkErpConnection = endpoint({
  method: 'POST',
  path: '/yonetim/erp-connections/:id/check',
  access: 'admin',
  area: 'settings',
  summary: 'Signs in to the ERP and returns what it tells about itself',
  params: rowParams,
  reply: z.object({ facts: z.record(z.string(), z.string()) }),
  errors: ['not_found', 'erp_runs_beside', 'erp_failed'],
})

/** It starts within seconds, also while the connection is within its pause after a failure. */
export const runErp = endpoint({
  method: 'POST',
  path: '/yonetim/erp-connections/:id/runs',
  access: 'admin',
  area: 'settings',
  summary: 'Makes a resource due at once',
  params: rowParams,
  body: z.strictObject({
    resource: z.enum(inboundResources),
    kind: z.enum(erpRunKinds),
    /** Switches off what the ERP no longer has, however much it is. */
    allowsMissing: z.optional(z.boolean()),
  }),
  reply: detail,
  errors: ['not_found', 'erp_paused'],
})

const run = z.object({
  id: z.number(),
  resource: z.nullable(z.string()),
  kind: z.string(),
  state: z.enum(erpRunStates),
  startedAt: z.string(),
  endedAt: moment,
  rowsRead: z.number(),
  rowsChanged: z.number(),
  rowsRefused: z.number(),
  rowsMissing: z.number(),
  reason: z.nullable(z.string()),
  message: z.nullable(z.string()),
})
export type ErpRun = z.output<typeof run>

const before = z.object({ before: z.optional(typed(20)) })

export const listErpRuns = endpoint({
  method: 'GET',
  path: '/yonetim/erp-connections/:id/runs',
  access: 'admin',
  area: 'settings',
  summary: 'Runs of a connection, newest first, fifty at a time',
  params: rowParams,
  query: z.object({ ...before.shape, resource: z.optional(typed(40)), state: z.optional(typed(20)) }),
  reply: z.object({ items: z.array(run), hasMore: z.boolean() }),
  errors: ['not_found'],
})

const refusedRow = z.object({
  resource: z.enum(inboundResources),
  key: z.string(),
  code: z.string(),
  place: z.nullable(z.string()),
  message: z.string(),
  /** The record as JSON. */
  record: z.string(),
  refusedAt: z.string(),
})
export type ErpRefusedRow = z.output<typeof refusedRow>

export const listErpRefused = endpoint({
  method: 'GET',
  path: '/yonetim/erp-connections/:id/refused',
  access: 'admin',
  area: 'settings',
  summary: 'Rows of the ERP that are not in the shop, newest first, at most 200',
  params: rowParams,
  query: z.object({ resource: z.optional(typed(40)) }),
  reply: z.object({ items: z.array(refusedRow), total: z.number() }),
  errors: ['not_found'],
})

/** With the mapping as it is now. */
export const retryErpRefused = endpoint({
  method: 'POST',
  path: '/yonetim/erp-connections/:id/refused/retry',
  access: 'admin',
  area: 'settings',
  summary: 'Writes refused rows again: one, those of a resource, or all',
  params: rowParams,
  body: z.strictObject({ resource: z.nullable(z.enum(inboundResources)), key: z.nullable(typed(500)) }),
  reply: z.object({ accepted: z.number(), refused: z.number(), items: z.array(refusedRow), total: z.number() }),
  errors: ['not_found'],
})

const document = z.object({
  kind: z.enum(outboundKinds),
  subjectId: z.number(),
  /** Our own number. */
  number: z.string(),
  orderId: z.nullable(z.number()),
  dealer: z.string(),
  state: z.enum(erpDocumentStates),
  attempts: z.number(),
  documentNo: z.nullable(z.string()),
  message: z.nullable(z.string()),
  changedAt: z.string(),
  nextAt: moment,
})
export type ErpDocumentRow = z.output<typeof document>
const documents = z.object({ items: z.array(document), total: z.number() })

export const listErpDocuments = endpoint({
  method: 'GET',
  path: '/yonetim/erp-connections/:id/documents',
  access: 'admin',
  area: 'settings',
  summary: 'Documents for the ERP, the last changed first, at most 200',
  params: rowParams,
  query: z.object({ state: z.optional(typed(20)) }),
  reply: documents,
  errors: ['not_found'],
})

const documentParams = z.object({
  ...rowParams.shape,
  kind: z.enum(outboundKinds),
  subject: z.string().check(z.regex(/^\d{1,15}$/)),
})

export const retryErpDocument = endpoint({
  method: 'POST',
  path: '/yonetim/erp-connections/:id/documents/:kind/:subject/retry',
  access: 'admin',
  area: 'settings',
  summary: 'Sends a refused or waiting document again. It is looked up in the ERP first',
  params: documentParams,
  reply: documents,
  errors: ['not_found', 'erp_document_booked'],
})

export const bookErpDocument = endpoint({
  method: 'POST',
  path: '/yonetim/erp-connections/:id/documents/:kind/:subject/book',
  access: 'admin',
  area: 'settings',
  summary: 'Records the number under which a person has booked a document in the ERP',
  params: documentParams,
  body: z.strictObject({ documentNo: typed(200) }),
  reply: documents,
  errors: ['validation_failed', 'not_found', 'erp_document_booked', 'acknowledged_already'],
})

const difference = z.object({
  resource: z.enum(inboundResources),
  key: z.string(),
  /** Empty: one side does not have it. */
  field: z.string(),
  inErp: z.nullable(z.string()),
  inShop: z.nullable(z.string()),
})
export type ErpDifference = z.output<typeof difference>

export const listErpDifferences = endpoint({
  method: 'GET',
  path: '/yonetim/erp-connections/:id/differences',
  access: 'admin',
  area: 'settings',
  summary: 'Where ERP and shop differ by the last comparison, at most 500',
  params: rowParams,
  query: z.object({ resource: z.optional(typed(40)) }),
  reply: z.object({ items: z.array(difference), total: z.number() }),
  errors: ['not_found'],
})
