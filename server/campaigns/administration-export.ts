import { adminCampaignsPath } from '#contract/core/admin-pages.ts'
import type { ListedCampaign } from '#contract/admin/campaigns.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { lastFullDay, dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { columnsOf, type ExportColumn, type ExportSource } from '#server/exports/exports.ts'
import { translate } from '#server/platform/http/words.ts'
import type { XlsxCell } from '#server/platform/xlsx/xlsx.ts'
import { findCampaigns, parseCampaignsQuery } from './list-campaigns.ts'

/** The export of the campaign list. */
export function campaignsExport(pool: Pool): ExportSource {
  return {
    name: 'campaigns',
    page: adminCampaignsPath,
    area: 'prices',
    fileName: 'kampanyalar',
    sheet: (locale) => ({
      name: translate(locale, 'administration.campaigns.title'),
      columns: columnsOf(columns, (name) => translate(locale, `administration.campaigns.columns.${name}`)),
    }),
    async open(query, locale) {
      const { items, total } = await findCampaigns(pool, parseCampaignsQuery(query))
      return {
        total,
        async *batches() {
          yield items.map((item) => cellsOf(item, locale))
        },
      }
    },
  }
}

const columns = [
  ['name', 'text', 34],
  ['state', 'text', 14],
  ['discount', 'number', 10],
  ['start', 'day', 12],
  ['end', 'day', 12],
  ['products', 'number', 10],
  ['rows', 'number', 8],
  ['position', 'number', 8],
] as const satisfies readonly ExportColumn[]

function cellsOf(item: ListedCampaign, locale: Locale): XlsxCell[] {
  const { name, state, discount, startsAt, endsAt, products, rowCount, position } = item
  return [
    name,
    translate(locale, `administration.campaigns.states.${state}`),
    discount,
    dayOf(startsAt),
    endsAt && (lastFullDay(new Date(endsAt)) ?? dayOf(endsAt)),
    products,
    rowCount,
    position,
  ]
}

const dayOf = (moment: string | null) => moment && dayInTurkey(new Date(moment))
