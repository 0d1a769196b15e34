import { refuse } from '#contract/core/errors.ts'
import { cardNameMax, listStoredCards, removeStoredCard, renameStoredCard } from '#contract/shop/stored-cards.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { cardOwnerOf } from './card-rows.ts'
import { presentCards } from './present-card.ts'
import { removeCard } from './remove-card.ts'

/** Registers the calls of the page of stored cards. Whoever acts as another user has none there. */
export function registerStoredCards(calls: Calls, deps: PaymentDeps): void {
  const { pool } = deps
  handle(calls, listStoredCards, (_input, { actor }) => presentCards(deps, cardOwnerOf(actor)))

  handle(calls, renameStoredCard, async ({ params, body }, { actor }) => {
    const owner = cardOwnerOf(actor)
    if (owner === null) return refuse('stored_card_not_found')
    const name = body.name.replaceAll('\0', '').trim().slice(0, cardNameMax)
    const renamed = await pool.execute(
      'UPDATE stored_cards SET name = $4 WHERE id = $3 AND user_id = $1 AND dealer_id = $2 AND removed_at IS NULL',
      [owner.userId, owner.dealerId, params.id, name],
      'stored_cards_rename',
    )
    return renamed === 0 ? refuse('stored_card_not_found') : presentCards(deps, owner)
  })

  handle(calls, removeStoredCard, async ({ params }, context) => {
    const owner = cardOwnerOf(context.actor)
    if (owner === null || !(await removeCard(deps, context, owner, params.id))) return refuse('stored_card_not_found')
    return presentCards(deps, owner)
  })
}
