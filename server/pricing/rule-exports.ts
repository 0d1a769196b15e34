import { adminDealerGroupsPath, adminPriceRulesPath } from '#contract/core/admin-pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
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
import { loadGroups } from './group-rows.ts'
import { findRuleIds, parseRulesQuery } from './list-rules.ts'
import { draftOf, loadRules, type NamedRuleRow } from './rule-rows.ts'

/** The exports of price rules, as a file that can be imported, and of groups of dealers. */
export function pricingExports(pool: Pool): ExportSource[] {
  return [
    {
      name: 'priceRules',
      page: adminPriceRulesPath,
      area: 'prices',
      fileName: 'fiyat-kurallari',
      sheet: (locale) => ({
        name: translate(locale, 'administration.priceRules.title'),
        // The import recognizes these titles.
        columns: columnsOf(ruleColumns, (name) => translate(locale, `imports.files.fields.${name}`)),
      }),
      async open(query, locale) {
        const { ids } = await findRuleIds(pool, parseRulesQuery(query))
        return rowsOf(ids, async (batch) => (await loadRules(pool, batch)).map((row) => cellsOf(row, locale)))
      },
    },
    {
      ...exportBase({
        name: 'dealerGroups',
        page: adminDealerGroupsPath,
        area: 'prices',
        fileName: 'bayi-gruplari',
        columns: [
          ['code', 'text', 18],
          ['name', 'text', 32],
          ['dealers', 'number', 10],
          ['rules', 'number', 10],
        ],
      }),
      async open() {
        return oneBatch((await loadGroups(pool)).map(({ code, name, dealers, rules }) => [code, name, dealers, rules]))
      },
    },
  ]
}

const ruleColumns: readonly ExportColumn[] = [
  ['rule_code', 'text', 18],
  ['rule_name', 'text', 34],
  ['rule_kind', 'text', 20],
  ['dealer', 'text', 16],
  ['dealer_group', 'text', 16],
  ['region', 'text', 16],
  ['product_code', 'text', 18],
  ['brand', 'text', 18],
  ['category', 'text', 34],
  ['price_list', 'text', 16],
  ['price', 'number', 12],
  ['currency', 'text', 10],
  ['chain', 'text', 14],
  ['above_cost', 'number', 14],
  ['min_quantity', 'number', 10],
  ['period_days', 'number', 10],
  ['rule_unit', 'text', 10],
  ['starts_on', 'day', 12],
  ['ends_on', 'day', 12],
  ['priority', 'number', 10],
  ['stops', 'text', 10],
  ['keeps_discount', 'text', 16],
  ['is_active', 'text', 10],
]

function cellsOf(row: NamedRuleRow, locale: Locale): XlsxCell[] {
  const draft = draftOf(row)
  const yes = (is: boolean) => translate(locale, is ? 'priceRules.yes' : 'priceRules.no')
  return [
    draft.code,
    draft.name,
    translate(locale, `priceRules.kinds.${draft.kind}`),
    draft.dealer,
    draft.group,
    draft.region,
    draft.product,
    draft.brand,
    draft.category,
    draft.priceList,
    row.fixed_value,
    draft.currency,
    locale === 'tr' ? draft.chain.replaceAll('.', ',') : draft.chain,
    row.above_cost,
    row.min_quantity ?? row.quantity,
    row.period_days,
    draft.unit,
    row.starts_on,
    row.ends_on,
    row.priority,
    yes(row.stops),
    yes(row.keeps_discount),
    yes(row.is_active),
  ]
}
