import type { ListedDealerGroup } from '#contract/admin/dealer-groups.ts'
import type { Db } from '#server/platform/db/pool.ts'

const selectGroups = `SELECT g.id, g.code, g.name,
       (SELECT count(*) FROM dealers d WHERE d.group_id = g.id) AS dealers,
       (SELECT count(*) FROM price_rules r WHERE r.group_id = g.id) AS rules
  FROM dealer_groups g`

export function loadGroups(db: Db): Promise<ListedDealerGroup[]> {
  return db.query<ListedDealerGroup>(`${selectGroups} ORDER BY g.name, g.id`)
}

export function findGroup(db: Db, id: number): Promise<ListedDealerGroup | undefined> {
  return db.one<ListedDealerGroup>(`${selectGroups} WHERE g.id = $1`, [id])
}
