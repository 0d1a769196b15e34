import { useCallback } from 'react'
import { checkPurchase, type PurchaseReasonFacts } from '#contract/shop/purchases.ts'
import type { Decimal } from '#domain/money/money.ts'
import { call } from '#web/app/data/call.ts'
import type { Fetcher } from '#web/app/data/query-cache.ts'
import { useQuery } from '#web/app/data/use-query.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { allJobsDone } from '#web/cart/latest-job.ts'
import { useCartPlan, useLineCount } from '#web/cart/use-cart.ts'
import { ApprovalReasons } from '#web/purchasing/approval-reasons.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Why an order of the cart needs the approval of a colleague; null if it does not, or before the answer. */
export function useApproval(totalTry: Decimal | number): PurchaseReasonFacts | null {
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
  const check = useQuery(key, isLimited ? fetcher : null, { freshFor: 5_000 })
  return check === undefined || check.reasons.length === 0 ? null : check
}

type ApprovalNoteProps = { totalTry: Decimal | number; hasCard: boolean; className: string }

/** Announces before the order that a colleague has to approve it, and why. */
export function ApprovalNote({ totalTry, hasCard, className }: ApprovalNoteProps) {
  const { t } = useTranslation()
  const why = useApproval(totalTry)
  if (why === null) return null
  return (
    <MessageStrip tone="info" role="status" className={className}>
      <p className="font-semibold">{t('purchases.why.needed')}</p>
      <ApprovalReasons why={why} isOwn />
      {hasCard && <p>{t('purchases.why.noCard')}</p>}
    </MessageStrip>
  )
}
