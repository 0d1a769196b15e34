import type { BankRate } from '#domain/payments/bank-rates.ts'
import { loadBinChoices } from '#server/payments/pos/pos-rows.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** A row `r` of bank_rates as a `BankRate`. */
export const rateJson = `jsonb_build_object('id', r.id, 'family', r.family, 'cardClass', r.card_class,
  'installment', r.installment, 'percent', trim_scale(r.percent)::text, 'extraInstallments', r.extra_installments,
  'bearer', r.bearer, 'payOutDays', r.pay_out_days, 'validFrom', r.valid_from, 'validUntil', r.valid_until)`

/** All rates of an account, past and future ones included, by their first day. */
export async function loadRates(db: Db, posAccountId: number): Promise<BankRate[]> {
  const rows = await db.query<{ rate: BankRate }>(
    `SELECT ${rateJson} AS rate FROM bank_rates r WHERE r.pos_account_id = $1
      ORDER BY r.valid_from, r.family NULLS FIRST, r.card_class NULLS FIRST, r.installment`,
    [posAccountId],
    'bank_rates_of',
  )
  return rows.map(({ rate }) => rate)
}

/** The card programs that rates may name: those of the table of BINs and the account's own. */
export async function knownFamilies(db: Db, own: readonly string[]): Promise<string[]> {
  const { families } = await loadBinChoices(db)
  return [...new Set([...own, ...families])]
}
