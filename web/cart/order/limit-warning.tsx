import { type Decimal, lira } from '#domain/money/money.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { Button } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { passesLimit, useLimitAdvice } from '#web/cart/limit-coach/use-limit-advice.ts'
import { useCartChanges } from '#web/cart/use-cart-changes.ts'
import { useLimitRefusal } from './limit-refusal.ts'

/** Why the risk limit blocks the order, as the text of the order button; null if it does not, or the store lets the order pass. */
export function useLimitText(totalTry: Decimal | number): string | null {
  const { t, formatMoney } = useTranslation()
  const refusal = useLimitRefusal(totalTry)
  const advice = useLimitAdvice(totalTry)
  if (refusal === null || passesLimit(advice)) return null
  if (refusal.code === 'risk_limit_blocked') return t('cart.summary.blocked')
  return t('cart.summary.overLimit', { excess: formatMoney(refusal.facts.excess, lira) })
}

/** Warns before ordering that the order exceeds the risk limit: by how much, and the largest order that fits, in TL. */
export function LimitWarning({ totalTry, className }: { totalTry: Decimal | number; className?: string }) {
  const { t, formatMoney } = useTranslation()
  const refusal = useLimitRefusal(totalTry)
  const advice = useLimitAdvice(totalTry)
  if (refusal === null || passesLimit(advice)) return null
  return (
    <MessageStrip tone="danger" role="status" actions={<CardPlanButton />} className={className}>
      {refusal.code === 'risk_limit_blocked' ? (
        t('cartPage.limit.blocked')
      ) : (
        <>
          <p className="font-semibold">
            {t('cartPage.limit.exceeded', { excess: formatMoney(refusal.facts.excess, lira) })}
          </p>
          <p>{t('cartPage.limit.largest', { largest: formatMoney(refusal.facts.largest, lira) })}</p>
        </>
      )}
    </MessageStrip>
  )
}

/** The risk limit applies to orders on account only: offers a plan that is paid by card. */
function CardPlanButton() {
  const { t } = useTranslation()
  const { plans, hasCardPayment } = useVisitor()
  const { choosePlan } = useCartChanges()
  const cardPlan = plans.find(({ isVirtual }) => isVirtual)
  if (!hasCardPayment || cardPlan === undefined) return null
  return (
    <Button size="sm" onClick={() => choosePlan(cardPlan.priceName)}>
      {t('payment.order.toCardPlan')}
    </Button>
  )
}
