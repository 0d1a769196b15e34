import { refuse } from '#contract/core/errors.ts'
import { answerOffer, refuseOfferRequest } from '#contract/admin/offers.ts'
import { acceptOfferVersion, askOfferPrices, declineOfferVersion, getOfferRounds } from '#contract/shop/offer-rounds.ts'
import { findOffer } from '#server/offers/queries.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Store, viewOf } from '#server/settings/settings.ts'
import { type Calls, type DealerContext, handle } from '#server/visitor/visitor.ts'
import { answerRequest, refuseRequest } from './answer.ts'
import { acceptVersion, askPrices, declineVersion } from './dealer-turns.ts'
import { presentTalks } from './present-talks.ts'
import { loadRounds } from './round-rows.ts'

type Deps = { pool: Pool; store: Store; now(): Date }

/** The turns of the dealer in the negotiation of an offer. Without prices there is nothing to negotiate. */
export function registerNegotiation(calls: Calls, { pool, store, now }: Deps): void {
  const seesPrices = (context: DealerContext) => viewOf(context, store.facts()).seesPrices
  const askerOf = ({ actor }: DealerContext, id: number, round: number) => {
    return { id, round, dealerId: actor.dealer.id, userId: actor.userId, now: now() }
  }

  handle(calls, getOfferRounds, async ({ params }, context) => {
    if (!seesPrices(context)) return refuse('forbidden')
    const offer = await findOffer(pool, context.actor.dealer.id, { id: params.id })
    if (offer === undefined) return refuse('offer_not_found')
    return presentTalks(offer, { rounds: await loadRounds(pool, params.id), side: 'dealer', now: now() })
  })

  handle(calls, askOfferPrices, ({ params, body }, context) =>
    seesPrices(context) ? askPrices(pool, askerOf(context, params.id, body.round), body) : refuse('forbidden'),
  )

  handle(calls, acceptOfferVersion, ({ params, body }, context) =>
    seesPrices(context) ? acceptVersion(pool, askerOf(context, params.id, body.round)) : refuse('forbidden'),
  )

  handle(calls, declineOfferVersion, ({ params, body }, context) =>
    seesPrices(context)
      ? declineVersion(pool, askerOf(context, params.id, body.round), body.note)
      : refuse('forbidden'),
  )
}

/** The store's answers. */
export function registerAnswers(calls: Calls, { pool, store, now }: Deps): void {
  handle(calls, answerOffer, ({ params, body }, by) => answerRequest({ pool, store, now: now() }, params.id, body, by))

  handle(calls, refuseOfferRequest, ({ params, body }, by) => refuseRequest({ pool, now: now() }, params.id, body, by))
}
