import type { ReactNode } from 'react'
import { pages } from '#contract/core/pages.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Why } from './payment-step.ts'

/** Refusals that can be fixed in the cart. */
const ofCart = new Set<string>([
  'cart_empty',
  'cart_changed',
  'cart_changed_meanwhile',
  'insufficient_stock',
  'price_unknown',
  'plan_unknown',
  'plan_needs_order',
])

/** Why the last attempt failed, with a link to where it can be fixed. */
export function TroubleNote({ why }: { why: Why }) {
  const { t } = useTranslation()
  const way = (path: string, words: string): ReactNode => (
    <a href={path} className={buttonClasses('outline', 'sm')}>
      {words}
    </a>
  )
  const actions =
    why.code === 'not_signed_in'
      ? way(`${pages.login}?next=${encodeURIComponent(location.pathname + location.search)}`, t('payment.way.signIn'))
      : why.code !== null && ofCart.has(why.code)
        ? way(pages.cart, t('payment.way.cart'))
        : undefined
  return (
    <MessageStrip tone={why.code === 'payment_pending' ? 'warning' : 'danger'} role="alert" actions={actions}>
      {why.message ?? t('payment.notStarted')}
    </MessageStrip>
  )
}
