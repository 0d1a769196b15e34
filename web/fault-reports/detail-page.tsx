import '#web/app/page-words.ts'
import { ArrowLeft } from 'lucide-react'
import { useLocation } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { getFaultReport } from '#contract/shop/fault-reports.ts'
import { pages } from '#contract/core/pages.ts'
import { faultReportPath, returnPath } from '#contract/core/record-paths.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { NoteThread } from '#web/notes/note-thread.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/detail-page.ts'
import { Panel, ReportEvents, ReportFacts } from './report-facts.tsx'
import { ReportPhotos } from './report-photos.tsx'
import { FaultStateBadge } from './state-badge.tsx'

const load = (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) => api(getFaultReport, { params })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** One report of the dealer with its content and states, and a confirmation after it was sent. */
export default function DetailPage({ loaderData: report }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { reportNo, state, note, photos, events } = report
  const title = t('faultReport.page.title', { number: reportNo })
  const isSent = (useLocation().state as { isSent?: boolean } | null)?.isSent === true
  return (
    <div className="page-width flex max-w-300! flex-col gap-4 py-5">
      <PageHead
        title={title}
        description={t('faultReport.list.description')}
        canonical={faultReportPath(reportNo)}
        noIndex
      />
      <Link
        to={pages.faultReports}
        className="inline-flex min-h-6 items-center gap-2 self-start text-13 text-brand-ink hover:underline max-sm:min-h-11"
      >
        <ArrowLeft size={14} aria-hidden="true" /> {t('faultReport.list.title')}
      </Link>
      {isSent && (
        <MessageStrip tone="info" role="status">
          <span className="font-semibold">{t('faultReport.page.sent', { number: reportNo })}</span>{' '}
          {t('faultReport.page.sentText')}
        </MessageStrip>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-20 font-semibold">{title}</h1>
        <FaultStateBadge state={state} />
      </div>
      {note !== '' && (
        <Panel title={t('faultReport.page.note')}>
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{note}</p>
        </Panel>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[1fr_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Panel title={t('faultReport.page.what')}>
            <ReportFacts report={report} returnPathOf={({ returnNo }) => returnPath(returnNo)} />
          </Panel>
          <Panel title={t('faultReport.photos.title')}>
            <ReportPhotos photos={photos} />
          </Panel>
          <div className="-mt-4">
            <NoteThread kind="fault_report" number={reportNo} />
          </div>
        </div>
        <Panel title={t('faultReport.page.history')}>
          <ReportEvents events={events} />
        </Panel>
      </div>
    </div>
  )
}
