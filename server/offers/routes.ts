import { refuse } from '#contract/core/errors.ts'
import {
  acceptOffer,
  cancelOffer,
  editOffer as editOfferCall,
  listOffers,
  mailOffer as mailOfferCall,
  makeOffer as makeOfferCall,
} from '#contract/shop/offers.ts'
import { getQuote } from '#contract/shop/quote.ts'
import {
  listOfferCustomers,
  updateOfferCustomer,
  updateOfferProfit,
  updateOfferTerms,
} from '#contract/shop/offer-changes.ts'
import { orderOffer as orderOfferCall, previewOfferOrder } from '#contract/shop/order-offer.ts'
import { loadLetterhead } from '#server/account/account.ts'
import { registerNegotiation } from '#server/offers/negotiation/routes.ts'
import { type QuoteLinkDeps, registerQuoteLinks } from '#server/offers/quote-links/routes.ts'
import { type Calls, type DealerContext, handle } from '#server/visitor/visitor.ts'
import { viewOf } from '#server/settings/settings.ts'
import { acceptOpenOffer, cancelOpenOffer, changeCustomers, changeProfits, changeTerms } from './change-offer.ts'
import { editOffer } from './edit-offer.ts'
import { presentOffers } from './list-offers.ts'
import { enqueueOfferEmail } from './enqueue-email.ts'
import { requestOffer } from './request-offer.ts'
import { presentQuote } from './present-offer.ts'
import { findCustomers, findOffer } from './queries.ts'
import { orderOffer, previewOrder } from './order-offer.ts'

export type OffersDeps = QuoteLinkDeps

export function registerOffers(calls: Calls, deps: OffersDeps): void {
  const { pool, store, sendsEmails, now } = deps
  registerNegotiation(calls, deps)
  registerQuoteLinks(calls, deps)
  const viewFor = (context: DealerContext) => viewOf(context, store.facts())

  handle(calls, listOffers, ({ query }, context) =>
    presentOffers(pool, context.actor.dealer, query, viewFor(context).seesPrices),
  )

  handle(calls, makeOfferCall, async ({ body }, context) => {
    const made = await requestOffer({ pool, store }, body, context)
    return made.ok ? { success: true as const, id: made.id, orderNo: made.orderNo } : made
  })

  handle(calls, cancelOffer, ({ params }, { actor }) => cancelOpenOffer(pool, actor.dealer.id, params.id))

  handle(calls, acceptOffer, ({ params }, { actor }) => acceptOpenOffer(pool, actor.dealer.id, params.id))

  handle(calls, previewOfferOrder, ({ params }, context) => previewOrder({ pool, store, now }, context, params.id))

  handle(calls, orderOfferCall, async ({ params, body }, context) => {
    const placed = await orderOffer({ pool, store, now }, context, { id: params.id, ...body })
    if (!placed.ok) return placed
    // Without `mayWait`, an order that needs a colleague's approval is refused.
    return 'orderNo' in placed ? { success: true as const, orderNo: placed.orderNo } : refuse('forbidden')
  })

  handle(calls, mailOfferCall, ({ params }, context) => {
    const { actor, locale } = context
    if (!viewFor(context).seesPrices) return refuse('forbidden')
    if (!sendsEmails) return refuse('mail_server_missing')
    return enqueueOfferEmail(pool, { dealerId: actor.dealer.id, userId: actor.userId, id: params.id, locale })
  })

  handle(calls, editOfferCall, ({ params }, context) => {
    const { actor } = context
    const owner = { userId: actor.userId, dealerId: actor.dealer.id }
    return editOffer(pool, { ...owner, id: params.id, view: viewFor(context) })
  })

  handle(calls, updateOfferProfit, ({ body }, { actor }) => changeProfits(pool, actor.dealer.id, body))

  handle(calls, updateOfferCustomer, ({ body }, { actor }) => changeCustomers(pool, actor.dealer.id, body))

  handle(calls, updateOfferTerms, ({ body }, { actor }) => changeTerms(pool, actor.dealer.id, body))

  handle(calls, listOfferCustomers, async (_input, { actor }) => ({
    items: await findCustomers(pool, actor.dealer.id),
  }))

  handle(calls, getQuote, async ({ params }, context) => {
    const { dealer } = context.actor
    if (!viewFor(context).seesPrices) return refuse('forbidden')
    const row = await findOffer(pool, dealer.id, { offerNo: params.offerNo })
    return row === undefined ? refuse('offer_not_found') : presentQuote(row, await loadLetterhead(pool, dealer.id))
  })
}
