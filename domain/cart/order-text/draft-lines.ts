import { type DraftLine, draftTextMax } from '#domain/cart/draft-line.ts'
import type { Cells } from '#domain/cart/pasted-lines.ts'
import { parseOrderText, type TextLine } from './parse-order-text.ts'
import type { Reading } from './read-quantity.ts'

/** A line as it is typed into fields. `others`: what else the text may mean, where the code is unknown. */
export type ReadLine = DraftLine & { row: number; text: string; others: DraftLine[] }

/** `heading`, `setAside` and `hasPrice`: what was not taken over, to be shown. */
export type DraftText = { lines: ReadLine[]; heading: string | null; setAside: string[]; hasPrice: boolean }

/**
 * The lines of an order text without a look at the catalog: the code is what names the product, a quantity that cannot be
 * read stays as written.
 */
export function readDraftLines(text: string): DraftText {
  const { lines, asides } = parseOrderText(text)
  const isHeading = asides[0]?.reason === 'heading'
  return {
    lines: lines.map(readLine),
    heading: isHeading ? (asides[0]?.text.replaceAll('\t', ' · ') ?? null) : null,
    setAside: asides.slice(isHeading ? 1 : 0).map((aside) => aside.text.replaceAll('\t', ' ')),
    hasPrice: lines.some(({ price }) => price !== undefined),
  }
}

function readLine(line: TextLine): ReadLine {
  const { row, text } = line
  const [first, ...others] = line.cells === undefined ? line.readings.map(writtenLine) : rowLines(line.cells)
  return { row, text, ...(first ?? { code: '', quantity: '', unit: '' }), others }
}

/** A piece of a message: the quantity as a figure where it is whole. */
function writtenLine({ rest, quantity, typed, unit = '' }: Reading): DraftLine {
  return shorten({ code: rest, quantity: Number.isInteger(quantity) ? String(quantity) : typed, unit })
}

/** A row of a sheet, by code, barcode and name. */
function rowLines({ code, barcode, name, typed, unit }: NonNullable<TextLine['cells']>): DraftLine[] {
  const names = [code, barcode, name].filter((cell) => cell !== '')
  return (names.length === 0 ? [''] : names).map((one) => shorten({ code: one, quantity: typed, unit }))
}

const shorten = ({ code, quantity, unit }: DraftLine): DraftLine => ({
  code: code.slice(0, draftTextMax.code),
  quantity: quantity.slice(0, draftTextMax.quantity),
  unit: unit.slice(0, draftTextMax.unit),
})

/** Rows as a text that is read as the same rows. */
export const textOfLines = (lines: readonly Cells[]): string =>
  lines.map(({ code, typed, unit }) => [code, typed, ...(unit ? [unit] : [])].join('\t')).join('\n')
