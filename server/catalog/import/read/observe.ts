import { noEvidence, observeNumber } from '#domain/money/number-text.ts'
import type { Row } from '#server/platform/tables/table.ts'
import { CategoryEvidence } from './category-path.ts'
import { numberFields } from './fields.ts'
import type { Header } from './header.ts'
import { splitBasis } from './price-basis.ts'

function numericColumns(header: Header): number[] {
  const fromFields = [...header.fields].filter(([field]) => numberFields.has(field)).map(([, index]) => index)
  return [...fromFields, ...header.stocks.map(({ index }) => index)]
}

export type Observed = Awaited<ReturnType<typeof observe>>

/** Reads all rows of a file for what they say about its columns. */
export async function observe(rows: AsyncIterable<Row>, header: Header, width: number) {
  const filled = Array.from({ length: width }, () => false)
  const numbers = new Map(numericColumns(header).map((index) => [index, noEvidence()]))
  const category = new CategoryEvidence()
  const categoryIndex = header.fields.get('category') ?? -1
  let count = 0
  for await (const { line, cells } of rows) {
    // Rows that a reader adds have the negative line of another row.
    if (line > 0) count += 1
    for (let i = 0; i < width; i += 1) {
      const cell = cells[i]
      if (!filled[i] && cell !== undefined && cell !== '' && String(cell).trim() !== '') filled[i] = true
    }
    for (const [index, evidence] of numbers) {
      const cell = cells[index]
      if (typeof cell === 'string' && cell.trim() !== '') observeNumber(evidence, splitBasis(cell).text)
    }
    const path = cells[categoryIndex]
    if (path !== undefined && path !== '') category.observe(String(path))
  }
  return { filled, numbers, category, count }
}
