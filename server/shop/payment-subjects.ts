import { orderSubject } from '#server/checkout/checkout.ts'
import { linkSubject } from '#server/payment-links/payment-links.ts'
import type { PaymentKind, PaymentSubject } from '#server/payments/payments.ts'
import type { Store } from '#server/settings/settings.ts'
import { accountSubject } from '#server/statement/statement.ts'

/** What is paid for by card. Payments come before the features that own these, and learn of them here. */
export function paymentSubjects(deps: { store: Store; now: () => Date }): Record<PaymentKind, PaymentSubject> {
  return { order: orderSubject(deps), account: accountSubject(deps), link: linkSubject(deps) }
}
