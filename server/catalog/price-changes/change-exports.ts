import { adminPriceChangesPath, priceChangeCsv } from '#contract/core/admin-pages.ts'
import { allProducts } from '#server/catalog/admin/exports.ts'
import { parseId } from '#server/catalog/admin/product-list.ts'
import type { Catalog } from '#server/catalog/open-catalog.ts'
import { exportBase, type ExportColumn, type ExportSource, oneBatch, rowsOf } from '#server/exports/exports.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import type { PriceChangeState } from '#domain/pricing/price-change-states.ts'
import { parseRowsQuery } from './row-filter.ts'
import { findRows, loadRows, rowParams } from './show-change.ts'

/** The export of the rows of a change, as its page shows them: a comparison with the list. */
export function priceChangeExport({ pool, catalog }: { pool: Pool; catalog: Catalog }): ExportSource {
  return {
    ...exportBase({
      name: 'priceChangeRows',
      page: adminPriceChangesPath,
      area: 'prices',
      fileName: 'fiyat-degisikligi',
      columns,
    }),
    csv: priceChangeCsv,
    async open(query, locale) {
      const change = await pool.one<{ id: number; list: number; state: PriceChangeState }>(
        'SELECT id, price_list_id AS list, state FROM price_changes WHERE id = $1',
        [parseId(query.change) ?? 0],
      )
      if (change === undefined) return oneBatch([])
      const view = parseRowsQuery(query)
      const params = await rowParams(pool, await catalog.finder(), { ...change, view })
      const ids = await findRows(pool, view, params, allProducts)
      return rowsOf(ids, async (batch) =>
        (await loadRows(pool, { ...change, floors: params[6] as string }, batch)).map((row) => [
          row.code,
          row.name,
          row.unit,
          translate(locale, `priceChanges.kinds.${row.kind}`),
          row.before?.value ?? null,
          row.before?.currency ?? null,
          row.after?.value ?? null,
          row.after?.currency ?? null,
          row.percent,
          row.now?.value ?? null,
          row.outcome === 'left' ? translate(locale, 'priceChanges.shows.left') : null,
        ]),
      )
    },
  }
}

const columns: ExportColumn[] = [
  ['code', 'text', 20],
  ['name', 'text', 50],
  ['unit', 'text', 10],
  ['kind', 'text', 14],
  ['before', 'number', 14],
  ['beforeCurrency', 'text', 10],
  ['price', 'number', 14],
  ['priceCurrency', 'text', 10],
  ['percent', 'number', 10],
  ['now', 'number', 14],
  ['outcome', 'text', 14],
]
