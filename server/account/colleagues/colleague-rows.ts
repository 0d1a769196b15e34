import type { Colleague } from '#contract/shop/colleagues.ts'
import { loadBoundUsers } from '#server/account/addresses/address-rows.ts'
import { findUserIds, loadUsers, presentUser } from '#server/account/admin/user-rows.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** The users of a dealer by name, without removed ones. */
export async function listColleagues(db: Db, by: { userId: number; dealerId: number }): Promise<Colleague[]> {
  const ids = await findUserIds(db, { words: [], q: '', show: null, sort: 'name', dealerId: by.dealerId })
  const bound = await loadBoundUsers(db, by.dealerId)
  return (await loadUsers(db, ids)).map((row) => {
    const { id, name, email, userRole, roleName, canOrder, isDisabled, access, lastSeenAt } = presentUser(row)
    const addresses = bound.filter(({ user_id: user }) => user === id).map(({ address_id: address }) => address)
    const shown = { id, name, email, userRole, roleName, canOrder, isDisabled, access, lastSeenAt }
    return { ...shown, addresses, isSelf: id === by.userId }
  })
}
