import type { PosAdapter, PosCurrency } from '#domain/payments/pos-adapters.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import { sealSecrets } from '#server/payments/payments.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { demoBins, dialects, sandboxMerchants } from '#server/sandbox-bank/sandbox-bank.ts'

type DemoPos = {
  merchant: keyof typeof sandboxMerchants
  code: string
  name: string
  bankCode: string
  family: string
  mode: 'own_form' | 'hosted'
  isActive: boolean
  /** Percent of the amount, starting with the single payment. */
  commissions: readonly number[]
}

/** Accounts at the sandbox bank. The last one, which is inactive, shows a bank that takes the card on its own page. */
const demoPos: readonly [DemoPos, ...DemoPos[]] = [
  {
    merchant: 'arti',
    code: 'demo-arti',
    name: 'Demo Bankası',
    bankCode: '9901',
    family: 'Artı',
    mode: 'own_form',
    isActive: true,
    commissions: [0, 2.1, 3.05, 4.2, 5.3, 6.4, 7.6, 8.75, 9.9, 11.1, 12.3, 13.5],
  },
  {
    merchant: 'kule',
    code: 'demo-kule',
    name: 'Örnek Bank',
    bankCode: '9902',
    family: 'Kule',
    mode: 'own_form',
    isActive: true,
    commissions: [0, 2.4, 3.4, 4.6, 5.75, 6.9],
  },
  {
    merchant: 'pusula',
    code: 'demo-pusula',
    name: 'Deneme Katılım',
    bankCode: '9903',
    family: 'Pusula',
    mode: 'hosted',
    isActive: false,
    commissions: [0, 2.5, 3.6],
  },
]

/**
 * Inserts the POS accounts with their installments, and the ranges of their card numbers. `secret` encrypts their keys.
 */
export async function insertPos(db: Db, secret: Secret): Promise<void> {
  for (const [position, pos] of demoPos.entries()) await insertAccount(db, pos, position, secret)
  const bins = Object.values(demoBins).filter(({ isKnown }) => isKnown)
  await db.execute(
    `INSERT INTO card_bins (bin, bank, bank_code, scheme, type, family, is_commercial)
     SELECT bin, bank, "bankCode", scheme, type, family, "isCommercial"
       FROM json_to_recordset($1) AS given (bin text, bank text, "bankCode" text, scheme text, type text, family text,
                                            "isCommercial" boolean)
     ON CONFLICT (bin) DO UPDATE SET bank = excluded.bank, bank_code = excluded.bank_code, scheme = excluded.scheme,
       type = excluded.type, family = excluded.family, is_commercial = excluded.is_commercial`,
    [JSON.stringify(bins)],
  )
}

/**
 * Inserts an account for every other protocol that the sandbox bank speaks, off but for the one that stores cards. Switched
 * on instead of the first one, it takes the cards of that one's program.
 */
export async function insertDialectPos(db: Db, secret: Secret): Promise<void> {
  const { bankCode, family, commissions } = demoPos[0]
  const { cuzdan } = demoBins
  for (const [i, { name, merchant, accounts }] of Object.values(dialects).entries()) {
    const mode = accounts.own_form === undefined ? 'hosted' : 'own_form'
    const { settings, secrets } = accounts[mode] ?? { settings: {}, secrets: {} }
    const common = { bankCode, families: [family], commissions, isActive: false, isDefault: false, position: 20 + i }
    // Takes the cards of a program of its own, beside the banks: the provider that stores cards.
    const own = { bankCode: cuzdan.bankCode, families: [cuzdan.family, family], isActive: true }
    await insertRow(db, secret, {
      code: `demo-${name}`,
      name: merchant.bank,
      adapter: name,
      mode,
      settings,
      secrets,
      currency: 'TRY',
      ...common,
      ...(name === 'craftgate' && own),
    })
  }
}

/** Inserts an account of the first bank that charges in dollars, off: a single payment. */
export async function insertDollarPos(db: Db, secret: Secret): Promise<void> {
  const pos = { ...demoPos[0], code: 'demo-dolar', name: 'Demo Bankası Dolar', commissions: [0], isActive: false }
  await insertAccount(db, pos, 40, secret, 'USD')
}

async function insertAccount(
  db: Db,
  { merchant, family, ...pos }: DemoPos,
  position: number,
  secret: Secret,
  currency: PosCurrency = 'TRY',
): Promise<void> {
  const { clientId, userName, password, storeKey } = sandboxMerchants[merchant]
  // Paths without a host: the shop itself plays the bank, at whatever address it runs.
  const addresses = { gateway: '/sandbox-bank/fim/est3Dgate', api: '/sandbox-bank/fim/api' }
  const settings = { ...addresses, clientId, name: userName }
  const terms = { adapter: 'nestpay', settings, secrets: { password, storeKey } } as const
  // The dollar account takes all cards in dollars.
  const isDefault = position === 0 || currency !== 'TRY'
  await insertRow(db, secret, { ...pos, ...terms, families: [family], position, isDefault, currency })
}

type DemoRow = Omit<DemoPos, 'merchant' | 'family'> & {
  families: readonly string[]
  adapter: PosAdapter
  settings: Readonly<Record<string, string>>
  secrets: Readonly<Record<string, string>>
  isDefault: boolean
  position: number
  currency: PosCurrency
}

async function insertRow(db: Db, secret: Secret, pos: DemoRow): Promise<void> {
  const account = await db.one<{ id: number }>(
    `INSERT INTO pos_accounts (code, name, adapter, mode, environment, bank_code, card_families, settings, secrets,
                               is_default, is_active, position, currency)
     VALUES ($1, $2, $3, $4, 'sandbox', $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
    [
      pos.code,
      pos.name,
      pos.adapter,
      pos.mode,
      pos.bankCode,
      pos.families,
      JSON.stringify(pos.settings),
      sealSecrets(secret, pos.code, pos.secrets),
      pos.isDefault,
      pos.isActive,
      pos.position,
      pos.currency,
    ],
  )
  const plans = pos.commissions.map((commission, i) => ({ installment: i + 1, commission, is_default: i === 0 }))
  await db.execute(
    `INSERT INTO pos_plans (pos_account_id, installment, commission, is_default)
     SELECT $1, installment, commission, is_default
       FROM json_to_recordset($2) AS given (installment integer, commission numeric, is_default boolean)`,
    [account?.id, JSON.stringify(plans)],
  )
}
