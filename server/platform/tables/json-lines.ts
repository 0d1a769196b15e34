import { TableError } from './table-error.ts'
import type { SourceOptions } from './source.ts'
import type { Cell, Row, Table } from './table.ts'

const LINE_LIMIT = 1_000_000
const COLUMN_LIMIT = 500

type ReadText = (options?: SourceOptions) => AsyncIterable<string>
type Line = { line: number; values: Record<string, unknown> | undefined }

/**
 * Opens a file of one JSON object per line. The columns are all names that occur; lists become values separated by "|".
 */
export async function openJsonLines(file: string, read: ReadText): Promise<Table> {
  const names = new Set<string>()
  for await (const { values } of readObjects(file, read())) {
    for (const name of Object.keys(values ?? {})) names.add(name)
    if (names.size > COLUMN_LIMIT) throw new TableError('sheet_columns', { file, limit: COLUMN_LIMIT })
  }
  const columns = [...names]
  return {
    columns,
    separator: '',
    async *rows(options) {
      for await (const { line, values } of readObjects(file, read(options))) yield toRow(line, values, columns)
    },
  }
}

function toRow(line: number, values: Record<string, unknown> | undefined, columns: string[]): Row {
  try {
    if (values) return { line, cells: columns.map((column) => toCell(values[column])) }
  } catch (error) {
    // Too deeply nested for the call stack.
    if (!(error instanceof RangeError)) throw error
  }
  return { line, cells: [], problem: { code: 'json_invalid', facts: {} } }
}

function toCell(value: unknown): Cell {
  if (typeof value === 'string' || typeof value === 'number') return value
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (Array.isArray(value)) return value.map((item) => String(toCell(item))).join('|')
  return JSON.stringify(value)
}

async function* readObjects(file: string, text: AsyncIterable<string>): AsyncGenerator<Line> {
  for await (const { line, content } of readLines(file, text)) {
    if (content.trim() !== '') yield { line, values: parseObject(content) }
  }
}

function parseObject(content: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(content)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

async function* readLines(
  file: string,
  text: AsyncIterable<string>,
): AsyncGenerator<{ line: number; content: string }> {
  let rest = ''
  let line = 0
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const content of lines) yield { line: ++line, content }
    if (rest.length > LINE_LIMIT) throw new TableError('record_too_large', { file, line: line + 1 })
  }
  if (rest !== '') yield { line: line + 1, content: rest }
}
