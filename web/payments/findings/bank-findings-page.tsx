import { adminBankFindingsPath } from '#contract/core/admin-pages.ts'
import '#web/app/page-words.ts'
import { ArrowLeft } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import type { Reply } from '#contract/core/endpoint.ts'
import { listBankFindings } from '#contract/admin/bank-findings.ts'
import { pages } from '#contract/core/pages.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { queryOf } from '#web/administration/list-address.ts'
import { FilterSelect, ListFilter } from '#web/administration/list-filter.tsx'
import { ListFrame, type ListPlace } from '#web/administration/list-frame.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/bank-findings-page.ts'
import { BankFindingsTable } from './bank-findings-table.tsx'

const place: ListPlace = { page: adminBankFindingsPath, names: ['state'] }

const load = (api: ServerCall, { url }: PageLocation) => api(listBankFindings, queryOf(url, place.names))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** What the banks' own lists have and the books lack. */
export default function BankFindingsPage({ loaderData: list }: Route.ComponentProps) {
  const { t } = useTranslation()
  const textOf = (name: string) => t(`administration.bankFindings.filter.${name}`)
  return (
    <ListFrame
      place={place}
      list={list}
      noun="bankFindings"
      filter={
        <>
          <AreaLink
            to={pages.adminPayments}
            className="inline-flex items-center gap-2 self-start text-13 text-brand-ink hover:underline pointer-coarse:min-h-11"
          >
            <ArrowLeft size={14} aria-hidden="true" /> {t('administration.payments.title')}
          </AreaLink>
          <ListFilter place={place} list={list} label={textOf('label')} isShort>
            <FilterSelect name="state" label={textOf('state')} value={list.state}>
              <option value="">{textOf('open')}</option>
              <option value="settled">{textOf('settled')}</option>
            </FilterSelect>
          </ListFilter>
        </>
      }
      head={<Lists list={list} />}
    >
      <BankFindingsTable place={place} list={list} />
    </ListFrame>
  )
}

/** Which banks' lists are compared, and which are not. */
function Lists({ list: { unread, withoutList } }: { list: Reply<typeof listBankFindings> }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2">
      {unread.map(({ account, day }) => (
        <MessageStrip key={`${account} ${day}`} tone="warning">
          {t('administration.bankFindings.unread', { account, day: formatDay(day) })}
        </MessageStrip>
      ))}
      <p className="max-w-180 text-13 text-ink-2">
        {t('administration.bankFindings.intro')}{' '}
        {withoutList.length > 0 && t('administration.bankFindings.withoutList', { accounts: withoutList.join(', ') })}
      </p>
    </div>
  )
}
