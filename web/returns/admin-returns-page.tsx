import '#web/app/page-words.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { type AdminListedReturn, listAllReturns } from '#contract/admin/returns.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { pages } from '#contract/core/pages.ts'
import { adminReturnPath } from '#contract/core/record-paths.ts'
import { returnStates } from '#domain/after-sales/goods-return.ts'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterDays, FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { cardRow } from '#web/ui/card-table.tsx'
import { Cell } from '#web/ui/table.tsx'
import { UnreadStrip } from '#web/notes/unread-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-returns-page.ts'
import { ReturnStateBadge } from './return-state-badge.tsx'

const place: ListPlace = { page: pages.adminReturns, names: ['state', 'q', 'dealer', 'from', 'to'], sort: '-date' }

const load = (api: ServerCall, { url }: PageLocation) => api(listAllReturns, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const columns: readonly Column[] = [
  { name: 'number', className: 'pl-4' },
  { name: 'date' },
  { name: 'dealer', className: 'w-full 2xl:w-1/2' },
  { name: 'order' },
  { name: 'reason' },
  { name: 'state', className: 'pr-4' },
]

/** Returns of all dealers. */
export default function AdminReturnsPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const counted = (name: string, count: number) =>
    t(`administration.returns.${name}`, { count, number: formatQuantity(count) })
  return (
    <ListFrame
      place={place}
      list={list}
      noun="returns"
      filter={<ReturnsFilter list={list} />}
      head={
        <>
          <UnreadStrip kind="return" />
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p className="text-13 text-ink-2">
              {counted('count', list.total)}
              {list.newCount > 0 && ` · ${counted('new', list.newCount)}`}
            </p>
            <ExportButtons name="returns" place={place} list={list} />
          </div>
        </>
      }
    >
      <ListTable place={place} list={list} columns={columns} noun="returns">
        {list.items.map((item) => (
          <ReturnRow key={item.id} item={item} />
        ))}
      </ListTable>
    </ListFrame>
  )
}

function ReturnsFilter({ list }: { list: Reply<typeof listAllReturns> }) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.returns.filter.${name}`)
  return (
    <ListFilter place={place} list={list} label={text('label')}>
      <FilterSelect name="state" label={text('state')} value={list.state}>
        <option value="">{text('allStates')}</option>
        {returnStates.map((state) => (
          <option key={state} value={state}>
            {t(`returns.states.${state}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterDays from={list.from} to={list.to} />
      <FilterText name="q" label={text('q')} value={list.q} hint={text('qHint')} />
      <FilterText name="dealer" label={text('dealer')} value={list.dealer} hint={text('dealerHint')} />
    </ListFilter>
  )
}

function ReturnRow({ item }: { item: AdminListedReturn }) {
  const { t } = useTranslation()
  const { id, returnNo, date, dealer, dealerCode, orderNo, reason, lineCount, state } = item
  return (
    <tr data-testid="admin-return" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto]`}>
      <Cell className="whitespace-nowrap max-xl:order-1 max-xl:px-0 xl:pl-4">
        {/* The whole row links to the return. */}
        <AreaLink
          to={adminReturnPath(id)}
          className="code font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {returnNo}
        </AreaLink>
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-4 max-xl:px-0 max-xl:text-right">
        <Moment date={date} />
      </Cell>
      <Cell className="min-w-40 max-xl:order-3 max-xl:px-0">
        <span className="line-clamp-1 font-medium">{dealer}</span>
        <span className="line-clamp-1 text-12 text-ink-2">{dealerCode}</span>
      </Cell>
      <Cell className="max-xl:order-5 max-xl:px-0">
        <span className="code text-13 text-ink-2">{orderNo}</span>
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-6 max-xl:px-0 max-xl:text-right">
        {t(`returns.reasons.${reason}`)}
        <span className="block text-12 text-ink-2">{t('returns.lineCount', { count: lineCount })}</span>
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-2 max-xl:px-0 max-xl:text-right xl:pr-4">
        <ReturnStateBadge state={state} />
      </Cell>
    </tr>
  )
}
