import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/core/errors.ts'
import { exportFilePath, getExport, startExport, xlsxRowsMax } from '#contract/core/exports.ts'
import { pages } from '#contract/core/pages.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import {
  type Calls,
  checkAccess,
  fileTypes,
  handle,
  readVisit,
  refuseFile,
  rejectDownload,
  type VisitOptions,
} from '#server/visitor/visitor.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { streamCsv } from '#server/platform/tables/write-csv.ts'
import { exportJob, type ExportRequest } from './export-job.ts'
import type { ExportSource } from './export-source.ts'
import { exportKey, newExportId, readExportState, writeExportState } from './export-state.ts'

/** `today`: the day in the names of the files. */
type Deps = { pool: Pool; sources: readonly ExportSource[]; folder: FileStore; today: () => string }

/** Registers the calls that start a workbook and return its progress. */
export function registerExports(calls: Calls, { pool, sources, folder, today }: Deps): void {
  handle(calls, startExport, async ({ body: { list, query } }, context) => {
    const { actor, locale } = context
    const source = sources.find(({ name }) => name === list)
    if (source === undefined) return refuse('not_found')
    const refusal = checkAccess({ access: 'admin', area: source.area }, context)
    if (refusal !== null) return refusal
    const total = source.isReadOnce ? 0 : (await source.open(query, locale)).total
    if (total > xlsxRowsMax) return refuse('export_too_long', { limit: xlsxRowsMax })
    const id = newExportId()
    const name = `${source.fileName}-${today()}`
    await writeExportState(folder, id, { state: 'waiting', done: 0, total, userId: actor.userId, name })
    await enqueue(pool, exportJob, { id, list, query, locale } satisfies ExportRequest)
    return { id, total }
  })

  handle(calls, getExport, async ({ params }, { actor }) => {
    const found = await readExportState(folder, params.id)
    return found === null || found.userId !== actor.userId ? refuse('not_found') : found
  })
}

const adminAccess = { access: 'admin', area: 'any' } as const
/** A long list takes the database several seconds. */
const rateLimit = { max: 20, timeWindow: '1 minute' }

/** Serves each list as CSV, streamed while it is read, and the finished workbooks. */
export function serveExports(app: FastifyInstance, deps: Deps, options: VisitOptions): void {
  const { sources, folder } = deps
  for (const source of sources) serveCsv(app, source, deps, options)
  app.get<{ Params: { id: string } }>(exportFilePath(':id'), async (request, reply) => {
    const visit = await readVisit(request, reply, options)
    const refusal = checkAccess(adminAccess, visit)
    if (refusal !== null) return rejectDownload(request, reply, refusal, { visit, page: pages.admin })
    const { id } = request.params
    const state = /^[0-9a-f]{32}$/.test(id) ? await readExportState(folder, id) : null
    const isOwn = state?.state === 'done' && state.userId === visit.actor?.userId
    const file = isOwn ? await folder.open(exportKey(id)) : null
    if (state === null || file === null) return refuseFile(reply, refuse('not_found'), visit)
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${state.name}.xlsx"`)
      .type(fileTypes.xlsx)
      .send(file.content)
  })
}

function serveCsv(app: FastifyInstance, source: ExportSource, { today }: Deps, options: VisitOptions): void {
  app.get(source.csv ?? `${source.page}.csv`, { config: { rateLimit } }, async (request, reply) => {
    const visit = await readVisit(request, reply, options)
    const refusal = checkAccess({ access: 'admin', area: source.area }, visit)
    if (refusal !== null) return rejectDownload(request, reply, refusal, { visit, page: source.page })
    const opened = await source.open(firstValues(request.query), visit.locale)
    const { batches, sheet = source.sheet(visit.locale) } = opened
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${source.fileName}-${today()}.csv"`)
      .type(fileTypes.csv)
      .send(Readable.from(streamCsv({ columns: sheet.columns, batches: batches() }, visit.locale)))
  })
}

/** If a parameter is repeated, the first value counts. */
function firstValues(query: unknown): Record<string, string> {
  const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)
  return Object.fromEntries(
    Object.entries(query as Record<string, unknown>)
      .map(([name, value]) => [name, first(value)] as const)
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .map(([name, value]) => [name, value.slice(0, 200)]),
  )
}
