import '#web/app/page-words.ts'
import { Plus } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { type AdminDocument, listAllDocuments } from '#contract/admin/documents.ts'
import { adminDocumentPath, adminDocumentsPath } from '#contract/core/announcement-paths.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { cardRow } from '#web/ui/card-table.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-documents-page.ts'
import { PeriodBadge } from './period-badge.tsx'

const place: ListPlace = { page: adminDocumentsPath, names: ['q'], sort: '-date' }

const load = (api: ServerCall, { url }: PageLocation) => api(listAllDocuments, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const columns: readonly Column[] = [
  { name: 'title', className: 'w-full pl-4 2xl:w-1/2' },
  { name: 'kind' },
  { name: 'state' },
  { name: 'audience' },
  { name: 'from' },
  { name: 'until' },
  { name: 'products', align: 'right', className: 'pr-4' },
]

/** The files of the shelf, valid or not. */
export default function AdminDocumentsPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  return (
    <ListFrame
      place={place}
      list={list}
      noun="documents"
      filter={
        <ListFilter place={place} list={list} label={t('administration.documents.filter.label')}>
          <FilterText name="q" label={t('administration.documents.filter.q')} value={list.q} />
        </ListFilter>
      }
      head={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <ListSums>
            <ListSum name={t('administration.documents.count')}>{formatQuantity(list.total)}</ListSum>
          </ListSums>
          <MayChange>
            <AreaLink isAction to={adminDocumentPath('yeni')} className={buttonClasses('solid', 'card')}>
              <Plus size={16} aria-hidden="true" /> {t('shelf.new')}
            </AreaLink>
          </MayChange>
        </div>
      }
    >
      <ListTable place={place} list={list} columns={columns} noun="documents">
        {list.items.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ListTable>
    </ListFrame>
  )
}

function Row({ item }: { item: AdminDocument }) {
  const { t, formatQuantity } = useTranslation()
  const { id, title, name, kind, state, isForAll, dealerCount, from, until, productCount } = item
  return (
    <tr data-testid="admin-document" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto]`}>
      <Cell className="[overflow-wrap:anywhere] max-xl:px-0 xl:pl-4">
        {/* The whole row links to the document. */}
        <AreaLink
          to={adminDocumentPath(id)}
          className="font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {title}
        </AreaLink>
        <span className="block text-12 text-ink-2">{name}</span>
      </Cell>
      <Cell className="whitespace-nowrap max-xl:px-0 max-xl:text-right">{t(`shelf.kinds.${kind}`)}</Cell>
      <Cell className="max-xl:px-0">
        <PeriodBadge state={state} />
      </Cell>
      <Cell className="whitespace-nowrap max-xl:px-0 max-xl:text-right">
        {isForAll ? t('audience.all') : t('audience.count', { count: dealerCount })}
      </Cell>
      <Cell className="whitespace-nowrap max-xl:hidden">{formatDay(from)}</Cell>
      <Cell className="whitespace-nowrap max-xl:hidden">{until === null ? '—' : formatDay(until)}</Cell>
      <Cell align="right" className="max-xl:hidden xl:pr-4">
        {formatQuantity(productCount)}
      </Cell>
    </tr>
  )
}
