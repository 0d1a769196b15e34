import { noteMax } from '#contract/shop/cart.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { readPaidAmount } from '#domain/money/paid-amount.ts'
import { loadBuyer } from '#server/account/account.ts'
import type { OpenedSubject, PaymentSubject, StartRequest } from '#server/payments/payments.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type CallContext, checkAccess } from '#server/visitor/visitor.ts'
import { translate } from '#server/platform/http/words.ts'
import { postCardPayment, postCardRefund } from './card-movements.ts'
import { checkDebts, confirmDebts, debtsIn } from './paid-debts.ts'
import { enqueueReceipt } from './receipt-email.ts'

/** The payment subject that credits a dealer's account. */
export function accountSubject({ now }: { now: () => Date }): PaymentSubject {
  return {
    open: openAccount,
    hold: async () => null,
    confirm: (db, payment) => confirmDebts(db, payment, debtsIn(payment.snapshot)),
    async settle(db, payment) {
      const movementId = await postCardPayment(db, payment, { debts: debtsIn(payment.snapshot) })
      await enqueueReceipt(db, payment.id, 'dealer')
      return { kind: 'movement', movementId, attention: null }
    },
    release: async () => {},
    refunded: async (db, payment, refund) => ({ movementId: await postCardRefund(db, payment, refund, now()) }),
  }
}

async function openAccount(db: Db, request: StartRequest, context: CallContext): Promise<OpenedSubject | Refusal> {
  // Accountants of a dealer may pay without the right to order.
  const refusal = checkAccess({ access: 'dealer', needs: ['pay'] }, context)
  if (refusal !== null) return refusal
  const paid = readPaidAmount(request.amount)
  if (!paid.ok) return refuse(paid.code)
  const { amount } = paid
  const { currency } = request
  const debts = [...new Set(request.debts)]
  const description = request.description.replaceAll('\0', '').trim()
  if (description.length > noteMax) return refuse('note_too_long')
  const { actor, locale } = context
  const [userId, dealerId] = [actor?.userId ?? 0, actor?.dealer?.id ?? 0]
  const unpayable = await checkDebts(db, { dealerId, amount, currency, debts })
  if (unpayable !== null) return unpayable
  const [name, category] = [translate(locale, 'paymentBasket.account'), translate(locale, 'paymentBasket.category')]
  return {
    ok: true,
    intent: `account:${userId}`,
    dealerId,
    userId,
    paymentLinkId: null,
    amount,
    currency,
    description,
    snapshot: debts.length === 0 ? null : { debts },
    categoryIds: [],
    buyer: await loadBuyer(db, dealerId, userId),
    basket: [{ id: `account-${dealerId}`, name, category, amount }],
  }
}
