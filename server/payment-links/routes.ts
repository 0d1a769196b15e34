import { refuse, type Refusal } from '#contract/core/errors.ts'
import { logoPath } from '#contract/core/pages.ts'
import {
  cancelPaymentLink,
  createPaymentLink,
  getPaymentLink,
  listPaymentLinks,
  type PaymentLink,
} from '#contract/shop/payment-links.ts'
import { lira } from '#domain/money/money.ts'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { type CardPayment, isPaymentPending } from '#server/payments/payments.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { translate } from '#server/platform/http/words.ts'
import type { Store } from '#server/settings/settings.ts'
import { createLink, type LinkDeps } from './create-link.ts'
import { findLink, type PaymentLinkRow, listLinks, lockLinkOf, closeLink } from './link-rows.ts'
import { linkStateOf } from './link-state.ts'
import { linkIntent } from './link-token.ts'

export type PaymentLinksDeps = LinkDeps & {
  store: Store
  /** False in a production shop without a mail server. */
  sendsEmails: boolean
  /** In which currencies accounts take cards. */
  cardPayment: Pick<CardPayment, 'facts'>
}

/** How many links the dealer's page lists, newest first. */
const maxListed = 50

export function registerPaymentLinks(calls: Calls, deps: PaymentLinksDeps): void {
  const { pool, store, now } = deps

  handle(calls, createPaymentLink, async ({ body }, { actor, locale }) => {
    const { b2b_cari_odeme_baglantisi: isOn, paymentLinkDays: days } = store.facts().settings
    if (isOn !== '1') return refuse('payment_links_off')
    const [email, sendEmail] = [body.email?.trim() ?? '', body.sendEmail ?? false]
    if (sendEmail && !deps.sendsEmails) return refuse('mail_server_missing')
    const owner = { userId: actor.userId, dealerId: actor.dealer.id }
    const { amount, currency = lira, link, debts = [] } = body
    if (!(await takesCards(deps, currency))) return refuse('card_payment_off')
    const made = await createLink(deps, { ...owner, amount, currency, email, sendEmail, locale, days, link, debts })
    if (!made.ok) return made
    const message = translate(locale, sendEmail ? 'paymentMail.link.sent' : 'paymentMail.link.created', { email })
    return { success: true as const, message, link: made.link }
  })

  handle(calls, getPaymentLink, async ({ params }) => {
    const link = await findLink(pool, params.token)
    if (link === undefined) return refuse('link_not_found')
    const { storeName: name, storePhone: phone, storeLogo } = store.facts().settings
    return {
      payee: { name, phone, logo: logoPath(storeLogo) },
      dealer: link.dealer,
      amount: Number(link.amount),
      currency: link.currency,
      state: linkStateOf(link, now()),
      expiresAt: link.expires_at.toISOString(),
      isPending: await isPaymentPending(pool, linkIntent(link.id)),
    }
  })

  handle(calls, listPaymentLinks, async (_, { actor }) => {
    const rows = await listLinks(pool, actor.dealer.id, maxListed)
    return { items: rows.map((row) => presentLink(row, now())) }
  })

  handle(calls, cancelPaymentLink, async ({ params }, { actor }) => {
    const refusal = await cancelLink(deps, actor.dealer.id, params.id)
    return refusal ?? { success: true as const }
  })
}

/** Cancels a link without a pending payment: if the bank may have taken money, its answer comes first. */
function cancelLink({ pool, now }: LinkDeps, dealerId: number, id: number): Promise<Refusal | null> {
  return transaction(pool, async (db) => {
    const link = await lockLinkOf(db, dealerId, id)
    if (link === undefined) return refuse('link_not_found')
    if (['paid', 'cancelled', 'expired'].includes(linkStateOf(link, now()))) return refuse('link_closed')
    if (await isPaymentPending(db, linkIntent(id))) return refuse('payment_pending')
    await closeLink(db, id, 'cancelled', now())
    return null
  })
}

function presentLink(link: PaymentLinkRow, now: Date): PaymentLink {
  return {
    id: link.id,
    amount: Number(link.amount),
    currency: link.currency,
    email: link.email,
    state: linkStateOf(link, now),
    createdAt: link.created_at.toISOString(),
    expiresAt: link.expires_at.toISOString(),
    paidAt: link.paid_at?.toISOString() ?? null,
    creator: link.creator,
  }
}

/** Whether any account takes cards in a currency. */
async function takesCards({ cardPayment }: PaymentLinksDeps, wanted: PosCurrency): Promise<boolean> {
  const { hasCardPayment, foreignCards } = await cardPayment.facts()
  return wanted === lira ? hasCardPayment : foreignCards.some(({ currency }) => currency === wanted)
}
