import type { Refusal } from '#contract/core/errors.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { CallContext } from '#server/platform/http/context.ts'

export type PaymentKind = 'order' | 'account' | 'link'

/** What the browser sent of a payment; every figure of it is only compared. */
export type StartRequest = {
  description: string
  planKey: string | null
  /** As typed on the direct payment page; null for a cart or a link, whose amounts the server knows. */
  amount: string | null
  linkToken: string | null
}

/** What is paid for, from the server's own figures. */
export type OpenedSubject = {
  ok: true
  /** One cart, one user's account page, one link: at most one attempt of it is under way. */
  intent: string
  dealerId: number
  userId: number | null
  paymentLinkId: number | null
  /** Lira, two decimals. */
  amount: string
  description: string
  /** Written with the payment and given back to `settle`. */
  snapshot: object | null
  /** Categories of what is bought, for limits of installments. */
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
  installment: number
  description: string
  locale: 'tr' | 'en'
  snapshot: unknown
  capturedAt: Date
}

/**
 * What a payment is for: a cart, a dealer's account, a link. The features that own these register one each (`app.ts`), so
 * that payments know neither carts nor accounts. All of it runs within the transaction of the payment's own move.
 */
export type PaymentSubject = {
  /** What has to be paid; or why not. Locks what two starts could fight over. */
  open(db: Db, request: StartRequest, context: CallContext): Promise<OpenedSubject | Refusal>
  /** The payment row stands: hold what it needs (stock). */
  hold(db: Db, payment: { id: number; snapshot: unknown }): Promise<Refusal | null>
  /** Just before the money is asked for: whether it is still wanted. A refusal cancels the payment. */
  confirm(db: Db, payment: PaidPayment): Promise<Refusal | null>
  /** The money is there: make what was paid for, exactly once. `attention` tells staff to look. */
  settle(db: Db, payment: PaidPayment): Promise<Settled>
  /** It ended without money: let go of what was held. */
  release(db: Db, payment: { id: number }): Promise<void>
  /** Money went back, in part or as a whole. */
  refunded(db: Db, payment: PaidPayment, refund: { id: number; amount: string }): Promise<{ movementId: number | null }>
}

export type Settled =
  | { kind: 'order'; orderId: number; attention: string | null }
  | { kind: 'movement'; movementId: number; attention: string | null }
  /** Not wanted any more (paid twice, the link is paid): the money goes back by itself. */
  | { kind: 'return'; attention: string }
