import type { StoredCard } from '#contract/shop/stored-cards.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { BinInfo } from '#server/payments/bins/bins.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { keeperOf } from '#server/payments/gateways/gateways.ts'
import { listActiveAccounts } from '#server/payments/pos/pos-queries.ts'
import { type CardOwner, type CardRow, listCards } from './card-rows.ts'

type Deps = Pick<PaymentDeps, 'pool' | 'now' | 'hasSandbox'>

/** The owner's cards as they are shown; none without an owner. */
export async function presentCards(deps: Deps, owner: CardOwner | null): Promise<{ items: StoredCard[] }> {
  if (owner === null) return { items: [] }
  const rows = await listCards(deps.pool, owner)
  if (rows.length === 0) return { items: [] }
  const today = dayInTurkey(deps.now())
  const active = await listActiveAccounts(deps.pool, deps.hasSandbox, today)
  const keepers = new Map(active.map((account) => [account.id, keeperOf(account)]))
  return { items: rows.map((row) => presentCard(row, keepers.get(row.pos_account_id) ?? null, today)) }
}

function presentCard(row: CardRow, keeper: string | null, today: string): StoredCard {
  return {
    id: row.id,
    name: row.name,
    bank: row.bank,
    scheme: row.scheme,
    family: row.family,
    last4: row.last4,
    expires: printedMonth(row.expires_on),
    needsCvc: row.needs_cvc,
    keeper: keeper ?? '',
    problem: problemOf(row, keeper, today),
    addedAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}

function problemOf({ expires_on, refused_at }: CardRow, keeper: string | null, today: string): StoredCard['problem'] {
  if (expires_on <= today) return 'expired'
  if (refused_at !== null) return 'refused'
  return keeper === null ? 'off' : null
}

/** The month before the first day on which the card is expired: 2031-01-01 is 2030-12. */
function printedMonth(expiresOn: string): string {
  const [year = 0, month = 0] = expiresOn.split('-').map(Number)
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`
}

/** What is known of a stored card since its first payment; null: it is on no list of cards. */
export function infoOf({ bank, bank_code, scheme, card_type, family, is_commercial }: CardRow): BinInfo | null {
  if (card_type === null) return null
  return { bank, bankCode: bank_code, scheme, type: card_type, family, isCommercial: is_commercial }
}
