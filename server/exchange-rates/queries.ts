import type { Db } from '#server/platform/db/pool.ts'

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

export type HistoryRow = { rate: string; source: string; valid_from: Date }

/** A currency's rates, newest first. */
export function listRates(db: Db, code: string, limit: number): Promise<HistoryRow[]> {
  return db.query<HistoryRow>(
    `SELECT r.rate::text AS rate, r.source, r.valid_from
       FROM exchange_rates r JOIN currencies c ON c.id = r.currency_id
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
  { source, moment }: { source: string; moment: string },
): Promise<void> {
  await db.execute(
    `INSERT INTO exchange_rates (currency_id, rate, source, valid_from)
     SELECT currency_id, rate, $2, $3::timestamptz
       FROM json_to_recordset($1) AS given (currency_id integer, rate numeric)
     ON CONFLICT (currency_id, valid_from) DO UPDATE SET rate = excluded.rate, source = excluded.source`,
    [JSON.stringify(rows), source, moment],
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
