import type { Secret } from '#server/platform/http/secrets.ts'
import { addDays, dayInTurkey, momentInTurkey } from '#domain/text/calendar-day.ts'
import { sealSecrets } from '#server/payments/payments.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { sandboxMerchants } from '#server/sandbox-bank/sandbox-bank.ts'

const code = 'demo-odeme'
const reference = 'FUAR-2026-17'
const amount = '1850.00'
const card = { first6: '499990', last4: '0000' }

/**
 * Inserts an account at the sandbox bank whose protocol has a list, and a sale that someone made at the bank's panel: it is
 * on the list of the day before and not in the books. The account takes no payments.
 */
export async function insertBankFinding(db: Db, secret: Secret, today: Date): Promise<void> {
  const { clientId, password, storeKey } = sandboxMerchants.kule
  const day = addDays(dayInTurkey(today), -1)
  const at = momentInTurkey(day, '16:42')
  const account = await db.one<{ id: number }>(
    `INSERT INTO pos_accounts (code, name, adapter, mode, environment, settings, secrets, is_active, position)
     VALUES ($1, 'Demo Ödeme Kuruluşu', 'paytr', 'hosted', 'sandbox', $2, $3, false, 9) RETURNING id`,
    [
      code,
      JSON.stringify({ merchantId: clientId, api: '/sandbox-bank' }),
      sealSecrets(secret, code, { merchantKey: password, merchantSalt: storeKey }),
    ],
  )
  await db.execute(
    `INSERT INTO sandbox_transactions (client_id, oid, kind, approved, amount, installment, card, code, auth_code, host_ref,
       trans_id, at) VALUES ($1, $2, 'sale', true, $3, 1, $4, '00', 'S48213', '632614728901', 'SB48213F632614', $5)`,
    [clientId, reference, amount, `${card.first6}******${card.last4}`, at],
  )
  await db.execute(
    `INSERT INTO bank_findings (pos_account_id, transaction_id, kind, day, reference, amount, currency, bank_transaction,
       card_first6, card_last4, found_at, notified_at)
     VALUES ($1, $2, 'sale_missing', $3, $4, $5, 'TRY', $4, $6, $7, $8, $8)`,
    [account?.id, `${day}:sale:${reference}:${amount}:1`, day, reference, amount, card.first6, card.last4, today],
  )
}
