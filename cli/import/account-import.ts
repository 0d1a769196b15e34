import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fileImportFields } from '#contract/admin/imports/file-import-options.ts'
import { findProfileByName } from '#server/catalog/import/import.ts'
import {
  fileOptionsOf,
  importCosts,
  importPriceRules,
  importPromotions,
  importShipments,
} from '#server/file-imports/file-imports.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { translate } from '#server/platform/http/words.ts'
import { importSerials } from '#server/warranty/warranty.ts'
import {
  accountIssueText,
  accountRefusalText,
  type AccountSummary,
  importBalances,
  importMovements,
} from '#server/statement/statement.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { withDatabase } from '#cli/database.ts'

const usageError = 2
/** Maximum number of rejected rows to print. */
const maxShown = 50

const imports = {
  movements: importMovements,
  balances: importBalances,
  serials: importSerials,
  costs: importCosts,
  price_rules: importPriceRules,
  promotions: importPromotions,
  shipments: importShipments,
}
export type AccountKind = keyof typeof imports
const dryRunTexts = {
  movements: 'dryRun',
  balances: 'dryRun',
  serials: 'serialsDryRun',
  costs: 'costsDryRun',
  price_rules: 'rulesDryRun',
  promotions: 'promotionsDryRun',
  shipments: 'shipmentsDryRun',
} as const

const usage = `toptan import movements <file> [options]
toptan import balances <file> [options]
toptan import serials <file> [options]
toptan import costs <file> [options]
toptan import price_rules <file> [options]
toptan import promotions <file> [options]
toptan import shipments <file> [options]

Imports account movements and balances of dealers, events of serial numbers, costs of products, price rules, promotions, or
shipments of orders from a CSV, TSV, JSON, XLSX or XML file, optionally gzipped. Titles above the header are skipped.

movements: cari kodu, tarih, vade, belge no, tür, açıklama, borç, alacak (or tutar with b/a), döviz, referans
balances:  cari kodu, bakiye (with b/a), vadesi geçen bakiye, vade tarihi or gecikme günü, döviz, tarih
serials:   seri no, stok kodu, stok adı, cari kodu, tarih, durum, belge no, garanti ay or garanti bitiş, referans
costs:     stok kodu, maliyet (of a base unit, before tax), döviz
price_rules: kod, ad, tür, bayi kodu, grup, bölge, ürün kodu, marka, kategori yolu, fiyat listesi, fiyat, döviz, iskonto,
           en az, birim, başlangıç, bitiş, öncelik, durdurur, genel iskonto kalır, açık (docs/prices.md)
promotions: kod, ad, ingilizce ad, tür, bayi kodu, grup, bölge, ürün kodu, marka, kategori yolu, alınan miktar, bedava miktar,
           bedava ürün, fiyat, döviz, paket ürünleri, sepet basamakları, başlangıç, bitiş, öncelik, birleşir, kupon ister,
           toplam kota, bayi kotası, sipariş başına en çok, açık (docs/prices.md)
shipments: sipariş no, kargo, takip no, irsaliye no, stok kodu or satır no with miktar, koli, ağırlık, sevk tarihi

  --profile <name>       reads the file like a profile saved on screen; other options take precedence
  --map <field>=<column> assigns a column that is not recognized by its name; can be repeated. Fields:
${(['movements', 'balances', 'serials', 'costs', 'price_rules', 'promotions', 'shipments'] as const).map((kind) => `                         ${kind}: ${fileImportFields[kind].join(', ')}`).join('\n')}
  --sheet <name>         the sheet of a workbook to read
  --decimal comma|point  decimal sign of ambiguous numbers like 1.234
  --dry-run              reports what would change without changing anything
  --lang tr|en           language of the messages (default: tr)`

export function isAccountKind(word: string | undefined): word is AccountKind {
  return word !== undefined && Object.hasOwn(imports, word)
}

export async function importAccounts(kind: AccountKind, args: string[]): Promise<number> {
  const options = readArgs(kind, args)
  if (options === null) {
    console.error(usage)
    return usageError
  }
  const { locale, profile, ...given } = options
  const result = await withDatabase(async ({ pool }) => {
    const found = profile === undefined ? undefined : await findProfileByName(pool, kind, profile)
    if (profile !== undefined && found === undefined) return null
    const { mapping: saved = {}, sheet, decimal } = fileOptionsOf(found?.options ?? {})
    return imports[kind](pool, {
      file: given.file,
      dryRun: given.dryRun,
      decimal: given.decimal ?? decimal ?? undefined,
      sheet: given.sheet ?? sheet ?? undefined,
      mapping: new Map([...Object.entries(saved), ...given.mapping]),
      today: dayInTurkey(new Date()),
    })
  })
  if (result === null) {
    console.error(translate(locale, 'import.refusals.profile_missing', { name: profile }))
    return usageError
  }
  if (!result.ok) {
    console.error(accountRefusalText(locale, result))
    return 1
  }
  printSummary(kind, result.summary, locale, given.dryRun)
  const { rows, rejected } = result.summary
  return rejected > 0 && rejected === rows ? 1 : 0
}

type Options = {
  file: { path: string; name: string }
  dryRun: boolean
  decimal: ',' | '.' | undefined
  mapping: ReadonlyMap<string, string>
  sheet: string | undefined
  profile: string | undefined
  locale: Locale
}

function readArgs(kind: AccountKind, args: string[]): Options | null {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        decimal: { type: 'string' },
        map: { type: 'string', multiple: true, default: [] as string[] },
        sheet: { type: 'string' },
        profile: { type: 'string' },
        lang: { type: 'string', default: 'tr' },
      },
    })
    const [path, ...more] = positionals
    const { decimal, lang } = values
    if (path === undefined || more.length > 0 || (lang !== 'tr' && lang !== 'en')) return null
    if (decimal !== undefined && decimal !== 'comma' && decimal !== 'point') return null
    const sign = decimal && ({ comma: ',', point: '.' } as const)[decimal]
    const file = { path: resolve(path), name: basename(path) }
    const mapping = readMapping(kind, values.map)
    if (mapping === null) return null
    return {
      file,
      dryRun: values['dry-run'],
      decimal: sign,
      mapping,
      sheet: values.sheet,
      profile: values.profile,
      locale: lang,
    }
  } catch {
    return null
  }
}

/** Column → field of `field=column`; null if a field does not exist. */
function readMapping(kind: AccountKind, items: readonly string[]): ReadonlyMap<string, string> | null {
  const fields: readonly string[] = fileImportFields[kind]
  const pairs = items.map((item): [string, string] => {
    const at = item.indexOf('=')
    return [item.slice(at + 1).trim(), item.slice(0, Math.max(at, 0)).trim()]
  })
  return pairs.every(([column, field]) => column !== '' && fields.includes(field)) ? new Map(pairs) : null
}

function printSummary(kind: AccountKind, summary: AccountSummary, locale: Locale, dryRun: boolean): void {
  const number = (value: number) => value.toLocaleString(locale)
  const { issues, ...figures } = summary
  if (dryRun) console.log(translate(locale, `import.accounts.${dryRunTexts[kind]}`))
  const written = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, number(value)]))
  console.log(translate(locale, `import.accounts.${kind}`, written))
  for (const { line, code, facts } of issues.slice(0, maxShown)) {
    const reason = accountIssueText(locale, { code, facts })
    console.log(`  ${translate(locale, 'import.accounts.issue', { line, reason })}`)
  }
  const listed = figures.rejected + figures.warned
  if (listed > maxShown) {
    console.log(`  ${translate(locale, 'import.accounts.more', { count: number(listed - maxShown) })}`)
  }
}
