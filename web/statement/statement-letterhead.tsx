import type { Statement } from '#contract/shop/statement.ts'
import { logoPath } from '#contract/core/pages.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useTranslation } from '#web/ui/translation.ts'

/** The head of a printed statement: store, title, period and dealer. Not shown on screen. */
export function StatementLetterhead({ statement }: { statement: Statement }) {
  const { t } = useTranslation()
  const { storeLogo, storeName } = useVisitor().settings
  const { letterhead, from, to, q, currency, page, pages } = statement
  const logo = logoPath(storeLogo)
  const [company, ...lines] = letterhead.company
  const [dealer, ...dealerLines] = letterhead.dealer
  const period = () => {
    if (from === null)
      return to === null ? t('statement.print.all') : t('statement.print.until', { day: formatDay(to) })
    return to === null ? t('statement.print.since', { day: formatDay(from) }) : `${formatDay(from)} – ${formatDay(to)}`
  }
  const facts = [
    [t('statement.print.period'), period()],
    ...(q === '' ? [] : [[t('statement.filter.q'), q]]),
    [t('statement.currencies'), currency],
    [t('statement.print.date'), formatDay(letterhead.date)],
  ]
  return (
    <header className="hidden text-12 print:block">
      <div className="flex items-start justify-between gap-6 border-b border-line-input pb-3">
        <div className="min-w-0">
          {logo !== null && <img src={logo} alt={storeName} className="mb-1 max-h-14 max-w-60 object-contain" />}
          <p className="text-14 font-semibold">{company}</p>
          {lines.map((line) => (
            <p key={line} className="text-ink-2">
              {line}
            </p>
          ))}
        </div>
        <div className="shrink-0 text-right">
          <p className="text-16 font-semibold">{t('statement.title')}</p>
          <dl>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt className="inline text-ink-2">{name}: </dt>
                <dd className="inline font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <p className="pt-3 text-14 font-semibold">{dealer}</p>
      {dealerLines.map((line) => (
        <p key={line} className="text-ink-2">
          {line}
        </p>
      ))}
      {pages > 1 && <p className="pt-2">{t('statement.print.part', { page, pages })}</p>}
    </header>
  )
}
