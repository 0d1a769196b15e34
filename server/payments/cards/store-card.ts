import { writeAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { CardToken, Receipt } from '#server/payments/gateways/gateway.ts'
import { findPaymentById, type PaymentRow } from '#server/payments/payment/payment-rows.ts'
import { type ConsentRow, consentColumns } from './consents.ts'
import { cardRemovalJob } from './remove-card.ts'
import { openUserKey, sealToken, sealUserKey, tokenHashOf } from './seal-card.ts'

/** Finds the card of a payment in the provider's list. */
export const cardSearchJob = 'card.find'

/**
 * Stores the card that the provider has stored with a captured payment, if its payer consented. In the transaction of the
 * payment; a second call changes nothing.
 */
export async function storeCard(db: Db, deps: PaymentDeps, payment: PaymentRow, receipt: Receipt): Promise<void> {
  const { storedCard } = receipt
  if (storedCard === undefined) return
  const { userKey, cardToken } = storedCard
  if (cardToken !== null) return storeToken(db, deps, payment, { userKey, cardToken })
  const waiting = await db.one(
    'UPDATE card_consents SET user_key = $2 WHERE payment_id = $1 AND user_key IS NULL RETURNING payment_id',
    [payment.id, sealUserKey(deps.secret, payment.id, userKey)],
    'card_consents_user_key',
  )
  if (waiting !== undefined) await enqueue(db, cardSearchJob, { paymentId: payment.id })
}

async function storeToken(db: Db, deps: PaymentDeps, payment: PaymentRow, token: CardToken): Promise<void> {
  const consent = await db.one<ConsentRow>(
    `DELETE FROM card_consents WHERE payment_id = $1 RETURNING ${consentColumns}`,
    [payment.id],
    'card_consents_take',
  )
  if (consent === undefined) return
  const at = deps.now()
  const isOwned = await hasOwner(db, payment)
  const { sealed, hash } = sealToken(deps.secret, token)
  const card = await db.one<{ id: number }>(
    `INSERT INTO stored_cards AS c
       (user_id, dealer_id, pos_account_id, token, token_hash, first6, last4, bank, bank_code, scheme, card_type, family,
        is_commercial, expires_on, consent_version, consented_at, consent_address, created_at, removed_at, removal_queued_at)
     SELECT p.user_id, p.dealer_id, p.pos_account_id, $2, $3, p.card_first6, p.card_last4, p.card_bank, $4, p.card_scheme, $5,
            p.card_family, $6, $7, $8, $9, $10, $11::timestamptz, $12::timestamptz, $12 FROM payments p
      WHERE p.id = $1 AND p.card_first6 IS NOT NULL AND p.card_last4 IS NOT NULL
     ON CONFLICT (pos_account_id, token_hash) DO UPDATE
        SET token = excluded.token, expires_on = excluded.expires_on, consent_version = excluded.consent_version,
            consented_at = excluded.consented_at, consent_address = excluded.consent_address, refused_at = NULL,
            removed_at = excluded.removed_at, removal_queued_at = excluded.removal_queued_at
      WHERE c.user_id = excluded.user_id AND c.dealer_id = excluded.dealer_id
     RETURNING c.id`,
    [
      payment.id,
      sealed,
      hash,
      consent.bank_code,
      consent.card_type,
      consent.is_commercial,
      consent.expires_on,
      consent.version,
      consent.given_at,
      consent.address,
      at,
      isOwned ? null : at,
    ],
    'stored_cards_insert',
  )
  if (card === undefined) return
  if (!isOwned) return enqueue(db, cardRemovalJob, { id: card.id })
  const author = { actor: { userId: payment.user_id ?? 0 }, address: consent.address }
  const after = { consent: consent.version }
  await writeAudit(db, author, { action: 'create', noun: 'stored_card', id: String(card.id), after })
}

/** Whether the payer is still a user of the dealer. Holds off its removal until the card can be removed with it. */
async function hasOwner(db: Db, payment: PaymentRow): Promise<boolean> {
  const user = await db.one(
    'SELECT id FROM users WHERE id = $1 AND dealer_id = $2 AND disabled_at IS NULL FOR SHARE',
    [payment.user_id, payment.dealer_id],
    'stored_cards_owner',
  )
  return user !== undefined
}

/** Where only the provider's list has the token: takes the card of the payment's last four digits that is new there. */
export async function findStoredCard(deps: PaymentDeps, { paymentId }: { paymentId: number }): Promise<void> {
  const { pool, secret } = deps
  const consent = await pool.one<ConsentRow>(`SELECT ${consentColumns} FROM card_consents WHERE payment_id = $1`, [
    paymentId,
  ])
  if (consent?.user_key === undefined || consent.user_key === null) return
  const payment = await findPaymentById(pool, paymentId)
  const { cards } = await deps.gatewayOf(pool, payment.pos_account_id)
  if (cards === undefined) return
  const userKey = openUserKey(secret, paymentId, consent.user_key)
  const found = await cards.list(userKey)
  if (!found.ok) throw new Error(`The stored cards of a payer cannot be listed: ${found.text}`)
  const tokens = found.cards
    .filter(({ last4 }) => last4 === payment.card_last4)
    .map(({ cardToken }) => ({ userKey, cardToken }))
  const token = (await firstNew(deps, payment, tokens)) ?? tokens[0]
  // The provider stored no card with these digits.
  if (token === undefined) return
  await transaction(pool, (db) => storeToken(db, deps, payment, token))
}

async function firstNew({ pool }: PaymentDeps, { pos_account_id }: PaymentRow, tokens: readonly CardToken[]) {
  const rows = await pool.query<{ token_hash: string }>(
    'SELECT token_hash FROM stored_cards WHERE pos_account_id = $1 AND token_hash = ANY ($2)',
    [pos_account_id, tokens.map(tokenHashOf)],
  )
  const stored = new Set(rows.map(({ token_hash }) => token_hash))
  return tokens.find((token) => !stored.has(tokenHashOf(token)))
}
