import { parentPort, workerData } from 'node:worker_threads'
import readWorkbook, { type CellValue } from 'read-excel-file/node'
import { type Facts, TableError, type TableRefusal } from './table-error.ts'
import type { Cell } from './table.ts'
import { workbookLimits as limits } from './workbook-limits.ts'
import { checkArchive } from './zip-check.ts'

export type WorkbookAnswer =
  | { kind: 'sheet'; name: string }
  /** Rows of the last sheet. */
  | { kind: 'rows'; rows: Cell[][] }
  | { kind: 'done' }
  | { kind: 'refused'; code: TableRefusal; facts: Facts }

const ROWS_PER_MESSAGE = 2_000

try {
  await readSheets(Buffer.from(workerData as Uint8Array))
} catch (error) {
  if (error instanceof TableError) answer({ kind: 'refused', code: error.code, facts: error.facts })
  else
    answer({ kind: 'refused', code: 'file_broken', facts: { reason: error instanceof Error ? error.message : 'xlsx' } })
}

async function readSheets(bytes: Buffer): Promise<void> {
  const isArchive = bytes.subarray(0, 2).toString() === 'PK'
  // Its reader is large and rarely needed.
  const sheets = isArchive ? await readArchive(bytes) : (await import('./old-workbook.ts')).readOldWorkbook(bytes)
  for (const { name, rows } of sheets) {
    answer({ kind: 'sheet', name })
    for (let at = 0; at < rows.length; at += ROWS_PER_MESSAGE)
      answer({ kind: 'rows', rows: rows.slice(at, at + ROWS_PER_MESSAGE) })
  }
  answer({ kind: 'done' })
}

async function readArchive(bytes: Buffer): Promise<{ name: string; rows: Cell[][] }[]> {
  checkArchive(bytes, (code, facts) => new TableError(code, facts))
  const sheets = await readWorkbook(bytes)
  return sheets.map(({ sheet: name, data: rows }) => {
    if (rows.length > limits.rows + 1) throw new TableError('sheet_rows', { limit: limits.rows })
    if (rows.some((row) => row.length > limits.columns))
      throw new TableError('sheet_columns', { limit: limits.columns })
    return { name, rows: rows.map((row) => row.map(toCell)) }
  })
}

function toCell(value: CellValue | null | undefined): Cell {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'number' ? value : String(value)
}

function answer(message: WorkbookAnswer): void {
  parentPort?.postMessage(message)
}
