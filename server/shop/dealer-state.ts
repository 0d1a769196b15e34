import { noWaitingPurchases } from '#contract/shop/waiting-purchases.ts'
import type { Visitor } from '#contract/core/visitor.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { cartLineCountSql } from '#server/account/account.ts'
import { bannersSql } from '#server/announcements/announcements.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type ReadPart, readTogether } from '#server/platform/db/together.ts'
import { presentPurchasing, type PurchasingState, purchasingStateSql } from '#server/purchasing/purchasing.ts'
import { accountParts, presentAccount } from '#server/risk/risk.ts'
import type { StoreFacts } from '#server/settings/settings.ts'
import { hasTextsToAcceptSql } from '#server/texts/texts.ts'
import type { CallContext } from '#server/visitor/visitor.ts'

export type DealerState = Pick<Visitor, 'account' | 'purchasing' | 'banners' | 'hasTextsToAccept' | 'cartLineCount'>

/** Of visitors who are no users of a dealer. */
const noState: Omit<DealerState, 'cartLineCount'> = {
  account: null,
  purchasing: { isApprover: false, hasLimits: false, waiting: noWaitingPurchases },
  banners: [],
  hasTextsToAccept: false,
}

type StateRow = PurchasingState & { banners: Visitor['banners']; has_texts: boolean; cart_lines: number }

const statePart = (userId: number, dealerId: number, today: string): ReadPart<StateRow> => ({
  sql: `SELECT ${purchasingStateSql('$2', '$3', '$1')}, ${bannersSql('$2', '$3', '$1')} AS banners,
               ${hasTextsToAcceptSql('$1')} AS has_texts, ${cartLineCountSql('$1')} AS cart_lines`,
  params: [userId, dealerId, today],
})

/**
 * What several features tell a visitor on every page: a dealer's user in one statement, in three more where orders of
 * colleagues wait for its approval.
 */
export async function loadDealerState(
  pool: Pool,
  facts: StoreFacts,
  { actor, guestLineCount }: Pick<CallContext, 'actor' | 'guestLineCount'>,
  now: Date,
): Promise<DealerState> {
  if (!actor?.dealer) return { ...noState, cartLineCount: guestLineCount }
  const { userId, permissions, dealer, impersonator, representative } = actor
  const reader = { actor: { permissions, dealer }, facts, today: dayInTurkey(now) }
  const { state, ...account } = await readTogether(pool, 'dealer_state', {
    state: statePart(userId, dealer.id, reader.today),
    ...accountParts(reader),
  })
  const [row] = state
  if (row === undefined) throw new Error('Could not read what pages show to a dealer.')
  const acceptsTexts = impersonator === null && representative === null
  return {
    account: presentAccount(reader, account),
    purchasing: await presentPurchasing(pool, { userId, permissions, dealer }, row, now),
    banners: row.banners,
    hasTextsToAccept: acceptsTexts && row.has_texts,
    cartLineCount: row.cart_lines,
  }
}
