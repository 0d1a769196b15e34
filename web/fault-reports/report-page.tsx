import '#web/app/page-words.ts'
import { ChevronRight } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import { getLetterhead } from '#contract/shop/account-settings.ts'
import { type FaultReportList, listFaultReports } from '#contract/shop/fault-reports.ts'
import { pages } from '#contract/core/pages.ts'
import { faultReportPath } from '#contract/core/record-paths.ts'
import { Moment } from '#web/app/moment.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/report-page.ts'
import { ReportForm } from './report-form.tsx'
import { FaultStateBadge } from './state-badge.tsx'

/** Loads the dealer's phone number and the latest report. */
async function load(api: ServerCall) {
  const [{ user_address: address }, { items }] = await Promise.all([api(getLetterhead), api(listFaultReports)])
  return { phone: address.number, latest: items.slice(0, 5) }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The form for a new fault report. */
export default function ReportPage({ loaderData: { phone, latest } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const { name = '', email = '' } = user ?? {}
  return (
    <div className="page-width max-w-300! py-5">
      <PageHead
        title={t('faultReport.title')}
        description={t('faultReport.description')}
        canonical={pages.faultReport}
        noIndex
      />
      <h1 className="text-20 font-semibold">{t('faultReport.title')}</h1>
      <p className="mt-0.5 mb-4 text-ink-2">{t('faultReport.intro')}</p>
      <div className={classes('grid items-start gap-4', latest.length > 0 && 'lg:grid-cols-[1fr_20rem]')}>
        <ReportForm
          user={user?.id ?? 0}
          prefilled={{
            productCode: '',
            serialNo: '',
            description: '',
            contactName: name,
            contactPhone: phone,
            contactEmail: email,
          }}
        />
        <Latest reports={latest} />
      </div>
    </div>
  )
}

function Latest({ reports }: { reports: FaultReportList['items'] }) {
  const { t } = useTranslation()
  if (reports.length === 0) return null
  return (
    <section aria-labelledby="latest-reports" className="rounded-panel border border-line bg-surface">
      <h2 id="latest-reports" className="border-b border-line px-4 py-2.5 text-14 font-semibold">
        {t('faultReport.list.latest')}
      </h2>
      <ul>
        {reports.map(({ reportNo, date, state, productName }) => (
          <li key={reportNo} className="relative border-b border-line px-4 py-2.5 text-13 hover:bg-hover">
            <span className="flex items-center justify-between gap-2">
              <Link
                to={faultReportPath(reportNo)}
                className="code font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
              >
                {reportNo}
              </Link>
              <FaultStateBadge state={state} />
            </span>
            <span className="line-clamp-1">{productName}</span>
            <span className="text-12 text-ink-2">
              <Moment date={date} />
            </span>
          </li>
        ))}
      </ul>
      <Link
        to={pages.faultReports}
        className="flex min-h-10 items-center gap-1 px-4 text-13 font-semibold text-brand-ink hover:underline max-sm:min-h-11"
      >
        {t('faultReport.list.all')} <ChevronRight size={14} aria-hidden="true" />
      </Link>
    </section>
  )
}
