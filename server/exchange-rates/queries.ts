import type { Db } from '#server/platform/db/pool.ts'
import type { DayRate } from '#domain/money/day-rates.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import type { DealerRates } from '#domain/money/rate-policy.ts'

export type CurrencyRow = {
  code: string
  name: string
  rate: string | null
  is_default: boolean
  /** Source of the current rate; null if there never was one. */
  source: string | null
  valid_from: Date | null
}

/** The store's currencies in display order, each with its latest rate. */
export function listCurrencies(db: Db): Promise<CurrencyRow[]> {
  return db.query<CurrencyRow>(
    `SELECT c.code, c.name, c.exchange_rate::text AS rate, c.is_default, newest.source, newest.valid_from
       FROM currencies c
       LEFT JOIN LATERAL (
         SELECT source, valid_from FROM exchange_rates WHERE currency_id = c.id ORDER BY valid_from DESC LIMIT 1
       ) newest ON c.code <> 'TRY'
      ORDER BY c.position, c.id`,
  )
}

export type AppliedRate = { code: string; rate: string; source: string; valid_from: Date }

/** The rates of these currencies that applied at a moment. */
export function loadRatesAt(db: Db, codes: readonly string[], moment: Date): Promise<AppliedRate[]> {
  return db.query<AppliedRate>(
    `SELECT c.code, trim_scale(r.rate)::text AS rate, r.source, r.valid_from
       FROM currencies c
       CROSS JOIN LATERAL (
         SELECT rate, source, valid_from FROM exchange_rates
          WHERE currency_id = c.id AND valid_from <= $2 ORDER BY valid_from DESC LIMIT 1
       ) r
      WHERE c.code = ANY ($1::text[]) AND r.rate > 0 ORDER BY c.position, c.id`,
    [codes, moment],
    'rates_at',
  )
}

/**
 * The rates of these currencies up to a day in Turkey, as `rateOn` needs them: the last one of each.
 */
export async function loadHistory(db: Db, codes: readonly string[], day: Day): Promise<Map<string, DayRate[]>> {
  const rows = await db.query<{ code: string } & DayRate>(
    `SELECT c.code, trim_scale(r.rate)::text AS rate, r.source,
            (r.valid_from AT TIME ZONE 'Europe/Istanbul')::date::text AS day
       FROM currencies c
       CROSS JOIN LATERAL (
         SELECT rate, source, valid_from FROM exchange_rates
          WHERE currency_id = c.id AND valid_from < ($2::date + 1)::timestamp AT TIME ZONE 'Europe/Istanbul' AND rate > 0
          ORDER BY valid_from DESC LIMIT 1
       ) r
      WHERE c.code = ANY ($1::text[]) ORDER BY c.id`,
    [codes, day],
    'rates_history',
  )
  return new Map(rows.map(({ code, ...rate }) => [code, [rate]]))
}

export type HistoryRow = { rate: string; source: string; valid_from: Date; by: string | null }

/** A currency's rates, newest first. */
export function listRates(db: Db, code: string, limit: number): Promise<HistoryRow[]> {
  return db.query<HistoryRow>(
    `SELECT r.rate::text AS rate, r.source, r.valid_from, u.name AS by
       FROM exchange_rates r JOIN currencies c ON c.id = r.currency_id LEFT JOIN users u ON u.id = r.created_by
      WHERE c.code = $1 ORDER BY r.valid_from DESC LIMIT $2`,
    [code, limit],
  )
}

export type Since = {
  /** A day such as 2015-12-04, and a time on that day in Turkey. */
  day: string
  time: string
}

/**
 * The moment as exact text, at most the current time; without `since` the current time. `isFuture`: the day is in the
 * future.
 */
export async function resolveMoment(db: Db, since: Since | undefined): Promise<{ moment: string; isFuture: boolean }> {
  const row = await db.one<{ moment: string; is_future: boolean }>(
    `SELECT least(now(), ($1::date + $2::time) AT TIME ZONE 'Europe/Istanbul')::text AS moment,
            coalesce($1::date > (now() AT TIME ZONE 'Europe/Istanbul')::date, false) AS is_future`,
    [since?.day ?? null, since?.time ?? null],
  )
  if (row === undefined) throw new Error('Could not read the database clock.')
  return { moment: row.moment, isFuture: row.is_future }
}

export type LockedCurrency = { id: number; code: string; rate: string | null; is_default: boolean; is_newest: boolean }

/**
 * Locks currencies against other rate changes until the transaction ends, without blocking prices and orders that
 * reference them. `is_newest`: a rate of this moment would be the current one.
 */
export function lockCurrencies(db: Db, codes: readonly string[], moment: string): Promise<LockedCurrency[]> {
  return db.query<LockedCurrency>(
    `SELECT c.id, c.code, c.exchange_rate::text AS rate, c.is_default,
            NOT EXISTS (SELECT FROM exchange_rates r WHERE r.currency_id = c.id AND r.valid_from > $2::timestamptz) AS is_newest
       FROM currencies c WHERE c.code = ANY ($1) ORDER BY c.id FOR NO KEY UPDATE OF c`,
    [codes, moment],
  )
}

export type RateRow = { currency_id: number; rate: string }

/** A rate at the same moment is replaced, so reading a bulletin twice has no effect. */
export async function insertRates(
  db: Db,
  rows: readonly RateRow[],
  { source, moment, userId }: { source: string; moment: string; userId: number | null },
): Promise<void> {
  await db.execute(
    `INSERT INTO exchange_rates (currency_id, rate, source, valid_from, created_by)
     SELECT currency_id, rate, $2, $3::timestamptz, $4
       FROM json_to_recordset($1) AS given (currency_id integer, rate numeric)
     ON CONFLICT (currency_id, valid_from) DO UPDATE
        SET rate = excluded.rate, source = excluded.source, created_by = excluded.created_by`,
    [JSON.stringify(rows), source, moment, userId],
  )
}

/** Makes the newest rates of the history current; triggers update sort prices and notify all processes. */
export async function applyNewestRates(db: Db, currencyIds: readonly number[]): Promise<void> {
  await db.execute(
    `UPDATE currencies c SET exchange_rate = newest.rate
       FROM (SELECT DISTINCT ON (currency_id) currency_id, rate FROM exchange_rates
              WHERE currency_id = ANY ($1) ORDER BY currency_id, valid_from DESC) newest
      WHERE c.id = newest.currency_id AND c.exchange_rate IS DISTINCT FROM newest.rate`,
    [currencyIds],
  )
}

/** Returns whether the code was new. */
export async function insertCurrency(
  db: Db,
  currency: { code: string; symbol: string; name: string },
): Promise<boolean> {
  const added = await db.execute(
    `INSERT INTO currencies (code, symbol, name, position)
     SELECT $1, $2, $3, coalesce(max(position), -1) + 1 FROM currencies
     ON CONFLICT (code) DO NOTHING`,
    [currency.code, currency.symbol, currency.name],
  )
  return added === 1
}

/** Clears the old default first, because only one row may be the default at any time. */
export async function moveDefault(db: Db, currencyId: number): Promise<void> {
  await db.execute('UPDATE currencies SET is_default = false WHERE is_default AND id <> $1', [currencyId])
  await db.execute('UPDATE currencies SET is_default = true WHERE id = $1 AND NOT is_default', [currencyId])
}

/** Deletes a currency and its history. Fails when a price uses it. */
export async function deleteCurrency(db: Db, currencyId: number): Promise<void> {
  await db.execute('DELETE FROM exchange_rates WHERE currency_id = $1', [currencyId])
  await db.execute('DELETE FROM currencies WHERE id = $1', [currencyId])
}

export type DealerWithRates = { id: number; code: string; name: string } & DealerRates

/** Enabled dealers whose rates differ from the store's: agreed ones that end first come first. */
export function listDealersWithRates(db: Db): Promise<DealerWithRates[]> {
  return db.query<DealerWithRates>(
    `SELECT id, code, name, rate_policy AS policy, fixed_rates AS fixed, rates_until::text AS until
       FROM dealers WHERE rate_policy <> 'order_day' AND disabled_at IS NULL
      ORDER BY rate_policy, rates_until NULLS LAST, name, id LIMIT 500`,
  )
}

/** Whether the history has a bulletin of this day in Turkey. */
export async function hasBulletinOf(db: Db, day: Day): Promise<boolean> {
  const row = await db.one(
    `SELECT FROM exchange_rates
      WHERE source = 'tcmb' AND valid_from >= $1::date::timestamp AT TIME ZONE 'Europe/Istanbul'
        AND valid_from < ($1::date + 1)::timestamp AT TIME ZONE 'Europe/Istanbul' LIMIT 1`,
    [day],
  )
  return row !== undefined
}

/** Condition on `d` (dealers): enabled, with agreed rates that no longer count. */
export const endedRatesSql =
  "d.rate_policy = 'fixed' AND d.rates_until < (now() AT TIME ZONE 'Europe/Istanbul')::date AND d.disabled_at IS NULL"

/** How many enabled dealers have agreed rates that no longer count. */
export async function countEndedRates(db: Db): Promise<number> {
  const row = await db.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM dealers d WHERE ${endedRatesSql}`,
    [],
    'rates_ended',
  )
  return row?.count ?? 0
}
