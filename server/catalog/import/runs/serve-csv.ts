import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { refuse } from '#contract/core/errors.ts'
import { importCsvPath } from '#contract/admin/imports/import-lists.ts'
import { pages } from '#contract/core/pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import {
  checkAccess,
  fileTypes,
  readVisit,
  refuseFile,
  rejectDownload,
  type VisitOptions,
} from '#server/visitor/visitor.ts'
import { translate } from '#server/platform/http/words.ts'
import { streamCsv } from '#server/platform/tables/write-csv.ts'
import type { XlsxCell, XlsxColumn } from '#server/platform/xlsx/xlsx.ts'
import { listFailed } from '#server/catalog/import/pictures/picture-outcomes.ts'
import { filesInImportOrder, findImport, type ImportRow, listChanges, listProblems } from './queries.ts'
import { differencesOf } from './present-change.ts'
import { presentFailedPicture } from './present-import.ts'
import { presentProblem } from './present-problems.ts'

const rateLimit = { max: 20, timeWindow: '1 minute' }
const batchSize = 500

type CsvPart = 'changes' | 'problems' | 'pictures'
const columnsOf: Record<CsvPart, readonly string[]> = {
  changes: ['code', 'name', 'kind', 'field', 'old', 'new'],
  problems: ['level', 'file', 'line', 'key', 'reason', 'row'],
  pictures: ['file', 'line', 'code', 'address', 'reason'],
}

/** Serves the changes, the problems and the failed pictures of an import as CSV, safe from spreadsheet formulas. */
export function serveImportCsv(app: FastifyInstance, { pool }: { pool: Pool }, options: VisitOptions): void {
  for (const part of ['changes', 'problems', 'pictures'] as const) {
    app.get<{ Params: { id: string }; Querystring: { kind?: unknown } }>(
      importCsvPath(':id', part),
      { config: { rateLimit } },
      async (request, reply) => {
        const visit = await readVisit(request, reply, options)
        const refusal = checkAccess({ access: 'admin', area: 'catalog' }, visit)
        if (refusal !== null) return rejectDownload(request, reply, refusal, { visit, page: pages.adminImports })
        const { id } = request.params
        const row = /^\d{1,9}$/.test(id) ? await findImport(pool, Number(id)) : undefined
        if (row === undefined) return refuseFile(reply, refuse('import_not_found'), visit)
        const columns = columnsOf[part].map((name): XlsxColumn => {
          return {
            title: translate(visit.locale, `import.csv.${name}`),
            kind: name === 'line' ? 'number' : 'text',
            width: 20,
          }
        })
        const kind = typeof request.query.kind === 'string' ? request.query.kind : undefined
        const batches = rowsOf[part](pool, row, { locale: visit.locale, kind })
        return reply
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="aktarim-${row.id}-${part}.csv"`)
          .type(fileTypes.csv)
          .send(Readable.from(streamCsv({ columns, batches }, visit.locale)))
      },
    )
  }
}

type Request = { locale: Locale; kind: string | undefined }

async function* changeRows(pool: Pool, { id }: ImportRow, { locale }: Request): AsyncGenerator<XlsxCell[][]> {
  for (let after = 0; ; ) {
    const rows = await listChanges(pool, { id, after, limit: batchSize })
    if (rows.length === 0) return
    yield rows.flatMap((row) => {
      const { code, name } = row
      const kind = translate(locale, row.is_new ? 'import.csv.isNew' : 'import.csv.isChanged')
      return differencesOf(row, locale).map(({ field, old, new: fresh }) => [code, name, kind, field, old, fresh])
    })
    after = rows.at(-1)?.product_id ?? 0
  }
}

async function* problemRows(pool: Pool, one: ImportRow, { locale, kind }: Request): AsyncGenerator<XlsxCell[][]> {
  const { id } = one
  const files = filesInImportOrder(one)
  for (let offset = 0; ; offset += batchSize) {
    const rows = await listProblems(pool, { id, level: null, kind, limit: batchSize, offset })
    if (rows.length === 0) return
    yield rows.map((row) => {
      const { file, line, key, reason, row: text } = presentProblem(row, files, locale)
      return [translate(locale, `import.csv.levels.${row.level}`), file, line, key, reason, text]
    })
  }
}

async function* pictureRows(pool: Pool, one: ImportRow, { locale }: Request): AsyncGenerator<XlsxCell[][]> {
  const files = filesInImportOrder(one)
  for (let offset = 0; ; offset += batchSize) {
    const rows = await listFailed(pool, { importId: one.id }, { limit: batchSize, offset })
    if (rows.length === 0) return
    yield rows.map((row) => {
      const { file, line, code, url, reason } = presentFailedPicture(row, files, locale)
      return [file, line, code, url, reason]
    })
  }
}

const rowsOf = { changes: changeRows, problems: problemRows, pictures: pictureRows }
