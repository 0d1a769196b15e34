import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { OfferOrderPreview } from '#contract/shop/order-offer.ts'
import type { PlanKey } from '#contract/core/money.ts'
import { cartTotals } from '#domain/cart/cart.ts'
import { decimal } from '#domain/money/money.ts'
import { rateNotes } from '#domain/money/rate-policy.ts'
import { stockSuffices } from '#domain/stock/stock.ts'
import { formatsOf } from '#domain/text/format.ts'
import { loadNamedLines, namedCart, stockRuleOf } from '#server/cart/cart.ts'
import { type AgreedPrices, orderOnAccount, type PricedOrderLine, priceLines } from '#server/checkout/checkout.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { planKeys } from '#contract/core/money.ts'
import { noPromotions } from '#domain/promotions/promotion-book.ts'
import { type Store, type View, viewOf } from '#server/settings/settings.ts'
import type { DealerContext } from '#server/visitor/visitor.ts'
import { findOffer, lockRates, type OfferRow, setOrderOfOffer } from './queries.ts'

type Deps = { pool: Pool; store: Store; now(): Date }

/** Whether an order keeps the rates of an offer at a moment. */
const isLocked = ({ rates_locked_until: until }: Pick<OfferRow, 'rates_locked_until'>, now: Date): boolean =>
  until !== null && now < until

/** The visitor's view with the rates of an offer, which take the place of whatever counts for the dealer. */
function lockedView(view: View, { rates, rate_sources: sources }: OfferRow): View {
  return {
    ...view,
    rates: { ...view.rates, ...rates },
    rateSources: { ...view.rateSources, ...sources },
    ratePolicy: 'order_day',
  }
}

/** The prices of the version that the dealer has accepted, by unit, until they expire; none otherwise. */
function agreedPrices(offer: OfferRow, now: Date): AgreedPrices {
  const { negotiation, agreed_until: until, offer_no: name } = offer
  if (negotiation !== 'agreed' || until === null || until <= now) return new Map()
  return new Map(
    offer.lines.flatMap(({ unit_id: unitId, agreed_value: value, price_currency: currency }) =>
      unitId === null || value === null
        ? []
        : [[unitId, { price: { value, currency }, offer: { id: offer.id, name } }] as const],
    ),
  )
}

/** An open offer that is no order yet, and that the customer accepted or whose prices were agreed with the store. */
async function findOrderable(db: Db, dealerId: number, id: number): Promise<OfferRow | Refusal> {
  const offer = await findOffer(db, dealerId, { id })
  if (offer === undefined) return refuse('offer_not_found')
  if (offer.is_cancel) return refuse('offer_cancelled')
  if (offer.accepted_at === null && offer.negotiation !== 'agreed') return refuse('offer_not_accepted')
  return offer.order_no === null ? offer : refuse('offer_ordered', { number: offer.order_no })
}

type Line = { productId: number; unitId: number; quantity: number }

/** Undefined if a product or a unit was removed since. */
function linesOf({ lines }: OfferRow): Line[] | undefined {
  const found = lines.flatMap(({ product_id: productId, unit_id: unitId, quantity }) =>
    productId === null || unitId === null ? [] : [{ productId, unitId, quantity }],
  )
  return found.length === lines.length ? found : undefined
}

const planOf = ({ plan_key }: OfferRow): PlanKey | null => planKeys.find((key) => key === plan_key) ?? null

async function totalIn(db: Db, offer: OfferRow, view: View, agreed: AgreedPrices) {
  const lines = linesOf(offer)
  if (lines === undefined) return refuse('cart_changed', { productId: 0, code: '', name: '' })
  const rows = await loadNamedLines(db, lines, { ...view, planKey: planOf(offer) })
  const priced = priceLines(rows, view, { agreed })
  if (!priced.ok) return priced
  const used = priced.lines.map(({ price }) => price.currency)
  return {
    ok: true as const,
    changes: changesOf(offer, priced.lines, view),
    total: Number(cartTotals(priced.lines, view.currency, view.rates).total),
    rates: rateNotes(view.currency, used, { rates: view.rates, sources: view.rateSources }),
  }
}

/** The lines whose price or stock is no longer what the offer says. */
function changesOf(offer: OfferRow, lines: readonly PricedOrderLine[], view: View): OfferOrderPreview['changes'] {
  return lines.flatMap(({ row, price, quantity, multiplier }) => {
    // Rows are numbered by their place among the lines.
    const line = offer.lines[row.line_id - 1]
    if (line === undefined) return []
    const before = { value: line.agreed_value ?? line.price_value, currency: line.price_currency }
    const isSame = before.currency === price.currency && decimal(before.value).equals(price.value)
    const isShort = !stockSuffices(decimal(multiplier).times(quantity), 0, row.stock, stockRuleOf(view))
    if (isSame && !isShort) return []
    const { code, name } = line
    const now = { currency: price.currency, now: Number(price.value) }
    return [{ code, name, currencyBefore: before.currency, before: Number(before.value), ...now, isShort }]
  })
}

/** What an order from an offer costs at the rates of the offer, while they are locked, and at today's. */
export async function previewOrder({ pool, store, now }: Deps, context: DealerContext, id: number) {
  const view = viewOf(context, store.facts())
  if (!view.seesPrices) return refuse('forbidden')
  const offer = await findOrderable(pool, context.actor.dealer.id, id)
  if ('ok' in offer) return offer
  const agreed = agreedPrices(offer, now())
  const before = await totalIn(pool, offer, lockedView(view, offer), agreed)
  const today = await totalIn(pool, offer, view, agreed)
  if (!before.ok) return before
  if (!today.ok) return today
  return {
    currency: view.currency,
    lockedUntil: offer.rates_locked_until?.toISOString() ?? null,
    isLocked: isLocked(offer, now()),
    locked: { total: before.total, rates: before.rates },
    today: { total: today.total, rates: today.rates },
    agreedUntil: agreed.size === 0 ? null : (offer.agreed_until?.toISOString() ?? null),
    changes: today.changes,
  }
}

type AgreedPrice = AgreedPrices extends ReadonlyMap<number, infer Price> ? Price : never
type Ordered = { id: number; rates: 'locked' | 'today'; total: string | number }

/**
 * Orders an accepted offer on account, once. The total is the one on screen. An expired lock is refused with both totals; the
 * order then needs `rates: 'today'` and the new total. Whether the lock holds is decided under the offer's row lock.
 */
export async function orderOffer(deps: Deps, context: DealerContext, { id, rates, total }: Ordered) {
  const { pool, store, now } = deps
  if (context.idempotencyKey === undefined) return refuse('idempotency_key_missing')
  const dealerId = context.actor.dealer.id
  const offer = await findOffer(pool, dealerId, { id })
  if (offer === undefined) return refuse('offer_not_found')
  const lines = linesOf(offer)
  if (lines === undefined) return refuse('cart_changed', { productId: 0, code: '', name: '' })
  const today = viewOf(context, store.facts())
  // Without prices there is no total to confirm.
  if (!today.seesPrices) return refuse('forbidden')
  const priced = rates === 'locked' ? lockedView(today, offer) : today
  // An offer is priced without promotions, and so is its order (docs/decisions/076).
  const view = { ...priced, promotions: noPromotions }
  const { fill, remove } = namedCart(view)
  const agreed = new Map<number, AgreedPrice>()
  const placed = await orderOnAccount(
    pool,
    store,
    { description: offer.description, advencePrice: planOf(offer) ?? undefined, total, cart: undefined },
    context,
    {
      view,
      agreed,
      lines: {
        identity: ['offer', id, rates],
        fill: async (db) => {
          const locked = await lockRates(db, dealerId, id)
          const open = await findOrderable(db, dealerId, id)
          if ('ok' in open) return open
          if (rates === 'locked' && (locked === undefined || !isLocked(locked, now())))
            return refuse('offer_rates_expired')
          // Read under the lock of the offer: an acceptance, or the end of agreed prices, is before or after this order.
          agreed.clear()
          for (const [unitId, price] of agreedPrices(open, now())) agreed.set(unitId, price)
          const { cartId, refusals } = await fill(db, lines)
          return refusals.find((refusal) => refusal !== null) ?? cartId
        },
        remove,
      },
      onPlaced: (db, orderId) => setOrderOfOffer(db, id, orderId),
    },
  )
  if (placed.ok || placed.code !== 'offer_rates_expired') return placed
  return expired(await previewOrder(deps, context, id), context)
}

/** The refusal of an expired lock with what the order cost before and costs now. */
function expired(preview: Awaited<ReturnType<typeof previewOrder>>, { locale }: DealerContext): Refusal {
  if ('ok' in preview) return preview
  const { formatMoney } = formatsOf(locale)
  const { currency, locked, today } = preview
  return refuse('offer_rates_expired', {
    before: formatMoney(locked.total, currency),
    now: formatMoney(today.total, currency),
  })
}
