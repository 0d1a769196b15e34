import type { ReactNode } from 'react'
import { pages } from '#contract/core/pages.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { PaymentProblem } from './payment-step.ts'

/** Refusals that can be fixed in the cart. */
const cartErrorCodes = new Set<string>([
  'cart_empty',
  'cart_changed',
  'cart_changed_meanwhile',
  'insufficient_stock',
  'price_unknown',
  'plan_unknown',
  'plan_needs_order',
])

/** Why the last attempt failed, with a link to where it can be fixed. */
export function ProblemNote({ problem }: { problem: PaymentProblem }) {
  const { t } = useTranslation()
  const actionLink = (path: string, label: string): ReactNode => (
    <a href={path} className={buttonClasses('outline', 'sm')}>
      {label}
    </a>
  )
  const actions =
    problem.code === 'not_signed_in'
      ? actionLink(
          `${pages.login}?next=${encodeURIComponent(location.pathname + location.search)}`,
          t('payment.way.signIn'),
        )
      : problem.code !== null && cartErrorCodes.has(problem.code)
        ? actionLink(pages.cart, t('payment.way.cart'))
        : undefined
  return (
    <MessageStrip tone={problem.code === 'payment_pending' ? 'warning' : 'danger'} role="alert" actions={actions}>
      {problem.message ?? t('payment.notStarted')}
    </MessageStrip>
  )
}
