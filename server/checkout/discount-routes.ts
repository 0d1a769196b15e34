import { getCartDiscount, setCartDiscount, type DiscountedCart } from '#contract/shop/representatives.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { cartTotals } from '#domain/cart/cart.ts'
import { type Discounts, parsePercent } from '#domain/orders/representative-discount.ts'
import { formFormats } from '#domain/text/format.ts'
import { lockCart } from '#server/cart/cart.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { refuseBelowFloors } from '#server/pricing/pricing.ts'
import { loadAuthority, loadDiscounts, saveDiscounts } from '#server/representatives/representatives.ts'
import { cartPlanOf, viewOf } from '#server/settings/settings.ts'
import { type Calls, type DealerContext, handle } from '#server/visitor/visitor.ts'
import { findExceeded } from './approval.ts'
import { draftOrder, type OrderDraft } from './order-draft.ts'
import { loadSetter } from './price-setter.ts'
import type { CheckoutDeps } from './routes.ts'

/** Discounts that a representative gives on the cart of the dealer for whom it works. */
export function registerCartDiscounts(calls: Calls, { pool, store }: Pick<CheckoutDeps, 'pool' | 'store'>): void {
  handle(calls, getCartDiscount, async (_input, context) => {
    const { representative } = context.actor
    if (representative === null) return refuse('representative_only')
    return transaction(pool, async (db) => {
      const cartId = await lockCart(db, context.actor.userId)
      return { cart: await present(db, cartId, representative.userId, context) }
    })
  })

  handle(calls, setCartDiscount, async ({ body }, context) => {
    const { representative } = context.actor
    if (representative === null) return refuse('representative_only')
    const discounts = parseDiscounts(body)
    if ('code' in discounts) return discounts
    return transactionOrRefusal(pool, async (db) => {
      const cartId = await lockCart(db, context.actor.userId)
      await saveDiscounts(db, cartId, discounts)
      return { ok: true as const, cart: await present(db, cartId, representative.userId, context, { isSet: true }) }
    })
  })

  /** The cart with its discounts at today's prices; null if it is empty or has a line that cannot be ordered. */
  async function present(
    db: Db,
    cartId: number,
    representativeId: number,
    context: DealerContext,
    { isSet = false } = {},
  ): Promise<DiscountedCart | null> {
    const facts = store.facts()
    const view = viewOf(context, facts)
    const discounts = await loadDiscounts(db, cartId)
    const { userId, dealer } = context.actor
    const planKey = cartPlanOf(context, facts)?.key ?? null
    const draft = await draftOrder(db, cartId, {
      userId,
      dealerId: dealer.id,
      view,
      description: '',
      planKey,
      discounts,
    })
    if (!draft.ok) return null
    if (isSet) await rejectBelowFloor(db, { representativeId, context, draft })
    const { head, lines, bought } = draft
    const authority = await loadAuthority(db, representativeId)
    const before = cartTotals(
      lines.map((line) => ({
        price: { value: line.undiscounted_value ?? line.price_value, currency: line.price_currency },
        quantity: line.quantity,
        taxRate: line.tax_rate,
      })),
      view.currency,
      view.rates,
    )
    return {
      totalPercent: shown(discounts.totalPercent),
      // Whole lines without promotions: discounts are given by unit. The totals have the promotions.
      lines: bought.map((line) => ({
        unitId: line.unit_id,
        code: line.code,
        name: line.name,
        quantity: line.quantity,
        unit: line.unit,
        percent: shown(discounts.lines.get(line.unit_id) ?? '0'),
        price: { value: Number(line.undiscounted_value ?? line.price_value), currency: line.price_currency },
        discounted: Number(line.price_value),
      })),
      currency: head.currency,
      before: before.subtotal.toNumber(),
      subtotal: Number(head.subtotal),
      tax: Number(head.tax),
      total: Number(head.total),
      totalTry: Number(head.totalTry),
      authority: { linePercent: Number(authority.line), totalPercent: Number(authority.total) },
      exceeded: await findExceeded(db, lines, { view, representativeId, discounts }),
    }
  }
}

type Discounted = { representativeId: number; context: DealerContext; draft: OrderDraft }

/** Discounts below a floor are refused at once without the right for it. The order writes the entry of the audit log. */
async function rejectBelowFloor(db: Db, { representativeId, context, draft }: Discounted): Promise<void> {
  const { address, locale } = context
  const setter = await loadSetter(db, { representativeId, address, locale })
  const refusal = refuseBelowFloors(setter, draft.belowFloor)
  if (refusal !== null) abortTransaction(refusal)
}

/** As a form shows it: empty instead of 0. */
const shown = (percent: string): string =>
  Number(percent) === 0 ? '' : formFormats.formatNumber(percent, 2).replace(/,?0+$/, '')

type Typed = { totalPercent: string; lines: readonly { unitId: number; percent: string }[] }

function parseDiscounts({ totalPercent, lines }: Typed): Discounts | Refusal {
  const total = parsePercent(totalPercent)
  const percents = lines.map(({ unitId, percent }) => [unitId, parsePercent(percent)] as const)
  const wrong = percents.find(([, percent]) => percent === null)
  if (total === null || wrong !== undefined) {
    const field = total === null ? 'totalPercent' : `line-${wrong?.[0]}`
    return { ...refuse('validation_failed'), fields: { [field]: { text: 'representatives.problems.percent' } } }
  }
  return {
    totalPercent: total,
    lines: new Map(percents.flatMap(([id, percent]) => (percent === null || percent === '0' ? [] : [[id, percent]]))),
  }
}
