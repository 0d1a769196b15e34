import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { adminPriceComparisonPath, adminPriceListsPath, priceListCsv } from '#contract/core/admin-pages.ts'
import { allProducts, unitColumns } from '#server/catalog/admin/exports.ts'
import { parseId } from '#server/catalog/admin/product-list.ts'
import type { Catalog } from '#server/catalog/open-catalog.ts'
import { exportBase, type ExportColumn, type ExportSource, oneBatch, rowsOf } from '#server/exports/exports.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { XlsxCell } from '#server/platform/xlsx/xlsx.ts'
import { findPairs, loadPairs, parseComparison } from './compare-lists.ts'
import { findUnits, parseShow } from './list-prices.ts'
import { loadPriceLists } from './list-rows.ts'
import { filterParams, parsePriceFilter } from './price-filter.ts'

type Deps = { pool: Pool; catalog: Catalog }

/** The exports of price lists, of the prices of one list, and of two lists side by side. */
export function priceListExports({ pool, catalog }: Deps): ExportSource[] {
  return [
    {
      ...exportBase({
        name: 'priceLists',
        page: adminPriceListsPath,
        area: 'prices',
        fileName: 'fiyat-listeleri',
        columns: listColumns,
      }),
      async open() {
        const rows = (await loadPriceLists(pool)).map(
          ({ code, name, products, units, currencies, dealers, changedAt }) => {
            const cells: XlsxCell[] = [
              code,
              name,
              products,
              units,
              currencies.join(', '),
              dealers,
              dayInTurkey(new Date(changedAt)),
            ]
            return cells
          },
        )
        return oneBatch(rows)
      },
    },
    {
      // An import as a units file reads these columns; it recognizes the file by its name.
      ...exportBase({
        name: 'priceListPrices',
        page: adminPriceListsPath,
        area: 'prices',
        fileName: 'fiyat-listesi-birimleri',
        columns: unitColumns,
        titlesOf: 'productUnits',
      }),
      csv: priceListCsv,
      async open(query) {
        const list = parseId(query.list) ?? 0
        const params = [...(await filterParams(pool, parsePriceFilter(query), await catalog.finder())), list]
        const ids = await findUnits(pool, parseShow(query.show), params, allProducts)
        return rowsOf(ids, (batch) => loadPriceCells(pool, list, batch))
      },
    },
    {
      ...exportBase({
        name: 'priceListComparison',
        page: adminPriceComparisonPath,
        area: 'prices',
        fileName: 'fiyat-listesi-karsilastirma',
        columns: pairColumns,
      }),
      async open(query) {
        const { params, view } = await parseComparison(pool, await catalog.finder(), query)
        const ids = await findPairs(pool, view, params, allProducts)
        return rowsOf(ids, async (batch) =>
          (await loadPairs(pool, view, batch)).map(({ code, name, unit, a, b, percent }) => [
            code,
            name,
            unit,
            a?.value ?? null,
            a?.currency ?? null,
            b?.value ?? null,
            b?.currency ?? null,
            percent,
          ]),
        )
      },
    },
  ]
}

const prices = ['sale', 'list', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5'].map(
  (price) => `up.${price}_value, up.${price}_currency`,
)

async function loadPriceCells(db: Db, list: number, ids: readonly number[]): Promise<XlsxCell[][]> {
  const rows = await db.query<{ cells: XlsxCell[] }>(
    `SELECT json_build_array(p.code, p.name, u.name, u.multiplier, u.barcode, ${prices.join(', ')}) AS cells
       FROM unnest($2::integer[]) WITH ORDINALITY AS wanted (id, place)
       JOIN product_units u ON u.id = wanted.id
       JOIN products p ON p.id = u.product_id
       LEFT JOIN unit_prices up ON up.unit_id = u.id AND up.price_list_id = $1
      ORDER BY wanted.place`,
    [list, ids],
  )
  return rows.map(({ cells }) => cells)
}

const listColumns: ExportColumn[] = [
  ['code', 'text', 18],
  ['name', 'text', 32],
  ['products', 'number', 10],
  ['units', 'number', 10],
  ['currencies', 'text', 14],
  ['dealers', 'number', 10],
  ['changed', 'day', 14],
]
const pairColumns: ExportColumn[] = [
  ['code', 'text', 20],
  ['name', 'text', 50],
  ['unit', 'text', 10],
  ['a', 'number', 14],
  ['aCurrency', 'text', 10],
  ['b', 'number', 14],
  ['bCurrency', 'text', 10],
  ['percent', 'number', 10],
]
