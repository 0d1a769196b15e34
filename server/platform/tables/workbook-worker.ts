import { parentPort, workerData } from 'node:worker_threads'
import readWorkbook, { type CellValue } from 'read-excel-file/node'
import { type Facts, TableError, type TableRefusal } from './table-error.ts'
import type { Cell } from './table.ts'
import { workbookLimits as limits } from './workbook-limits.ts'
import { checkArchive } from './zip-check.ts'

export type WorkbookAnswer =
  | { kind: 'rows'; rows: Cell[][] }
  | { kind: 'done'; otherSheets: string[] }
  | { kind: 'refused'; code: TableRefusal; facts: Facts }

const ROWS_PER_MESSAGE = 2_000

try {
  await readFirstSheet(Buffer.from(workerData as Uint8Array))
} catch (error) {
  if (error instanceof TableError) answer({ kind: 'refused', code: error.code, facts: error.facts })
  else
    answer({ kind: 'refused', code: 'file_broken', facts: { reason: error instanceof Error ? error.message : 'xlsx' } })
}

async function readFirstSheet(bytes: Buffer): Promise<void> {
  checkArchive(bytes, (code, facts) => new TableError(code, facts))
  const [first, ...others] = await readWorkbook(bytes)
  const rows = first?.data ?? []
  if (rows.length > limits.rows + 1) throw new TableError('sheet_rows', { limit: limits.rows })
  if (rows.some((row) => row.length > limits.columns)) throw new TableError('sheet_columns', { limit: limits.columns })
  for (let at = 0; at < rows.length; at += ROWS_PER_MESSAGE) {
    answer({ kind: 'rows', rows: rows.slice(at, at + ROWS_PER_MESSAGE).map((row) => row.map(toCell)) })
  }
  const hasContent = ({ data }: { data: unknown[] }) => data.length > 0
  answer({ kind: 'done', otherSheets: others.filter(hasContent).map(({ sheet }) => sheet) })
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
