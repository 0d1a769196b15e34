import type { ReactNode } from 'react'
import { Link } from '#web/ui/link.tsx'
import type { FaultReport } from '#contract/shop/fault-reports.ts'
import { Moment } from '#web/app/moment.tsx'
import { ProductCode } from '#web/product/product-code-text.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { FaultStateBadge } from './state-badge.tsx'

/** A titled panel of a report's page. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-panel border border-line bg-surface">
      <h2 className="border-b border-line px-4 py-2.5 text-14 font-semibold">{title}</h2>
      <div className="p-4">{children}</div>
    </section>
  )
}

export type Fact = { name: string; value: ReactNode }

/** The content of a report and its contact. `more` comes first. User input is rendered as text. */
export function ReportFacts({
  report,
  more = [],
  returnPathOf,
}: {
  report: FaultReport
  more?: readonly Fact[]
  returnPathOf: (goods: FaultReport['returns'][number]) => string
}) {
  const { t } = useTranslation()
  const { date, productCode, productName, serialNo, creator, contactName, contactPhone, contactEmail } = report
  const facts: Fact[] = [
    ...more,
    { name: t('faultReport.head.product'), value: productName },
    { name: t('faultReport.form.productCode'), value: <ProductCode code={productCode} /> },
    { name: t('faultReport.head.serialNo'), value: serialNo && <span className="code">{serialNo}</span> },
    { name: t('faultReport.head.date'), value: <Moment date={date} /> },
    { name: t('faultReport.head.creator'), value: creator },
    {
      name: t('faultReport.page.returns'),
      value:
        report.returns.length === 0
          ? ''
          : report.returns.map((goods) => (
              <Link key={goods.id} to={returnPathOf(goods)} className="code tap mr-3">
                {goods.returnNo}
              </Link>
            )),
    },
    { name: t('faultReport.form.contactName'), value: contactName },
    {
      name: t('faultReport.form.contactPhone'),
      value: contactPhone && <a href={`tel:${contactPhone.replaceAll(/[^\d+]/g, '')}`}>{contactPhone}</a>,
    },
    {
      name: t('faultReport.form.contactEmail'),
      value: contactEmail && <a href={`mailto:${contactEmail}`}>{contactEmail}</a>,
    },
  ]
  return (
    <>
      <dl className="grid gap-x-6 sm:grid-cols-2">
        {facts
          .filter(({ value }) => value !== '')
          .map(({ name, value }) => (
            <div key={name} className="flex flex-col py-1.5 text-13">
              <dt className="text-12 text-ink-2">{name}</dt>
              <dd className="min-w-0 [overflow-wrap:anywhere] [&_a]:text-brand-ink [&_a]:hover:underline">{value}</dd>
            </div>
          ))}
      </dl>
      <h3 className="mt-3 text-12 text-ink-2">{t('faultReport.form.description')}</h3>
      <p className="mt-0.5 whitespace-pre-line [overflow-wrap:anywhere]">{report.description}</p>
    </>
  )
}

type Event = FaultReport['events'][number] & { user?: string }

/** The states of a report, newest first. */
export function ReportEvents({ events }: { events: readonly Event[] }) {
  return (
    <ol>
      {events.toReversed().map(({ id, state, note, user, date }) => (
        <li key={id} className="relative pb-4 pl-5 text-13 last:pb-0">
          <span aria-hidden="true" className="absolute top-1.5 left-0 size-2 rounded-full bg-brand" />
          <span aria-hidden="true" className="history-line" />
          <FaultStateBadge state={state} />
          {note !== '' && <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{note}</p>}
          <p className="mt-0.5 text-12 text-ink-2">
            <Moment date={date} />
            {user !== undefined && ` · ${user}`}
          </p>
        </li>
      ))}
    </ol>
  )
}
