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
  checkArchive(bytes, (code, facts) => new TableError(code, facts))
  for (const { sheet, data: rows } of await readWorkbook(bytes)) {
    if (rows.length > limits.rows + 1) throw new TableError('sheet_rows', { limit: limits.rows })
    if (rows.some((row) => row.length > limits.columns))
      throw new TableError('sheet_columns', { limit: limits.columns })
    answer({ kind: 'sheet', name: sheet })
    for (let at = 0; at < rows.length; at += ROWS_PER_MESSAGE) {
      answer({ kind: 'rows', rows: rows.slice(at, at + ROWS_PER_MESSAGE).map((row) => row.map(toCell)) })
    }
  }
  answer({ kind: 'done' })
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
