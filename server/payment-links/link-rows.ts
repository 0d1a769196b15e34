import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { linkHash } from '#server/payments/payments.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type LinkStateFacts, linkStateOf } from './link-state.ts'

export type PaymentLinkRow = LinkStateFacts & {
  id: number
  dealer_id: number
  user_id: number
  amount: string
  currency: PosCurrency
  email: string
  created_at: Date
  dealer: string
  creator: string
  /** Debits that the link is for. */
  debts: number[]
}

const links = `
  SELECT l.id, l.dealer_id, l.user_id, l.amount, l.debts, l.currency, l.email, l.created_at, l.expires_at, l.cancelled_at,
         l.paid_at, d.name AS dealer, u.name AS creator,
         (SELECT count(*)::int FROM payments p WHERE p.payment_link_id = l.id
             AND p.state IN ('created', 'declined', 'cancelled', 'expired')
             AND NOT EXISTS (SELECT FROM payment_events e
                              WHERE e.payment_id = p.id AND e.to_state = 'cancelled' AND e.cause = 'replaced')) AS failures
    FROM payment_links l JOIN dealers d ON d.id = l.dealer_id JOIN users u ON u.id = l.user_id`

export async function findLink(db: Db, token: string): Promise<PaymentLinkRow | undefined> {
  return db.one<PaymentLinkRow>(`${links} WHERE l.token_hash = $1`, [linkHash(token)], 'link_find')
}

/** Whether a link can be paid now. Holders of open links may use the payer's calls. */
export async function isOpenLink(db: Db, token: string, now: Date): Promise<boolean> {
  const link = await findLink(db, token)
  return link !== undefined && linkStateOf(link, now) === 'open'
}

/** Locks a link until the transaction ends, so that concurrent payers of one link run one after the other. */
export async function lockLink(db: Db, id: number): Promise<PaymentLinkRow> {
  await db.query('SELECT FROM payment_links WHERE id = $1 FOR UPDATE', [id], 'link_lock')
  const row = await db.one<PaymentLinkRow>(`${links} WHERE l.id = $1`, [id], 'link_locked')
  if (row === undefined) throw new Error(`Payment link ${id} does not exist.`)
  return row
}

/** The same for a link of one dealer only. */
export async function lockLinkOf(db: Db, dealerId: number, id: number): Promise<PaymentLinkRow | undefined> {
  const owned = await db.one('SELECT FROM payment_links WHERE id = $1 AND dealer_id = $2', [id, dealerId], 'link_own')
  return owned && lockLink(db, id)
}

/** Newest first. */
export async function listLinks(db: Db, dealerId: number, limit: number): Promise<PaymentLinkRow[]> {
  const sql = `${links} WHERE l.dealer_id = $1 ORDER BY l.id DESC LIMIT $2`
  return db.query<PaymentLinkRow>(sql, [dealerId, limit], 'link_list')
}

export type NewLink = {
  token: string
  dealerId: number
  userId: number
  amount: string
  currency: PosCurrency
  email: string
  createdAt: Date
  expiresAt: Date
  debts: readonly number[]
}

export async function insertLink(db: Db, link: NewLink): Promise<number> {
  const { token, dealerId, userId, amount, currency, email, createdAt, expiresAt, debts } = link
  const row = await db.one<{ id: number }>(
    `INSERT INTO payment_links (token_hash, dealer_id, user_id, amount, currency, email, created_at, expires_at, debts)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [linkHash(token), dealerId, userId, amount, currency, email, createdAt, expiresAt, debts],
    'link_insert',
  )
  if (row === undefined) throw new Error('The payment link was not inserted.')
  return row.id
}

/** How many links the user has created since then. Locks the user, so that concurrent requests are counted too. */
export async function countLinksOf(db: Db, userId: number, since: Date): Promise<number> {
  await db.execute('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId], 'link_user')
  const row = await db.one<{ count: number }>(
    'SELECT count(*)::int AS count FROM payment_links WHERE user_id = $1 AND created_at > $2',
    [userId, since],
    'link_count',
  )
  return row?.count ?? 0
}

export async function setLinkEmail(db: Db, id: number, email: string): Promise<void> {
  await db.execute('UPDATE payment_links SET email = $2 WHERE id = $1', [id, email], 'link_email')
}

export async function closeLink(db: Db, id: number, what: 'paid' | 'cancelled', at: Date): Promise<void> {
  await db.execute(`UPDATE payment_links SET ${what}_at = $2 WHERE id = $1`, [id, at], `link_${what}`)
}
