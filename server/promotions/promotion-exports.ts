import { couponsExportPath, adminPromotionsPath } from '#contract/core/admin-pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { partsText, stepsText } from '#domain/promotions/promotion-cells.ts'
import {
  columnsOf,
  exportBase,
  type ExportColumn,
  type ExportSource,
  oneBatch,
  rowsOf,
} from '#server/exports/exports.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import type { XlsxCell } from '#server/platform/xlsx/xlsx.ts'
import { findPromotionIds, parsePromotionsQuery } from './list-promotions.ts'
import { loadAllCoupons } from './manage-coupons.ts'
import { draftOf, loadNamed, type NamedPromotionRow } from './promotion-rows.ts'

/** The exports of promotions, as a file that can be imported, and of the coupons of one. */
export function promotionExports(pool: Pool): ExportSource[] {
  return [
    {
      name: 'promotions',
      page: adminPromotionsPath,
      area: 'prices',
      fileName: 'promosyonlar',
      sheet: (locale) => ({
        name: translate(locale, 'administration.promotions.title'),
        columns: [
          // The import recognizes these titles.
          ...columnsOf(promotionColumns, (name) => translate(locale, `imports.files.fields.${name}`)),
          ...columnsOf([['used', 'number', 12]], (name) =>
            translate(locale, `administration.promotions.columns.${name}`),
          ),
        ],
      }),
      async open(query, locale) {
        const { ids } = await findPromotionIds(pool, parsePromotionsQuery(query))
        return rowsOf(ids, async (batch) => (await loadNamed(pool, batch)).map((row) => cellsOf(row, locale)))
      },
    },
    {
      ...exportBase({
        name: 'promotionCoupons',
        page: couponsExportPath,
        area: 'prices',
        fileName: 'kuponlar',
        columns: [
          ['code', 'text', 26],
          ['dealer', 'text', 30],
          ['maxOrders', 'number', 12],
          ['used', 'number', 12],
          ['endsOn', 'day', 14],
        ],
      }),
      async open({ promotion = '' }) {
        const id = /^\d{1,9}$/.test(promotion) ? Number(promotion) : 0
        return oneBatch(
          (await loadAllCoupons(pool, id)).map((row) => [
            row.code,
            row.dealer_name,
            row.max_orders,
            row.used,
            row.ends_on,
          ]),
        )
      },
    },
  ]
}

const promotionColumns: readonly ExportColumn[] = [
  ['promotion_code', 'text', 18],
  ['promotion_name', 'text', 34],
  ['promotion_name_en', 'text', 30],
  ['promotion_kind', 'text', 18],
  ['dealer', 'text', 16],
  ['dealer_group', 'text', 16],
  ['region', 'text', 16],
  ['product_code', 'text', 18],
  ['brand', 'text', 18],
  ['category', 'text', 34],
  ['buy_quantity', 'number', 12],
  ['free_quantity', 'number', 12],
  ['free_product', 'text', 18],
  ['price', 'number', 12],
  ['currency', 'text', 10],
  ['bundle_parts', 'text', 40],
  ['basket_steps', 'text', 40],
  ['starts_on', 'day', 12],
  ['ends_on', 'day', 12],
  ['priority', 'number', 10],
  ['combines', 'text', 10],
  ['needs_coupon', 'text', 12],
  ['total_quota', 'number', 12],
  ['dealer_quota', 'number', 12],
  ['order_limit', 'number', 12],
  ['is_active', 'text', 10],
]

function cellsOf(row: NamedPromotionRow, locale: Locale): XlsxCell[] {
  const draft = draftOf(row)
  const yes = (is: boolean) => translate(locale, is ? 'priceRules.yes' : 'priceRules.no')
  const notation = {
    decimal: locale === 'tr' ? ',' : '.',
    delivery: translate(locale, 'promotions.deliveryWord'),
  } as const
  return [
    draft.code,
    draft.name,
    draft.nameEn,
    translate(locale, `promotions.kinds.${draft.kind}`),
    draft.dealer,
    draft.group,
    draft.region,
    draft.product,
    draft.brand,
    draft.category,
    row.buy_quantity,
    row.free_quantity,
    draft.freeProduct,
    row.bundle_price,
    draft.currency,
    partsText(draft.parts),
    stepsText(draft.steps, notation),
    row.starts_on,
    row.ends_on,
    row.priority,
    yes(row.combines),
    yes(row.needs_coupon),
    row.total_quota,
    row.dealer_quota,
    row.order_limit,
    yes(row.is_active),
    row.used,
  ]
}
