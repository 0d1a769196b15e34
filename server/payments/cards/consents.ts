import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { BinInfo } from '#server/payments/bins/bins.ts'
import { insertStatement } from '#server/platform/db/insert-row.ts'

/** The consent to store a card, with what is known of the card at its payment only. */
export type ConsentRow = {
  payment_id: number
  version: string
  address: string
  given_at: Date
  /** YYYY-MM-DD: the first day on which the card is expired. */
  expires_on: string
  bank_code: string | null
  card_type: 'credit' | 'debit' | 'prepaid' | null
  is_commercial: boolean
  user_key: Buffer | null
}

export const consentColumns =
  'payment_id, version, address, given_at, expires_on::text AS expires_on, bank_code, card_type, is_commercial, user_key'

export type NewConsent = {
  paymentId: number
  version: string
  address: string
  at: Date
  card: { month: string; year: string }
  info: BinInfo | null
}

export async function insertConsent(db: Db, { paymentId, version, address, at, card, info }: NewConsent) {
  const { sql, params } = insertStatement('card_consents', {
    payment_id: paymentId,
    version,
    address,
    given_at: at,
    expires_on: firstExpiredDay(card),
    bank_code: info?.bankCode ?? null,
    card_type: info?.type ?? null,
    is_commercial: info?.isCommercial ?? false,
  })
  await db.execute(sql, params)
}

/** The first day after the month that is printed on the card. */
function firstExpiredDay({ month, year }: { month: string; year: string }): string {
  const [next, inYear] = month === '12' ? [1, Number(year) + 1] : [Number(month) + 1, Number(year)]
  return `20${String(inYear).padStart(2, '0')}-${String(next).padStart(2, '0')}-01`
}

/** Removes the consents whose payments are over without a stored card. */
export async function purgeConsents(db: Db, now: Date): Promise<void> {
  const days = 2
  const before = new Date(now.getTime() - days * 86_400_000)
  await deleteBatches(db, 'card_consents', 'given_at < $1', { params: [before], by: 'given_at' })
}
