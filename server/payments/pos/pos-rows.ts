import type { Secret } from '#server/platform/http/secrets.ts'
import type { PosChoices } from '#contract/admin/pos.ts'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { PosTerms } from '#server/payments/gateways/gateway.ts'
import { adapters, missingOf } from '#server/payments/gateways/gateways.ts'
import { openSecrets, SecretsError } from './pos-secrets.ts'

/** A POS account with its installment table. Amounts and percent as exact decimal text. */
export type ManagedPosRow = Pick<PosTerms, 'id' | 'adapter' | 'mode' | 'environment'> & {
  code: string
  name: string
  bank_code: string | null
  families: string[]
  logo: string | null
  image: string | null
  currency: PosCurrency
  settings: Record<string, string>
  secrets: Buffer | null
  min_amount: string | null
  max_amount: string | null
  is_default: boolean
  is_active: boolean
  position: number
  bank: string | null
  /** Or stored cards: it cannot be removed, and its merchant not be changed. */
  has_payments: boolean
  stored_cards: number
  plans: { installment: number; commission: string; minAmount: string | null; isDefault: boolean }[]
}

const select = `
  SELECT a.id, a.code, a.name, a.adapter, a.mode, a.environment, a.bank_code, a.card_families AS families, a.logo, a.image,
         a.currency, a.settings, a.secrets, a.min_amount::text, a.max_amount::text, a.is_default, a.is_active, a.position,
         (SELECT min(bank) FROM card_bins WHERE bank_code = a.bank_code) AS bank,
         EXISTS (SELECT FROM payments WHERE pos_account_id = a.id)
           OR EXISTS (SELECT FROM stored_cards WHERE pos_account_id = a.id) AS has_payments,
         (SELECT count(*)::int FROM stored_cards c WHERE c.pos_account_id = a.id AND c.removed_at IS NULL) AS stored_cards,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('installment', installment,
            'commission', trim_scale(commission)::text, 'minAmount', p.min_amount::text, 'isDefault', p.is_default)
            ORDER BY installment), '[]') FROM pos_plans p WHERE p.pos_account_id = a.id) AS plans
    FROM pos_accounts a`

export function loadPosRows(db: Db): Promise<ManagedPosRow[]> {
  return db.query<ManagedPosRow>(`${select} ORDER BY a.position, a.id`)
}

/** One account. `isLocked`: locks it until the transaction ends. */
export function loadPosRow(db: Db, id: number, { isLocked = false } = {}): Promise<ManagedPosRow | undefined> {
  return db.one<ManagedPosRow>(`${select} WHERE a.id = $1 ${isLocked ? 'FOR UPDATE OF a' : ''}`, [id])
}

/** Which keys an account has and lacks, by name. `isSealed`: they were encrypted under another secret. */
export function readinessOf(
  row: ManagedPosRow,
  secret: Secret,
): { isSealed: boolean; missing: string[]; secrets: { name: string; isSet: boolean }[] } {
  const opened = openOrNull(row, secret)
  const given = opened ?? {}
  return {
    isSealed: opened === null,
    missing: missingOf({ ...row, secrets: given }),
    secrets: adapters[row.adapter].secrets.map((name) => ({ name, isSet: Boolean(given[name]) })),
  }
}

function openOrNull({ code, secrets }: ManagedPosRow, secret: Secret): Record<string, string> | null {
  try {
    return openSecrets(secret, code, secrets)
  } catch (error) {
    if (error instanceof SecretsError) return null
    throw error
  }
}

/** The banks and card programs of the table of BINs. */
export async function loadBinChoices(db: Db): Promise<Pick<PosChoices, 'families' | 'banks'>> {
  const [families, banks] = await Promise.all([
    db.query<{ family: string }>(
      `SELECT family FROM (SELECT family FROM card_bins WHERE family IS NOT NULL UNION SELECT family FROM bank_card_families)
         known ORDER BY family COLLATE "tr-x-icu"`,
    ),
    db.query<{ code: string; name: string }>(
      `SELECT bank_code AS code, min(bank) AS name FROM card_bins WHERE bank_code IS NOT NULL GROUP BY bank_code
        ORDER BY min(bank) COLLATE "tr-x-icu", bank_code`,
    ),
  ])
  return { families: families.map(({ family }) => family), banks }
}
