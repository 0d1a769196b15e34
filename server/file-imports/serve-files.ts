import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#contract/core/errors.ts'
import {
  fileImportCsvPath,
  fileImportSamplePath,
  type FileImportTab,
  fileImportTabs,
} from '#contract/admin/imports/file-imports.ts'
import { fileImportAreas, fileImportKinds } from '#contract/admin/imports/file-import-options.ts'
import { pages } from '#contract/core/pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { makeCsv, streamCsv } from '#server/platform/tables/write-csv.ts'
import type { XlsxCell } from '#server/platform/xlsx/xlsx.ts'
import {
  type CallContext,
  checkAccess,
  fileTypes,
  readVisit,
  refuseFile,
  rejectDownload,
  type VisitOptions,
} from '#server/visitor/visitor.ts'
import { listOf, listTitle } from './present.ts'
import { type FileImportRow, findFileImport } from './queries.ts'
import { sampleOf } from './samples.ts'

const rateLimit = { max: 20, timeWindow: '1 minute' }
const batchSize = 1_000

/** Serves the lists of imports and the sample files as CSV, safe from spreadsheet formulas. */
export function serveFileImports(app: FastifyInstance, { pool }: { pool: Pool }, options: VisitOptions): void {
  type Request = FastifyRequest<{ Params: { id: string }; Querystring: { kind?: string | string[] } }>
  const serve = (path: string, send: (request: Request, reply: FastifyReply, visit: CallContext) => Promise<unknown>) =>
    app.get<{ Params: { id: string }; Querystring: { kind?: string | string[] } }>(
      path,
      { config: { rateLimit } },
      async (request, reply) => {
        const visit = await readVisit(request, reply, options)
        const refusal = checkAccess({ access: 'admin', area: 'any' }, visit)
        if (refusal !== null) return rejectDownload(request, reply, refusal, { visit, page: pages.adminImports })
        return send(request, reply, visit)
      },
    )
  for (const tab of fileImportTabs) {
    serve(fileImportCsvPath(':id', tab), async ({ params: { id }, query }, reply, visit) => {
      const { locale } = visit
      const row = /^\d{1,9}$/.test(id) ? await findFileImport(pool, Number(id)) : undefined
      if (row === undefined) return refuseFile(reply, refuse('import_not_found'), visit)
      const refusal = checkAccess({ access: 'admin', area: fileImportAreas[row.kind] }, visit)
      if (refusal !== null) return refuseFile(reply, refusal, visit)
      const kind = typeof query.kind === 'string' ? query.kind : undefined
      return sendCsv(reply, `aktarim-${row.kind}-${row.id}-${tab}`, csvOf(pool, row, { tab, kind }, locale))
    })
  }
  for (const kind of fileImportKinds) {
    serve(fileImportSamplePath(kind), async (_request, reply, visit) => {
      const { locale } = visit
      const refusal = checkAccess({ access: 'admin', area: fileImportAreas[kind] }, visit)
      if (refusal !== null) return refuseFile(reply, refusal, visit)
      // The sample of pictures has the file names that the shop's own products expect.
      const csv =
        kind === 'pictures'
          ? csvOf(pool, { id: 0, kind }, { tab: 'missing' }, locale)
          : Readable.from([makeCsv(sampleOf(kind, locale), locale)])
      return sendCsv(reply, `ornek-${kind}`, csv)
    })
  }
}

function sendCsv(reply: FastifyReply, name: string, content: Readable) {
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .type(fileTypes.csv)
    .send(content)
}

type Listed = { tab: FileImportTab; kind?: string | undefined }

function csvOf(db: Db, row: Pick<FileImportRow, 'id' | 'kind'>, list: Listed, locale: Locale): Readable {
  const { columns, rows } = listOf(db, row, list, locale)
  const titled = columns.map((column) => ({ title: listTitle(locale, column), kind: column.kind, width: 20 }))
  async function* batches(): AsyncGenerator<XlsxCell[][]> {
    for (let offset = 0; ; offset += batchSize) {
      const batch = await rows({ id: row.id, limit: batchSize, offset })
      yield batch
      if (batch.length < batchSize) return
    }
  }
  return Readable.from(streamCsv({ columns: titled, batches: batches() }, locale))
}
