import '#web/app/page-words.ts'
import { ArrowLeft } from 'lucide-react'
import { AreaLink } from '#web/administration/area-link.tsx'
import { getFaultReportDetail } from '#contract/shop/fault-reports.ts'
import { pages } from '#contract/core/pages.ts'
import { adminFaultReportPath, adminReturnPath } from '#contract/core/record-paths.ts'
import { AdminFrame } from '#web/administration/admin-frame.tsx'
import { MayChange } from '#web/administration/may-change.tsx'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { NoteThread } from '#web/notes/note-thread.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-report-page.ts'
import { ChangeForm } from './admin-change-form.tsx'
import { Panel, ReportEvents, ReportFacts } from './report-facts.tsx'
import { ReportPhotos } from './report-photos.tsx'
import { FaultStateBadge } from './state-badge.tsx'

const load = (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) => api(getFaultReportDetail, { params })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** One report with its photos and the administrator's form. */
export default function AdminReportPage({ loaderData: report }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { id, reportNo, state, dealer, dealerCode, creatorEmail, photos, events } = report
  const title = t('faultReport.page.title', { number: reportNo })
  return (
    <AdminFrame
      title={
        <AreaLink
          to={pages.adminFaultReports}
          className="inline-flex items-center gap-2 hover:underline pointer-coarse:min-h-11"
        >
          <ArrowLeft size={16} aria-hidden="true" className="text-ink-2" /> {t('administration.faultReports.title')}
        </AreaLink>
      }
    >
      <PageHead
        title={title}
        description={t('administration.faultReports.description')}
        canonical={adminFaultReportPath(id)}
        noIndex
      />
      <div className="flex max-w-420 flex-col gap-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="code text-18 font-semibold" aria-label={title}>
            {reportNo}
          </h1>
          <FaultStateBadge state={state} />
        </div>
        <div className="grid items-start gap-4 xl:grid-cols-[1fr_26rem]">
          <div className="flex min-w-0 flex-col gap-4">
            <Panel title={t('faultReport.page.what')}>
              <ReportFacts
                report={report}
                returnPathOf={({ id }) => adminReturnPath(id)}
                more={[
                  { name: t('administration.faultReports.dealer'), value: `${dealer} (${dealerCode})` },
                  { name: t('administration.faultReports.sender'), value: creatorEmail },
                ]}
              />
            </Panel>
            <Panel title={t('faultReport.photos.title')}>
              <ReportPhotos photos={photos} />
            </Panel>
            <div className="-mt-4">
              <NoteThread kind="fault_report" number={reportNo} />
            </div>
          </div>
          <div className="flex flex-col gap-4">
            <MayChange>
              <Panel title={t('administration.faultReports.change')}>
                <ChangeForm report={report} />
              </Panel>
            </MayChange>
            <Panel title={t('faultReport.page.history')}>
              <ReportEvents events={events} />
            </Panel>
          </div>
        </div>
      </div>
    </AdminFrame>
  )
}
