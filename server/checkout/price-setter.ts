import type { Locale } from '#contract/core/visitor.ts'
import { loadStaffPermissions } from '#server/account/account.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { PriceSetter } from '#server/pricing/pricing.ts'

type Representative = { representativeId: number; address: string | undefined; locale: Locale }

/** A representative with its own rights, who works for a dealer with those of representatives. */
export async function loadSetter(
  db: Db,
  { representativeId, address = '', locale }: Representative,
): Promise<PriceSetter> {
  return {
    author: { actor: { userId: representativeId }, address },
    permissions: await loadStaffPermissions(db, representativeId),
    locale,
  }
}
