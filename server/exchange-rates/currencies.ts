import { currencySymbol } from '#domain/text/format.ts'
import { currencyCode, decimal, lira } from '#domain/money/money.ts'
import { type Author, commandLine, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { deleteCurrency, insertCurrency, type LockedCurrency, lockCurrencies, moveDefault } from './queries.ts'

export type CurrencyProblem =
  | 'code_invalid'
  | 'name_missing'
  | 'currency_known'
  | 'currency_unknown'
  | 'no_rate'
  | 'in_use'
  | 'is_default'
type Changed = { ok: true } | { ok: false; problem: CurrencyProblem }

/**
 * Adds a currency without a rate; visitors can choose it once it has one. A code that is not an ISO currency needs a
 * name.
 */
export async function addCurrency(
  pool: Pool,
  code: string,
  name: string | null,
  author: Author = commandLine,
): Promise<Changed> {
  if (!/^[A-Z]{3}$/.test(code)) return { ok: false, problem: 'code_invalid' }
  const knownName = name?.trim() || nameOf(code)
  if (knownName === null) return { ok: false, problem: 'name_missing' }
  return transaction(pool, async (db): Promise<Changed> => {
    const isNew = await insertCurrency(db, { code, symbol: currencySymbol(code), name: knownName })
    if (!isNew) return { ok: false, problem: 'currency_known' }
    await writeAudit(db, author, { action: 'create', noun: 'currency', id: code, after: { name: knownName } })
    return { ok: true }
  })
}

/** Sets the currency of visitors who have not chosen one. */
export function setDefaultCurrency(pool: Pool, code: string, author: Author = commandLine): Promise<Changed> {
  return transaction(pool, async (db): Promise<Changed> => {
    const currency = await lockCurrency(db, currencyCode(code))
    if (currency === undefined) return { ok: false, problem: 'currency_unknown' }
    if (!decimal(currency.rate ?? 0).greaterThan(0)) return { ok: false, problem: 'no_rate' }
    const previous = await db.one<{ code: string }>('SELECT code FROM currencies WHERE is_default')
    if (previous?.code === currency.code) return { ok: true }
    await moveDefault(db, currency.id)
    await writeAudit(db, author, {
      action: 'change',
      noun: 'currency',
      id: currency.code,
      before: { default: previous?.code ?? null },
      after: { default: currency.code },
    })
    return { ok: true }
  })
}

/** Removes a currency and its history, unless a price uses it. */
export async function removeCurrency(pool: Pool, code: string, author: Author = commandLine): Promise<Changed> {
  if (currencyCode(code) === lira) return { ok: false, problem: 'in_use' }
  return transaction(pool, async (db): Promise<Changed> => {
    const currency = await lockCurrency(db, code)
    if (currency === undefined) return { ok: false, problem: 'currency_unknown' }
    if (currency.is_default) return { ok: false, problem: 'is_default' }
    await deleteCurrency(db, currency.id)
    await writeAudit(db, author, { action: 'remove', noun: 'currency', id: code, before: { rate: currency.rate } })
    return { ok: true }
  }).catch((error: unknown): Changed => {
    if (isForeignKeyViolation(error)) return { ok: false, problem: 'in_use' }
    throw error
  })
}

async function lockCurrency(db: Db, code: string): Promise<LockedCurrency | undefined> {
  const [currency] = await lockCurrencies(db, [code], 'now')
  return currency
}

/** The Turkish name of an ISO code, null for other codes. */
function nameOf(code: string): string | null {
  const name = new Intl.DisplayNames('tr', { type: 'currency', fallback: 'none' }).of(code)
  return name ?? null
}

function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503'
}
