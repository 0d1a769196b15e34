import { insertStatement } from '#server/platform/db/insert-row.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** A card that the provider keeps for a merchant. `card` is a mask; `expires` MM/YY. */
export type KeptCard = {
  client_id: string
  /** The order number that stored it. */
  oid: string
  user_key: string
  token: string
  card: string
  expires: string
}

const columns = 'client_id, oid, user_key, token, card, expires'

/** Keeps a card. An order number stores one card once. */
export async function insertKeptCard(db: Db, kept: KeptCard): Promise<void> {
  const { sql, params } = insertStatement('sandbox_cards', kept)
  await db.execute(`${sql} ON CONFLICT (client_id, oid) DO NOTHING`, params)
}

/** The cards of a person, or the one that an order number stored; without removed ones. */
export function findKeptCards(
  db: Db,
  clientId: string,
  by: { userKey: string } | { oid: string },
): Promise<KeptCard[]> {
  const [column, value] = 'oid' in by ? ['oid', by.oid] : ['user_key', by.userKey]
  return db.query<KeptCard>(
    `SELECT ${columns} FROM sandbox_cards WHERE client_id = $1 AND ${column} = $2 AND NOT is_removed ORDER BY id`,
    [clientId, value],
  )
}

export async function removeKeptCard(db: Db, { client_id, user_key, token }: KeptCard): Promise<void> {
  await db.execute('UPDATE sandbox_cards SET is_removed = true WHERE client_id = $1 AND user_key = $2 AND token = $3', [
    client_id,
    user_key,
    token,
  ])
}
