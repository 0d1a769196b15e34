import '#web/app/page-words.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { type AdminListedPicking, listPickings } from '#contract/admin/pickings.ts'
import { adminPickingPath, adminPickingsPath } from '#contract/core/admin-pages.ts'
import { queryOf } from '#web/administration/list-address.ts'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { cardRow } from '#web/ui/card-table.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-pickings-page.ts'

const place: ListPlace = { page: adminPickingsPath, names: [], sort: '-date' }

const load = (api: ServerCall, { url }: PageLocation) => api(listPickings, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const columns: readonly Column[] = [
  { name: 'number', className: 'pl-4' },
  { name: 'date' },
  { name: 'creator' },
  { name: 'orders', className: 'w-full' },
  { name: 'picked', align: 'right' },
  { name: 'state', className: 'pr-4' },
]

/** Picking lists, open ones first. */
export default function AdminPickingsPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  return (
    <ListFrame
      place={place}
      list={list}
      noun="pickings"
      filter={null}
      head={
        <p className="text-13 text-ink-2">
          {t('administration.pickings.count', { count: list.total, number: formatQuantity(list.total) })}
        </p>
      }
    >
      <ListTable place={place} list={list} columns={columns} noun="pickings">
        {list.items.map((picking) => (
          <PickingRow key={picking.id} picking={picking} />
        ))}
      </ListTable>
    </ListFrame>
  )
}

function PickingRow({ picking }: { picking: AdminListedPicking }) {
  const { t, formatQuantity } = useTranslation()
  const { id, date, creator, orderNos, quantity, picked, endedAt } = picking
  return (
    <tr data-testid="admin-picking" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto]`}>
      <Cell className="whitespace-nowrap max-xl:order-1 max-xl:px-0 xl:pl-4">
        {/* The whole row links to the list. */}
        <AreaLink
          to={adminPickingPath(id)}
          className="code font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {id}
        </AreaLink>
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-3 max-xl:px-0">
        <Moment date={date} />
      </Cell>
      <Cell className="max-xl:order-4 max-xl:px-0 max-xl:text-right">{creator}</Cell>
      <Cell className="max-xl:order-5 max-xl:px-0">
        <span className="code text-13 text-ink-2">{orderNos.join(', ')}</span>
      </Cell>
      <Cell align="right" className="whitespace-nowrap max-xl:order-6 max-xl:px-0">
        {formatQuantity(picked)} / {formatQuantity(quantity)}
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-2 max-xl:px-0 max-xl:text-right xl:pr-4">
        <Badge tone={endedAt === null ? 'warning' : 'success'}>
          {t(`administration.pickings.${endedAt === null ? 'open' : 'ended'}`)}
        </Badge>
      </Cell>
    </tr>
  )
}
