import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import {
  cancelPayment,
  getPayment,
  getPaymentReturn,
  getUnfinishedPayment,
  startPayment as startPaymentCall,
} from '#contract/shop/payments.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { type CallContext, type Calls, checkAccess, handle } from '#server/visitor/visitor.ts'
import { linkHash } from '#server/payments/start/attempt-limits.ts'
import { cancelUnauthenticated } from '#server/payments/payment/end-payment.ts'
import type { PaymentDeps } from './deps.ts'
import {
  findPayment,
  findPaymentById,
  findUnfinished,
  lockPayment,
  type PaymentRow,
} from '#server/payments/payment/payment-rows.ts'
import { mayPayerRelease } from '#server/payments/payment/inquiry-schedule.ts'
import type { PaymentState } from '#domain/payments/payment.ts'
import { releasePayment } from '#server/payments/reconcile/inquire.ts'
import {
  isPending,
  isSucceeded,
  loadShownPayment,
  messageOf,
  type PaymentOwner,
  presentPayment,
} from '#server/payments/payment/present-payment.ts'
import { unverifiedReturnOf } from '#server/payments/payment/unverified-return.ts'
import { readResultToken } from '#server/payments/bank-return/result-token.ts'
import { startPayment } from '#server/payments/start/start-payment.ts'

/** The payer's calls: start, result, cancel. */
export function registerPayerCalls(calls: Calls, deps: PaymentDeps): void {
  handle(calls, startPaymentCall, ({ body }, context) => {
    const refusal = checkPayer(body, context)
    return refusal ?? startPayment(deps, body, context)
  })

  handle(calls, getPayment, async ({ params, query }, context) => {
    const owner = ownerOf(query.link, context)
    if (isRefusal(owner)) return owner
    const row = await loadShownPayment(deps.pool, params.reference, owner)
    if (row === undefined) return refuse('not_found')
    const { locale } = context
    const unverifiedReturn = await unverifiedReturnOf(deps, row)
    const isLinkHolder = query.link !== undefined
    return presentPayment(row, deps.store.facts(), { locale, isLinkHolder, unverifiedReturn, now: deps.now() })
  })

  handle(calls, getUnfinishedPayment, async (_input, { actor }) => ({
    reference: await findUnfinished(deps.pool, actor.userId),
  }))

  handle(calls, getPaymentReturn, async ({ query }, { locale }) => {
    const reference = readResultToken(deps.secret, query.token, deps.now())
    const row = reference === null ? undefined : await findPayment(deps.pool, reference)
    if (row === undefined) return refuse('not_found')
    const { state, kind } = row
    const unverifiedReturn = await unverifiedReturnOf(deps, row)
    return {
      reference: row.reference,
      state,
      kind,
      succeed: isSucceeded(row),
      isPending: isPending(state, unverifiedReturn),
      message: messageOf(row, locale, unverifiedReturn),
    }
  })

  handle(calls, cancelPayment, async ({ params, body }, context) => {
    const owner = ownerOf(body.link, context)
    if (isRefusal(owner)) return owner
    const shown = await loadShownPayment(deps.pool, params.reference, owner)
    // Users of a dealer see each other's payments, but cancel only their own.
    if (shown === undefined || ('dealerId' in owner && shown.user_id !== context.actor?.userId))
      return refuse('not_found')
    return { state: await cancel(deps, params.reference, context.actor?.userId ?? null) }
  })
}

/** A link needs no sign-in. A cart needs the right to order, a payment into the account does not. */
function checkPayer({ link, type }: { link?: string | undefined; type: 'order' | 'pay' }, context: CallContext) {
  if (link !== undefined) return null
  return checkAccess({ access: 'dealer', needs: type === 'order' ? ['order', 'pay'] : ['pay'] }, context)
}

function ownerOf(link: string | undefined, { actor }: CallContext): PaymentOwner | Refusal {
  const hash = linkHash(link ?? null)
  if (hash !== null) return { linkHash: hash }
  if (actor === null) return refuse('not_signed_in')
  return actor.dealer === null ? refuse('not_found') : { dealerId: actor.dealer.id, addresses: actor.addresses }
}

async function cancel(deps: PaymentDeps, reference: string, userId: number | null): Promise<PaymentState> {
  const payment = await findPayment(deps.pool, reference)
  if (payment === undefined) throw new Error(`Payment ${reference} does not exist.`)
  if (payment.state === 'unknown') return release(deps, payment, userId)
  return transaction(deps.pool, async (db) => {
    const locked = await lockPayment(db, payment.id)
    const isCancelled = await cancelUnauthenticated(db, deps, locked, { cause: 'payer_left', at: deps.now(), userId })
    return isCancelled ? 'cancelled' : locked.state
  })
}

/** Ends a payment that its bank has not known for long enough, for a payer who does not wait. */
async function release(deps: PaymentDeps, payment: PaymentRow, userId: number | null): Promise<PaymentState> {
  if (mayPayerRelease(payment.none_since, deps.now())) {
    await releasePayment(deps, payment, { kind: 'payer_inquiry', userId, reason: '' })
  }
  return (await findPaymentById(deps.pool, payment.id)).state
}
