import { orderSubject } from '#server/checkout/checkout.ts'
import { linkSubject } from '#server/payment-links/payment-links.ts'
import type { PaymentKind, PaymentSubject } from '#server/payments/payments.ts'
import type { Store } from '#server/settings/settings.ts'
import { accountSubject } from '#server/statement/statement.ts'

/**
 * What can be paid by card. Payments come before these features in the order of features, so they get them from here.
 */
export function paymentSubjects(deps: { store: Store; now: () => Date }): Record<PaymentKind, PaymentSubject> {
  return { order: orderSubject(deps), account: accountSubject(deps), link: linkSubject(deps) }
}
