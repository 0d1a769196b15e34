import { UserCheck } from 'lucide-react'
import { useCallback, useState } from 'react'
import { checkPurchase, type PurchaseReasonFacts } from '#contract/shop/purchases.ts'
import { type Decimal, decimal, lira } from '#domain/money/money.ts'
import { call } from '#web/app/data/call.ts'
import type { Fetcher } from '#web/app/data/query-cache.ts'
import { useQuery } from '#web/app/data/use-query.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { allJobsDone } from '#web/cart/latest-job.ts'
import { useCartPlan, useLineCount } from '#web/cart/use-cart.ts'
import { ApprovalReasons } from '#web/purchasing/approval-reasons.tsx'
import { classes } from '#web/ui/classes.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** What limits the visitor's orders, and why one of this cart needs approval; undefined without limits, or before the answer. */
function usePurchaseCheck(totalTry: Decimal | number): PurchaseReasonFacts | undefined {
  const { user, purchasing } = useVisitor()
  const plan = useCartPlan()
  const lineCount = useLineCount()
  const isLimited = purchasing.hasLimits && user?.canOrder === true
  const fetcher: Fetcher<PurchaseReasonFacts> = useCallback(
    async ({ signal }) => {
      // The server answers for the cart that it has.
      await allJobsDone()
      return call(checkPurchase, { query: { advencePrice: plan ?? '' } }, { signal })
    },
    [plan],
  )
  const key = `purchase check ${plan ?? ''} ${lineCount} ${Number(totalTry)}`
  return useQuery(key, isLimited ? fetcher : null, { freshFor: 5_000 })
}

/** Why an order of the cart needs the approval of a colleague; null if it does not, or before the answer. */
export function useApproval(totalTry: Decimal | number): PurchaseReasonFacts | null {
  const check = usePurchaseCheck(totalTry)
  return check === undefined || check.reasons.length === 0 ? null : check
}

type ApprovalNoteProps = { totalTry: Decimal | number; hasCard: boolean; className: string }

/** Says before the order that a colleague has to approve it, and why; otherwise, which limits the order is within. */
export function ApprovalNote({ totalTry, hasCard, className }: ApprovalNoteProps) {
  const { t } = useTranslation()
  const check = usePurchaseCheck(totalTry)
  const [last, setLast] = useState(check)
  if (check !== undefined && check !== last) setLast(check)
  // Until the answer for a changed cart the last one stays, so that the buttons below do not move.
  const why = check ?? last
  if (why === undefined) return null
  if (why.reasons.length === 0) return <Limits of={why} totalTry={totalTry} className={className} />
  return (
    <MessageStrip tone="info" role="status" className={className}>
      <p className="font-semibold">{t('purchases.why.needed')}</p>
      <ApprovalReasons why={why} isOwn />
      {hasCard && <p>{t('purchases.why.noCard')}</p>}
    </MessageStrip>
  )
}

type LimitsProps = { of: PurchaseReasonFacts; totalTry: Decimal | number; className: string }

function Limits({ of: { perOrder, perMonth, monthTotal = 0 }, totalTry, className }: LimitsProps) {
  const { t, formatMoney } = useTranslation()
  const inLira = (value: number) => formatMoney(value, lira)
  const sentences = [
    typeof perOrder === 'number' && t('purchases.why.limitPerOrder', { limit: inLira(perOrder) }),
    typeof perMonth === 'number' &&
      t('purchases.why.limitPerMonth', {
        limit: inLira(perMonth),
        left: inLira(decimal(perMonth).minus(monthTotal).minus(totalTry).toNumber()),
      }),
  ].filter((sentence) => sentence !== false)
  if (sentences.length === 0) return null
  return (
    <p data-testid="own-limits" className={classes('flex items-start gap-2 text-13', className)}>
      <UserCheck size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-2" />
      <span>{sentences.join(' ')}</span>
    </p>
  )
}
