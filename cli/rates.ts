import { parseArgs } from 'node:util'
import {
  addCurrency,
  type CurrencyProblem,
  removeCurrency,
  setDefaultCurrency,
} from '#server/exchange-rates/exchange-rates.ts'
import { withDatabase } from './database.ts'
import { importBulletin } from '#cli/rates/rates-import.ts'
import { showCurrencies, showHistory } from '#cli/rates/rates-list.ts'
import { setRate } from '#cli/rates/rates-set.ts'

export const usage = `toptan rates                              lists the currencies with their rates (TRY per unit)
toptan rates set <code> <rate> [--date <YYYY-MM-DD>] [--force]
toptan rates import <file> [--column <name>] [--force]
toptan rates history <code> [--limit <number>]
toptan rates add <code> [--name <name>]
toptan rates default <code>
toptan rates remove <code>

import reads the daily file of the Turkish central bank (today.xml); - reads standard input. Columns: ForexBuying,
ForexSelling (default), BanknoteBuying, BanknoteSelling. Currencies that the store does not have are skipped.
--date sets the day from which a rate applies; a rate older than the current one is only added to the history.
--force accepts a rate that is ten times the current one or more, or a tenth of it or less.`

const sentences: Record<CurrencyProblem, string> = {
  code_invalid: 'A currency code has three letters, e.g. EUR.',
  name_missing: 'This is not a known currency code. Use --name to add it anyway.',
  currency_known: 'The store already has this currency.',
  currency_unknown: 'The store does not have this currency. "toptan rates add" adds it.',
  no_rate: 'This currency has no rate yet. "toptan rates set" sets it.',
  in_use: 'There are prices in this currency, so it cannot be removed.',
  is_default: 'This is the default currency. Choose another one first: "toptan rates default".',
}

/** `toptan rates`: currencies and their exchange rates. */
export async function run(args: string[]): Promise<number> {
  const parsed = parse(args)
  if (parsed === null) return showUsage()
  const { values } = parsed
  const [action, first = '', second = '', third] = parsed.positionals
  if (third !== undefined) return showUsage()
  const code = first.toUpperCase()
  if (action === undefined || action === 'list') return showCurrencies()
  if (action === 'set' && second !== '') return setRate(code, second, values)
  if (first === '' || second !== '') return showUsage()
  if (action === 'import') return importBulletin(first, values)
  if (action === 'history') return showHistory(code, values.limit)
  if (action === 'add') return report(await withDatabase(({ pool }) => addCurrency(pool, code, values.name ?? null)))
  if (action === 'default') return report(await withDatabase(({ pool }) => setDefaultCurrency(pool, code)))
  if (action === 'remove') return report(await withDatabase(({ pool }) => removeCurrency(pool, code)))
  return showUsage()
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        date: { type: 'string' },
        force: { type: 'boolean', default: false },
        column: { type: 'string', default: 'ForexSelling' },
        limit: { type: 'string', default: '30' },
        name: { type: 'string' },
      },
    })
  } catch {
    return null
  }
}

function showUsage(): number {
  console.error(usage)
  return 2
}

function report(result: { ok: true } | { ok: false; problem: CurrencyProblem }): number {
  if (result.ok) console.log('Done.')
  else console.error(sentences[result.problem])
  return result.ok ? 0 : 1
}
