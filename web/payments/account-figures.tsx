import { Fragment, type ReactNode } from 'react'
import type { AccountFigures as Account } from '#contract/shop/statement.ts'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { Price } from '#web/app/price.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type AccountFiguresProps = {
  accounts: readonly Account[]
  /** The currencies in which the account can be paid by card. */
  currencies: readonly PosCurrency[]
  /** Fills a debt into the amount field. */
  onFill(amount: number, currency: PosCurrency): void
}

/** The dealer's debts and their age, as far as the account is known. */
export function AccountFigures({ accounts, currencies, onFill }: AccountFiguresProps) {
  const { t } = useTranslation()
  /** Null: nothing is owed, or not in a currency in which it can be paid. */
  const fillOf = (owed: number, code: string) => {
    const currency = currencies.find((each) => each === code)
    return owed > 0 && currency !== undefined ? () => onFill(owed, currency) : null
  }
  if (accounts.length === 0) return null
  return (
    <section
      aria-label={t('payment.pay.account')}
      className="min-w-0 border-line max-md:border-t max-md:pt-4 md:border-l md:pl-8"
    >
      <h2 className="text-14 font-semibold">{t('payment.pay.account')}</h2>
      <dl className="mt-3 space-y-3">
        {accounts.map(({ currency, balance, overdueBalance, overdueBalanceExpiryDay: days }) => (
          <Fragment key={currency}>
            <Figure
              name={accounts.length === 1 ? t('statement.balance') : t('payment.pay.balanceOf', { currency })}
              note={balance === 0 ? null : t(balance > 0 ? 'statement.debtor' : 'statement.creditor')}
              onFill={fillOf(balance, currency)}
            >
              <Price value={Math.abs(balance)} currency={currency} className="text-18 font-semibold" />
            </Figure>
            {overdueBalance > 0 && (
              <Figure
                name={t('statement.overdue')}
                note={<span className="text-danger">{t('statement.overdueDays', { days })}</span>}
                onFill={fillOf(overdueBalance, currency)}
              >
                <Price value={overdueBalance} currency={currency} className="text-18 font-semibold text-danger" />
              </Figure>
            )}
          </Fragment>
        ))}
      </dl>
      {accounts.some(({ currency, balance }) => balance > 0 && !currencies.some((each) => each === currency)) && (
        <p className="mt-3 text-12 text-ink-2">{t('payment.pay.onlyIn', { currencies: currencies.join(', ') })}</p>
      )}
    </section>
  )
}

type FigureProps = { name: string; note: ReactNode; onFill: (() => void) | null; children: ReactNode }

function Figure({ name, note, onFill, children }: FigureProps) {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-4">
      <dt className="text-12 text-ink-2">{name}</dt>
      <dd className="col-start-1">
        {children} {note !== null && <span className="text-12 text-ink-2">{note}</span>}
      </dd>
      {onFill !== null && (
        <dd className="col-start-2 row-span-2 row-start-1 self-center">
          <Button size="sm" onClick={onFill} aria-label={t('payment.pay.fillOf', { name })}>
            {t('payment.pay.fill')}
          </Button>
        </dd>
      )}
    </div>
  )
}
