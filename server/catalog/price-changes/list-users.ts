import type { Db } from '#server/platform/db/pool.ts'
import type { StoreFacts } from '#server/settings/settings.ts'

/** A dealer whose prices come from a list. `priceList`: the one it buys from, by its own choice or by a rule. */
export type ListUser = {
  id: number
  code: string
  name: string
  group: string | null
  priceList: number
  discount: string
  via: 'own' | 'rule' | 'fallback'
  /** Equal for dealers with equal prices. */
  key: string
}

type Row = {
  id: number
  code: string
  name: string
  group: string | null
  price_list_id: number | null
  discount: string
}

/** The active dealers that use a list, by name; for the default list also those that fall back to it. */
export async function loadListUsers(db: Db, facts: StoreFacts, list: number): Promise<ListUser[]> {
  const rows = await db.query<Row>(
    `SELECT d.id, d.code, d.name, g.name AS group, d.price_list_id, d.discount
       FROM dealers d LEFT JOIN dealer_groups g ON g.id = d.group_id
      WHERE d.disabled_at IS NULL ORDER BY d.name, d.id`,
  )
  return rows.flatMap(({ price_list_id, ...dealer }): ListUser[] => {
    const rules = facts.rulesOf(dealer.id)
    const own = price_list_id ?? facts.defaultPriceListId
    const priceList = rules.priceListId ?? own
    const isUser = priceList === list
    if (!isUser && list !== facts.defaultPriceListId) return []
    const via = !isUser ? 'fallback' : rules.priceListId === null ? 'own' : 'rule'
    return [{ ...dealer, priceList, via, key: [priceList, dealer.discount, rules.key].join('|') }]
  })
}

export type UserGroup = { name: string | null; dealers: number; kinds: { user: ListUser; dealers: number }[] }

/** The dealers by group, each with its kinds of dealers, the most frequent first. */
export function groupUsers(users: readonly ListUser[]): UserGroup[] {
  return [...Map.groupBy(users, ({ group }) => group)]
    .map(([name, members]) => ({
      name,
      dealers: members.length,
      kinds: [...Map.groupBy(members, ({ key }) => key).values()]
        .map((alike) => ({ user: alike[0]!, dealers: alike.length }))
        .toSorted((a, b) => b.dealers - a.dealers),
    }))
    .toSorted((a, b) => b.dealers - a.dealers)
}
