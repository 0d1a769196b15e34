import { resourceUsage } from 'node:process'
import type { ImportOptions, ImportSummary } from '#server/catalog/import/import.ts'
import { translate } from '#server/platform/http/words.ts'

type Facts = Record<string, string | number>

export function printSummary(
  summary: ImportSummary,
  options: Omit<ImportOptions, 'reportPath'>,
  milliseconds: number,
): void {
  const { locale } = options
  const number = (value: number) => value.toLocaleString(locale)
  const print = (key: string, facts: Facts = {}, indent = '') =>
    console.log(indent + translate(locale, `import.${key}`, facts))
  if (options.dryRun) print('summary.dryRun')
  const { rows, created, updated, unchanged, rejected, unitRows } = summary
  print('summary.rows', mapFacts({ rows, created, updated, unchanged, rejected }, number))
  if (unitRows > 0) print('summary.units', { rows: number(unitRows) })
  if (summary.changed) print('summary.counts', mapFacts(summary.counts, number))
  else if (rejected > 0) print('summary.unchangedElse')
  else print(summary.issues.length > 0 ? 'summary.unchangedWarned' : 'summary.unchangedCatalog')
  const { priceLists, warehouses } = summary.made
  if (priceLists.length > 0) print('summary.madePriceLists', { names: priceLists.join(', ') })
  if (warehouses.length > 0) print('summary.madeWarehouses', { names: warehouses.join(', ') })
  const used = Object.entries(summary.defaults)
  if (used.length > 0) print('summary.defaults')
  const shared = { unit: 'ADET', currency: options.defaults.currency ?? 'TRY' }
  for (const [name, n] of used) print(`defaults.${name}`, { ...shared, n: number(n) }, '  ')
  printPrices(summary, locale)
  printIssues(summary, options, number)
  const megabytes = number(Math.round(resourceUsage().maxRSS / 1024))
  print('summary.took', {
    seconds: (milliseconds / 1000).toLocaleString(locale, { maximumFractionDigits: 1 }),
    megabytes,
  })
}

/** Prints the first prices with and without VAT if the files have prices with VAT. */
function printPrices({ samples }: ImportSummary, locale: ImportOptions['locale']): void {
  if (!samples.some(({ isGross }) => isGross)) return
  console.log(translate(locale, 'import.summary.prices'))
  for (const { key, net, gross, rate, currency } of samples)
    console.log(
      `  ${translate(locale, 'import.summary.price', { key, currency, net: trim(net), gross: trim(gross), rate: trim(rate) })}`,
    )
}

const trim = (amount: string): string => amount.replace(/\.?0+$/, '')

function printIssues(
  { issues, reportPath }: ImportSummary,
  { locale }: Pick<ImportOptions, 'locale'>,
  number: (n: number) => string,
) {
  if (issues.length > 0) console.log(translate(locale, 'import.summary.issues'))
  for (const { n, level, code, line, example } of issues) {
    const facts = { n: number(n), level: translate(locale, `import.levels.${level}`), code, line, example }
    console.log(`  ${translate(locale, 'import.summary.issue', facts)}`)
  }
  if (reportPath) console.log(translate(locale, 'import.summary.report', { path: reportPath }))
}

function mapFacts(facts: Record<string, number>, format: (value: number) => string): Facts {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, format(value)]))
}
