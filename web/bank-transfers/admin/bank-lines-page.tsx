import '#web/app/page-words.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { adminBankLinesPath, adminTransferNoticesPath } from '#contract/core/admin-pages.ts'
import { lineStates, listBankLines } from '#contract/admin/bank-lines.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { ExportButtons } from '#web/administration/export-buttons.tsx'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterDays, FilterSelect, FilterText, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/bank-lines-page.ts'
import { BankLinesTable } from './bank-lines-table.tsx'
import { UploadStatement } from './upload-statement.tsx'

const place: ListPlace = { page: adminBankLinesPath, names: ['state', 'q', 'from', 'to'] }

const load = (api: ServerCall, { url }: PageLocation) => api(listBankLines, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

type List = Reply<typeof listBankLines>

/** Lines of bank statements, and whose money they are. */
export default function BankLinesPage({ loaderData: list }: Route.ComponentProps) {
  // Open lines are what the page shows without a filter.
  const shown = { ...list, state: list.state === 'open' ? null : list.state }
  return (
    <ListFrame
      place={place}
      list={shown}
      noun="bankLines"
      filter={
        <>
          <MayChange>
            <UploadStatement accounts={list.accounts} statements={list.statements} />
          </MayChange>
          <LinesFilter list={shown} />
        </>
      }
      head={<Head list={list} shown={shown} />}
    >
      <BankLinesTable place={place} list={shown} />
    </ListFrame>
  )
}

function LinesFilter({ list }: { list: Shown }) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.bankLines.filter.${name}`)
  return (
    <ListFilter place={place} list={list} label={text('label')}>
      <FilterSelect name="state" label={text('state')} value={list.state}>
        {lineStates.map((state) => (
          <option key={state} value={state === 'open' ? '' : state}>
            {t(`administration.bankLines.states.${state}`)}
          </option>
        ))}
      </FilterSelect>
      <FilterDays from={list.from} to={list.to} />
      <FilterText name="q" label={text('q')} value={list.q} />
    </ListFilter>
  )
}

type Shown = Omit<List, 'state'> & { state: string | null }

function Head({ list: { total, waitingNotices }, shown }: { list: List; shown: Shown }) {
  const { t, formatQuantity } = useTranslation()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="text-13 text-ink-2">
        {t('administration.bankLines.count', { count: total, number: formatQuantity(total) })}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <ExportButtons name="bankLines" place={place} list={shown} />
        <AreaLink to={adminTransferNoticesPath} className={buttonClasses('outline', 'card')}>
          {t('administration.bankLines.notices')}
          {waitingNotices > 0 && (
            <Badge tone="info">{t('administration.bankLines.noticesWaiting', { count: waitingNotices })}</Badge>
          )}
        </AreaLink>
      </div>
    </div>
  )
}
