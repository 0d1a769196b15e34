import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type BinImport, importBins } from '#server/payments/payments.ts'
import { translate } from '#server/platform/http/words.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { withDatabase } from '#cli/database.ts'

const usageError = 2
/** Maximum number of rejected rows to print. */
const maxShown = 50

const usage = `toptan import bins <file> [--dry-run] [--replace] [--lang tr|en]

Imports card number ranges (BIN, the first six or eight digits) with bank, scheme, type and card program, from a JSON, JSONL,
CSV, TSV or XLSX file. Rows that are not in the file are kept; --replace removes them.

fields: bin, bank, bankCode (EFT code), scheme, type (credit, debit, prepaid), family, commercial (true or false)`

/** `toptan import bins`: updates the table of card number ranges. */
export async function importCardBins(args: string[]): Promise<number> {
  const options = readArgs(args)
  if (options === null) {
    console.error(usage)
    return usageError
  }
  const { locale, ...file } = options
  const result = await withDatabase(({ pool }) => importBins(pool, file))
  if (!result.ok) {
    console.error(translate(locale, `import.refusals.${result.code}`, result.facts))
    return 1
  }
  printSummary(result, locale, file.dryRun)
  return result.rejected > 0 && result.rejected === result.rows ? 1 : 0
}

function readArgs(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        replace: { type: 'boolean', default: false },
        lang: { type: 'string', default: 'tr' },
      },
    })
    const [path, ...more] = positionals
    const { lang } = values
    if (path === undefined || more.length > 0 || (lang !== 'tr' && lang !== 'en')) return null
    const locale: Locale = lang
    const file = { path: resolve(path), name: basename(path) }
    return { ...file, dryRun: values['dry-run'], isWhole: values.replace, locale }
  } catch {
    return null
  }
}

function printSummary(result: Extract<BinImport, { ok: true }>, locale: Locale, dryRun: boolean): void {
  const number = (value: number) => value.toLocaleString(locale)
  const { rows, rejected, saved, issues } = result
  if (dryRun) console.log(translate(locale, 'import.bins.dryRun'))
  const facts = Object.entries({ rows, rejected, ...saved }).map(([name, value]) => [name, number(value)] as const)
  console.log(translate(locale, 'import.bins.summary', Object.fromEntries(facts)))
  if (saved.added + saved.changed + saved.removed === 0) console.log(translate(locale, 'import.bins.same'))
  for (const { line, code, facts } of issues.slice(0, maxShown)) {
    const reason = translate(locale, `import.issues.${code}`, facts)
    console.log(`  ${translate(locale, 'import.accounts.issue', { line, reason })}`)
  }
  if (rejected > maxShown) {
    console.log(`  ${translate(locale, 'import.accounts.more', { count: number(rejected - maxShown) })}`)
  }
}
