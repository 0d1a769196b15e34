import '#web/app/page-words.ts'
import { AreaLink } from '#web/administration/area-link.tsx'
import { getAdminReturn } from '#contract/admin/returns.ts'
import { pages } from '#contract/core/pages.ts'
import { adminFaultReportPath, adminOrderPath, adminReturnPath } from '#contract/core/record-paths.ts'
import { DetailFrame } from '#web/administration/detail-frame.tsx'
import { call } from '#web/app/data/call.ts'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useFollow } from '#web/app/data/use-follow.ts'
import { Moment } from '#web/app/moment.tsx'
import { ReportPhotos } from '#web/fault-reports/report-photos.tsx'
import { NoteThread } from '#web/notes/note-thread.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/admin-return-page.ts'
import { ReturnActions } from './return-actions.tsx'
import { Panel, ReturnFacts, ReturnHistory, ReturnLines } from './return-parts.tsx'
import { ReturnStateBadge } from './return-state-badge.tsx'

const load = (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) => api(getAdminReturn, { params })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** One return of any dealer, with the administrators' actions. */
export default function AdminReturnPage({ loaderData: goods }: Route.ComponentProps) {
  const { t } = useTranslation()
  useFollow(goods, () => call(getAdminReturn, { params: { id: String(goods.id) } }))
  const title = t('returns.one', { number: goods.returnNo })
  const { faultReportId, faultReportNo } = goods
  const report =
    faultReportId === null || faultReportNo === null ? (
      ''
    ) : (
      <NumberLink to={adminFaultReportPath(faultReportId)} number={faultReportNo} />
    )
  return (
    <DetailFrame
      title={title}
      description={t('administration.returns.description')}
      path={adminReturnPath(goods.id)}
      back={{ to: pages.adminReturns, label: t('administration.returns.title') }}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-18 font-semibold">{title}</h1>
        <ReturnStateBadge state={goods.state} />
        <ReturnActions goods={goods} />
      </div>
      <ReturnFacts
        facts={[
          ['dealer', `${goods.dealer} (${goods.dealerCode})`],
          ['order', <NumberLink key="order" to={adminOrderPath(goods.orderId)} number={goods.orderNo} />],
          ['date', <Moment key="date" date={goods.date} />],
          ['reason', t(`returns.reasons.${goods.reason}`)],
          ['creator', `${goods.creator}\n${goods.creatorEmail}`],
          ['invoiceNo', goods.invoiceNo],
          ['faultReport', report],
          ['description', goods.description],
        ]}
      />
      <ReturnLines lines={goods.lines} place={({ warehouse }) => warehouse ?? t('administration.returns.scrap')} />
      {goods.photos.length > 0 && (
        <Panel title={t('returns.photos')}>
          <div className="p-4">
            <ReportPhotos photos={goods.photos} />
          </div>
        </Panel>
      )}
      <NoteThread kind="return" number={goods.returnNo} />
      <ReturnHistory events={goods.events} />
    </DetailFrame>
  )
}

function NumberLink({ to, number }: { to: string; number: string }) {
  return (
    <AreaLink to={to} className="code text-brand-ink hover:underline">
      {number}
    </AreaLink>
  )
}
