import '#web/app/page-words.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { acceptanceShows, type ListedAcceptance, listAcceptances } from '#contract/admin/texts.ts'
import { adminAcceptancesPath, adminApplicationPath } from '#contract/core/application-paths.ts'
import { adminUserPath } from '#contract/core/record-paths.ts'
import { textKinds } from '#domain/texts/published-text.ts'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { type Column, ListTable } from '#web/administration/list-table.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { cardRow } from '#web/ui/card-table.tsx'
import { Cell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-acceptances-page.ts'

const place: ListPlace = { page: adminAcceptancesPath, names: ['show', 'kind', 'version', 'q'], sort: '-date' }

const load = (api: ServerCall, { url }: PageLocation) => api(listAcceptances, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

const columns: readonly Column[] = [
  { name: 'company', className: 'w-1/2 pl-4' },
  { name: 'name' },
  { name: 'text' },
  { name: 'version' },
  { name: 'date' },
  { name: 'address', className: 'pr-4' },
]

/** Who has accepted which version of a text, or still has to. */
export default function AdminAcceptancesPage({ loaderData: list }: Route.ComponentProps) {
  const { t, formatQuantity } = useTranslation()
  const text = (name: string) => t(`administration.acceptances.filter.${name}`)
  const count = { count: list.total, number: formatQuantity(list.total) }
  return (
    <ListFrame
      place={place}
      list={list}
      noun="acceptances"
      filter={
        <ListFilter place={place} list={list} label={text('label')}>
          <FilterSelect name="show" label={text('show')} value={list.show}>
            {acceptanceShows.map((show) => (
              <option key={show} value={show}>
                {t(`administration.acceptances.shows.${show}`)}
              </option>
            ))}
          </FilterSelect>
          <FilterSelect name="kind" label={text('kind')} value={list.kind}>
            <option value="">{text('allKinds')}</option>
            {textKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`texts.kinds.${kind}`)}
              </option>
            ))}
          </FilterSelect>
          <FilterText name="version" label={text('version')} value={list.version ?? ''} />
          <FilterText name="q" label={text('q')} value={list.q} hint={text('qHint')} />
        </ListFilter>
      }
      head={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="text-13 text-ink-2">{t('administration.acceptances.count', count)}</p>
          <ExportButtons name="acceptances" place={place} list={list} />
        </div>
      }
    >
      <ListTable place={place} list={list} columns={columns} noun="acceptances">
        {list.items.map((item) => (
          <Row key={`${item.kind} ${item.version} ${item.userId} ${item.applicationId}`} item={item} />
        ))}
      </ListTable>
    </ListFrame>
  )
}

function Row({ item }: { item: ListedAcceptance }) {
  const { t } = useTranslation()
  const { kind, version, at, address, userId, applicationId, name, email, company } = item
  const to =
    userId === null ? (applicationId === null ? null : adminApplicationPath(applicationId)) : adminUserPath(userId)
  return (
    <tr data-testid="acceptance" className={`${cardRow.xl} max-xl:grid-cols-[1fr_auto]`}>
      <Cell className="min-w-40 max-xl:order-1 max-xl:px-0 xl:pl-4">
        <span className="line-clamp-2 font-medium">{company}</span>
      </Cell>
      <Cell className="max-xl:order-3 max-xl:px-0 xl:min-w-56">
        {to === null ? (
          name
        ) : (
          <AreaLink to={to} className="font-medium text-brand-ink after:absolute after:inset-0 hover:underline">
            {name}
          </AreaLink>
        )}
        <span className="block text-12 text-ink-2 [overflow-wrap:anywhere]">{email}</span>
      </Cell>
      <Cell className="max-xl:order-5 max-xl:px-0 xl:whitespace-nowrap">{t(`texts.kinds.${kind}`)}</Cell>
      <Cell className="whitespace-nowrap max-xl:order-2 max-xl:px-0 max-xl:text-right">
        {t('administration.texts.number', { version })}
      </Cell>
      <Cell className="whitespace-nowrap max-xl:order-4 max-xl:px-0 max-xl:text-right">
        {at === null ? (
          <Badge tone="warning">{t('administration.acceptances.shows.waiting')}</Badge>
        ) : (
          <Moment date={at} />
        )}
      </Cell>
      <Cell className="code max-xl:order-6 max-xl:px-0 max-xl:text-right xl:pr-4">{address}</Cell>
    </tr>
  )
}
