import { Image } from 'lucide-react'
import { Link } from '#web/ui/link.tsx'
import type { ListedFaultReport } from '#contract/shop/fault-reports.ts'
import { shortenCode } from '#domain/text/text.ts'
import { Moment } from '#web/app/moment.tsx'
import { UnreadBadge } from '#web/notes/unread-badge.tsx'
import { CardTable, cardRow } from '#web/ui/card-table.tsx'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { FaultStateBadge } from './state-badge.tsx'

type Row = ListedFaultReport & { dealer?: string; dealerCode?: string }
type ReportsTableProps<R extends Row> = { items: readonly R[]; label: string; pathOf(report: R): string }

/** Reports, newest first; cards in narrow windows. The list of all dealers names the dealer. */
export function ReportsTable<R extends Row>({ items, label, pathOf }: ReportsTableProps<R>) {
  const { t } = useTranslation()
  const hasDealers = items.some(({ dealer }) => dealer !== undefined)
  return (
    <CardTable
      label={label}
      below="lg"
      head={
        <>
          <HeadCell className="rounded-tl-panel pl-4">{t('faultReport.head.number')}</HeadCell>
          <HeadCell>{t('faultReport.head.date')}</HeadCell>
          <HeadCell className="w-full 2xl:w-1/2">{t('faultReport.head.product')}</HeadCell>
          <HeadCell>{t('faultReport.head.serialNo')}</HeadCell>
          <HeadCell>{t(hasDealers ? 'administration.faultReports.dealer' : 'faultReport.head.creator')}</HeadCell>
          <HeadCell className="rounded-tr-panel pr-4">{t('faultReport.head.state')}</HeadCell>
        </>
      }
    >
      {items.map((report) => (
        <ReportRow key={report.reportNo} report={report} path={pathOf(report)} />
      ))}
    </CardTable>
  )
}

function ReportRow({ report, path }: { report: Row; path: string }) {
  const { t } = useTranslation()
  const { reportNo, date, state, productCode, productName, serialNo, creator, photoCount, dealer, dealerCode } = report
  return (
    <tr data-testid="fault-report" className={cardRow.lg}>
      <Cell className="max-lg:order-1 max-lg:px-0 lg:pl-4">
        {/* The whole row links to the report. */}
        <Link to={path} className="code font-medium text-brand-ink after:absolute after:inset-0 hover:underline">
          {reportNo}
        </Link>
      </Cell>
      <Cell className="max-lg:order-4 max-lg:px-0 max-lg:text-right">
        <Moment date={date} />
      </Cell>
      <Cell className="min-w-40 max-lg:order-3 max-lg:col-span-2 max-lg:px-0">
        <span className="line-clamp-1 font-medium">{productName}</span>
        <span className="flex flex-wrap items-center gap-x-2 text-12 text-ink-2">
          <span className="code" title={productCode}>
            {shortenCode(productCode)}
          </span>
          {photoCount > 0 && (
            <span className="inline-flex items-center gap-1">
              <Image size={12} aria-hidden="true" /> {t('faultReport.list.photoCount', { count: photoCount })}
            </span>
          )}
        </span>
      </Cell>
      <Cell className="max-w-50 min-w-32 max-lg:hidden">
        <span className="code line-clamp-1 [overflow-wrap:anywhere]">{serialNo}</span>
      </Cell>
      <Cell className="max-lg:order-3 max-lg:px-0 lg:min-w-56">
        <span className="line-clamp-1">{dealer ?? creator}</span>
        {dealer !== undefined && (
          <span className="line-clamp-1 text-12 text-ink-2">{[dealerCode, creator].join(' · ')}</span>
        )}
      </Cell>
      <Cell className="max-lg:order-2 max-lg:px-0 max-lg:text-right lg:pr-4">
        <FaultStateBadge state={state} />
        <UnreadBadge kind="fault_report" number={reportNo} />
      </Cell>
    </tr>
  )
}
