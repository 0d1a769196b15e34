import type { Input } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { PlanKey } from '#contract/core/money.ts'
import type { makeOffer as makeOfferCall } from '#contract/shop/offers.ts'
import { isIdempotencyKey } from '#server/account/account.ts'
import { type CodedLine, orderCart } from '#server/cart/cart.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { requestedPlan, type Store, viewOf } from '#server/settings/settings.ts'
import type { DealerContext } from '#server/visitor/visitor.ts'
import { type MadeOffer, makeOffer, type OfferRequest } from './make-offer.ts'

type Deps = { pool: Pool; store: Store }
type OfferForm = Input<typeof makeOfferCall>['body']

/** Makes an offer of the visitor's cart, or of the lines in `own`, where the shop lets dealers make offers. */
export async function requestOffer(
  { pool, store }: Deps,
  form: OfferForm,
  context: DealerContext,
  own: Pick<OfferRequest, 'lines'> = {},
): Promise<MadeOffer | Refusal> {
  const { actor, idempotencyKey } = context
  if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey)) return refuse('bad_request')
  const facts = store.facts()
  const view = viewOf(context, facts)
  if (view.settings.b2b_teklif_ver_durum !== '1' || !view.seesPrices) return refuse('forbidden')
  const plan = requestedPlan(form.advencePrice, facts)
  if (plan === undefined) return refuse('plan_unknown')
  return makeOffer(pool, {
    userId: actor.userId,
    dealerId: actor.dealer.id,
    view,
    // The database accepts no NUL in texts.
    description: form.description?.replaceAll('\0', '').trim() ?? '',
    planKey: plan?.key ?? null,
    shownCart: form.cart,
    undoKey: form.undo,
    idempotencyKey,
    ...own,
  })
}

type LineOffer = { lines: readonly CodedLine[]; note?: string | undefined; plan?: PlanKey | undefined }

/**
 * Makes an offer of lines in place of the user's cart, which stays as it is. Nothing is offered if a line is refused. The
 * context's idempotency key is required.
 */
export async function offerLines(
  deps: Deps,
  { lines, note, plan }: LineOffer,
  context: DealerContext,
): Promise<MadeOffer | Refusal> {
  if (context.idempotencyKey === undefined) return refuse('idempotency_key_missing')
  const { fill, remove } = orderCart(lines, viewOf(context, deps.store.facts()))
  const form = { description: note, advencePrice: plan, total: undefined, cart: undefined, undo: undefined }
  return requestOffer(deps, form, context, { lines: { identity: [lines], fill, remove } })
}
