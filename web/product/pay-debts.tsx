import '#web/app/page-words.ts'
import { CreditCard, Landmark } from 'lucide-react'
import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { payDebtsPath } from '#contract/core/record-paths.ts'
import { reportTransferPath } from '#contract/core/transfer-paths.ts'
import { paidDebtsMax } from '#contract/shop/statement.ts'
import { lira } from '#domain/money/money.ts'
import { decimal } from '#domain/money/decimal.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** An open debt by its movement, with what is left of it in lira. */
export type PayableDebt = { id: number; unpaid: number }

export type DebtChoice = {
  chosen: readonly PayableDebt[]
  isChosen(id: number): boolean
  toggle(debt: PayableDebt): void
  clear(): void
}

/** Debts that are ticked to be paid together, by card or bank transfer; null for who may not pay. */
export function useDebtChoice(): DebtChoice | null {
  const { user } = useVisitor()
  const [chosen, setChosen] = useState<readonly PayableDebt[]>([])
  const isChosen = (id: number) => chosen.some((each) => each.id === id)
  if (user?.permissions.includes('pay') !== true) return null
  return {
    chosen,
    isChosen,
    toggle: (debt) =>
      setChosen(
        isChosen(debt.id) ? chosen.filter(({ id }) => id !== debt.id) : [...chosen, debt].slice(0, paidDebtsMax),
      ),
    clear: () => setChosen([]),
  }
}

export function DebtCheckbox({ choice, debt, name }: { choice: DebtChoice; debt: PayableDebt; name: string }) {
  const { t } = useTranslation()
  return (
    <input
      type="checkbox"
      aria-label={t('payment.debts.choose', { name })}
      checked={choice.isChosen(debt.id)}
      onChange={() => choice.toggle(debt)}
      className="relative z-1 mr-2 inline-block size-4.5 align-text-bottom accent-(--brand) pointer-coarse:size-6 print:hidden"
    />
  )
}

/** The sum of the ticked debts and the way to pay it. The payment page loads a new document, to embed the bank's pages. */
export function PayDebtsBar({ choice }: { choice: DebtChoice }) {
  const { t, formatMoney } = useTranslation()
  const { hasCardPayment } = useVisitor()
  const { chosen } = choice
  if (chosen.length === 0) return null
  const ids = chosen.map(({ id }) => id)
  const total = chosen.reduce((sum, { unpaid }) => sum.plus(unpaid), decimal(0))
  return (
    <div
      role="status"
      className="sticky bottom-2 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border border-line bg-raised px-4 py-3 shadow-float max-lg:bottom-18 print:hidden"
    >
      <span className="text-13 text-ink-2">{t('payment.debts.chosen', { count: chosen.length })}</span>
      <span className="text-16 font-semibold">{formatMoney(total, lira)}</span>
      <span className="ml-auto flex flex-wrap gap-2">
        <Button size="card" variant="ghost" onClick={choice.clear}>
          {t('payment.debts.none')}
        </Button>
        <Link to={reportTransferPath({ debts: ids })} className={buttonClasses('outline', 'card')}>
          <Landmark size={16} aria-hidden="true" /> {t('payment.debts.transfer')}
        </Link>
        {hasCardPayment && (
          <a href={payDebtsPath(ids)} className={buttonClasses('solid', 'card')}>
            <CreditCard size={16} aria-hidden="true" /> {t('payment.debts.pay')}
          </a>
        )}
      </span>
    </div>
  )
}
