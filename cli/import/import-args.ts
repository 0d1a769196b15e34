import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type DefaultField,
  type Defaults,
  defaultFields,
  type Field,
  fieldOf,
  type ImportOptions,
  readPricesOption,
} from '#server/catalog/import/import.ts'

export type ImportCommand = {
  options: Omit<ImportOptions, 'reportPath'>
  reportPath?: string
  /** The name of the profile that says what the options leave open. */
  profile?: string
  /** Whether pictures that the files name by address are fetched before the command ends. */
  fetchesPictures: boolean
  /** Whether the key was given, not assumed. */
  hasKey: boolean
}
export type ParsedArgs = { ok: true; command: ImportCommand } | { ok: false; help: boolean; message: string }

const HELP = `toptan import [options] <files…>

Imports products from CSV, TSV, JSONL, XLSX or XML files, optionally gzipped. Imports either all files or nothing.

Other imports:
  toptan import movements <file>   account movements of dealers
  toptan import balances <file>    account balances of dealers
  toptan import serials <file>     events of serial numbers
  toptan import costs <file>       costs of products
  toptan import price_rules <file> agreements, discount chains, quantity tiers, floors
  toptan import promotions <file>  bundles, free goods, basket steps
  toptan import bins <file>        card number ranges

  --profile <name>       reads the files like a profile saved on screen; other options take precedence over its answers
  --key <key>            what identifies a product: code (default), brand+code, name or a column of the file
  --map <field>=<column> assigns a column that is not recognized by its name; can be repeated
  --units <file>         units with multipliers: key, unit, multiplier, barcode, price …
  --defaults <list>      values for fields that the file lacks: ${defaultFields.join(', ')}  (unit=ADET,currency=TRY)
  --price-list <code>    price list to save prices to (default: the store's default list)
  --warehouse <code>     warehouse of the stock column (default: the first one)
  --in-stock <n>         base units for stock given as a word like Var or in stock (default: 1)
  --decimal comma|point  decimal sign of ambiguous numbers like 1.234
  --prices <basis>       whether prices include VAT where their columns do not say so: net (without), gross (including), or
                         column:<name>, a column that says it row by row. Without it such prices count as net, which is reported
  --price-jumps accept|keep   what happens to sale prices that change by more than --price-factor (default: keep, which is reported)
  --price-factor <n>     factor above which a price change is a jump (default: 5)
  --repeated-prices first|last|none   which of several rows of a product with different prices counts (default: first, which is reported)
  --no-pictures          leaves pictures that the files name by address to the server; otherwise the command fetches them before
                         it ends, but for those that are tried again later
  --strict               refuses files that leave a question open, such as whether prices include VAT
  --dry-run              reports what would change without changing anything
  --report <file>        where to write the report (default: import-reports in the data folder)
  --lang tr|en           language of the report (default: tr)`

const optionsOf = {
  profile: { type: 'string' },
  key: { type: 'string' },
  map: { type: 'string', multiple: true, default: [] as string[] },
  units: { type: 'string' },
  defaults: { type: 'string', multiple: true, default: [] as string[] },
  'price-list': { type: 'string' },
  warehouse: { type: 'string' },
  'in-stock': { type: 'string' },
  decimal: { type: 'string' },
  prices: { type: 'string' },
  'price-jumps': { type: 'string' },
  'repeated-prices': { type: 'string' },
  'price-factor': { type: 'string' },
  'no-pictures': { type: 'boolean', default: false },
  strict: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  report: { type: 'string' },
  lang: { type: 'string', default: 'tr' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Parses the command line into options, or returns an error message. */
export function parseImportArgs(args: string[]): ParsedArgs {
  try {
    const { values, positionals } = parseArgs({ args, options: optionsOf, allowPositionals: true })
    if (values.help) return { ok: false, help: true, message: HELP }
    if (positionals.length === 0 && !values.units) return { ok: false, help: false, message: HELP }
    const options: ImportCommand['options'] = {
      files: positionals.map(toFile),
      key: values.key ?? 'code',
      mapping: parseMapping(values.map),
      defaults: parseDefaults(values.defaults),
      dryRun: values['dry-run'],
      locale: oneOf('--lang', values.lang, { tr: 'tr', en: 'en' } as const),
      ...(values.units && { units: toFile(values.units) }),
      ...(values['in-stock'] && { inStock: parseInStock(values['in-stock']) }),
      ...(values.decimal && { decimal: oneOf('--decimal', values.decimal, { comma: ',', point: '.' } as const) }),
      ...(values.prices && { prices: parsePrices(values.prices) }),
      ...(values['price-jumps'] && {
        priceJumps: oneOf('--price-jumps', values['price-jumps'], { accept: 'accept', keep: 'keep' } as const),
      }),
      ...(values['repeated-prices'] && {
        repeatedPrices: oneOf('--repeated-prices', values['repeated-prices'], {
          first: 'first',
          last: 'last',
          none: 'none',
        } as const),
      }),
      ...(values.key !== undefined && { repeatedCodes: 'one' as const }),
      ...(values['price-factor'] && { priceFactor: parseFactor(values['price-factor']) }),
      ...(values.strict && { isStrict: true }),
      ...(values['price-list'] && { priceList: values['price-list'] }),
      ...(values.warehouse && { warehouse: values.warehouse }),
    }
    return {
      ok: true,
      command: {
        options,
        hasKey: values.key !== undefined,
        fetchesPictures: !values['no-pictures'],
        ...(values.report && { reportPath: values.report }),
        ...(values.profile && { profile: values.profile }),
      },
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { ok: false, help: false, message: `${message}\n\n${HELP}` }
  }
}

function toFile(path: string): { path: string; name: string } {
  return { path: resolve(path), name: basename(path) }
}

function parseMapping(items: readonly string[]): Map<Field, string> {
  return new Map(
    items.map((item) => {
      const [word, column] = splitPair('--map', item)
      const field = fieldOf(word)
      if (!field) throw new Error(`--map: there is no field "${word}".`)
      return [field, column] as const
    }),
  )
}

/** Parses `unit=ADET,brand=A, B & C`: a comma ends a value only if another `key=` follows. */
function parseDefaults(items: readonly string[]): Defaults {
  const defaults: Defaults = {}
  for (const item of items.flatMap((each) => each.split(/,(?=\s*[a-z_]+\s*=)/i))) {
    const [word, value] = splitPair('--defaults', item)
    const field = fieldOf(word)
    if (!isDefaultField(field)) throw new Error(`--defaults: "${word}" is not one of ${defaultFields.join(', ')}.`)
    defaults[field] = checkDefault(field, value)
  }
  return defaults
}

function checkDefault(field: DefaultField, value: string): string {
  const number = value.replace(',', '.')
  const isNumber = /^\d+(\.\d+)?$/.test(number)
  if (field === 'currency') return value.toUpperCase() === 'TL' ? 'TRY' : value.toUpperCase()
  if (field === 'multiplier' && (!isNumber || Number(number) === 0))
    throw new Error(`--defaults: multiplier=${value} is not a positive number.`)
  if (field === 'tax_rate' && (!isNumber || Number(number) > 100))
    throw new Error(`--defaults: tax_rate=${value} is not a percentage from 0 to 100.`)
  return field === 'multiplier' || field === 'tax_rate' ? number : value
}

function isDefaultField(field: Field | undefined): field is DefaultField {
  return defaultFields.some((each) => each === field)
}

function splitPair(option: string, item: string): [string, string] {
  const at = item.indexOf('=')
  const pair: [string, string] = [item.slice(0, at).trim(), item.slice(at + 1).trim()]
  if (at < 1 || pair[1] === '') throw new Error(`${option}: "${item}" does not have the form key=value.`)
  return pair
}

function parsePrices(text: string): ReturnType<typeof readPricesOption> {
  if (!/^(?:net|gross|column:\s*\S.*)$/.test(text))
    throw new Error(`--prices: "${text}" is not one of net, gross, column:<name>.`)
  return readPricesOption(text)
}

function parseFactor(text: string): number {
  const factor = Number(text)
  if (!/^\d{1,4}(?:\.\d{1,2})?$/.test(text) || factor <= 1)
    throw new Error(`--price-factor: "${text}" is no number above 1.`)
  return factor
}

function parseInStock(text: string): string {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error(`--in-stock: "${text}" is no whole number from 1 to 999999.`)
  return text
}

function oneOf<Value extends string>(option: string, text: string, values: Record<string, Value>): Value {
  const value = Object.hasOwn(values, text) ? values[text] : undefined
  if (value === undefined) throw new Error(`${option}: "${text}" is not one of ${Object.keys(values).join(', ')}.`)
  return value
}
