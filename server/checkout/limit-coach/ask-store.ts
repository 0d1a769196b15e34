import type { PlanKey } from '#contract/core/money.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { LimitApproval } from '#contract/shop/limit-coach.ts'
import { decimal } from '#domain/money/money.ts'
import { lockCart, loadOrderLines } from '#server/cart/cart.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import { namesOfPromotions } from '#server/promotions/promotions.ts'
import {
  type ApprovalPromotions,
  findApproval,
  insertApproval,
  readLimitCheck,
  withdrawApproval,
} from '#server/risk/risk.ts'
import type { Store, View } from '#server/settings/settings.ts'
import type { DealerContext } from '#server/visitor/visitor.ts'
import { type OrderDraft, savedByPromotions } from '#server/checkout/order-draft.ts'
import { limitRequest } from '#server/checkout/limit-request.ts'
import { draftPlaceable } from '#server/checkout/placeable-draft.ts'
import { findCart } from '#server/checkout/queries.ts'
import { cartTerms, presentApproval } from './advise.ts'

type Deps = { pool: Pool; store: Store; now: Date }
type Asked = { note: string; advencePrice?: PlanKey | '' | undefined; cart?: string | undefined }

/** Asks the store to let the cart pass, as it is on screen. Only for a cart that could be ordered but for the limit. */
export function askStore(
  { pool, store, now }: Deps,
  { note, advencePrice, cart }: Asked,
  context: DealerContext,
): Promise<LimitApproval | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const cartId = await lockCart(db, context.actor.userId)
    const terms = await cartTerms(db, cartId, { store, planKey: advencePrice }, context)
    if ('ok' in terms) return abortTransaction(terms)
    const draft = await draftPlaceable(db, cartId, { ...terms, shownCart: cart })
    if (!draft.ok) return abortTransaction(draft)
    const { head, bought, rows } = draft
    const totalTry = decimal(head.totalTry)
    const { refusal, limit } = await readLimitCheck(db, limitRequest(terms, now), totalTry)
    if (refusal === null || limit === null) return abortTransaction('limit_not_exceeded')
    const id = await insertApproval(db, {
      dealerId: terms.dealerId,
      userId: terms.userId,
      cart: rows,
      lines: bought.map(({ code, name, unit, quantity, price_value: value, price_currency: currency }) => {
        return { code, name, unit, quantity, price: { value, currency } }
      }),
      currency: head.currency,
      total: head.total,
      totalTry: head.totalTry,
      promotions: await promotionsOf(db, draft, terms.view),
      limit,
      note: cleanText(note),
      now,
    })
    const row = await findApproval(db, id)
    return row === undefined ? refuse('limit_approval_not_found') : presentApproval(row, { cart: rows, totalTry, now })
  })
}

/** What promotions make of the lines; null where none applies. */
async function promotionsOf(db: Db, draft: OrderDraft, view: View): Promise<ApprovalPromotions | null> {
  const ids = draft.uses.map(({ promotionId }) => promotionId)
  if (ids.length === 0) return null
  const { subtotal, tax } = draft.head
  const names = { tr: await namesOfPromotions(db, ids, 'tr'), en: await namesOfPromotions(db, ids, 'en') }
  return { names, amount: savedByPromotions(draft, view).toFixed(2), subtotal, tax }
}

/** The user takes its request back; the answer is about the cart as it is now. */
export async function withdrawFromStore(
  { pool, store, now }: Deps,
  id: number,
  context: DealerContext,
): Promise<LimitApproval | Refusal> {
  const { userId } = context.actor
  const withdrawn = await withdrawApproval(pool, { id, userId, now })
  if (!withdrawn.ok) return withdrawn
  const row = await findApproval(pool, id)
  if (row === undefined) return refuse('limit_approval_not_found')
  const cartId = await findCart(pool, userId)
  const terms = cartId === null ? null : await cartTerms(pool, cartId, { store, planKey: undefined }, context)
  const cart =
    cartId === null || terms === null || 'ok' in terms
      ? []
      : await loadOrderLines(pool, { ...terms.view, cartId, planKey: terms.planKey })
  return presentApproval(row, { cart, totalTry: decimal(row.total_try), now })
}
