import type { ReactNode } from 'react'
import type { AccountFigures } from '#contract/shop/statement.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { Price } from '#web/app/price.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'

const steps = [
  { key: 'notDue', look: 'bg-success' },
  { key: 'days30', look: 'bg-warning/60' },
  { key: 'days60', look: 'bg-warning' },
  { key: 'days90', look: 'bg-danger/60' },
  { key: 'older', look: 'bg-danger' },
] as const

function Figure({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-ink-2">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  )
}

type AccountSummaryProps = { figures: AccountFigures; isOfToday: boolean; closing: number | null }

/**
 * Balance, overdue amount and ageing of unpaid debts. `isOfToday` is false above a past period, and the balance then
 * says that it is today's. `closing`: what all movements add up to; null if it is not known.
 */
export function AccountSummary({ figures, isOfToday, closing }: AccountSummaryProps) {
  const { t, formatMoney } = useTranslation()
  const { balance, balanceDay, overdueBalance, overdueBalanceExpiryDay: days, currency, ageing } = figures
  return (
    <section className="grid gap-x-8 gap-y-4 rounded-panel border border-line bg-surface p-4 lg:grid-cols-[auto_1fr]">
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Figure name={t(isOfToday ? 'statement.balanceToday' : 'statement.balance')}>
          <Price value={Math.abs(balance)} currency={currency} className="text-20 font-semibold" />{' '}
          {balance !== 0 && (
            <span className="text-12 whitespace-nowrap text-ink-2">
              {t(balance > 0 ? 'statement.debtor' : 'statement.creditor')}
            </span>
          )}
        </Figure>
        <Figure name={t('statement.overdue')}>
          <Price
            value={overdueBalance}
            currency={currency}
            className={classes('text-20 font-semibold', overdueBalance > 0 && 'text-danger')}
          />{' '}
          {overdueBalance > 0 && (
            <span className="text-12 whitespace-nowrap text-danger">{t('statement.overdueDays', { days })}</span>
          )}
        </Figure>
      </dl>
      <AgeingStrip ageing={ageing} currency={currency} />
      {balanceDay !== undefined && closing !== null && Math.abs(balance - closing) >= 0.005 && (
        <p className="text-12 text-ink-2 lg:col-span-2">
          {t('statement.importedBalance', { date: formatDay(balanceDay), sum: formatMoney(closing, currency) })}
        </p>
      )}
    </section>
  )
}

function AgeingStrip({ ageing, currency }: Pick<AccountFigures, 'ageing' | 'currency'>) {
  const { t } = useTranslation()
  const shown = steps.filter(({ key }) => ageing[key] > 0)
  return (
    <section aria-label={t('statement.ageing.title')} className="min-w-0">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-5">
        {steps.map(({ key, look }) => (
          <div key={key} className={classes('min-w-0', ageing[key] === 0 && 'text-ink-3')}>
            <dt className="flex items-center gap-1.5 text-12 text-ink-2">
              <span className={classes('size-2 shrink-0 rounded-full print:hidden', look)} aria-hidden="true" />
              {t(`statement.ageing.${key}`)}
            </dt>
            <dd className="mt-0.5 text-13 font-medium">
              <Price value={ageing[key]} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 flex h-1.5 gap-0.5 overflow-hidden rounded-full bg-fill print:hidden" aria-hidden="true">
        {shown.map(({ key, look }) => (
          <span key={key} className={look} style={{ flexGrow: ageing[key] }} />
        ))}
      </div>
    </section>
  )
}
