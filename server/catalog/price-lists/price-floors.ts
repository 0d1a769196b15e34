import {
  type BelowFloor,
  findBelowFloors,
  type FloorFacts,
  type PriceSetter,
  type SetPrice,
} from '#server/pricing/pricing.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { UserContext } from '#server/visitor/visitor.ts'

/** The prices of a list that are below the floors of everyone. */
export const belowFloors = (
  db: Db,
  prices: readonly SetPrice[],
  { rulesOf, rates }: FloorFacts,
): Promise<BelowFloor[]> => findBelowFloors(db, prices, { rules: rulesOf(null), rates })

export const setterOf = (by: UserContext): PriceSetter => ({
  author: by,
  permissions: by.actor.permissions,
  locale: by.locale,
})

/** Whether there are floors that lists of prices are compared with; a look at every price costs more. */
export async function hasFloors(db: Db): Promise<boolean> {
  const row = await db.one(
    "SELECT FROM price_rules WHERE kind = 'floor' AND is_active AND chain IS NULL AND num_nonnulls(dealer_id, group_id, region) = 0 LIMIT 1",
  )
  return row !== undefined
}
