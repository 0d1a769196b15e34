import { Landmark } from 'lucide-react'
import { useId } from 'react'
import type { BankOption, InstallmentPlan } from '#contract/shop/payments.ts'
import { lira } from '#domain/money/money.ts'
import { readPaidAmount } from '#domain/money/paid-amount.ts'
import { chargeOf, monthlyAmounts } from '#domain/payments/payment.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Cell, HeadCell, Table } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { monthsOf, planTexts } from '#web/payments/card/plan-words.ts'
import { useBanks } from './use-banks-of.ts'

/** Lira with two decimals; null while the typed text is not an amount. */
function amountOf(typed: string): string | null {
  const readAmount = readPaidAmount(typed)
  return readAmount.ok ? readAmount.amount : null
}

type BankTablesProps = {
  /** Loaded with the page. */
  first: { amount: string; banks: readonly BankOption[] }
  /** As typed. */
  amount: string
}

/** Every bank's installments for the typed amount, before a card is known (checkout, section 2: installment table). */
export function BankTables({ first, amount: typed }: BankTablesProps) {
  const { t } = useTranslation()
  const amount = amountOf(typed)
  const banks = useBanks(amount, { amount: amountOf(first.amount), banks: first.banks })
  const id = useId()
  if (banks.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-16 font-semibold">
        {t('payment.plans.title')}
      </h2>
      <p className="mt-0.5 text-13 text-ink-2">
        {amount === null ? t('payment.pay.tablesEmpty') : t('payment.pay.tablesText')}
      </p>
      <div className="mt-3 grid items-start gap-4 grid-cols-[repeat(auto-fit,minmax(min(100%,21rem),1fr))]">
        {banks.map((bank) => (
          <BankTable
            key={[bank.name, ...(bank.families ?? [bank.family]), bank.cardClass].join(' ')}
            bank={bank}
            amount={amount}
          />
        ))}
      </div>
    </section>
  )
}

function BankTable({ bank, amount }: { bank: BankOption; amount: string | null }) {
  const { t } = useTranslation()
  const plans = Object.values(bank.posPlans).toSorted((a, b) => a.installment - b.installment)
  return (
    <div className="overflow-x-auto rounded-panel border border-line bg-surface">
      <Table>
        <caption className="px-4 py-2.5 text-left">
          <span className="flex min-h-8 items-center gap-2">
            {bank.logo === null ? (
              <Landmark size={18} aria-hidden="true" className="text-ink-2" />
            ) : (
              <img src={bank.logo} alt="" className="max-h-7 max-w-28 object-contain" />
            )}
            <span className="text-14 font-semibold">{bank.name}</span>
            {bank.family !== null && <Badge tone="brand">{(bank.families ?? [bank.family]).join(', ')}</Badge>}
            {bank.cardClass !== undefined && <Badge>{t(`payment.plans.classes.${bank.cardClass}`)}</Badge>}
            {bank.image !== null && (
              <img src={bank.image} alt="" className="ml-auto max-h-8 max-w-20 rounded-badge object-contain" />
            )}
          </span>
        </caption>
        <thead className="text-12 text-ink-2">
          <tr className="border-y border-line">
            <HeadCell className="h-8 pl-4">{t('payment.plans.installment')}</HeadCell>
            <HeadCell align="right" className="h-8 max-sm:hidden">
              {t('payment.plans.commission')}
            </HeadCell>
            <HeadCell align="right" className="h-8">
              {t('payment.plans.monthly')}
            </HeadCell>
            <HeadCell align="right" className="h-8 pr-4">
              {t('payment.plans.total')}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {plans.map((plan) => (
            <PlanRow key={plan.id} plan={plan} amount={amount} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function PlanRow({ plan, amount }: { plan: InstallmentPlan; amount: string | null }) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const { installment, commisionFee } = plan
  const isSingle = installment === 1
  const total = amount === null ? null : chargeOf(amount, commisionFee).total
  const { name, commission } = planTexts({ t, formatQuantity }, plan)
  const monthly = total === null || isSingle ? null : monthlyAmounts(total, monthsOf(plan))[0]
  return (
    <tr className="h-8.5 border-b border-line last:border-0 max-sm:h-11">
      <Cell className="pl-4 whitespace-nowrap">
        {name}
        {commisionFee > 0 && <span className="block text-12 text-ink-2 sm:hidden">{commission}</span>}
      </Cell>
      <Cell align="right" className="whitespace-nowrap text-ink-2 max-sm:hidden">
        {commission}
      </Cell>
      <Cell align="right" className="font-medium whitespace-nowrap">
        {monthly == null ? '—' : formatMoney(monthly, lira)}
      </Cell>
      <Cell align="right" className="pr-4 whitespace-nowrap">
        {total === null ? '—' : formatMoney(total, lira)}
      </Cell>
    </tr>
  )
}
