import { errorCodes } from '#contract/errors/errors.ts'
import { logoPath } from '#contract/core/pages.ts'
import type { MailOrder, PaymentResult, UnverifiedReturn } from '#contract/shop/payments.ts'
import { maskedCardNumber } from '#domain/payments/card.ts'
import { declineGroup } from '#domain/payments/decline.ts'
import { monthlyAmounts, paidStates, type PaymentState, pendingStates } from '#domain/payments/payment.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { AddressScope } from '#domain/people/address-scope.ts'
import { inScopeSql } from '#server/account/account.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import type { Store } from '#server/settings/settings.ts'
import { mayPayerRelease, windowEnd } from './inquiry-schedule.ts'
import type { PaymentKind } from '#server/payments/subject.ts'

type StoreFacts = ReturnType<Store['facts']>

type ShownRow = {
  id: number
  reference: string
  kind: PaymentKind
  state: PaymentState
  user_id: number | null
  pos_account_id: number
  base_amount: string
  fee: string
  amount: string
  refunded: string
  currency: string
  installment: number
  extra_installments: number
  description: string
  card_first6: string | null
  card_last4: string | null
  card_holder: string
  inquire_at: Date | null
  inquiries: number
  none_since: Date | null
  result_code: string | null
  created_at: Date
  captured_at: Date | null
  order_id: number | null
  movement_id: number | null
  order_no: string | null
  debts: { documentNo: string; amount: number; invoiceId: number | null }[]
  dealer: string
}

/** Who may see a payment: its dealer, or the holder of its link, by the hash of the link's token. */
export type PaymentOwner = { dealerId: number; addresses: AddressScope } | { linkHash: Buffer }

export async function loadShownPayment(db: Db, reference: string, owner: PaymentOwner): Promise<ShownRow | undefined> {
  const [condition, value] =
    'dealerId' in owner
      ? ['p.dealer_id = $2', owner.dealerId]
      : ['p.payment_link_id = (SELECT id FROM payment_links WHERE token_hash = $2)', owner.linkHash]
  const addresses = 'dealerId' in owner ? owner.addresses : null
  return db.one<ShownRow>(
    `SELECT p.id, p.reference, p.kind, p.state, p.user_id, p.pos_account_id, p.base_amount, p.fee, p.amount, p.refunded, p.currency, p.installment, p.extra_installments,
            p.description, p.card_first6, p.card_last4, p.card_holder, p.inquire_at, p.inquiries, p.none_since, p.result_code, p.created_at, p.captured_at,
            p.order_id, p.movement_id, o.order_no, d.name AS dealer,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('documentNo', m.document_no, 'amount', a.amount,
                      'invoiceId', (SELECT min(i.id) FROM invoices i WHERE i.movement_id = m.id))
                      ORDER BY m.due_on, m.id), '[]')
               FROM account_allocations a JOIN account_movements m ON m.id = a.debit_id
              WHERE a.credit_id = p.movement_id) AS debts
       FROM payments p JOIN dealers d ON d.id = p.dealer_id LEFT JOIN orders o ON o.id = p.order_id
      WHERE p.reference = $1 AND ${condition} AND (o.id IS NULL OR ${inScopeSql('$3')})`,
    [reference, value, addresses],
  )
}

/** Whether the payment has paid for something. Money that is returned automatically never did. */
export function isSucceeded(row: Pick<ShownRow, 'state' | 'order_id' | 'movement_id'>): boolean {
  return paidStates.includes(row.state) && (row.order_id !== null || row.movement_id !== null)
}

/** A payment as its payer sees it (checkout, section 3). The holder of a link does not see the dealer's name. */
export function presentPayment(
  row: ShownRow,
  { settings }: StoreFacts,
  {
    locale,
    isLinkHolder,
    unverifiedReturn,
    now,
  }: { locale: Locale; isLinkHolder: boolean; unverifiedReturn: UnverifiedReturn | null; now: Date },
): PaymentResult {
  const succeed = isSucceeded(row)
  return {
    reference: row.reference,
    state: row.state,
    succeed,
    isPending: isPending(row.state, unverifiedReturn),
    paymentType: row.kind === 'order' ? 'order' : 'pay',
    amount: Number(row.amount),
    baseAmount: Number(row.base_amount),
    fee: Number(row.fee),
    currency: row.currency,
    installment: row.installment,
    ...(row.extra_installments > 0 && { extraInstallments: row.extra_installments }),
    refunded: Number(row.refunded),
    order: row.order_no,
    orderId: row.order_id,
    description: row.description,
    debts: isLinkHolder ? [] : row.debts,
    date: (row.captured_at ?? row.created_at).toISOString(),
    payee: settings.storeName,
    cardNumber: cardNumberOf(row),
    message: messageOf(row, locale, unverifiedReturn),
    unverifiedReturn,
    inquiry: inquiryOf(row, now),
    mailOrder: succeed ? mailOrderOf(row, settings, isLinkHolder ? row.card_holder : row.dealer) : null,
  }
}

function inquiryOf({ state, inquire_at, inquiries, none_since }: ShownRow, now: Date): PaymentResult['inquiry'] {
  if (state !== 'capturing' && state !== 'unknown') return null
  return {
    noneSince: none_since?.toISOString() ?? null,
    nextAt: inquire_at?.toISOString() ?? null,
    endsAt: inquire_at === null ? null : (windowEnd(inquire_at, inquiries)?.toISOString() ?? null),
    mayRelease: state === 'unknown' && mayPayerRelease(none_since, now),
  }
}

export function isPending(state: PaymentState, unverifiedReturn: UnverifiedReturn | null): boolean {
  if (unverifiedReturn === 'not_charged') return false
  return pendingStates.includes(state) || state === 'created' || state === 'redirected'
}

export function cardNumberOf({ card_first6, card_last4 }: Pick<ShownRow, 'card_first6' | 'card_last4'>): string | null {
  return card_first6 === null || card_last4 === null ? null : maskedCardNumber(card_first6, card_last4)
}

/**
 * Why the payment did not succeed; null if it did or is still pending. The holder of a link gets the same sentence for every
 * decline: different ones would tell a thief which stolen cards work.
 */
export function messageOf(
  row: Pick<ShownRow, 'state' | 'result_code' | 'none_since' | 'user_id' | 'order_id' | 'movement_id'>,
  locale: Locale,
  unverifiedReturn: UnverifiedReturn | null,
): string | null {
  if (unverifiedReturn !== null) return translate(locale, `paymentOutcome.unverified.${unverifiedReturn}`)
  if (row.state === 'declined') {
    return translate(
      locale,
      `paymentOutcome.declined.${row.user_id === null ? 'other' : declineGroup(row.result_code)}`,
    )
  }
  if (row.state === 'cancelled') {
    const code = errorCodes.find((code) => code === row.result_code) ?? 'payment_cancelled'
    return translate(locale, `errors.${code}`)
  }
  if (row.state === 'expired')
    return translate(locale, row.none_since === null ? 'errors.payment_cancelled' : 'paymentOutcome.notFound')
  const isUnwanted = row.state === 'captured' && !isSucceeded(row)
  if (isUnwanted || row.state === 'voided' || row.state === 'refunded')
    return translate(locale, 'paymentOutcome.returned')
  return pendingStates.includes(row.state) ? translate(locale, 'paymentOutcome.checking') : null
}

function mailOrderOf(row: ShownRow, settings: StoreFacts['settings'], customerName: string): MailOrder {
  const { storeName: name, storeAddress: address, storePhone: phone, storeLogo } = settings
  return {
    store: { logo: logoPath(storeLogo), address, phone, name },
    customerName,
    currency: row.currency,
    installmentAmount: monthlyAmounts(row.amount, row.installment + row.extra_installments)[0]?.toNumber() ?? 0,
    installment: row.installment,
    ...(row.extra_installments > 0 && { extraInstallments: row.extra_installments }),
    cardHolder: row.card_holder,
    cardNumber: cardNumberOf(row) ?? '',
    expiryDate: '**/**',
    description: row.description,
    date: (row.captured_at ?? row.created_at).toISOString(),
  }
}
