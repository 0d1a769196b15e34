import '#web/app/page-words.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type ListedPriceChange, listPriceChanges } from '#contract/admin/price-changes.ts'
import { priceChangeStates } from '#domain/pricing/price-change-states.ts'
import { adminPriceChangePath, adminPriceChangesPath, adminPriceListsPath } from '#contract/core/admin-pages.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { BackTo } from '#web/administration/admin-panel.tsx'
import { AreaLink } from '#web/administration/area-link.tsx'
import { isNarrowed, listPath, queryOf } from '#web/administration/list-address.ts'
import { FilterSelect, ListFilter } from '#web/administration/list-filter.tsx'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Pagination } from '#web/app/page/pagination.tsx'
import { CardTable } from '#web/ui/card-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-price-changes-page.ts'
import { ChangeStateBadge } from './change-state-badge.tsx'
import { NewChangeDialog } from './new-change-dialog.tsx'

const place: ListPlace = { page: adminPriceChangesPath, names: ['show', 'list'] }

const load = (api: ServerCall, { url }: PageLocation) => api(listPriceChanges, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** Drafts of price changes, and what was published. */
export default function AdminPriceChangesPage({ loaderData: changes }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [isNew, setNew] = useState(false)
  const { show, list, lists, page, pages, total, items } = changes
  const view = { show, list: list === null ? null : String(list), page, total }
  const title = t('priceChanges.title')
  return (
    <AdminFrame title={<BackTo to={adminPriceListsPath}>{t('administration.priceLists.title')}</BackTo>}>
      <PageHead title={title} description={t('priceChanges.description')} canonical={adminPriceChangesPath} noIndex />
      <div className="flex max-w-420 flex-col gap-4">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="flex flex-col gap-1">
            <h1 className="text-18 font-semibold">{title}</h1>
            <p className="max-w-160 text-13 text-ink-2">{t('priceChanges.intro')}</p>
          </div>
          <MayChange>
            <Button
              variant="solid"
              size="card"
              icon={<Plus size={16} aria-hidden="true" />}
              onClick={() => setNew(true)}
            >
              {t('priceChanges.new')}
            </Button>
          </MayChange>
        </div>
        <ListFilter place={place} list={view} label={t('priceChanges.filter.label')}>
          <FilterSelect name="show" label={t('priceChanges.filter.show')} value={show}>
            <option value="">{t('priceChanges.filter.allStates')}</option>
            <option value="open">{t('priceChanges.filter.open')}</option>
            {priceChangeStates.map((state) => (
              <option key={state} value={state}>
                {t(`priceChanges.states.${state}`)}
              </option>
            ))}
          </FilterSelect>
          <FilterSelect name="list" label={t('priceChanges.filter.list')} value={view.list}>
            <option value="">{t('priceChanges.filter.allLists')}</option>
            {lists.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </FilterSelect>
        </ListFilter>
        {items.length > 0 ? (
          <ChangesTable items={items} />
        ) : isNarrowed(view, place.names) ? (
          <p className="rounded-panel border border-line bg-surface p-4 text-ink-2">
            {t('priceChanges.empty.nothing')}
          </p>
        ) : (
          <EmptyState title={t('priceChanges.empty.title')} text={t('priceChanges.empty.text')} />
        )}
        <Pagination page={page} pages={pages} to={(to) => listPath(place.page, { ...view, page: to }, place.names)} />
      </div>
      {isNew && <NewChangeDialog lists={lists} list={list} onClose={() => setNew(false)} />}
    </AdminFrame>
  )
}

function ChangesTable({ items }: { items: readonly ListedPriceChange[] }) {
  const { t } = useTranslation()
  const title = (name: string) => t(`priceChanges.columns.${name}`)
  return (
    <CardTable
      label={t('priceChanges.title')}
      below="never"
      head={
        <>
          <HeadCell className="w-full pl-4">{title('name')}</HeadCell>
          <HeadCell className="max-md:hidden">{title('list')}</HeadCell>
          <HeadCell align="right" className="max-sm:pr-4">
            {title('rows')}
          </HeadCell>
          <HeadCell className="max-sm:hidden">{title('state')}</HeadCell>
          <HeadCell className="max-lg:hidden">{title('date')}</HeadCell>
          <HeadCell className="pr-4 max-xl:hidden">{title('user')}</HeadCell>
        </>
      }
    >
      {items.map((change) => (
        <ChangeRow key={change.id} change={change} />
      ))}
    </CardTable>
  )
}

function ChangeRow({ change }: { change: ListedPriceChange }) {
  const { t, formatQuantity } = useTranslation()
  const { id, name, list, rows, left, state, publishedAt, publishAt, createdAt, createdBy } = change
  return (
    <tr data-testid="price-change" className="h-11 border-b border-line last:border-0 hover:bg-hover">
      <Cell className="py-1.5 pl-4">
        <AreaLink to={adminPriceChangePath(id)} className="font-medium [overflow-wrap:anywhere] hover:underline">
          {name}
        </AreaLink>
        {left > 0 && (
          <span className="block text-12 text-ink-2">{t('priceChanges.left', { count: formatQuantity(left) })}</span>
        )}
        <span className="block text-12 text-ink-2 md:hidden">{list.name}</span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-2 lg:hidden">
          <span className="sm:hidden">
            <ChangeStateBadge state={state} />
          </span>
          <Moment date={publishedAt ?? publishAt ?? createdAt} />
        </span>
      </Cell>
      <Cell className="whitespace-nowrap text-ink-2 max-md:hidden">{list.name}</Cell>
      <Cell align="right" className="tabular-nums max-sm:pr-4">
        {formatQuantity(rows)}
      </Cell>
      <Cell className="max-sm:hidden">
        <ChangeStateBadge state={state} />
      </Cell>
      <Cell className="max-lg:hidden">
        <Moment date={publishedAt ?? publishAt ?? createdAt} />
      </Cell>
      <Cell className="pr-4 whitespace-nowrap text-ink-2 max-xl:hidden">{createdBy}</Cell>
    </tr>
  )
}
