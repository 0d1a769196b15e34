import type { Readable } from 'node:stream'
import { priceFileBytesMax, priceFileRowsMax } from '#contract/admin/price-change-steps.ts'
import { isRefusal, refuse, type Refusal } from '#contract/core/errors.ts'
import { type Locale, locales } from '#contract/core/visitor.ts'
import { currencyCode, decimal } from '#domain/money/money.ts'
import { type DecimalSign, decimalSignOf, noEvidence, observeNumber, parseNumber } from '#domain/money/number-text.ts'
import { fold } from '#domain/text/text.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { translate } from '#server/platform/http/words.ts'
import { textOf } from '#server/platform/tables/cell-text.ts'
import { TableError } from '#server/platform/tables/table-error.ts'
import type { Cell, Table } from '#server/platform/tables/table.ts'
import { readUploadedTable } from '#server/platform/tables/uploaded-table.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { type FileProblem, finishStep } from './apply-step.ts'
import { lockDraft } from './change-rows.ts'
import { type PriceLine, resolveLines } from './resolve-lines.ts'
import { setPrices } from './typed-step.ts'

/** Titles of the columns, besides those of the export of units. */
const titles = {
  code: ['Stok Kodu', 'Ürün Kodu', 'Kod', 'Stock Code', 'Product Code', 'Code', 'SKU'],
  unit: ['Birim', 'Birim Adı', 'Unit', 'Unit Name'],
  price: ['Satış Fiyatı', 'Fiyat', 'Yeni Fiyat', 'Birim Fiyat', 'Sale Price', 'Price', 'New Price'],
  currency: ['Döviz', 'Para Birimi', 'Satış Dövizi', 'Satış Para Birimi', 'Currency', 'Sale Currency'],
} as const
type Column = keyof typeof titles
const columnNames = Object.keys(titles) as Column[]

/** Lines with problems that are stored. */
const problemsMax = 200

type Line = { line: number; price: Cell } & Record<Exclude<Column, 'price'>, string>
type Upload = { id: number; revision: number; body: Readable; folder: string }

/** Takes the sale prices of a file into a draft. Lines with problems are left out and listed. */
export async function importIntoDraft(
  pool: Pool,
  by: UserContext,
  { id, revision, body, folder }: Upload,
): Promise<{ ok: true; units: number; problems: number } | Refusal> {
  const lines = await readLines(folder, body, by.locale)
  if (isRefusal(lines)) return lines
  return transactionOrRefusal(pool, async (db) => {
    const change = await lockDraft(db, { id, revision, by })
    const { prices, problems: found } = await resolveLines(db, pricedLines(lines))
    const problems = found.map(({ line, problem, facts }): FileProblem => {
      return { line, text: translate(by.locale, `priceChanges.file.problems.${problem}`, facts) }
    })
    const units = await setPrices(db, { change: id, list: change.price_list_id, prices })
    await finishStep(db, id, {
      kind: 'file',
      facts: { lines: lines.length, problems: problems.length, units },
      problems: problems.slice(0, problemsMax),
      by,
    })
    return { ok: true as const, units, problems: problems.length }
  })
}

async function readLines(folder: string, body: Readable, locale: Locale): Promise<Line[] | Refusal> {
  const name = translate(locale, 'priceChanges.file.name')
  try {
    return await readUploadedTable(body, { folder, name, bytesMax: priceFileBytesMax }, (table) =>
      linesOf(table, locale),
    )
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    return unreadable(translate(locale, `import.refusals.${error.code}`, error.facts))
  }
}

const unreadable = (reason: string) => refuse('price_change_file', { reason })

async function linesOf(table: Table, locale: Locale): Promise<Line[] | Refusal> {
  const at = placesOf(table.columns)
  if (at.code === -1 || at.price === -1) return unreadable(translate(locale, 'priceChanges.file.noHeader'))
  const lines: Line[] = []
  for await (const { line, cells } of table.rows()) {
    if (lines.length === priceFileRowsMax) {
      return unreadable(translate(locale, 'priceChanges.file.tooLong', { most: priceFileRowsMax }))
    }
    const cell = (column: Column) => textOf(cells[at[column]]).trim()
    lines.push({
      line,
      code: cell('code'),
      unit: cell('unit'),
      price: cells[at.price] ?? '',
      currency: cell('currency'),
    })
  }
  return lines
}

function placesOf(columns: readonly string[]): Record<Column, number> {
  const folded = columns.map(fold)
  const placeOf = (column: Column): number => {
    const exported = { code: 'code', unit: 'unit', price: 'price', currency: 'priceCurrency' }[column]
    const labels = locales.map((locale) => translate(locale, `administration.productUnits.columns.${exported}`))
    const known = [...titles[column], ...labels].map(fold)
    return known.map((title) => folded.indexOf(title)).find((place) => place !== -1) ?? -1
  }
  return Object.fromEntries(columnNames.map((column) => [column, placeOf(column)])) as Record<Column, number>
}

/** Lines without a price, and those without code and unit, say nothing. */
function pricedLines(lines: readonly Line[]): PriceLine[] {
  const sign = signOf(lines)
  return lines.flatMap(({ price: cell, ...line }) => {
    const price = textOf(cell)
    if (price === '' || (line.code === '' && line.unit === '')) return []
    const read = readPriceCell(cell, sign)
    return [{ ...line, price, value: read?.value, currency: line.currency || (read?.currency ?? '') }]
  })
}

/** The decimal separator of prices that are written as text; undefined if none of them shows it, so that 1.234 is unclear. */
function signOf(lines: readonly Line[]): DecimalSign | undefined {
  const evidence = noEvidence()
  for (const { price } of lines) if (typeof price === 'string') observeNumber(evidence, textOf(price))
  return decimalSignOf(evidence)
}

function readPriceCell(
  cell: Cell,
  sign: DecimalSign | undefined,
): { value: string; currency: string | undefined } | null {
  const read = typeof cell === 'number' ? ({ ok: true, value: String(cell) } as const) : parseNumber(textOf(cell), sign)
  if (!read.ok || read.value.startsWith('-')) return null
  // Workbooks store 107.92 as 107.92000000000002.
  const value = typeof cell === 'number' ? decimal(read.value).toDecimalPlaces(4) : decimal(read.value)
  return {
    value: value.toFixed(),
    currency: 'currency' in read && read.currency !== undefined ? currencyCode(read.currency) : undefined,
  }
}
