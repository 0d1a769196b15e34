import { paymentCallbackPath } from '#contract/core/pages.ts'
import type { Charge } from '#server/payments/gateways/gateway.ts'
import type { PaymentRow } from '#server/payments/payment/payment-rows.ts'

/** A payment as its gateway has it. Only the start names what is bought. */
export function chargeOfPayment(row: PaymentRow, publicUrl: string, basket: Charge['basket'] = []): Charge {
  return {
    reference: row.reference,
    amount: row.amount,
    currency: 'TRY',
    installment: row.installment,
    callbackUrl: `${publicUrl}${paymentCallbackPath(row.reference)}`,
    address: row.address,
    locale: row.locale,
    bankReference: row.bank_reference,
    buyer: row.buyer,
    basket,
    baseAmount: row.base_amount,
  }
}
