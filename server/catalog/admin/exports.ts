import { adminBrandsPath, adminCategoriesPath, productUnitsCsv } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import {
  columnsOf,
  exportBase,
  type ExportColumn,
  type ExportSource,
  oneBatch,
  rowsOf,
} from '#server/exports/exports.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import type { XlsxCell } from '#server/platform/xlsx/xlsx.ts'
import {
  type ExportAttribute,
  loadAttributeTexts,
  loadExportAttributes,
} from '#server/catalog/attributes/export-attributes.ts'
import { translate } from '#server/platform/http/words.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { loadBrands, loadCategories } from './administration.ts'
import { findAdminIds, hasText, parseProductListQuery } from './product-list.ts'
import { type AdminProductRow, loadAdminProducts } from './queries.ts'
import type { Catalog } from '#server/catalog/open-catalog.ts'
import { countUnits, loadUnitRows, withVariants } from './export-units.ts'

type Deps = { pool: Pool; catalog: Catalog }

/** More than any store has. */
export const allProducts = { limit: 5_000_000, offset: 0 }

/** The exports of products, their units, categories and brands. */
export function catalogExports({ pool, catalog }: Deps): ExportSource[] {
  return [
    {
      ...exportBase({
        area: 'catalog',
        name: 'products',
        page: pages.adminProducts,
        fileName: 'urunler',
        columns: productColumns,
      }),
      async open(query, locale) {
        const { ids } = await findAdminIds(pool, await catalog.finder(), parseProductListQuery(query), allProducts)
        const attributes = await loadExportAttributes(pool)
        const rows = rowsOf(ids, async (batch) => {
          const [products, texts] = await Promise.all([loadAdminProducts(pool, batch), loadAttributeTexts(pool, batch)])
          return products.map((row) => [
            ...productCells(row),
            ...attributes.map(({ id }) => texts.get(row.id)?.get(id) ?? null),
          ])
        })
        return { ...rows, sheet: productSheet(attributes, locale) }
      },
    },
    {
      ...exportBase({
        name: 'productUnits',
        page: pages.adminProducts,
        area: 'catalog',
        fileName: 'urun-birimleri',
        columns: unitColumns,
      }),
      csv: productUnitsCsv,
      async open(query) {
        const { ids } = await findAdminIds(pool, await catalog.finder(), parseProductListQuery(query), allProducts)
        const withVariantIds = await withVariants(pool, ids)
        const rows = rowsOf(withVariantIds, async (batch) => (await loadUnitRows(pool, batch)).map((row) => row.cells))
        return { ...rows, total: await countUnits(pool, withVariantIds) }
      },
    },
    {
      ...exportBase({
        name: 'categories',
        page: adminCategoriesPath,
        area: 'catalog',
        fileName: 'kategoriler',
        columns: categoryColumns,
      }),
      async open(query) {
        const categories = await loadCategories(pool, await catalog.finder())
        const found = categories.filter(({ name, code, slug }) => hasText(cleanText(query.q), name, code, slug))
        return oneBatch(
          found.map(({ code, name, above, slug, position, products }) => [
            code,
            name,
            [...above, name].join(' > '),
            slug,
            position,
            products,
          ]),
        )
      },
    },
    {
      ...exportBase({
        area: 'catalog',
        name: 'brands',
        page: adminBrandsPath,
        fileName: 'markalar',
        columns: brandColumns,
      }),
      async open(query) {
        const brands = await loadBrands(pool, await catalog.finder())
        const found = brands.filter(({ name, code, slug }) => hasText(cleanText(query.q), name, code, slug))
        return oneBatch(found.map(({ code, name, slug, products }) => [code, name, slug, products]))
      },
    },
  ]
}

const categoryColumns: ExportColumn[] = [
  ['code', 'text', 18],
  ['name', 'text', 32],
  ['path', 'text', 60],
  ['slug', 'text', 32],
  ['position', 'number', 8],
  ['products', 'number', 10],
]
const brandColumns: ExportColumn[] = [
  ['code', 'text', 18],
  ['name', 'text', 32],
  ['slug', 'text', 32],
  ['products', 'number', 10],
]
const productColumns: ExportColumn[] = [
  ['code', 'text', 20],
  ['name', 'text', 50],
  ['brand', 'text', 20],
  ['model', 'text', 20],
  ['category', 'text', 28],
  ['tax', 'number', 8],
  ['unit', 'text', 10],
  ['barcode', 'text', 16],
  ['price', 'number', 14],
  ['currency', 'text', 10],
  ['stock', 'number', 12],
  ['ozelkod', 'text', 16],
  ['ozelkod2', 'text', 16],
  ['ozelkod3', 'text', 16],
  ['ozelkod4', 'text', 16],
  ['ozelkod5', 'text', 16],
]

/** With a column for each technical attribute, by a name that imports know. */
function productSheet(attributes: readonly ExportAttribute[], locale: Locale) {
  const titles = columnsOf(productColumns, (name) => translate(locale, `administration.products.columns.${name}`))
  const further = attributes.map(({ name }) => ({
    title: translate(locale, 'administration.attributes.exportColumn', { name }),
    kind: 'text' as const,
    width: 16,
  }))
  return { name: translate(locale, 'administration.products.title'), columns: [...titles, ...further] }
}

/** The columns that `--units` of an import reads. */
export const unitColumns: ExportColumn[] = [
  ['code', 'text', 20],
  ['name', 'text', 50],
  ['unit', 'text', 10],
  ['multiplier', 'number', 10],
  ['barcode', 'text', 16],
  ...['price', 'listPrice', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5'].flatMap((price): ExportColumn[] => [
    [price, 'number', 14],
    [`${price}Currency`, 'text', 10],
  ]),
]

function productCells(row: AdminProductRow): XlsxCell[] {
  // The prices of a parent are those of its variants.
  const price = row.is_parent ? [null, null] : [row.price_value, row.price_currency]
  return [
    row.code,
    row.name,
    row.brand,
    row.model,
    row.category,
    row.tax_rate,
    row.unit,
    row.barcode,
    ...price,
    row.stock,
    row.ozelkod,
    row.ozelkod2,
    row.ozelkod3,
    row.ozelkod4,
    row.ozelkod5,
  ]
}
