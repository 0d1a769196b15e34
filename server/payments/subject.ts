import type { DeliveryFields } from '#contract/shop/delivery.ts'
import type { Refusal } from '#contract/core/errors.ts'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { CallContext } from '#server/visitor/visitor.ts'

export type PaymentKind = 'order' | 'account' | 'link'

/** What the browser requests to pay. Its amounts are only compared with the server's own. */
export type StartRequest = {
  description: string
  planKey: string | null
  /** Where the order of a cart goes; the owner of the subject reads it. */
  delivery?: DeliveryFields
  /** Mark of the promotions that the payer was shown with the cart. */
  promotions?: string | undefined
  /** As typed on the direct payment page; null for a cart or a link, whose amounts the server knows. */
  amount: string | null
  /** Of a payment into the account, whose account in this currency it is for. */
  currency: PosCurrency
  linkToken: string | null
  /** Debits that an account payment is for; the server checks that they are the dealer's. */
  debts: readonly number[]
}

/** What is paid for, with the server's own amounts. */
export type OpenedSubject = {
  ok: true
  /** Identifies one cart, one user's account page or one link: at most one attempt per intent is under way. */
  intent: string
  dealerId: number
  userId: number | null
  paymentLinkId: number | null
  /** Two decimals. */
  amount: string
  currency: PosCurrency
  description: string
  /** Stored with the payment and passed back to `settle`. */
  snapshot: object | null
  /** Categories of the purchased goods, for installment limits. */
  categoryIds: readonly number[]
  buyer: { id: string; name: string; email: string; phone: string; taxNumber: string; address: string; city: string }
  basket: readonly { id: string; name: string; category: string; amount: string }[]
}

/** A payment as its subject sees it. */
export type PaidPayment = {
  id: number
  reference: string
  dealerId: number
  userId: number | null
  paymentLinkId: number | null
  baseAmount: string
  fee: string
  amount: string
  currency: PosCurrency
  installment: number
  description: string
  locale: 'tr' | 'en'
  snapshot: unknown
  capturedAt: Date
}

/**
 * The subject of a payment is what it pays for: a cart, a dealer's account or a payment link. The features that own these
 * register one subject each (`app.ts`), so payments depend on neither carts nor accounts. Every method runs in the
 * transaction of the payment's own transition.
 */
export type PaymentSubject = {
  /** Returns what has to be paid, or why it cannot be paid. Locks what two concurrent starts would compete for. */
  open(db: Db, request: StartRequest, context: CallContext): Promise<OpenedSubject | Refusal>
  /** Called once the payment row exists: reserves what the payment needs (stock). */
  hold(db: Db, payment: { id: number; snapshot: unknown }): Promise<Refusal | null>
  /** Called just before the capture: whether the payment is still wanted. A refusal cancels it. */
  confirm(db: Db, payment: PaidPayment): Promise<Refusal | null>
  /** Called once the money has arrived: makes what was paid for, exactly once. `attention` asks staff to check it. */
  settle(db: Db, payment: PaidPayment): Promise<Settled>
  /** Called when the payment ends without money: releases what was held. */
  release(db: Db, payment: { id: number }): Promise<void>
  /** Called when money was refunded, partly or in full. */
  refunded(db: Db, payment: PaidPayment, refund: DoneRefund): Promise<{ movementId: number | null }>
}

/** Money that the bank has returned, in the payment's currency. */
export type DoneRefund = { id: number; kind: 'void' | 'refund'; amount: string }

export type Settled =
  | { kind: 'order'; orderId: number; movementId: number; attention: string | null }
  | { kind: 'movement'; movementId: number; attention: string | null }
  /** No longer wanted (paid twice, the link is already paid): the money is returned automatically. */
  | { kind: 'return'; attention: string }
