import type { previewPriceChange } from '#contract/admin/price-change-publication.ts'
import type { Input, Reply } from '#contract/core/endpoint.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { parsePaging } from '#server/platform/http/list-paging.ts'
import type { StoreFacts } from '#server/settings/settings.ts'
import { createEffects, type Effect } from './effects.ts'
import { groupUsers, type ListUser, loadListUsers } from './list-users.ts'

/** Products for which prices are computed, at most; a larger change is sampled. */
const sampleMax = 500
/** Kinds of dealers (by list, discount and rules) that are computed for a group, at most. */
const kindsOfGroup = 3

type Query = Input<typeof previewPriceChange>['query']
type Preview = Reply<typeof previewPriceChange>

/**
 * What a change means for the dealers that use its list: prices before and after by the same code that shows and charges them,
 * for all changed products or a sample of them.
 */
export async function previewChange(
  db: Db,
  facts: StoreFacts,
  { id, query }: { id: number; query: Query },
): Promise<Preview | Refusal> {
  const change = await db.one<{ id: number; name: string; list_id: number; list: string }>(
    `SELECT c.id, c.name, l.id AS list_id, l.name AS list
       FROM price_changes c JOIN price_lists l ON l.id = c.price_list_id WHERE c.id = $1`,
    [id],
  )
  if (change === undefined) return refuse('price_change_not_found')
  const { page, limit } = parsePaging(query)
  const users = await loadListUsers(db, facts, change.list_id)
  const sample = await loadSample(db, id)
  const effects = await createEffects(db, facts, { change: id, list: change.list_id, products: sample.ids })
  const scaled = async (user: ListUser) => scale(await effects.of(user), sample)
  const groups: Preview['groups'] = []
  for (const { name, dealers, kinds } of groupUsers(users)) {
    const computed = kinds.slice(0, kindsOfGroup)
    const parts: Counted[] = []
    for (const kind of computed) parts.push({ dealers: kind.dealers, effect: await effects.of(kind.user) })
    groups.push({
      name,
      dealers,
      computed: computed.reduce((sum, kind) => sum + kind.dealers, 0),
      ...scale(meanOf(parts), sample),
    })
  }
  const items: Preview['items'] = []
  for (const user of users.slice((page - 1) * limit, page * limit)) {
    const { id: dealer, code, name, group, via } = user
    items.push({ id: dealer, code, name, group, via, ...(await scaled(user)) })
  }
  const pages = Math.max(1, Math.ceil(users.length / limit))
  return {
    id,
    name: change.name,
    list: change.list,
    products: sample.products,
    sampled: sample.ids.length,
    ...(await countTouched(
      db,
      id,
      users.map((user) => user.id),
    )),
    groups,
    items,
    total: users.length,
    page,
    pages,
    limit,
  }
}

type Sample = { products: number; ids: number[] }

/** The changed products, spread over the catalog if they are too many. */
async function loadSample(db: Db, change: number): Promise<Sample> {
  const rows = await db.query<{ id: number; products: number }>(
    `SELECT product_id AS id, count(*) OVER () AS products
       FROM (SELECT DISTINCT u.product_id FROM price_change_rows r JOIN product_units u ON u.id = r.unit_id WHERE r.change_id = $1) changed
      ORDER BY hashint4(product_id), product_id LIMIT ${sampleMax}`,
    [change],
  )
  return { products: rows[0]?.products ?? 0, ids: rows.map(({ id }) => id) }
}

function scale({ changed, average }: Effect, { products, ids }: Sample) {
  return { changed, estimated: ids.length === 0 ? 0 : Math.round((changed * products) / ids.length), average }
}

type Counted = { dealers: number; effect: Effect }

/** Of a group: the mean over its dealers. Dealers whose prices do not change are not in the mean change. */
function meanOf(parts: readonly Counted[]): Effect {
  const changed = weightedMean(parts.map(({ dealers, effect }) => ({ dealers, value: effect.changed })))
  const average = weightedMean(
    parts.flatMap(({ dealers, effect: { average: value } }) => (value === null ? [] : [{ dealers, value }])),
  )
  return { changed: Math.round(changed ?? 0), average: average === null ? null : Math.round(average * 100) / 100 }
}

/** Null for nobody. */
function weightedMean(parts: readonly { dealers: number; value: number }[]): number | null {
  const dealers = parts.reduce((sum, part) => sum + part.dealers, 0)
  return dealers === 0 ? null : parts.reduce((sum, part) => sum + part.dealers * part.value, 0) / dealers
}

async function countTouched(db: Db, change: number, dealers: readonly number[]) {
  const row = await db.one<{ carts: number; offers: number }>(
    `WITH changed AS MATERIALIZED (
       SELECT DISTINCT u.product_id FROM price_change_rows r JOIN product_units u ON u.id = r.unit_id WHERE r.change_id = $1)
     SELECT (SELECT count(DISTINCT c.id) FROM carts c JOIN users u ON u.id = c.user_id JOIN cart_lines l ON l.cart_id = c.id
              WHERE u.dealer_id = ANY ($2) AND l.product_id IN (SELECT product_id FROM changed)) AS carts,
            (SELECT count(DISTINCT o.id) FROM offers o JOIN offer_items i ON i.offer_id = o.id
              WHERE o.dealer_id = ANY ($2) AND NOT o.is_cancel AND o.accepted_at IS NULL
                AND i.product_id IN (SELECT product_id FROM changed)) AS offers`,
    [change, dealers],
  )
  return { carts: row?.carts ?? 0, offers: row?.offers ?? 0 }
}
