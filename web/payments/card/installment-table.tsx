import type { InstallmentPlan } from '#contract/shop/payments.ts'
import { chargeOf, monthlyAmounts } from '#domain/payments/payment.ts'
import { Cell, HeadCell } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { monthsOf, planTexts } from './plan-words.ts'

type InstallmentTableProps = {
  amount: string
  currency: string
  plans: readonly InstallmentPlan[]
  chosen: number | null
  logo: string | null
  onChoose(planId: number): void
}

export function PosLogo({ logo }: { logo: string | null }) {
  if (logo === null) return null
  return (
    <img src={logo} alt="" className="h-7 w-auto max-w-28 self-start rounded-badge bg-photo object-contain p-0.5" />
  )
}

/** Single payment and up to twelve installments with their totals (checkout, section 2). */
export function InstallmentTable({ amount, currency, plans, chosen, logo, onChoose }: InstallmentTableProps) {
  const { t, formatMoney } = useTranslation()
  return (
    <table className="w-full border-collapse text-13 max-sm:[&_:is(td,th)]:px-1.5 max-sm:[&_:is(td,th):first-child]:pl-5 max-sm:[&_:is(td,th):last-child]:pr-5">
      <caption className="px-5 py-2.5 text-left">
        <span className="flex items-center justify-between gap-4">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 font-semibold">
            <PosLogo logo={logo} />
            {t('payment.plans.title')}
          </span>
          <span className="text-ink-2">
            {t('payment.plans.amount')} <b className="text-ink">{formatMoney(amount, currency)}</b>
          </span>
        </span>
      </caption>
      <thead className="text-12 text-ink-2">
        <tr className="border-b border-line">
          <HeadCell className="h-8 pl-5">{t('payment.plans.installment')}</HeadCell>
          <HeadCell align="right" className="h-8">
            {t('payment.plans.monthly')}
          </HeadCell>
          <HeadCell align="right" className="h-8 max-sm:hidden">
            {t('payment.plans.commission')}
          </HeadCell>
          <HeadCell align="right" className="h-8 pr-5">
            {t('payment.plans.total')}
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {plans.map((plan) => (
          <PlanRow
            key={plan.id}
            amount={amount}
            currency={currency}
            plan={plan}
            isChosen={plan.id === chosen}
            onChoose={() => onChoose(plan.id)}
          />
        ))}
      </tbody>
    </table>
  )
}

type PlanRowProps = { amount: string; currency: string; plan: InstallmentPlan; isChosen: boolean; onChoose(): void }

/** The whole row can be pressed; keyboards and screen readers use its radio button. */
function PlanRow({ amount, currency, plan, isChosen, onChoose }: PlanRowProps) {
  const { t, formatMoney, formatQuantity } = useTranslation()
  const { installment, commisionFee } = plan
  const { total } = chargeOf(amount, commisionFee)
  const [monthly = total] = monthlyAmounts(total, monthsOf(plan))
  const isSingle = installment === 1
  const { name, commission } = planTexts({ t, formatQuantity }, plan)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the radio button has the keys
    <tr
      onClick={onChoose}
      className="h-8.5 cursor-pointer border-b border-line last:border-0 hover:bg-hover has-checked:bg-brand-soft max-sm:h-11 pointer-coarse:h-11"
    >
      <Cell className="pl-5 sm:whitespace-nowrap">
        <label className="flex items-center gap-2">
          <input
            type="radio"
            name="installment"
            checked={isChosen}
            onChange={onChoose}
            className="size-4 shrink-0 accent-brand"
          />
          <span>
            {name}
            {commisionFee > 0 && <span className="block text-12 text-ink-2 sm:hidden">{commission}</span>}
          </span>
        </label>
      </Cell>
      <Cell align="right" className="font-medium whitespace-nowrap">
        {isSingle ? '—' : formatMoney(monthly, currency)}
      </Cell>
      <Cell align="right" className="whitespace-nowrap text-ink-2 max-sm:hidden">
        {commission}
      </Cell>
      <Cell align="right" className={isChosen ? 'pr-5 font-semibold whitespace-nowrap' : 'pr-5 whitespace-nowrap'}>
        {formatMoney(total, currency)}
      </Cell>
    </tr>
  )
}
