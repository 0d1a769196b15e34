import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import type { OpenDebt } from '#contract/shop/statement.ts'
import { lira } from '#domain/money/money.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { Price } from '#web/app/price.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The debts that a payment is booked against; nothing if none was chosen. */
export function ChosenDebts({ debts }: { debts: readonly OpenDebt[] }) {
  const { t } = useTranslation()
  if (debts.length === 0) return null
  return (
    <section aria-label={t('payment.debts.title')} className="rounded-panel border border-line bg-canvas p-3 text-13">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="font-medium">{t('payment.debts.title')}</h2>
        <Link to={pages.payment} className="tap text-12 text-brand-ink hover:underline">
          {t('payment.debts.clear')}
        </Link>
      </div>
      <ul className="mt-1 max-h-48 overflow-y-auto">
        {debts.map(({ id, documentNo, date, dueDate, unpaid }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-3 py-0.5">
            <span>
              <span className="code">{documentNo || formatDay(date)}</span>{' '}
              {dueDate !== null && (
                <span className="text-12 text-ink-2">
                  {t('statement.columns.dueDate')} {formatDay(dueDate)}
                </span>
              )}
            </span>
            <Price value={unpaid} currency={lira} className="font-medium" />
          </li>
        ))}
      </ul>
      <p className="mt-1 text-12 text-ink-2">{t('payment.debts.note')}</p>
    </section>
  )
}
