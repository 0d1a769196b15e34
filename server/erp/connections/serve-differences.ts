import type { FastifyInstance } from 'fastify'
import { listErpDifferences } from '#contract/admin/erp.ts'
import { refuse } from '#contract/core/errors.ts'
import { erpDifferencesPath } from '#contract/core/admin-pages.ts'
import { adminErpPath } from '#contract/core/record-paths.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { makeCsv } from '#server/platform/tables/write-csv.ts'
import { serveAdminFile, type VisitOptions } from '#server/visitor/visitor.ts'
import { findConnection } from './connection-rows.ts'
import { listDifferences } from './lists.ts'

const columns = ['resource', 'key', 'field', 'inErp', 'inShop'] as const
const rowsMost = 20_000

/** Serves the report of the last comparisons of a connection as CSV. */
export function serveErpDifferences(app: FastifyInstance, { pool }: { pool: Pool }, options: VisitOptions): void {
  serveAdminFile(
    app,
    {
      path: erpDifferencesPath(':id'),
      page: adminErpPath(':id'),
      endpoint: listErpDifferences,
      format: 'csv',
      async make(_query, { locale }, { id }) {
        const connection = /^\d{1,9}$/.test(String(id)) ? await findConnection(pool, Number(id)) : undefined
        if (connection === undefined) return refuse('not_found')
        const { items } = await listDifferences(pool, connection.id, '', rowsMost)
        const valueOf = (value: string | null) =>
          value === 'true' || value === 'false' ? translate(locale, `erp.fieldValues.${value}`) : (value ?? '')
        const content = makeCsv(
          {
            columns: columns.map((column) => ({
              kind: 'text' as const,
              title: translate(locale, `erp.columns.${column}`),
              width: 20,
            })),
            rows: items.map(({ resource, key, field, inErp, inShop }) => [
              translate(locale, `erp.resources.${resource}`),
              key,
              translate(locale, field === '' ? 'erp.whole' : `erp.fieldNames.${field}`),
              valueOf(inErp),
              valueOf(inShop),
            ]),
          },
          locale,
        )
        return { ok: true, name: `erp-farklar-${connection.id}`, content }
      },
    },
    options,
  )
}
