import { currencyCode, lira } from '#domain/money/money.ts'
import { listCurrencies, listRates } from '#server/exchange-rates/exchange-rates.ts'
import { withDatabase } from '#cli/database.ts'

const moment = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Europe/Istanbul',
})

/** Removes trailing zeros: the columns have eight decimals. */
export function plainRate(rate: string): string {
  return rate.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
}

export async function showCurrencies(): Promise<number> {
  for (const row of await withDatabase(({ pool }) => listCurrencies(pool))) {
    const hasRate = row.rate !== null && Number(row.rate) > 0
    const since = row.valid_from === null ? '' : `${moment.format(row.valid_from)}  ${row.source ?? ''}`
    const rate = hasRate ? plainRate(row.rate ?? '') : 'no rate: not offered to visitors, prices on request'
    console.log(`${row.code}  ${rate.padEnd(12)}  ${since.padEnd(26)}${row.name}${row.is_default ? '  (default)' : ''}`)
  }
  return 0
}

export async function showHistory(code: string, limit: string): Promise<number> {
  if (!/^[1-9]\d{0,5}$/.test(limit)) {
    console.error('--limit must be a number of rates, e.g. 30.')
    return 2
  }
  if (currencyCode(code) === lira) {
    console.error('All rates are in TRY.')
    return 1
  }
  const rows = await withDatabase(({ pool }) => listRates(pool, code, Number(limit)))
  for (const { rate, source, valid_from } of rows) {
    console.log(`${moment.format(valid_from)}  ${plainRate(rate).padEnd(12)}  ${source}`)
  }
  if (rows.length === 0) console.error(`No rate of ${code} has been set.`)
  return rows.length === 0 ? 1 : 0
}
