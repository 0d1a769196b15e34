import type { Db } from '#server/platform/db/pool.ts'
import type { Actor } from '#server/visitor/visitor.ts'

/** Whose cards a call may use. */
export type CardOwner = { userId: number; dealerId: number }

/** A stored card without its token. */
export type CardRow = {
  id: number
  pos_account_id: number
  name: string
  first6: string
  last4: string
  bank: string
  bank_code: string | null
  scheme: string
  card_type: 'credit' | 'debit' | 'prepaid' | null
  family: string | null
  is_commercial: boolean
  /** YYYY-MM-DD: the first day on which it is expired. */
  expires_on: string
  needs_cvc: boolean
  consent_version: string
  consented_at: Date
  created_at: Date
  last_used_at: Date | null
  refused_at: Date | null
}

const cardColumns = `c.id, c.pos_account_id, c.name, c.first6, c.last4, c.bank, c.bank_code, c.scheme, c.card_type, c.family,
  c.is_commercial, c.expires_on::text AS expires_on, c.needs_cvc, c.consent_version, c.consented_at, c.created_at,
  c.last_used_at, c.refused_at`
const ofOwner = 'c.user_id = $1 AND c.dealer_id = $2 AND c.removed_at IS NULL'

/**
 * The person whose cards a visitor may use. Null for guests and staff, and for whoever acts as another user: administrators
 * who view the shop as a dealer's user, and representatives.
 */
export function cardOwnerOf(actor: Actor | null): CardOwner | null {
  if (actor === null || actor.dealer === null) return null
  const isOther = actor.impersonator !== null || actor.representative !== null
  return isOther ? null : { userId: actor.userId, dealerId: actor.dealer.id }
}

/** The owner's cards: those used last come first. */
export function listCards(db: Db, { userId, dealerId }: CardOwner): Promise<CardRow[]> {
  return db.query<CardRow>(
    `SELECT ${cardColumns} FROM stored_cards c WHERE ${ofOwner} ORDER BY coalesce(c.last_used_at, c.created_at) DESC, c.id`,
    [userId, dealerId],
    'stored_cards_list',
  )
}

export function findCardOf(db: Db, { userId, dealerId }: CardOwner, id: number): Promise<CardRow | undefined> {
  return db.one<CardRow>(
    `SELECT ${cardColumns} FROM stored_cards c WHERE ${ofOwner} AND c.id = $3`,
    [userId, dealerId, id],
    'stored_cards_find',
  )
}

export type SealedToken = { token: Buffer; token_hash: string }

/** The token of a card to pay with. Waits for a removal in another tab, which comes first. */
export function lockToken(db: Db, { userId, dealerId }: CardOwner, id: number): Promise<SealedToken | undefined> {
  return db.one<SealedToken>(
    `SELECT c.token, c.token_hash FROM stored_cards c WHERE ${ofOwner} AND c.id = $3 FOR SHARE`,
    [userId, dealerId, id],
    'stored_cards_token',
  )
}

/** A token of any of the person's cards at an account: it has the provider's key of the person. */
export function findTokenAt(
  db: Db,
  { userId, dealerId }: CardOwner,
  posAccountId: number,
): Promise<SealedToken | undefined> {
  return db.one<SealedToken>(
    `SELECT c.token, c.token_hash FROM stored_cards c
      WHERE ${ofOwner} AND c.pos_account_id = $3 AND c.refused_at IS NULL ORDER BY c.id DESC LIMIT 1`,
    [userId, dealerId, posAccountId],
    'stored_cards_user_key',
  )
}
