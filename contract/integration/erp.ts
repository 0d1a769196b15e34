import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { inboundResources, outboundKinds } from '#domain/erp/mapping.ts'

/**
 * The calls of the program beside an ERP (`toptan erp run`). Its key names its connection. Programs of others use the calls
 * for rows and feeds.
 */
const v1 = '/api/integration/v1/erp'
const anything = z.record(z.string(), z.unknown())
const resource = z.enum(inboundResources)
const runKind = z.enum(['changes', 'full', 'compare'])
const runId = z.number()
const text = (max: number) => z.string().check(z.maxLength(max))
const rows = z.array(anything).check(z.maxLength(5_000))
const done = z.object({})

export const erpWork = endpoint({
  method: 'POST',
  path: `${v1}/work`,
  access: 'service',
  scope: 'erp:run',
  isInternal: true,
  summary: 'What is due for the connection of this key, with its settings and mapping',
  reply: z.object({
    name: z.string(),
    kind: z.string(),
    settings: z.record(z.string(), z.string()),
    mapping: anything,
    due: z.array(z.object({ resource, kind: runKind })),
    hasDocuments: z.boolean(),
  }),
  errors: ['not_found'],
})

export const erpStartRun = endpoint({
  method: 'POST',
  path: `${v1}/runs`,
  access: 'service',
  scope: 'erp:run',
  isInternal: true,
  summary: 'Takes a resource for a run',
  body: z.strictObject({ resource, kind: runKind }),
  reply: z.object({ runId, mark: z.nullable(z.string()) }),
  errors: ['validation_failed', 'not_found', 'erp_busy'],
})

export const erpSendRows = endpoint({
  method: 'POST',
  path: `${v1}/rows`,
  access: 'service',
  scope: 'erp:run',
  isInternal: true,
  summary: 'Writes rows of a resource',
  body: z.strictObject({ resource, head: anything, rows }),
  reply: z.object({
    results: z.array(
      z.object({
        status: z.enum(['created', 'updated', 'unchanged', 'rejected']),
        error: z.nullable(z.object({ code: z.string(), field: z.nullable(z.string()), message: z.string() })),
      }),
    ),
  }),
  errors: ['validation_failed', 'not_found', 'catalog_busy'],
})

const refusedRow = z.strictObject({
  key: text(500),
  code: text(100),
  place: z.nullable(text(500)),
  message: text(2000),
  record: anything,
})
const difference = z.strictObject({
  key: text(500),
  field: text(100),
  inErp: z.nullable(text(2000)),
  inShop: z.nullable(text(2000)),
})

export const erpReportPage = endpoint({
  method: 'POST',
  path: `${v1}/pages`,
  access: 'service',
  scope: 'erp:run',
  isInternal: true,
  summary: 'Stores what a page of a run brought, and keeps its resource',
  body: z.strictObject({
    runId,
    read: z.number(),
    changed: z.number(),
    refused: z.array(refusedRow).check(z.maxLength(5_000)),
    keys: z.array(text(500)).check(z.maxLength(5_000)),
    mark: z.optional(text(500)),
    differences: z.optional(z.array(difference).check(z.maxLength(50_000))),
  }),
  reply: z.object({ isOurs: z.boolean() }),
  errors: ['validation_failed', 'not_found'],
})

export const erpShopRows = endpoint({
  method: 'POST',
  path: `${v1}/compared`,
  access: 'service',
  scope: 'erp:run',
  isInternal: true,
  summary: 'The values of the shop for rows of the ERP',
  body: z.strictObject({ resource, rows }),
  reply: z.object({ items: z.array(z.object({ key: z.string(), row: anything })) }),
  errors: ['validation_failed', 'not_found'],
})

export const erpMissing = endpoint({
  method: 'POST',
  path: `${v1}/missing`,
  access: 'service',
  scope: 'erp:run',
  isInternal: true,
  summary: 'Keys that a full read has not seen',
  body: z.strictObject({ runId, limit: z.number().check(z.int(), z.minimum(1), z.maximum(5_000)) }),
  reply: z.object({ tooMany: z.boolean(), count: z.number(), keys: z.array(z.string()) }),
  errors: ['validation_failed', 'not_found'],
})

export const erpForget = endpoint({
  method: 'POST',
  path: `${v1}/forgotten`,
  access: 'service',
  scope: 'erp:run',
  isInternal: true,
  summary: 'Forgets keys that are switched off in the shop',
  body: z.strictObject({ runId, keys: z.array(text(500)).check(z.maxLength(5_000)) }),
  reply: done,
  errors: ['validation_failed', 'not_found'],
})

export const erpEndRun = endpoint({
  method: 'POST',
  path: `${v1}/ends`,
  access: 'service',
  scope: 'erp:run',
  isInternal: true,
  summary: 'Ends a run',
  body: z.union([
    z.strictObject({
      runId,
      state: z.literal('done'),
      absentFields: z.optional(
        z.array(z.strictObject({ place: text(500), path: text(500) })).check(z.maxLength(1_000)),
      ),
    }),
    z.strictObject({
      runId,
      state: z.literal('failed'),
      reason: z.enum(['unavailable', 'settings', 'missing', 'shop']),
      message: text(2000),
    }),
  ]),
  reply: done,
  errors: ['validation_failed', 'not_found'],
})

const document = z.object({
  kind: z.enum(outboundKinds),
  subjectId: z.number(),
  number: z.string(),
  attempt: z.number(),
  mayExist: z.boolean(),
  parentNo: z.nullable(z.string()),
  record: anything,
})

export const erpClaim = endpoint({
  method: 'POST',
  path: `${v1}/claims`,
  access: 'service',
  scope: 'erp:run',
  isInternal: true,
  summary: 'Takes the next document for the ERP',
  reply: z.object({ document: z.nullable(document) }),
  errors: ['not_found'],
})

export const erpEndDocument = endpoint({
  method: 'POST',
  path: `${v1}/outcomes`,
  access: 'service',
  scope: 'erp:run',
  isInternal: true,
  summary: 'Reports the outcome of an attempt to write a document',
  body: z.strictObject({
    kind: z.enum(outboundKinds),
    subjectId: z.number(),
    attempt: z.number(),
    outcome: z.union([
      z.strictObject({ state: z.literal('booked'), documentNo: text(100).check(z.minLength(1)) }),
      z.strictObject({ state: z.literal('delivered') }),
      z.strictObject({ state: z.enum(['refused', 'unknown', 'waiting']), message: text(2000) }),
    ]),
  }),
  reply: done,
  errors: ['validation_failed', 'not_found'],
})
