import { refuse, type Refusal } from '#contract/core/errors.ts'
import { loadBuyer } from '#server/account/account.ts'
import type { OpenedSubject, PaidPayment, PaymentSubject, Settled } from '#server/payments/payments.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import {
  checkDebts,
  confirmDebts,
  enqueueReceipt,
  postCardPayment,
  postCardRefund,
} from '#server/statement/statement.ts'
import { findLink, lockLink, closeLink } from './link-rows.ts'
import { linkStateOf } from './link-state.ts'
import { linkIntent } from './link-token.ts'

/** The subject of a payment link: its holder pays the amount once, into the account of the dealer who created it. */
export function linkSubject({ now }: { now: () => Date }): PaymentSubject {
  return {
    open: (db, { linkToken }, { locale }) => openLink(db, linkToken, { locale, now: now() }),
    hold: async () => null,
    async confirm(db, payment) {
      const link = await lockLink(db, linkIdOf(payment))
      // The link was open when the payment started. Expiry no longer matters; another payment or a cancellation does.
      if (link.paid_at !== null || link.cancelled_at !== null) return refuse('link_closed')
      return confirmDebts(db, payment, link.debts)
    },
    settle: settleLink,
    release: async () => {},
    refunded: async (db, payment, refund) => ({ movementId: await postCardRefund(db, payment, refund, now()) }),
  }
}

async function openLink(
  db: Db,
  token: string | null,
  { locale, now }: { locale: 'tr' | 'en'; now: Date },
): Promise<OpenedSubject | Refusal> {
  const found = token === null ? undefined : await findLink(db, token)
  if (found === undefined) return refuse('link_not_found')
  const link = await lockLink(db, found.id)
  if (linkStateOf(link, now) !== 'open') return refuse('link_closed')
  const { id, dealer_id: dealerId, user_id, amount, currency, email } = link
  const unpayable = await checkDebts(db, { dealerId, amount, currency, debts: link.debts })
  if (unpayable !== null) return unpayable
  const buyer = await loadBuyer(db, dealerId, user_id)
  const [name, category] = [translate(locale, 'paymentBasket.account'), translate(locale, 'paymentBasket.category')]
  return {
    ok: true,
    intent: linkIntent(id),
    dealerId,
    userId: null,
    paymentLinkId: id,
    amount,
    currency,
    description: '',
    snapshot: null,
    categoryIds: [],
    buyer: email === '' ? buyer : { ...buyer, email },
    basket: [{ id: `link-${id}`, name, category, amount }],
  }
}

/** Captured money counts even if the link has expired or was cancelled since. Only a second payment is returned. */
async function settleLink(db: Db, payment: PaidPayment): Promise<Settled> {
  const link = await lockLink(db, linkIdOf(payment))
  if (link.paid_at !== null) return { kind: 'return', attention: 'paid_twice' }
  const movementId = await postCardPayment(db, payment, { debts: link.debts })
  await closeLink(db, link.id, 'paid', payment.capturedAt)
  if (link.email !== '') await enqueueReceipt(db, payment.id, 'payer')
  await enqueueReceipt(db, payment.id, 'dealer')
  return { kind: 'movement', movementId, attention: null }
}

function linkIdOf({ paymentLinkId }: PaidPayment): number {
  if (paymentLinkId === null) throw new Error('The payment of a link names it.')
  return paymentLinkId
}
