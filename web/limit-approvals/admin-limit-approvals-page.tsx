import '#web/app/page-words.ts'
import { useState } from 'react'
import { type ListedLimitApproval, listLimitApprovals } from '#contract/admin/limit-approvals.ts'
import { adminLimitApprovalsPath } from '#contract/core/admin-pages.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { lira } from '#domain/money/money.ts'
import { limitApprovalStates } from '#domain/orders/limit-approval.ts'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterDays, FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { Price } from '#web/app/price.tsx'
import { cardRow } from '#web/ui/card-table.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-limit-approvals-page.ts'
import { ApprovalDialog } from './approval-dialog.tsx'
import { LimitStateBadge } from './limit-state-badge.tsx'

const place: ListPlace = { page: adminLimitApprovalsPath, names: ['state', 'q', 'from', 'to'], sort: '-date' }

const load = (api: ServerCall, { url }: PageLocation) => api(listLimitApprovals, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const columns: readonly Column[] = [
  { name: 'date', className: 'pl-4' },
  { name: 'dealer' },
  { name: 'note', className: 'w-full' },
  { name: 'total', className: 'text-right' },
  { name: 'excess', className: 'text-right' },
  { name: 'state', className: 'pr-4' },
]

/** Orders over the risk limit that dealers ask the store to let pass. */
export default function AdminLimitApprovalsPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const [opened, setOpened] = useState<number | null>(null)
  return (
    <ListFrame
      place={place}
      list={list}
      noun="limitApprovals"
      filter={<ApprovalsFilter list={list} />}
      head={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="text-13 text-ink-2">
            {t('administration.limitApprovals.count', { count: list.total, number: formatQuantity(list.total) })}
          </p>
          <ExportButtons name="limitApprovals" place={place} list={list} />
        </div>
      }
    >
      <ListTable place={place} list={list} columns={columns} noun="limitApprovals">
        {list.items.map((item) => (
          <ApprovalRow key={item.id} item={item} onOpen={() => setOpened(item.id)} />
        ))}
      </ListTable>
      {opened !== null && <ApprovalDialog id={opened} onClose={() => setOpened(null)} />}
    </ListFrame>
  )
}

function ApprovalsFilter({ list }: { list: Reply<typeof listLimitApprovals> }) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.limitApprovals.filter.${name}`)
  return (
    <ListFilter place={place} list={list} label={text('label')}>
      <FilterSelect name="state" label={text('state')} value={list.state}>
        <option value="">{text('allStates')}</option>
        {limitApprovalStates.map((state) => (
          <option key={state} value={state}>
            {t(`limitApprovals.states.${state}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterDays from={list.from} to={list.to} />
      <FilterText name="q" label={text('q')} value={list.q} hint={text('qHint')} />
    </ListFilter>
  )
}

function ApprovalRow({ item, onOpen }: { item: ListedLimitApproval; onOpen(): void }) {
  const { t, formatMoney } = useTranslation()
  const { date, dealer, user, note, total, excess, state } = item
  const about = { dealer: dealer.name, total: formatMoney(total.value, total.currency) }
  return (
    <tr data-testid="limit-approval" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto]`}>
      <Cell className="whitespace-nowrap max-xl:order-3 max-xl:px-0 xl:pl-4">
        <Moment date={date} />
      </Cell>
      <Cell className="max-xl:order-1 max-xl:px-0">
        {/* The whole row opens the request. */}
        <button
          type="button"
          aria-label={t('administration.limitApprovals.openOf', about)}
          onClick={onOpen}
          className="line-clamp-1 min-w-40 text-left font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {dealer.name}
        </button>
        <span className="line-clamp-1 text-12 text-ink-2">{user}</span>
      </Cell>
      <Cell className="max-xl:order-5 max-xl:col-span-2 max-xl:px-0">
        <span className="line-clamp-2 min-w-40 text-ink-2">{note}</span>
      </Cell>
      <Cell className="text-right whitespace-nowrap tabular-nums max-xl:order-4 max-xl:px-0">
        <Price value={total.value} currency={total.currency} className="font-medium" />
      </Cell>
      <Cell className="text-right whitespace-nowrap tabular-nums max-xl:hidden">
        <Price value={excess} currency={lira} />
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-2 max-xl:px-0 max-xl:text-right xl:pr-4">
        <LimitStateBadge state={state} />
      </Cell>
    </tr>
  )
}
