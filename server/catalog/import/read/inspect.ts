import { parseNumber } from '#domain/money/number-text.ts'
import { lineOf } from '#server/platform/tables/cell-text.ts'
import type { ImportFileInspection } from '#contract/admin/imports/import-inspection.ts'
import type { ImportOptions } from '#server/catalog/import/import-run.ts'
import { amountMark } from '#server/catalog/import/local-amounts.ts'
import { type Field, numberFields } from './fields.ts'
import { findColumn, type Header, usesOf } from './header.ts'
import type { OpenedFile } from './open-file.ts'
import { splitBasis } from './price-basis.ts'
import { shorten } from './reading.ts'

/** Fields without which a list is poor, by what the screen calls them. */
const expected = ['price', 'stock', 'image', 'category'] as const
const maxSamples = 3

/** How a file is read: its format, and its columns with their uses and first values. */
export function inspectFile(
  file: OpenedFile,
  header: Header,
  { filled, count, options }: { filled: readonly boolean[]; count: number; options: ImportOptions },
): ImportFileInspection {
  const { name, kind, table, sample, repeatedHeaders, notes, ownColumns } = file
  const uses = usesOf(header)
  const chosen = new Set([...options.mapping.values()].map((column) => findColumn(table.columns, column)))
  const used = new Set([...uses].filter(([index]) => filled[index]).flatMap(([, use]) => use.split(/[+:]/)))
  // Without a sales price, products are sold at the list price.
  const has = (field: string) => used.has(field) || (field === 'price' && used.has('list_price'))
  return {
    file: name,
    kind,
    rows: count,
    encoding: table.encoding ?? null,
    separator: table.separator || null,
    headerLine: table.headerLine ?? null,
    repeatedHeaders: repeatedHeaders.size,
    sheet: table.sheet ?? null,
    sheets: (table.sheets ?? []).map(({ name: sheet }) => sheet),
    missing: kind === 'units' ? [] : expected.filter((field) => !has(field)),
    columns: table.columns.slice(0, ownColumns).map((column, index) => ({
      name: column,
      use: uses.get(index) ?? notes.uses.get(index) ?? null,
      samples: localSamplesOf(file, index),
      isEmpty: !filled[index],
      certainty: chosen.has(index) ? 'chosen' : isDoubtful(header, sample, index) ? 'doubtful' : 'sure',
    })),
  }
}

type Sampled = Pick<OpenedFile, 'sample'> & Partial<Pick<OpenedFile, 'ownSample'>>

/** The first values of a column, as the file has them. */
export function samplesOf({ sample, ownSample = sample }: Sampled, index: number, textOf = lineOf): string[] {
  const values = new Set<string>()
  for (const cells of ownSample) {
    const text = textOf(cells[index])
    if (text !== '') values.add(shorten(text))
    if (values.size === maxSamples) break
  }
  return [...values]
}

/** Like `samplesOf`, with the fractions of workbooks written for `localAmounts`. */
export const localSamplesOf = (file: Sampled, index: number): string[] =>
  samplesOf(file, index, (cell) =>
    typeof cell === 'number' && !Number.isInteger(cell) ? amountMark(cell) : lineOf(cell),
  )

/** Whether the values of a column do not fit its name, or another column claims the same field. */
function isDoubtful({ fields, candidates }: Header, sample: OpenedFile['sample'], index: number): boolean {
  if ([...candidates.values()].some((indexes) => indexes.includes(index))) return true
  const field = [...fields].find(([, each]) => each === index)?.[0]
  if (field === undefined || !isNumeric(field)) return false
  const values = sample.map((cells) => lineOf(cells[index])).filter((text) => text !== '')
  const numbers = values.filter((text) => parseNumber(splitBasis(text).text, ',').ok)
  return numbers.length * 5 < values.length * 4
}

const isNumeric = (field: Field): boolean => numberFields.has(field) && field !== 'stock'
