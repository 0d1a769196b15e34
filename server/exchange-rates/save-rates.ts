import { checkRate, type RateProblem } from '#domain/money/exchange-rate.ts'
import { currencyCode, type Decimal, lira } from '#domain/money/money.ts'
import { type Author, commandLine, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import {
  applyNewestRates,
  insertRates,
  type LockedCurrency,
  type RateRow,
  lockCurrencies,
  resolveMoment,
  type Since,
} from './queries.ts'

/** TRY per unit. */
export type NewRate = { code: string; rate: Decimal }
export type SavedRate = NewRate & {
  before: string | null
  /** False when the history has a newer rate. */
  isInForce: boolean
}
export type RateRefusal = {
  ok: false
  problem: RateProblem | 'currency_unknown' | 'currency_is_lira' | 'future'
  facts: { code?: string; rate?: string; before?: string; date?: string }
}

export type SaveOptions = {
  /** 'manual' or 'tcmb'. */
  source: string
  /** The time from which they apply; by default now. */
  since?: Since | undefined
  /** Accepts a rate far from the current one. */
  force?: boolean
  /** Author for the audit log; by default the command line. */
  by?: Author
}

/**
 * Adds rates to the history, all or none, and makes the newest ones current. Every process has them within a second.
 */
export async function saveRates(
  pool: Pool,
  rates: readonly NewRate[],
  options: SaveOptions,
): Promise<{ ok: true; saved: SavedRate[] } | RateRefusal> {
  if (rates.some(({ code }) => currencyCode(code) === lira)) return refuse('currency_is_lira', {})
  return transaction(pool, async (db) => {
    const { moment, isFuture } = await resolveMoment(db, options.since)
    if (isFuture) return refuse('future', { date: options.since?.day ?? '' })
    const codes = rates.map(({ code }) => code)
    const currencyByCode = new Map(
      (await lockCurrencies(db, codes, moment)).map((currency) => [currency.code, currency]),
    )
    const rows: { currency_id: number; rate: string }[] = []
    const saved: SavedRate[] = []
    for (const { code, rate } of rates) {
      const currency = currencyByCode.get(code)
      if (currency === undefined) return refuse('currency_unknown', { code })
      const refusal = refusalOf({ code, rate }, currency, options.force ?? false)
      if (refusal !== null) return refusal
      rows.push({ currency_id: currency.id, rate: rate.toFixed() })
      saved.push({ code, rate, before: currency.rate, isInForce: currency.is_newest })
    }
    await writeRates(db, rows, saved, { ...options, moment })
    return { ok: true, saved }
  })
}

async function writeRates(
  db: Db,
  rows: readonly RateRow[],
  saved: readonly SavedRate[],
  { source, moment, by = commandLine }: Pick<SaveOptions, 'source' | 'by'> & { moment: string },
): Promise<void> {
  await insertRates(db, rows, { source, moment, userId: by.actor?.userId ?? null })
  await applyNewestRates(
    db,
    rows.map(({ currency_id }) => currency_id),
  )
  for (const { code, rate, before, isInForce } of saved) {
    const after = { rate: rate.toFixed(), source, ...(isInForce ? {} : { since: moment }) }
    await writeAudit(db, by, {
      action: 'set_rate',
      noun: 'currency',
      id: code,
      before: before === null ? null : { rate: before },
      after,
    })
  }
}

export type RateOutcome = 'updated' | 'unchanged' | Exclude<RateRefusal['problem'], 'future'>

/**
 * Makes rates of different currencies current, each on its own: a refused one does not keep the others out, unless
 * `isAtomic`. A rate that is already current adds nothing to the history. Returns the outcome of each, in order.
 */
export function saveEachRate(
  pool: Pool,
  rates: readonly NewRate[],
  { isAtomic, force = false, ...options }: Pick<SaveOptions, 'source' | 'force' | 'by'> & { isAtomic: boolean },
): Promise<{ isWritten: boolean; outcomes: RateOutcome[] }> {
  return transaction(pool, async (db) => {
    const { moment } = await resolveMoment(db, undefined)
    const codes = rates.map(({ code }) => code)
    const found = new Map((await lockCurrencies(db, codes, moment)).map((currency) => [currency.code, currency]))
    const outcomes = rates.map((rate): RateOutcome => {
      const currency = found.get(rate.code)
      if (currency === undefined) return 'currency_unknown'
      if (currencyCode(rate.code) === lira) return 'currency_is_lira'
      const problem = checkRate(rate.rate, force ? null : currency.rate)
      return problem ?? (currency.rate !== null && rate.rate.equals(currency.rate) ? 'unchanged' : 'updated')
    })
    const isWritten = !isAtomic || outcomes.every((outcome) => outcome === 'updated' || outcome === 'unchanged')
    if (!isWritten) return { isWritten, outcomes }
    const saved = rates.filter((_, index) => outcomes[index] === 'updated')
    await writeRates(
      db,
      saved.map(({ code, rate }) => ({ currency_id: found.get(code)?.id ?? 0, rate: rate.toFixed() })),
      saved.map(({ code, rate }) => ({ code, rate, before: found.get(code)?.rate ?? null, isInForce: true })),
      { ...options, moment },
    )
    return { isWritten, outcomes }
  })
}

/** Rates for the past are not compared with the current one: rates of ten years ago were different. */
function refusalOf({ code, rate }: NewRate, currency: LockedCurrency, force: boolean): RateRefusal | null {
  const problem = checkRate(rate, currency.is_newest && !force ? currency.rate : null)
  if (problem === null) return null
  const before = currency.rate === null ? {} : { before: currency.rate }
  return refuse(problem, { code, rate: rate.toFixed(), ...before })
}

function refuse(problem: RateRefusal['problem'], facts: RateRefusal['facts']): RateRefusal {
  return { ok: false, problem, facts }
}
