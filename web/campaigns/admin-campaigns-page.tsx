import '#web/app/page-words.ts'
import { Plus } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { campaignStates, listAllCampaigns, type ListedCampaign } from '#contract/admin/campaigns.ts'
import { adminCampaignPath, adminCampaignsPath } from '#contract/core/admin-pages.ts'
import { lastFullDay, formatDay } from '#domain/text/calendar-day.ts'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { Moment } from '#web/app/moment.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { cardRow } from '#web/ui/card-table.tsx'
import { classes } from '#web/ui/classes.ts'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-campaigns-page.ts'
import { CampaignStateBadge } from './admin-state-badge.tsx'

const place: ListPlace = { page: adminCampaignsPath, names: ['q', 'state'], sort: 'position' }

const load = (api: ServerCall, { url }: PageLocation) => api(listAllCampaigns, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** All campaigns, running or not. */
export default function AdminCampaignsPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const text = (name: string) => t(`administration.campaigns.filter.${name}`)
  return (
    <ListFrame
      place={place}
      list={list}
      noun="campaigns"
      filter={
        <ListFilter place={place} list={list} label={text('label')}>
          <FilterSelect name="state" label={text('state')} value={list.state}>
            <option value="">{text('all')}</option>
            {campaignStates.map((state) => (
              <option key={state} value={state}>
                {t(`administration.campaigns.states.${state}`)}
              </option>
            ))}
          </FilterSelect>
          <FilterText name="q" label={text('q')} value={list.q} />
        </ListFilter>
      }
      head={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <ListSums>
            <ListSum name={t('administration.campaigns.count')}>{formatQuantity(list.total)}</ListSum>
          </ListSums>
          <div className="flex flex-wrap gap-2">
            <ExportButtons name="campaigns" place={place} list={list} />
            <MayChange>
              <AreaLink isAction to={adminCampaignPath('yeni')} className={buttonClasses('solid', 'card')}>
                <Plus size={16} aria-hidden="true" /> {t('administration.campaigns.add')}
              </AreaLink>
            </MayChange>
          </div>
        </div>
      }
    >
      <ListTable place={place} list={list} columns={columns} noun="campaigns">
        {list.items.map((campaign) => (
          <CampaignRow key={campaign.id} campaign={campaign} />
        ))}
      </ListTable>
    </ListFrame>
  )
}

const columns: readonly Column[] = [
  { name: 'name', sort: 'name', className: 'w-full pl-4 2xl:w-1/2' },
  { name: 'state' },
  { name: 'discount', align: 'right' },
  { name: 'start', sort: 'start' },
  { name: 'end', sort: 'end' },
  { name: 'products', align: 'right' },
  { name: 'position', sort: 'position', align: 'right', className: 'pr-4' },
]

const noLimit = <span className="text-ink-3">—</span>

/** The last day, which counts to its end, as its form shows it. */
function EndMoment({ date }: { date: string }) {
  const last = lastFullDay(new Date(date))
  if (last === null) return <Moment date={date} />
  return (
    <time dateTime={date} className="whitespace-nowrap">
      {formatDay(last)}
    </time>
  )
}

function CampaignRow({ campaign }: { campaign: ListedCampaign }) {
  const { t, formatQuantity } = useTranslation()
  const { id, name, state, discount, startsAt, endsAt, products, position } = campaign
  return (
    <tr data-testid="admin-campaign" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto]`}>
      <Cell className="[overflow-wrap:anywhere] max-xl:px-0 xl:pl-4">
        {/* The whole row links to the campaign. */}
        <AreaLink
          to={adminCampaignPath(id)}
          className="font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {name}
        </AreaLink>
      </Cell>
      <Cell className="max-xl:px-0 max-xl:text-right">
        <CampaignStateBadge state={state} />
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-xl:px-0 max-xl:text-left">
        {discount === 0 ? (
          <span className="text-ink-2">{t('campaignAdmin.noDiscount')}</span>
        ) : (
          t('campaignAdmin.off', { percent: formatQuantity(discount) })
        )}
      </Cell>
      <Cell className="max-xl:hidden">{startsAt === null ? noLimit : <Moment date={startsAt} />}</Cell>
      <Cell className={classes('max-xl:px-0 max-xl:text-right', endsAt === null && 'max-xl:hidden')}>
        {endsAt === null ? noLimit : <EndMoment date={endsAt} />}
      </Cell>
      <Cell align="right" className="tabular-nums max-xl:hidden">
        {formatQuantity(products)}
      </Cell>
      <Cell align="right" className="tabular-nums max-xl:hidden xl:pr-4">
        {formatQuantity(position)}
      </Cell>
    </tr>
  )
}
