import { type LineState, isSameState, lineChange } from '#domain/lists/line-change.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { ListLineRow } from './line-rows.ts'
import { type NewsByLine, stateOf } from './present-lines.ts'
import type { Product } from '#contract/shop/product.ts'

/** Where a follower is shown what is new: each has its own states. */
export type ShownOn = 'page' | 'email'

type StateRow = {
  line_id: number
  price_value: string | null
  price_currency: string | null
  is_in_stock: boolean
}

async function loadStates(
  db: Db,
  userId: number,
  shown: ShownOn,
  rows: readonly ListLineRow[],
): Promise<Map<number, LineState>> {
  const stored = await db.query<StateRow>(
    `SELECT line_id, price_value, price_currency, is_in_stock FROM list_line_states
      WHERE user_id = $1 AND shown = $2 AND line_id = ANY ($3::integer[])`,
    [userId, shown, rows.map(({ id }) => id)],
    'list_states',
  )
  return new Map(
    stored.map(({ line_id, price_value: value, price_currency: currency, is_in_stock: isInStock }) => {
      const price = value === null || currency === null ? undefined : { value: Number(value), currency }
      return [line_id, { price, isInStock }]
    }),
  )
}

/** What is new about the lines for a follower. Lines that it was not shown before have no news. */
export async function loadNews(
  db: Db,
  follower: { userId: number; shown: ShownOn },
  rows: readonly ListLineRow[],
  products: ReadonlyMap<number, Product>,
): Promise<NewsByLine> {
  if (rows.length === 0) return new Map()
  const states = await loadStates(db, follower.userId, follower.shown, rows)
  return new Map(
    rows.flatMap((row) => {
      const [before, now] = [states.get(row.id), stateOf(row, products)]
      const change = before === undefined || now === null ? null : lineChange(before, now)
      return change === null || now === null ? [] : [[row.id, { change, now }] as const]
    }),
  )
}

/** Stores what a follower is shown now; what is the same is not written again. A price that is hidden keeps the one before. */
export async function saveStates(
  db: Db,
  { userId, shown }: { userId: number; shown: ShownOn },
  rows: readonly ListLineRow[],
  products: ReadonlyMap<number, Product>,
): Promise<void> {
  const stored = await loadStates(db, userId, shown, rows)
  const changed = rows.flatMap(({ id }, i) => {
    const [before, now] = [stored.get(id), stateOf(rows[i] as ListLineRow, products)]
    if (now === null) return []
    const state = { ...now, price: now.price ?? before?.price }
    return before !== undefined && isSameState(before, state) ? [] : [{ id, ...state }]
  })
  if (changed.length === 0) return
  await db.execute(
    `INSERT INTO list_line_states (line_id, user_id, shown, price_value, price_currency, is_in_stock)
     SELECT s.line_id, $1, $2, s.value, s.currency, s.is_in_stock
       FROM unnest($3::integer[], $4::numeric[], $5::text[], $6::boolean[]) AS s (line_id, value, currency, is_in_stock)
       JOIN list_lines n ON n.id = s.line_id
     ON CONFLICT (line_id, user_id, shown) DO UPDATE
        SET price_value = excluded.price_value, price_currency = excluded.price_currency,
            is_in_stock = excluded.is_in_stock`,
    [
      userId,
      shown,
      changed.map(({ id }) => id),
      changed.map(({ price }) => price?.value ?? null),
      changed.map(({ price }) => price?.currency ?? null),
      changed.map(({ isInStock }) => isInStock),
    ],
    'list_states_save',
  )
}

/** Starts, changes or ends following a list. */
export async function saveFollow(
  db: Db,
  { listId, userId }: { listId: number; userId: number },
  { isFollowed, hasEmails }: { isFollowed: boolean; hasEmails: boolean },
): Promise<void> {
  if (!isFollowed) {
    await db.execute(
      'DELETE FROM list_follows WHERE list_id = $1 AND user_id = $2',
      [listId, userId],
      'list_follow_end',
    )
    await db.execute(
      `DELETE FROM list_line_states s USING list_lines n WHERE n.id = s.line_id AND n.list_id = $1 AND s.user_id = $2`,
      [listId, userId],
      'list_states_end',
    )
    return
  }
  await db.execute(
    `INSERT INTO list_follows (list_id, user_id, has_emails) VALUES ($1, $2, $3)
     ON CONFLICT (list_id, user_id) DO UPDATE SET has_emails = excluded.has_emails`,
    [listId, userId, hasEmails],
    'list_follow_save',
  )
}
