import { noWaitingPurchases } from '#contract/shop/waiting-purchases.ts'
import type { Visitor } from '#contract/core/visitor.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { bannersSql } from '#server/announcements/announcements.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { presentPurchasing, type PurchasingState, purchasingStateSql } from '#server/purchasing/purchasing.ts'
import { hasTextsToAcceptSql } from '#server/texts/texts.ts'
import type { CallContext } from '#server/visitor/visitor.ts'

export type DealerState = Pick<Visitor, 'purchasing' | 'banners' | 'hasTextsToAccept'>

/** Of visitors who are no users of a dealer. */
const noState: DealerState = {
  purchasing: { isApprover: false, hasLimits: false, waiting: noWaitingPurchases },
  banners: [],
  hasTextsToAccept: false,
}

type StateRow = PurchasingState & { banners: Visitor['banners']; has_texts: boolean }

/** What several features tell a dealer's user on every page, in one statement. */
export async function loadDealerState(
  pool: Pool,
  { actor }: Pick<CallContext, 'actor'>,
  now: Date,
): Promise<DealerState> {
  if (!actor?.dealer) return noState
  const { userId, permissions, dealer, impersonator, representative } = actor
  const row = await pool.one<StateRow>(
    `SELECT ${purchasingStateSql('$2', '$3', '$1')}, ${bannersSql('$2', '$3', '$1')} AS banners,
            ${hasTextsToAcceptSql('$1')} AS has_texts`,
    [userId, dealer.id, dayInTurkey(now)],
    'dealer_state',
  )
  if (row === undefined) return noState
  const acceptsTexts = impersonator === null && representative === null
  return {
    purchasing: await presentPurchasing(pool, { userId, permissions, dealer }, row, now),
    banners: row.banners,
    hasTextsToAccept: acceptsTexts && row.has_texts,
  }
}
