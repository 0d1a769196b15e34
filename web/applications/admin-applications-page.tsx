import '#web/app/page-words.ts'
import { canMoveApplication } from '#domain/applications/application.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { applicationShows, type ListedApplication, listApplications } from '#contract/admin/applications.ts'
import { adminApplicationPath, adminApplicationsPath, adminTextsPath } from '#contract/core/application-paths.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterDays, FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { cardRow } from '#web/ui/card-table.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-applications-page.ts'
import { ApplicationStateBadge } from './application-state-badge.tsx'

const place: ListPlace = { page: adminApplicationsPath, names: ['state', 'q', 'from', 'to'], sort: '-date' }

const load = (api: ServerCall, { url }: PageLocation) => api(listApplications, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const columns: readonly Column[] = [
  { name: 'number', className: 'pl-4' },
  { name: 'date' },
  { name: 'company', className: 'w-full 2xl:w-1/2' },
  { name: 'contact' },
  { name: 'business' },
  { name: 'state', className: 'pr-4' },
]

/** Applications of companies that want to become dealers. */
export default function AdminApplicationsPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const count = { count: list.total, number: formatQuantity(list.total) }
  return (
    <ListFrame
      place={place}
      list={list}
      noun="applications"
      filter={<ApplicationsFilter list={list} />}
      head={
        <>
          <MissingTexts kinds={list.missingTexts} />
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p className="text-13 text-ink-2">{t('administration.applications.count', count)}</p>
            <ExportButtons name="applications" place={place} list={list} />
          </div>
        </>
      }
    >
      <ListTable place={place} list={list} columns={columns} noun="applications">
        {list.items.map((item) => (
          <ApplicationRow key={item.id} item={item} />
        ))}
      </ListTable>
    </ListFrame>
  )
}

type ApplicationList = Reply<typeof listApplications>

function MissingTexts({ kinds }: { kinds: ApplicationList['missingTexts'] }) {
  const { t } = useTranslation()
  if (kinds.length === 0) return null
  const names = kinds.map((kind) => t(`texts.kinds.${kind}`)).join(', ')
  return (
    <MessageStrip
      tone="warning"
      actions={
        <AreaLink isAction to={adminTextsPath} className={buttonClasses('outline', 'card')}>
          {t('administration.applications.publish')}
        </AreaLink>
      }
    >
      {t('administration.applications.missingTexts', { names })}
    </MessageStrip>
  )
}

function ApplicationsFilter({ list }: { list: ApplicationList }) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.applications.filter.${name}`)
  return (
    <ListFilter place={place} list={list} label={text('label')}>
      <FilterSelect name="state" label={text('state')} value={list.state}>
        <option value="">{text('allStates')}</option>
        {applicationShows.map((state) => (
          <option key={state} value={state}>
            {state === 'waiting' ? text('waiting') : t(`applications.states.${state}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterDays from={list.from} to={list.to} />
      <FilterText name="q" label={text('q')} value={list.q} hint={text('qHint')} />
    </ListFilter>
  )
}

function ApplicationRow({ item }: { item: ListedApplication }) {
  const { t } = useTranslation()
  const { id, applicationNo, date, company, city, taxNumber, contactName, business, state, filedBy, areTextsPending } =
    item
  const isOpen = canMoveApplication(state, 'approved')
  return (
    <tr data-testid="admin-application" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto]`}>
      <Cell className="whitespace-nowrap max-xl:order-1 max-xl:px-0 xl:pl-4">
        {/* The whole row links to the application. */}
        <AreaLink
          to={adminApplicationPath(id)}
          className="code font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {applicationNo}
        </AreaLink>
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-4 max-xl:px-0 max-xl:text-right">
        <Moment date={date} />
      </Cell>
      <Cell className="min-w-40 max-xl:order-3 max-xl:px-0">
        <span className="line-clamp-1 font-medium">{company}</span>
        <span className="line-clamp-1 text-12 text-ink-2">
          {city} · {taxNumber}
        </span>
      </Cell>
      <Cell className="max-xl:order-5 max-xl:px-0">
        <span className="line-clamp-1 min-w-32">{contactName}</span>
        {filedBy !== null && (
          <span className="line-clamp-1 text-12 text-ink-2">
            {t('administration.applications.filedBy', { name: filedBy })}
          </span>
        )}
      </Cell>
      <Cell className="max-xl:order-6 max-xl:px-0 max-xl:text-right">
        <span className="line-clamp-2 min-w-40">{t(`applications.businesses.${business}`)}</span>
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-2 max-xl:px-0 max-xl:text-right xl:pr-4">
        <ApplicationStateBadge state={state} />
        {areTextsPending && isOpen && (
          <span className="block text-12 text-ink-2">{t('administration.applications.textsPending')}</span>
        )}
      </Cell>
    </tr>
  )
}
