import '#web/app/page-words.ts'
import { FilePlus } from 'lucide-react'
import { listOwnDealers, ownDealerShows, ownDealerSorts } from '#contract/admin/representatives.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { applyPath } from '#contract/core/pages.ts'
import { representativePath, salesTeamPath } from '#contract/core/representative-pages.ts'
import { lira } from '#domain/money/money.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { isNarrowed, listPath, queryOf } from '#web/administration/list-address.ts'
import { FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import type { ListPlace } from '#web/administration/list-frame.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { Pagination } from '#web/app/page/pagination.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { Route } from './+types/own-dealers-page.ts'
import { OwnDealersTable } from './own-dealers-table.tsx'

const place: ListPlace = { page: representativePath, names: ['q', 'show', 'representative'], sort: 'name' }

const load = (api: ServerCall, { url }: PageLocation) => api(listOwnDealers, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The home page of a representative: its dealers, and what needs doing. */
export default function OwnDealersPage({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslation()
  const view = { ...list, representative: list.representative?.id ?? null }
  const title = list.seesAll
    ? (list.representative?.name ?? t('representatives.own.all'))
    : t('representatives.own.title')
  return (
    <AdminFrame title={<h1 className="truncate">{title}</h1>}>
      <PageHead title={title} description={t('representatives.own.text')} canonical={representativePath} noIndex />
      <div className="flex max-w-420 flex-col gap-4">
        <Sums list={list} />
        <ApplyForCompany />
        <ListFilter place={place} list={view} label={t('representatives.own.filter.label')} isShort>
          <FilterText
            name="q"
            label={t('representatives.own.filter.q')}
            value={list.q}
            hint={t('representatives.own.filter.hint')}
          />
          <FilterSelect name="show" label={t('representatives.own.filter.show')} value={list.show}>
            <option value="">{t('representatives.own.filter.everything')}</option>
            {ownDealerShows.map((show) => (
              <option key={show} value={show}>
                {t(`representatives.own.shows.${show}`)}
              </option>
            ))}
          </FilterSelect>
          <SortSelect list={list} />
          {list.representative !== null && <input type="hidden" name="representative" value={list.representative.id} />}
        </ListFilter>
        {list.items.length > 0 ? (
          <>
            <OwnDealersTable items={list.items} seesAll={list.seesAll} />
            <Pagination
              page={list.page}
              pages={list.pages}
              to={(page) => listPath(place.page, { ...view, page }, place.names, place.sort)}
            />
          </>
        ) : (
          <NoDealers isNarrow={isNarrowed(view, ['q', 'show'])} />
        )}
      </div>
    </AdminFrame>
  )
}

/** Leads to the application that a representative files for a company that it visits. */
function ApplyForCompany() {
  const { t } = useTranslation()
  const { user, settings } = useVisitor()
  if (settings.dealerApplications !== '1' || user?.permissions.includes('field:write') !== true) return null
  return (
    <Link to={applyPath} className={buttonClasses('outline', 'card', 'self-start max-sm:w-full')}>
      <FilePlus size={16} aria-hidden="true" /> {t('representatives.own.apply')}
    </Link>
  )
}

type ListProps = { list: Reply<typeof listOwnDealers> }

/** The order of the list; links of column heads would not be there on phones. */
function SortSelect({ list }: ListProps) {
  const { t } = useTranslation()
  return (
    <FilterSelect name="sort" label={t('representatives.own.filter.sort')} value={list.sort}>
      {ownDealerSorts.map((sort) => (
        <option key={sort} value={sort}>
          {t(`representatives.own.sorts.${sort.replace('-', 'down_')}`)}
        </option>
      ))}
    </FilterSelect>
  )
}

function Sums({ list: { sums, total } }: ListProps) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  if (total === 0) return null
  const figures = [
    ['sold', formatMoney(sums.sold, lira), sums.target > 0 ? formatMoney(sums.target, lira) : null],
    ['balance', formatMoney(sums.balance, lira), null],
    ['overdue', formatMoney(sums.overdue, lira), null],
    ['due', formatQuantity(sums.due), null],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4" data-testid="own-sums">
      {figures.map(([name, value, of]) => (
        <div key={name} className="rounded-panel border border-line bg-surface px-4 py-3 max-sm:px-3">
          <dt className="text-13 text-ink-2">{t(`representatives.own.sums.${name}`)}</dt>
          <dd className="text-16 font-semibold tabular-nums [overflow-wrap:anywhere] sm:text-18">{value}</dd>
          {of !== null && (
            <dd className="text-12 text-ink-2 tabular-nums">{t('representatives.own.sums.of', { amount: of })}</dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function NoDealers({ isNarrow }: { isNarrow: boolean }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const mayAssign = user?.permissions.includes('sales:read') === true
  if (isNarrow) {
    return (
      <EmptyState
        title={t('representatives.own.empty.nothing')}
        actions={
          <Link to={representativePath} className={buttonClasses('outline', 'card')}>
            {t('administration.list.all')}
          </Link>
        }
      />
    )
  }
  return (
    <EmptyState
      title={t('representatives.own.empty.title')}
      text={t(mayAssign ? 'representatives.own.empty.textForHead' : 'representatives.own.empty.text')}
      actions={
        mayAssign && (
          <Link to={salesTeamPath} className={buttonClasses('solid', 'card')}>
            {t('administration.nav.salesTeam')}
          </Link>
        )
      }
    />
  )
}
