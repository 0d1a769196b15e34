import { adminMissedSearchesPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { useState } from 'react'
import { ignoreSearch, listMissedSearches, type MissedSearch } from '#contract/admin/search-rules.ts'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { ListSum, ListSums } from '#web/administration/list-sums.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-missed-page.ts'
import { MissedDialog, type MissedRuleKind } from './missed-dialog.tsx'
import { SearchTabs } from './search-tabs.tsx'

const place: ListPlace = { page: adminMissedSearchesPath, names: ['q', 'state'] }

const load = (api: ServerCall, { url }: PageLocation) => api(listMissedSearches, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

type Open = { query: string; kind: MissedRuleKind } | null

/** Searches that found nothing, or only similar products, and what can be done about each. */
export default function AdminMissedPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const text = (name: string) => t(`administration.missedSearches.${name}`)
  const [open, setOpen] = useState<Open>(null)
  return (
    <ListFrame
      place={place}
      list={list}
      noun="missedSearches"
      filter={
        <>
          <SearchTabs />
          <p className="text-13 text-ink-2">{text('description')}</p>
          <ListFilter place={place} list={list} label={text('filter.label')}>
            <FilterSelect name="state" label={text('filter.state')} value={list.state}>
              <option value="">{text('filter.open')}</option>
              <option value="ignored">{text('filter.ignored')}</option>
            </FilterSelect>
            <FilterText name="q" label={text('filter.q')} value={list.q} />
          </ListFilter>
        </>
      }
      head={
        <>
          <ListSums>
            <ListSum name={text('count')}>{formatQuantity(list.total)}</ListSum>
          </ListSums>
          {open !== null && <MissedDialog {...open} onClose={() => setOpen(null)} />}
        </>
      }
    >
      <ListTable place={place} list={list} columns={columns} noun="missedSearches" below="xl">
        {list.items.map((search) => (
          <MissedRow key={search.query} search={search} onOpen={(kind) => setOpen({ query: search.query, kind })} />
        ))}
      </ListTable>
    </ListFrame>
  )
}

const columns: readonly Column[] = [
  { name: 'query', className: 'w-1/4 pl-4' },
  { name: 'searches', align: 'right' },
  { name: 'people', className: 'w-1/4' },
  { name: 'result' },
  { name: 'last' },
  { name: 'actions', align: 'right', className: 'pr-4' },
]

function MissedRow({ search, onOpen }: { search: MissedSearch; onOpen(kind: MissedRuleKind): void }) {
  const { t, formatQuantity } = useTranslation()
  const text = (name: string) => t(`administration.missedSearches.${name}`)
  const { query, searches, users, guestSearches, withoutResult, lastAt, isIgnored } = search
  const people = [
    users > 0 && t('administration.missedSearches.users', { count: users }),
    guestSearches > 0 && t('administration.missedSearches.guests', { count: guestSearches }),
  ].filter((part) => part !== false)
  const result = withoutResult === 0 ? 'relaxed' : withoutResult === searches ? 'nothing' : 'sometimes'
  const label = (name: string) => t(`administration.missedSearches.${name}Of`, { query })
  return (
    <tr
      data-testid="missed-search"
      className="border-b border-line last:border-0 hover:bg-hover max-xl:grid max-xl:grid-cols-[1fr_auto] max-xl:gap-x-3 max-xl:gap-y-1 max-xl:p-3 xl:h-11 xl:[&>td]:py-1.5"
    >
      <Cell className="font-medium [overflow-wrap:anywhere] max-xl:px-0 xl:pl-4">{query}</Cell>
      <Cell align="right" className="font-medium tabular-nums max-xl:px-0">
        {formatQuantity(searches)}
      </Cell>
      <Cell className="text-ink-2 max-xl:px-0">{people.join(', ')}</Cell>
      <Cell className="whitespace-nowrap text-ink-2 max-xl:px-0 max-xl:text-right">{text(result)}</Cell>
      <Cell className="text-ink-2 max-xl:hidden">
        <Moment date={lastAt} />
      </Cell>
      <Cell align="right" className="max-xl:col-span-2 max-xl:px-0 xl:pr-4 xl:whitespace-nowrap">
        <MayChange>
          <span className="inline-flex gap-1.5 max-xl:mt-1 max-xl:flex max-xl:flex-wrap max-xl:justify-start">
            {!isIgnored && (
              <>
                <Button aria-label={label('synonym')} onClick={() => onOpen('synonyms')}>
                  {text('synonym')}
                </Button>
                <Button aria-label={label('redirect')} onClick={() => onOpen('redirect')}>
                  {text('redirect')}
                </Button>
              </>
            )}
            <IgnoreButton query={query} isIgnored={isIgnored} />
          </span>
        </MayChange>
      </Cell>
    </tr>
  )
}

function IgnoreButton({ query, isIgnored }: Pick<MissedSearch, 'query' | 'isIgnored'>) {
  const { t } = useTranslation()
  const { isBusy, run } = useAdminCall()
  const text = (name: string) => t(`administration.missedSearches.${name}`, { query })
  async function set(next: boolean): Promise<void> {
    if ((await run(ignoreSearch, { body: { query, isIgnored: next } })) === null) return
    notify.success(text(next ? 'ignored' : 'restored'), {
      id: 'missed-search',
      action: { label: t('administration.searchRules.undo'), run: () => void set(!next) },
    })
  }
  return (
    <Button
      variant="ghost"
      busy={isBusy}
      aria-label={text(isIgnored ? 'restoreOf' : 'ignoreOf')}
      onClick={() => void set(!isIgnored)}
    >
      {text(isIgnored ? 'restore' : 'ignore')}
    </Button>
  )
}
