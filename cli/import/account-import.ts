import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { translate } from '#server/platform/http/words.ts'
import { importSerials } from '#server/warranty/warranty.ts'
import { type AccountSummary, importBalances, importMovements } from '#server/statement/statement.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { withDatabase } from '#cli/database.ts'

const usageError = 2
/** Maximum number of rejected rows to print. */
const maxShown = 50

const imports = { movements: importMovements, balances: importBalances, serials: importSerials }
export type AccountKind = keyof typeof imports

const usage = `toptan import movements <file> [--dry-run] [--decimal comma|point] [--lang tr|en]
toptan import balances <file> [--dry-run] [--decimal comma|point] [--lang tr|en]
toptan import serials <file> [--dry-run] [--lang tr|en]

Imports account movements and balances of dealers, or events of serial numbers, from a CSV, TSV, JSONL or XLSX file of the ERP,
optionally gzipped.

movements: cari kodu, tarih, vade, belge no, tür, açıklama, borç, alacak, döviz, referans
balances:  cari kodu, bakiye, vadesi geçen bakiye, vade tarihi or gecikme günü, döviz, tarih
serials:   seri no, stok kodu, stok adı, cari kodu, tarih, durum, belge no, garanti ay or garanti bitiş, referans`

export function isAccountKind(word: string | undefined): word is AccountKind {
  return word !== undefined && Object.hasOwn(imports, word)
}

export async function importAccounts(kind: AccountKind, args: string[]): Promise<number> {
  const options = readArgs(args)
  if (options === null) {
    console.error(usage)
    return usageError
  }
  const { file, dryRun, decimal, locale } = options
  const result = await withDatabase(({ pool }) =>
    imports[kind](pool, { file, dryRun, decimal, today: dayInTurkey(new Date()) }),
  )
  if (!result.ok) {
    console.error(translate(locale, `import.refusals.${result.code}`, result.facts))
    return 1
  }
  printSummary(kind, result.summary, locale, dryRun)
  const { rows, rejected } = result.summary
  return rejected > 0 && rejected === rows ? 1 : 0
}

type Options = {
  file: { path: string; name: string }
  dryRun: boolean
  decimal: ',' | '.' | undefined
  locale: Locale
}

function readArgs(args: string[]): Options | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        decimal: { type: 'string' },
        lang: { type: 'string', default: 'tr' },
      },
    })
    const [path, ...more] = positionals
    const { decimal, lang } = values
    if (path === undefined || more.length > 0 || (lang !== 'tr' && lang !== 'en')) return null
    if (decimal !== undefined && decimal !== 'comma' && decimal !== 'point') return null
    const sign = decimal && ({ comma: ',', point: '.' } as const)[decimal]
    const file = { path: resolve(path), name: basename(path) }
    return { file, dryRun: values['dry-run'], decimal: sign, locale: lang }
  } catch {
    return null
  }
}

function printSummary(kind: AccountKind, summary: AccountSummary, locale: Locale, dryRun: boolean): void {
  const number = (value: number) => value.toLocaleString(locale)
  const { rows, added, changed, unchanged, rejected, dealers, issues } = summary
  if (dryRun)
    console.log(translate(locale, kind === 'serials' ? 'import.accounts.serialsDryRun' : 'import.accounts.dryRun'))
  const facts = Object.entries({ rows, added, changed, unchanged, rejected, dealers })
  const written = Object.fromEntries(facts.map(([name, value]) => [name, number(value)]))
  console.log(translate(locale, `import.accounts.${kind}`, written))
  for (const { line, code, facts } of issues.slice(0, maxShown)) {
    const reason = translate(locale, `import.issues.${code}`, facts)
    console.log(`  ${translate(locale, 'import.accounts.issue', { line, reason })}`)
  }
  if (rejected > maxShown) {
    console.log(`  ${translate(locale, 'import.accounts.more', { count: number(rejected - maxShown) })}`)
  }
}
