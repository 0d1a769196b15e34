import { cardConsentVersion } from '#contract/shop/stored-cards.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { sealToken } from '#server/payments/payments.ts'
import { demoBins, dialects } from '#server/sandbox-bank/sandbox-bank.ts'

const day = 86_400_000

/** Two cards of the demo's dealer that the sandbox bank keeps: the first pays, the second is declined for its limit. */
const demoCards = [
  { name: 'Şirket kartı', last4: '0000', expires: '11/30', days: 12 },
  { name: '', last4: '0051', expires: '04/29', days: 40 },
]

/** Stores the cards at the sandbox bank, and their sealed tokens in the shop. */
export async function insertStoredCards(db: Db, secret: Secret, now: Date): Promise<void> {
  const { bin, bank, bankCode, scheme, type, family } = demoBins.cuzdan
  const userKey = 'demo-person-1'
  for (const [i, { name, last4, expires, days }] of demoCards.entries()) {
    const cardToken = `demo-card-${i + 1}`
    const [month, year] = expires.split('/').map(Number)
    const { sealed, hash } = sealToken(secret, { userKey, cardToken })
    await db.execute(
      `INSERT INTO sandbox_cards (client_id, oid, user_key, token, card, expires) VALUES ($1, $2, $3, $4, $5, $6)`,
      [dialects.craftgate?.merchant.clientId, `DEMOCARD${i + 1}`, userKey, cardToken, `${bin}******${last4}`, expires],
    )
    await db.execute(
      `INSERT INTO stored_cards (user_id, dealer_id, pos_account_id, token, token_hash, name, first6, last4, bank, bank_code,
                                 scheme, card_type, family, expires_on, consent_version, consented_at, consent_address, created_at)
       SELECT u.id, u.dealer_id, a.id, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, make_date($11, $12, 1) + interval '1 month',
              $13, $14, '203.0.113.20', $14
         FROM users u, pos_accounts a WHERE u.email = 'bayi@example.com' AND a.code = 'demo-craftgate'`,
      [
        ...[sealed, hash, name, bin, last4, bank, bankCode, scheme, type, family],
        ...[2000 + (year ?? 0), month, cardConsentVersion, new Date(now.getTime() - days * day)],
      ],
    )
  }
}
